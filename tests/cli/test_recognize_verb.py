"""`renamer recognize`: lines in, lines out, and every fault of the input said at once."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from help_blocks import blocks
from typer.testing import CliRunner

from builders.cli.main import app
from builders.cli.recognize import recognize
from builders.errors import FixInputError, FixManyError
from builders.recognizing import recognize_file
from builders.types import ENTITY_TYPES, TypedSpan

LINES = [
    {
        "id": "a",
        "text": "Marta Klein left Oslo for the United States. Klein never saw Norway again.",
    },
    {"id": 2, "text": ""},
    {"id": "c", "text": "İn Peru 北京 \U0001f600 Grace Obi sang for the Red Cross."},
]


class Fixed:
    """Finds "Oslo" and remembers nothing."""

    fingerprint = "fixed 1"

    def recognize(self, texts):  # type: ignore[no-untyped-def]
        for text in texts:
            start = text.find("Oslo")
            yield (TypedSpan(start, start + 4, "GPE"),) if start >= 0 else ()


def _write(path: Path, lines: list[object]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def _read(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_format(tmp_path: Path) -> None:
    source, target = _write(tmp_path / "in.jsonl", LINES), tmp_path / "out.jsonl"
    result = CliRunner().invoke(
        app, ["recognize", str(source), str(target), "--cache", str(tmp_path / "cache")]
    )
    assert result.exit_code == 0, result.output
    rows = _read(target)
    assert [row["id"] for row in rows] == ["a", 2, "c"]
    assert all(set(row) == {"id", "mentions"} for row in rows)
    found = []
    for line, row in zip(LINES, rows, strict=True):
        for mention in row["mentions"]:
            assert set(mention) == {"start", "end", "type"}
            assert mention["type"] in ENTITY_TYPES
            found.append((str(line["text"])[mention["start"] : mention["end"]], mention["type"]))
    assert ("Klein", "PERSON") in found
    assert ("United States", "COUNTRY") in found
    assert ("Oslo", "CITY") in found


def test_kinds_of_places_are_settled_after_any_recognizer(tmp_path: Path) -> None:
    source = _write(tmp_path / "in.jsonl", [{"id": 1, "text": "Oslo, I mean Oslo in Norway"}])
    target = tmp_path / "out.jsonl"
    assert recognize_file(source, target, Fixed(), cache=tmp_path / "cache") == 1
    mentions = _read(target)[0]["mentions"]
    assert isinstance(mentions, list)
    assert mentions == [{"start": 0, "end": 4, "type": "CITY"}]


def test_all_faults_are_listed_and_nothing_is_written(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(
        b'{"id": "a", "text": "Oslo"}\n'
        b'{"id": "b", "text": \n'
        b'\n'
        b'["c"]\n'
        b'{"id": true, "text": 3}\n'
        b'{"id": "d", "text": "Oslo"}\n'
    )  # fmt: skip
    with pytest.raises(FixManyError) as caught:
        recognize_file(source, target, Fixed(), cache=tmp_path / "cache")
    faults = [(fault.where, fault.field) for fault in caught.value.faults]
    assert faults == [
        ("line 2", ""), ("line 4", ""), ("line 5", "id"), ("line 5", "text"),
    ]  # fmt: skip
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["in.jsonl"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"id": "\\ud800", "text": "Ada"}', "id: holds half of a surrogate pair"),
        ('{"id": 1, "text": "\\ud800 Ada"}', "text: holds half of a surrogate pair"),
        ('{"id": 1.5, "text": "Ada"}', "id: expected a text or a whole number"),
    ],
)
def test_what_cannot_be_written_again_is_a_fault(tmp_path: Path, line: str, told: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(line, encoding="utf-8")
    with pytest.raises(FixManyError, match=f"line 1: {told}"):
        recognize_file(source, tmp_path / "out.jsonl", Fixed(), cache=tmp_path / "cache")


def test_a_folder_of_the_name_of_an_extra_does_not_hide_that_it_is_missing(
    tmp_path: Path,
) -> None:
    (tmp_path / "stanza").mkdir()
    source = _write(tmp_path / "in.jsonl", LINES)
    code = (
        "import sys; sys.path = [each for each in sys.path if each]\n"
        "from builders.cli.main import main; main()"
    )
    arguments = ["recognize", source, "-", "--recognizer", f"stanza:en@{tmp_path}"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False,
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )  # fmt: skip
    assert "install" in done.stderr
    assert "a fault of renamer" not in done.stderr


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(FixInputError, match=r"none\.jsonl: does not exist"):
        recognize_file(tmp_path / "none.jsonl", tmp_path / "out.jsonl", Fixed(), cache=tmp_path)


def test_a_gzipped_file_is_read(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(gzip.compress(b'{"id": 1, "text": "Oslo"}\n'))
    assert recognize_file(source, tmp_path / "out.jsonl", Fixed(), cache=tmp_path / "cache") == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b'{"id": 1, "text": "\xe9"}\n' * 9, r"line 1: byte 19 \(0xe9\) is not UTF-8"),
        ('{"id": 1}\n'.encode("utf-16"), "this is UTF-16 text"),
    ],
)
def test_a_file_in_another_encoding_is_told_in_one_line(
    tmp_path: Path, data: bytes, message: str
) -> None:
    source = tmp_path / "in.jsonl"
    source.write_bytes(data)
    with pytest.raises(FixInputError, match=rf"in\.jsonl: {message}") as caught:
        recognize_file(source, tmp_path / "out.jsonl", Fixed(), cache=tmp_path / "cache")
    assert "\n" not in str(caught.value)
    assert not list(tmp_path.glob("out*"))


def test_a_pipe_in_and_a_pipe_out(tmp_path: Path) -> None:
    arguments = ["recognize", "-", "-", "--cache", str(tmp_path / "cache")]
    result = CliRunner().invoke(app, arguments, input='{"id": 1, "text": "Oslo"}\n')
    assert result.exit_code == 0, result.output
    assert result.stdout == '{"id": 1, "mentions": [{"start": 0, "end": 4, "type": "CITY"}]}\n'
    assert "1 line in standard output" in result.stderr


def test_the_lines_of_the_help_are_true(tmp_path: Path) -> None:
    line, wanted = (json.loads(block) for block in blocks(recognize)[:2])
    source = _write(tmp_path / "in.jsonl", [line])
    recognize_file(source, tmp_path / "out.jsonl", cache=tmp_path / "cache")
    assert _read(tmp_path / "out.jsonl") == [wanted]


def test_help_shows_an_example() -> None:
    result = CliRunner().invoke(app, ["recognize", "--help"])
    assert "renamer recognize passages.jsonl" in result.output
