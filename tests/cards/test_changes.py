"""A card tells what changed since the last version."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from release_samples import sample_rows, write_release

from builders.cards.card import draw, render_card
from builders.cards.changes import changes_section
from builders.releases.diff import FileDiff, Ingredient, ReleaseDiff, diff
from builders.releases.layout import ReleaseFile
from builders.releases.left_out import LEFT_OUT
from builders.releases.manifest import Manifest
from builders.stages.write import ReleaseFolder
from builders.types import Row
from builders.verification.verify import verify

FRENCH = "data/Books/PER/French/seed0.parquet"


def test_the_same_release_has_no_changes(sample: Path) -> None:
    assert changes_section(diff(sample, sample), "1.0.0") == (
        "## Changes\n\nSince version 1.0.0: 20 files as they were.\n"
    )


def test_rows_are_told_by_cause(sample: Path, tmp_path: Path) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        if file.path == FRENCH:
            other = replace(file, seed=1)
            rows[:2] = sample_rows(other, 7)[:2]
        return rows

    after = write_release(tmp_path / "after", rows_of=rows_of)
    text = changes_section(diff(sample, after))
    assert "Since the last version: 1 file with other rows, 19 files as they were." in text
    assert f"| {FRENCH} | rows differ | names drawn: 2 |" in text.replace("\\", "")


def test_texts_of_a_release_do_not_become_markup() -> None:
    parts = (Ingredient("recognizer", "", "<b>|" + "x" * 500),)
    files = tuple(FileDiff(f"data/{n}.parquet", "added") for n in range(100))
    text = changes_section(ReleaseDiff(parts, files), "[x](y)")
    assert "<b>" not in text
    assert "(none)" in text
    assert "[x](y)" not in text
    assert max(map(len, text.splitlines())) < 200
    assert "And 60 more files" in text


def test_a_build_may_put_it_into_the_card(sample: Path, tmp_path: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    with ReleaseFolder.begin(tmp_path / "next", force=False, key="next") as folder:
        for record in manifest.files:
            target = folder.path(record.path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((sample / record.path).read_bytes())
            folder.record(record)
        folder.path(LEFT_OUT).write_bytes((sample / LEFT_OUT).read_bytes())
        made = folder.finish(
            manifest, changes=lambda after: changes_section(diff(sample, after), "1.2.2")
        )
    card = (made / "README.md").read_text()
    assert "## Changes\n\nSince version 1.2.2: 20 files as they were.\n" in card
    assert verify(made).ok
    assert "## Changes" not in render_card(manifest, sample, draw(manifest, sample))
