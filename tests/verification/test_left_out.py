"""left-out.parquet: what `show --left-out` prints of it, and what `verify` finds wrong in it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from release_samples import sample_rows, source, write_release

from builders.cards.glossary import REASONS
from builders.cli.main import main
from builders.perturbations import entity_renaming, swapped_types
from builders.releases.layout import ReleaseFile
from builders.releases.left_out import LEFT_OUT, LeftOut, LeftOutWriter, read_left_out
from builders.releases.release_reading import read_manifest
from builders.spans import answer_entities, person_spans
from builders.stages.write import sums_text
from builders.types import Row
from builders.verification.verify import verify

FRENCH = "data/Letters/PER/French/seed0.parquet"
ORIGINAL = "data/Letters/PER/Original.parquet"


def rows_of(file: ReleaseFile) -> list[Row]:
    """Leave one row of one file unchanged."""
    rows = sample_rows(file, 7)
    if file.path == FRENCH:
        rows[0] = Row(source(0, listed=False))
    return rows


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return write_release(tmp_path / "release", rows_of=rows_of)


def rewrite(release: Path, change: Callable[[list[LeftOut]], Sequence[LeftOut]]) -> None:
    """Change the rows and the sums, as somebody would who hides it."""
    rows = change(list(read_left_out(release)))
    with LeftOutWriter(release / LEFT_OUT) as writer:
        writer.write(rows)
    (release / "SHA256SUMS").write_text(sums_text(release))


def test_its_rows_are_those_that_the_manifest_counts(release: Path) -> None:
    rows = list(read_left_out(release))
    counts = Counter((row.path, row.kind, row.reason) for row in rows)
    reasons = read_manifest(release).reasons
    assert counts == {(one.path, one.kind, one.reason): one.count for one in reasons}
    assert {(row.id, row.kind) for row in rows if row.path in {FRENCH, ORIGINAL}} == {
        ("q0000", "unchanged"), ("q0002", "left-out"), ("q0005", "left-out"),
    }  # fmt: skip
    assert verify(release).ok


def _replaced(at: int, **values: str) -> Callable[[list[LeftOut]], list[LeftOut]]:
    return lambda rows: [*rows[:at], rows[at]._replace(**values), *rows[at + 1 :]]


def _of(rows: list[LeftOut], kind: str) -> LeftOut:
    return next(row for row in rows if row.kind == kind and row.path in {FRENCH, ORIGINAL})


@pytest.mark.parametrize(
    ("change", "row", "message"),
    [
        (lambda rows: [r for r in rows if r != _of(rows, "left-out")], "", "the manifest counts 2"),
        (lambda rows: [_of(rows, "left-out")._replace(reason="?"), *rows], "", "because of '?'"),
        (_replaced(0, type="ORG"), "q0002", "'ORG' is not the type of"),
        (_replaced(0, id="q0001"), "q0001", "left out of"),
        (_replaced(0, id="q0005"), "q0005", "named more than once"),
        (lambda rows: [r._replace(id="q0001") if r == _of(rows, "unchanged") else r for r in rows],
         "q0000", "without a reason"),
    ],
)  # fmt: skip
def test_verify_finds_what_does_not_fit(
    release: Path, change: Callable[[list[LeftOut]], list[LeftOut]], row: str, message: str
) -> None:
    rewrite(release, change)
    found = [(one.file, one.row, one.message) for one in verify(release).findings]
    assert any(file == LEFT_OUT and r == row and message in m for file, r, m in found), found
    assert {file for file, _, _ in found} == {LEFT_OUT}


def test_verify_holds_it_against_the_source(release: Path) -> None:
    rewrite(release, _replaced(0, id="nobody"))
    assert verify(release).ok
    examples = [source(number, listed=False) for number in range(7)]
    (found,) = verify(release, {"Letters": lambda: examples}).findings
    assert (found.row, found.message) == ("nobody", "no instance of the source has this id")


@pytest.mark.parametrize("damage", ["missing", "text", "other columns"])
def test_verify_says_what_is_wrong_with_the_file(release: Path, damage: str) -> None:
    place = release / LEFT_OUT
    if damage == "missing":
        place.unlink()
    elif damage == "text":
        place.write_bytes(b"id,type\n")
    else:
        place.write_bytes((release / ORIGINAL).read_bytes())
    (release / "SHA256SUMS").write_text(sums_text(release))
    (found,) = verify(release).findings
    assert (found.file, found.invariant) == (LEFT_OUT, 6)


def test_every_reason_that_is_given_is_explained() -> None:
    given = {
        value
        for module in (answer_entities, person_spans, swapped_types, entity_renaming)
        for name, value in vars(module).items()
        if name.isupper() and not name.startswith("_") and isinstance(value, str)
    }
    assert given == set(REASONS)


def test_show_counts_by_reason_and_explains_each(
    release: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "show", release, "--left-out", "--limit", "2") == 0
    out = capsys.readouterr().out
    assert "q0002, q0005" in out
    for reason in (answer_entities.NO_ENTITY, entity_renaming.NO_NAME):
        assert f"{reason}: {REASONS[reason]}" in out


def test_show_says_what_became_of_one_instance(
    release: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "show", release, "Letters-PER-French", "--left-out", "--id=q0000") == 0
    out = capsys.readouterr().out
    assert FRENCH in out
    assert "unchanged" in out
    assert ORIGINAL not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--left-out", "--id", "q9"], "no instance 'q9' is left out"),
        (["Nope", "--left-out"], "unknown config 'Nope'"),
        ([], "several configs; name one of"),
    ],
)
def test_show_says_what_is_not_there(
    release: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], message: str,
) -> None:  # fmt: skip
    assert run(monkeypatch, "show", release, *arguments) == 2
    assert message in capsys.readouterr().err


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> int:
    monkeypatch.setattr(sys, "argv", ["renamer", *map(str, arguments)])
    with pytest.raises(SystemExit) as left:
        main()
    return int(left.value.code or 0)
