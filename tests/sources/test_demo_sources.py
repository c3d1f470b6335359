"""The embedded sources: what they hold, and that they are what their authoring files say."""

import importlib.util
import re
import sys
import tracemalloc
from functools import cache
from pathlib import Path
from types import ModuleType

import datasets
import pytest

from builders.errors import ChooseKnownError
from builders.sources.demo import demo_path
from builders.sources.format_table import read
from builders.types import Example

ROOT = Path(__file__).parents[2]
MARKERS = ("[TLE]", "[PAR]", "[SEP]", "[DOC]")


@cache
def demo(name: str) -> tuple[Example, ...]:
    return tuple(read(demo_path(name), format=name, dataset="Demo"))


@cache
def passages(*names: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(example.context for name in names for example in demo(name)))


@cache
def maker() -> ModuleType:
    path = ROOT / "scripts" / "make_demo_sources.py"
    spec = importlib.util.spec_from_file_location("make_demo_sources", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up there
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["squad", "mrqa"])
def test_the_files_are_what_their_authoring_files_say(name: str) -> None:
    assert demo_path(name).read_text(encoding="utf-8") == maker().SOURCES[name]()


def test_there_is_enough_to_show() -> None:
    assert len(passages("squad", "mrqa")) >= 40
    assert len(demo("squad")) + len(demo("mrqa")) >= 150
    for passage in passages("squad", "mrqa"):
        assert 80 <= len(passage.split()) <= 150, passage[:40]


def test_ids_are_unique_over_both_sources() -> None:
    ids = [example.id for name in ("squad", "mrqa") for example in demo(name)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{24}", value) for value in ids)


def test_the_squad_source_has_what_squad_2_has() -> None:
    impossible = [example for example in demo("squad") if example.is_impossible]
    assert len(impossible) >= 40
    assert all(example.plausible_answers for example in impossible)
    answers = [example.answers for example in demo("squad")]
    assert any(len(set(found)) < len(found) for found in answers), "repeated answers"
    assert any(
        first != second and first.text in second.text
        for found in answers
        for first in found
        for second in found
    ), "overlapping answers"
    assert sum("_" in title for title in {example.title for example in demo("squad")}) >= 6


def test_the_mrqa_source_has_what_mrqa_has() -> None:
    contexts = passages("mrqa")
    for marker in MARKERS:
        assert sum(marker in context for context in contexts) >= 5
    assert any(len(example.answers) > 2 for example in demo("mrqa"))
    for example in demo("mrqa"):
        found = {answer.text for answer in example.answers}
        assert found <= set(example.gold_answers)
        aliases = set(example.gold_answers) - found
        assert aliases, f"{example.question}: no alias that the passage does not hold as an answer"


@pytest.mark.parametrize(
    "pattern",
    [
        r"\b\w+s' ", r"\w's\b", r"\bthe [A-Z]\w+s\b", r"\b[A-Z][a-z]+-[A-Z][a-z]+\b",
        r"\b\w*[áéíóúøřš]\w*\b", r"\bU\.S\.", r"\bUnited States\b", r"\bWill will\b",
        r"\bMay May|May \w+, a\b", r"\bChad Miller\b", r"\bcapital of Chad\b", r"\bAmerican\b",
        r"\bUniversity of [A-Z]\w+", r"\b[A-Z]{6,}\b",
    ],
)  # fmt: skip
def test_hard_names_are_there(pattern: str) -> None:
    assert any(re.search(pattern, passage) for passage in passages("squad", "mrqa")), pattern


def test_answers_do_not_start_or_end_inside_words() -> None:
    whole = maker().is_whole
    for name in ("squad", "mrqa"):
        for example in demo(name):
            for answer in (*example.answers, *example.plausible_answers):
                assert answer.start is not None
                assert whole(example.context, answer.start, answer.start + len(answer.text))


def test_the_readme_counts_are_true() -> None:
    text = demo_path("squad").with_name("README.md").read_text(encoding="utf-8")
    impossible = sum(example.is_impossible for example in demo("squad"))
    squad = (
        f"| {len(passages('squad'))} | {len(demo('squad'))}, of them {impossible} unanswerable |"
    )
    assert squad in text
    assert f"| {len(passages('mrqa'))} | {len(demo('mrqa'))} |" in text
    assert "CC0" in text


def test_datasets_opens_the_squad_file(tmp_path: Path) -> None:
    rows = datasets.load_dataset(
        "json",
        data_files=str(demo_path("squad")),
        field="data",
        split="train",
        cache_dir=str(tmp_path),
    )
    questions = [q for row in rows for p in row["paragraphs"] for q in p["qas"]]
    assert [q["id"] for q in questions] == [example.id for example in demo("squad")]


def test_an_unknown_demo_source_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ChooseKnownError, match="known: mrqa, squad"):
        demo_path("newsqa")


def test_mrqa_files_are_streamed(tmp_path: Path) -> None:
    header, *lines = demo_path("mrqa").read_text(encoding="utf-8").splitlines()
    path = tmp_path / "large.jsonl"
    with path.open("w", encoding="utf-8") as file:
        print(header, file=file)
        for copy in range(15):
            for line in lines:
                print(line.replace('"qid": "', f'"qid": "{copy}-'), file=file)
    tracemalloc.start()
    try:
        count = sum(1 for _ in read(path, format="mrqa", dataset="Demo"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 15 * len(demo("mrqa"))
    assert peak < path.stat().st_size / 2


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("? Q\n= Ada", "not in the passage: Ada"),
        ("Ada.\n? Q\n= Eva", "not in the passage: Eva"),
        ("Adam.\n? Q\n= Ada", "not in the passage: Ada"),
        ("Ada.\n? Q\n= Ada @2", "not in the passage: Ada @2"),
        ("Ada.\n? Q", "give answers or plausible answers"),
        ("Ada.\n? Q\n= Ada\n~ Ada", "give answers or plausible answers"),
    ],
)
def test_the_maker_names_the_line_at_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, complaint: str
) -> None:
    (tmp_path / "draft.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(maker(), "TEXTS", tmp_path)
    line = text.split("\n").index("? Q") + 1
    with pytest.raises(SystemExit, match=f"draft.txt:{line}: {complaint}"):
        maker().examples("draft", "D", every=False)
