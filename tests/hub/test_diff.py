"""Comparing releases: every difference has its cause."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tiny_release import SEEDS, TinyRelease, examples_of

from builders.errors import FixInputError
from builders.releases.diff import ReleaseDiff, diff, diff_rows
from builders.releases.edits_rows import EditsRow
from builders.stages.edits_only import withhold
from builders.types import Edit

SEED0 = "data/Quads/PER/RandStr/seed0.parquet"


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return TinyRelease().build(tmp_path_factory.mktemp("before") / "release")


def counts(found: ReleaseDiff) -> dict[str, dict[str, int]]:
    """Return what differs: path -> cause -> rows."""
    return {file.path: dict(file.counts) for file in found.files if file.counts}


def test_a_release_and_its_copy_do_not_differ(before: Path, tmp_path: Path) -> None:
    found = diff(before, TinyRelease().build(tmp_path / "after"))
    assert found.same_bytes
    assert found.ingredients == ()
    assert len(found.files) == 6


def test_other_names_are_told(before: Path, tmp_path: Path) -> None:
    other = TinyRelease(seeds=({**SEEDS[0], "Ann Lee": "Zed Vok"}, SEEDS[1]))
    found = diff(before, other.build(tmp_path / "after"))
    assert counts(found) == {
        SEED0: {"names drawn": 4},
        "data/Lists/PER/RandStr/seed0.parquet": {"names drawn": 4},
    }
    row = next(file for file in found.files if file.path == SEED0).rows[0]
    assert (row.id, row.detail) == ("Quads-0", "'Ann Lee': 'Uqe Wob' -> 'Zed Vok'")


def test_other_mentions_are_told(before: Path, tmp_path: Path) -> None:
    other = TinyRelease(seeds=({"Bo Chen": "Xi Tral", "B. Chen": "X. Tral"}, SEEDS[1]))
    found = diff(before, other.build(tmp_path / "after"))
    assert counts(found)[SEED0] == {"mentions": 4}
    row = next(file for file in found.files if file.path == SEED0).rows[0]
    assert "-'Ann Lee'" in row.detail


@pytest.mark.parametrize(
    ("old", "cause"),
    [("Davies'", "names drawn"), ("Davies’s", "names drawn"), ("Davi", "mentions")],
)
def test_a_possessive_ending_belongs_to_the_name_that_is_drawn(old: str, cause: str) -> None:
    def row(edited: str, new: str) -> EditsRow:
        edit = Edit("context", 3, 3 + len(edited), edited, new, "LAST", "e")
        return EditsRow("1", "digest", (), (), (edit,))

    found = diff_rows(row("Davies", "Brown"), row(old, "Wob"))
    assert found is not None and found.cause == cause


def test_an_apostrophe_that_only_some_new_names_change_is_no_other_mention() -> None:
    def row(new: str, *after: Edit) -> EditsRow:
        edit = Edit("context", 3, 9, "Davies", new, "LAST", "e")
        return EditsRow("1", "digest", (), (), (edit, *after))

    ending = Edit("context", 9, 10, "'", "'s", "LAST", "e")
    found = diff_rows(row("Brown", ending), row("Jones"))
    assert found is not None
    assert (found.cause, found.detail) == ("names drawn", "'Davies': 'Brown' -> 'Jones'")


def test_another_source_text_is_told_and_its_digest_named(before: Path, tmp_path: Path) -> None:
    other = TinyRelease(recognizer="better")
    changed = other.examples["Quads"][2]
    other.examples["Quads"][2] = replace(changed, question="Who is Ann Lee?")
    found = diff(before, other.build(tmp_path / "after"))
    assert counts(found)["data/Quads/PER/Original.parquet"] == {"source text": 1}
    assert counts(found)[SEED0] == {"source text": 1}
    assert [(part.what, part.before, part.after) for part in found.ingredients] == [
        ("recognizer", "none", "better")
    ]


def test_rows_that_come_and_go_are_told_and_do_not_shift_the_others(
    before: Path, tmp_path: Path
) -> None:
    other = TinyRelease()
    other.examples["Quads"] = examples_of("Quads", 6)[1:]
    found = diff(before, other.build(tmp_path / "after"))
    assert counts(found)[SEED0] == {"rows added": 2, "rows removed": 1}


def test_another_order_is_told(before: Path, tmp_path: Path) -> None:
    other = TinyRelease()
    other.examples["Quads"].reverse()
    found = diff(before, other.build(tmp_path / "after"))
    assert counts(found)[SEED0] == {"order": 4}


def test_files_that_come_and_go_are_told(before: Path, tmp_path: Path) -> None:
    fewer = TinyRelease(seeds=SEEDS[:1]).build(tmp_path / "after")
    states = {file.path: file.state for file in diff(before, fewer).files}
    assert states["data/Quads/PER/RandStr/seed1.parquet"] == "removed"
    states = {file.path: file.state for file in diff(fewer, before).files}
    assert states["data/Quads/PER/RandStr/seed1.parquet"] == "added"


def test_edits_are_held_against_full_rows(before: Path, tmp_path: Path) -> None:
    found = diff(before, withhold(before, tmp_path / "edits", ["Lists", "Quads"]))
    assert found.same_rows
    assert not found.same_bytes


def test_a_manifest_that_claims_otherwise_is_not_believed(before: Path, tmp_path: Path) -> None:
    other = TinyRelease(seeds=({**SEEDS[0], "Ann Lee": "Zed Vok"}, SEEDS[1]))
    after = other.build(tmp_path / "after")
    shutil.copy(before / "manifest.json", after / "manifest.json")
    assert counts(diff(before, after))[SEED0] == {"names drawn": 4}


def test_broken_edits_are_told_not_raised(before: Path, tmp_path: Path) -> None:
    after = tmp_path / "after"
    shutil.copytree(before, after)
    shutil.copy(before / "data/Quads/PER/RandStr/seed1.parquet", after / "keep.parquet")
    _break(after / SEED0)
    assert counts(diff(before, after))[SEED0] == {"broken edits": 1}


def _break(place: Path) -> None:
    from builders.releases.parquet import ParquetRowWriter
    from builders.releases.release_reading import rows_of

    rows = list(rows_of(place.parent, place.name))
    edits = (replace(rows[0].edits[0], start=3), *rows[0].edits[1:])
    rows[0] = replace(rows[0], edits=edits)
    with ParquetRowWriter(place) as writer:
        writer.write(rows)


@pytest.mark.parametrize(
    "path",
    ["../../secret.parquet", "/etc/passwd", "data/../../x", "data//x", "a\\b", "edits/../.."],
)
def test_a_path_that_climbs_out_is_refused(before: Path, tmp_path: Path, path: str) -> None:
    after = tmp_path / "after"
    shutil.copytree(before, after)
    for folder in (before, after):
        target = after if folder is after else tmp_path / "before"
        if target != after:
            shutil.copytree(before, target)
        manifest = target / "manifest.json"
        escaped = path.replace("\\", "\\\\")
        manifest.write_text(manifest.read_text().replace(SEED0, escaped))
    with pytest.raises(FixInputError, match="not a path inside a release"):
        diff(tmp_path / "before", after)


def test_a_link_is_not_followed(before: Path, tmp_path: Path) -> None:
    after = tmp_path / "after"
    shutil.copytree(before, after)
    (after / SEED0).unlink()
    (after / SEED0).symlink_to(before / SEED0)
    with pytest.raises(FixInputError, match="is a link"):
        diff(before, after)


@pytest.mark.parametrize("text", ["", "{}", "[" * 100_000, '{"format": 1}', "\udcff"])
def test_what_is_no_manifest_is_refused(before: Path, tmp_path: Path, text: str) -> None:
    after = tmp_path / "after"
    after.mkdir()
    (after / "manifest.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(FixInputError, match=r"manifest\.json"):
        diff(before, after)
