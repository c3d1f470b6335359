"""Exports are read by the datasets' own scripts as those scripts read their own files."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from tiny_release import SEEDS, TinyRelease
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import ChooseFolderError, ChooseKnownError, FixInputError, RenamerError
from builders.sources import format_table
from builders.types import Example


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return TinyRelease().build(tmp_path_factory.mktemp("export") / "release")


def run(*arguments: str | Path) -> str:
    """Run `renamer export`; raise what it raises."""
    result = CliRunner().invoke(app, ["export", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def read_as_squad_script(path: Path) -> dict[str, tuple[str, list[str], bool]]:
    """Walk a file as SQuAD's evaluate-v2.0 does: id -> question, gold texts, has an answer."""
    found = {}
    for article in json.loads(path.read_text())["data"]:
        for paragraph in article["paragraphs"]:
            for qa in paragraph["qas"]:
                for answer in qa["answers"]:
                    start = answer["answer_start"]
                    assert (
                        paragraph["context"][start : start + len(answer["text"])] == answer["text"]
                    )
                gold = [answer["text"] for answer in qa["answers"]]
                found[qa["id"]] = (qa["question"], gold, bool(qa["answers"]))
    return found


def read_as_mrqa_script(path: Path) -> dict[str, list[str]]:
    """Walk a gzipped file as MRQA's official evaluation does: qid -> gold answers."""
    found = {}
    with gzip.open(path, "rb") as lines:
        for number, line in enumerate(lines):
            example = json.loads(line)
            if number == 0 and "header" in example:
                continue
            for qa in example["qas"]:
                found[qa["qid"]] = qa["answers"]
                for detected in qa["detected_answers"]:
                    for start, last in detected["char_spans"]:
                        assert example["context"][start : last + 1] == detected["text"]
                    for first, final in detected["token_spans"]:
                        tokens = example["context_tokens"][first : final + 1]
                        assert " ".join(token for token, _ in tokens) == detected["text"]
    return found


def test_squad_json_is_what_the_evaluation_reads(release: Path, tmp_path: Path) -> None:
    out = tmp_path / "seed0.json"
    run(release, "Quads-PER-RandStr", "--split", "seed0", "--out", out)
    found = read_as_squad_script(out)
    assert list(found) == [f"Quads-{n}" for n in range(4)]
    assert found["Quads-1"] == ("Whom did Uqe Wob meet on day 1?", ["Xi Tral"] * 2, True)
    assert json.loads(out.read_text())["version"] == "1.1"


def test_mrqa_lines_are_what_the_evaluation_reads(release: Path, tmp_path: Path) -> None:
    out = tmp_path / "seed1.jsonl.gz"
    run(release, "PER-RandStr-seed1", "--split", "Lists", "--out", out)
    assert read_as_mrqa_script(out) == {f"Lists-{n}": ["Zo Brun", "Z. Brun"] for n in range(4)}
    with gzip.open(out) as lines:
        assert json.loads(next(lines))["header"]["dataset"] == "Lists"


@pytest.mark.parametrize(("source", "format_"), [("Quads", "squad"), ("Lists", "mrqa")])
def test_the_originals_come_back_as_they_were(
    release: Path, tmp_path: Path, source: str, format_: str
) -> None:
    out = tmp_path / "original"
    run(release, f"{source}-PER-RandStr", "--split", "original", "--out", out)
    again = list(format_table.read(out, format=format_, dataset=source))
    assert again == TinyRelease().examples[source]


def test_a_question_without_an_answer_makes_it_version_two(tmp_path: Path) -> None:
    tiny = TinyRelease()
    first: Example = tiny.examples["Quads"][0]
    tiny.examples["Quads"][0] = replace(first, answers=(), gold_answers=(), is_impossible=True)
    release = tiny.build(tmp_path / "release")
    out = tmp_path / "out.json"
    run(release, "Quads-PER-RandStr", "--split", "seed0", "--out", out)
    assert json.loads(out.read_text())["version"] == "v2.0"
    assert Counter(has for _, _, has in read_as_squad_script(out).values()) == {False: 1, True: 3}

    with pytest.raises(FixInputError, match="has no answer, which MRQA cannot say"):
        run(release, "Quads-PER-RandStr", "--split", "seed0", "--format", "mrqa", "--out", out)


def test_an_alias_without_a_place_is_not_lost_in_silence(release: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    with pytest.raises(FixInputError, match="has no place in the passage"):
        run(release, "Lists-PER-RandStr", "--split", "seed0", "--format", "squad", "--out", out)
    assert list(tmp_path.iterdir()) == []


def test_the_same_rows_give_the_same_bytes(release: Path, tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        run(release, "Lists-PER-RandStr", "--split", "seed0", "--out", tmp_path / name)
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("Nothing",), ChooseKnownError, "unknown config 'Nothing'; known: Lists-PER-RandStr"),
        (("Quads-PER-RandStr",), FixInputError, "say which with --split: original, seed0, seed1"),
        (("Quads-PER-RandStr", "--split", "x"), ChooseKnownError, "known: original, seed0"),
    ],
)
def test_unknown_names_are_answered_with_the_known(
    release: Path,
    tmp_path: Path,
    arguments: tuple[str, ...],
    error: type[RenamerError],
    message: str,
) -> None:
    with pytest.raises(error, match=message):
        run(release, *arguments, "--out", tmp_path / "x.json")


def test_one_renamed_split_needs_no_name(tmp_path: Path) -> None:
    release = TinyRelease(seeds=SEEDS[:1]).build(tmp_path / "release")
    run(release, "Quads-PER-RandStr", "--out", tmp_path / "x.json")
    assert "Uqe Wob" in (tmp_path / "x.json").read_text()


def test_a_folder_that_is_not_there_is_named(release: Path, tmp_path: Path) -> None:
    with pytest.raises(ChooseFolderError, match="a folder that exists"):
        run(release, "Quads-PER-RandStr", "--split", "seed0", "--out", tmp_path / "no" / "x.json")


@pytest.mark.parametrize("garbage", [b"", b"PAR1", b"PAR1" + b"\0" * 64 + b"PAR1"])
def test_a_file_that_is_no_parquet_is_named(tmp_path: Path, garbage: bytes) -> None:
    release = TinyRelease().build(tmp_path / "release")
    (release / "data/Quads/PER/RandStr/seed0.parquet").write_bytes(garbage)
    out = tmp_path / "x.json"
    with pytest.raises(FixInputError, match=r"seed0\.parquet: not a Parquet file"):
        run(release, "Quads-PER-RandStr", "--split", "seed0", "--out", out)
    assert not out.exists()
