"""`renamer verify` and `renamer show` as a user meets them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from release_samples import renamed, sample_rows, source, write_release

from builders.cli.console import out
from builders.cli.main import main
from builders.cli.show import print_row
from builders.releases.layout import ReleaseFile
from builders.types import Kept, Row


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["renamer", *map(str, arguments)])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)


def test_a_sound_release_exits_with_0(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "verify", sample) == 0
    assert "124 rows in 20 files: all invariants hold" in capsys.readouterr().out


def test_a_fault_exits_with_1_and_names_file_and_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        if file.perturbation == "French" and file.seed == 1 and file.dataset == "Books":
            rows[3] = replace(rows[3], edits=rows[3].edits[1:])
        return rows

    folder = write_release(tmp_path / "release", rows_of=rows_of)
    assert run(monkeypatch, "verify", folder) == 1
    captured = capsys.readouterr()
    assert "data/Books/PER/French/seed1.parquet: row q0003 [invariant 2]" in captured.out
    assert "invariants are broken" in captured.out
    assert captured.err == ""


def test_a_fault_exits_with_1_when_nobody_reads_the_findings(tmp_path: Path) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        return rows if file.is_original else [replace(rows[0], edits=()), *rows[1:]]

    folder = write_release(tmp_path / "release", rows_of=rows_of)
    code = "from builders.cli.main import main; import sys; sys.argv[1:1] = ['verify']; main()"
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


def test_without_a_config_the_configs_are_listed(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "show", sample) == 2
    assert "several configs; name one of: " in capsys.readouterr().err


def test_a_source_file_is_held_against_it(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    examples = [source(number, listed=False) for number in range(7)]
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    right.write_text(json.dumps(_squad(examples)))
    wrong.write_text(json.dumps(_squad([*examples[:4], replace(examples[4], question="?")])))
    assert run(monkeypatch, "verify", sample, "--source", f"Letters={right}") == 0
    assert run(monkeypatch, "verify", sample, "--source", f"Letters={wrong}") == 1
    out = capsys.readouterr().out
    assert "row q0004 [invariant 2] is not the source's instance of that id" in out
    fewer = tmp_path / "fewer.json"
    for name, what in (("Letters", "6 questions"), ("Books", "4 answerable questions")):
        fewer.write_text(json.dumps(_squad(examples[:6])))
        assert run(monkeypatch, "verify", sample, "--source", f"{name}={fewer}") == 1
        assert f"the source '{name}' given has {what}, not 7" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["verify", "{tmp}/nowhere"], "there is no such folder"),
        (["verify", "{tmp}"], "manifest.json: missing; expected the folder of a release"),
        (["verify", "{tmp}/downloads"], "manifest.json: missing; expected the folder of a release"),
        (["verify", ""], "an empty name; give a folder"),
        (["show", "", "Afri"], "an empty name; give a folder"),
        (["verify", "{sample}", "--source", "Novels=x"], "known: Books, Letters"),
        (["verify", "{sample}", "--source", "Letters"], "expected NAME=PATH"),
        (["show", "{sample}", "Nope"], "unknown config 'Nope'; known: Afri,"),
        (["show", "{sample}", "Afri", "--split", "x"], "known: original, validation"),
        (["show", "{sample}", "Books-PER-French"], "say which with --split: original, seed0,"),
        (["show", "{sample}", "Afri", "--id", "x"], "no row has the id 'x'"),
        (["show", "{sample}", "PER-Original", "--split", "Books"], "no row is changed"),
        (["show", "{tmp}", "Afri"], "manifest.json"),
    ],
)
def test_bad_usage_is_one_line_and_exits_with_2(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str,
) -> None:  # fmt: skip
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / "SHA256SUMS").write_text(f"{'0' * 64}  image.iso\n")
    filled = [argument.format(sample=sample, tmp=tmp_path) for argument in arguments]
    assert run(monkeypatch, *filled) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert len(captured.err.splitlines()) == 1
    assert captured.err.startswith("renamer: ")


def test_a_row_is_shown_beside_its_source(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["show", sample, "Books-PER-French", "--split", "seed1", "--id", "q0002"]
    assert run(monkeypatch, *arguments) == 0
    out = capsys.readouterr().out
    assert "q0002" in out
    assert "[DOC] In year 2 Marta Klein opened" in out
    assert "[DOC] In year 2 Rosa Lindqvist opened" in out
    assert "context 16:27 LAST 'Marta Klein' -> 'Rosa Lindqvist'" in out
    assert "gold answer" in out
    assert "\x1b" not in out


def test_several_rows_can_be_shown(
    sample: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "show", sample, "Afri", "--limit", "3") == 0
    out = capsys.readouterr().out
    assert all(f"q000{number}" in out for number in range(3))
    assert "q0003" not in out


def test_hostile_texts_are_shown_safely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        listed = file.dataset == "Books"
        example = replace(source(0, listed=listed), question="\x1b[2J[bold]x[/] Klein\u202e?")
        example = replace(example, title="Klein " + "x" * 100_000)
        names = {"Klein": "Novak"}
        rows[0] = Row(example) if file.is_original else renamed(example, names, listed=listed)
        return rows

    folder = write_release(tmp_path / "release", rows_of=rows_of)
    assert run(monkeypatch, "show", folder, "Afri", "--id", "q0000") == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    assert r"\x1b[2J[bold]x[/] Novak\u202e?" in out
    assert len(out) < 200_000


@pytest.mark.parametrize("verb", ["verify", "show"])
def test_help_has_an_example(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, verb, "--help") == 0
    assert f"Example: renamer {verb}" in capsys.readouterr().out


def _squad(examples: list) -> dict:
    def answers(given: tuple) -> list[dict]:
        return [{"text": a.text, "answer_start": a.start} for a in given]

    paragraphs = [
        {
            "context": example.context,
            "qas": [
                {
                    "id": example.id,
                    "question": example.question,
                    "answers": answers(example.answers),
                    "plausible_answers": answers(example.plausible_answers),
                    "is_impossible": example.is_impossible,
                }
            ],
        }
        for example in examples
    ]
    return {"version": "v2.0", "data": [{"title": "Marta_Klein", "paragraphs": paragraphs}]}


def test_show_lists_the_mentions_that_stay_with_their_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = Row(source(0, listed=True), kept=(Kept("title", 6, 11, "another referent"),))
    print_row(out(), row, "list")
    assert "title 6:11 'Klein' stays: another referent" in capsys.readouterr().out
