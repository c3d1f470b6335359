import gzip
import json
import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sources_strategies import mrqa_examples, squad_examples

from builders.sources.format_table import read
from builders.sources.squad_export import answerable, to_mrqa, to_mrqa_line, to_squad
from builders.types import Answer, Example

BOMS = st.sampled_from([b"", b"\xef\xbb\xbf"])


def read_back(data: bytes, name: str) -> list[Example]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "source"
        path.write_bytes(data)
        return list(read(path, format=name, dataset="D"))


def assert_exact(examples: Iterable[Example]) -> None:
    for example in examples:
        for answer in (*example.answers, *example.plausible_answers):
            assert answer.start is not None
            end = answer.start + len(answer.text)
            assert example.context[answer.start : end] == answer.text != ""


@given(squad_examples(), st.booleans(), st.sampled_from([None, 1]), st.booleans(), BOMS)
@settings(max_examples=150, deadline=None)
def test_squad_comes_back_as_it_was(
    examples: list[Example], escaped: bool, indent: int | None, zipped: bool, bom: bytes
) -> None:
    text = json.dumps(to_squad(examples), ensure_ascii=escaped, indent=indent)
    data = bom + text.encode()
    back = read_back(gzip.compress(data) if zipped else data, "squad")
    assert back == examples
    assert_exact(back)


@given(mrqa_examples(), st.booleans(), BOMS, st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=150, deadline=None)
def test_mrqa_comes_back_as_it_was(
    examples: list[Example], zipped: bool, bom: bytes, line_break: str
) -> None:
    data = bom + line_break.join(to_mrqa(examples, "D")).encode()
    back = read_back(gzip.compress(data) if zipped else data, "mrqa")
    assert back == examples
    assert_exact(back)


@given(squad_examples())
@settings(max_examples=50, deadline=None)
def test_answerable_squad_goes_through_mrqa_unchanged(examples: list[Example]) -> None:
    kept = list(answerable(examples))
    assert [e.id for e in kept] == [e.id for e in examples if not e.is_impossible]
    assert all(not e.plausible_answers and e.gold_answers for e in kept)
    if kept:
        assert read_back("\n".join(to_mrqa(kept, "D")).encode(), "mrqa") == kept


@given(squad_examples())
@settings(max_examples=30, deadline=None)
def test_squad_1_1_says_nothing_of_unanswerable_questions(examples: list[Example]) -> None:
    kept = list(answerable(examples))
    text = json.dumps(to_squad(kept, version="1.1"))
    assert "is_impossible" not in {key for qa in questions(json.loads(text)) for key in qa}
    if kept:
        assert read_back(text.encode(), "squad") == kept
    if len(kept) < len(examples):
        with pytest.raises(ValueError, match="unanswerable"):
            to_squad(examples, version="1.1")


def questions(document: Any) -> list[dict[str, Any]]:
    return [qa for a in document["data"] for p in a["paragraphs"] for qa in p["qas"]]


EXAMPLE = Example(
    id="q",
    dataset="D",
    title="",
    question="Who is Ada's aunt?",
    context="[PAR] Ada met Eva; Ada left.",
    answers=(Answer("Ada", 6), Answer("Ada", 19), Answer("Eva; Ada", 14)),
    gold_answers=("Ada", "Ada L."),
)


def test_an_mrqa_line_has_tokens_and_inclusive_spans() -> None:
    line = json.loads(to_mrqa_line(EXAMPLE))
    assert line["context_tokens"][:5] == [["[", 0], ["PAR", 1], ["]", 4], ["Ada", 6], ["met", 10]]
    [question] = line["qas"]
    assert question["answers"] == ["Ada", "Ada L."]
    assert question["detected_answers"] == [
        {"text": "Ada", "char_spans": [[6, 8], [19, 21]], "token_spans": [[3, 3], [7, 7]]},
        {"text": "Eva; Ada", "char_spans": [[14, 21]], "token_spans": [[5, 7]]},
    ]
    assert "title" not in line


def test_an_mrqa_title_is_written_where_there_is_one() -> None:
    titled = replace(EXAMPLE, title="Aunts")
    assert json.loads(to_mrqa_line(titled))["title"] == "Aunts"
    assert read_back("\n".join(to_mrqa([titled], "D")).encode(), "mrqa") == [titled]


def test_neighbours_share_articles_paragraphs_and_lines() -> None:
    examples = [replace(EXAMPLE, id=str(n)) for n in range(3)]
    examples.append(replace(examples[0], id="3", context="[PAR] Ada met Eva; Ada left. Then"))
    [article] = to_squad(examples)["data"]
    assert [len(p["qas"]) for p in article["paragraphs"]] == [3, 1]
    header, *lines = (json.loads(line) for line in to_mrqa(examples, "D", split="train"))
    assert header == {"header": {"dataset": "D", "split": "train"}}
    assert [len(line["qas"]) for line in lines] == [3, 1]
