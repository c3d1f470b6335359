"""Edits-only releases: no text leaves the house, and the rows come back bit for bit."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mlcroissant
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from datasets.info import DatasetInfosDict
from datasets.utils.metadata import MetadataConfigs
from hub_releases import files_of
from huggingface_hub import DatasetCard
from hypothesis import given
from hypothesis import strategies as st
from tiny_release import GOLD, SEEDS, TinyRelease, examples_of, renamed

from builders.errors import ChooseFolderError, ChooseKnownError, FixInputError, FixManyError
from builders.releases.edits_rows import put_texts_in, read_edits, take_texts_out, write_edits
from builders.releases.release_reading import read_manifest
from builders.stages.edits_only import (
    apply,
    check_edits_only,
    is_edits_only,
    needed_sources,
    withheld_by_licence,
    withhold,
)
from builders.stages.write import sums_text
from builders.types import Example
from builders.verification.verify import verify


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release with its rows in full."""
    return TinyRelease(licence="unknown").build(tmp_path_factory.mktemp("full") / "release")


@pytest.fixture
def edits(full: Path, tmp_path: Path) -> Path:
    """The same with the texts of one source taken out."""
    return withhold(full, tmp_path / "edits", ["Lists"])


def test_applying_gives_the_same_bytes(full: Path, edits: Path, tmp_path: Path) -> None:
    assert needed_sources(edits) == ("Lists",)
    joined = apply(edits, {"Lists": lambda: examples_of("Lists")}, tmp_path / "joined")
    assert files_of(joined) == files_of(full)


def test_no_text_of_the_source_is_in_the_folder(edits: Path) -> None:
    assert is_edits_only(edits)
    check_edits_only(edits)
    assert not (edits / "data" / "Lists").exists()
    assert (edits / "data" / "Quads").exists()
    for rows in map(read_edits, sorted((edits / "edits" / "Lists").rglob("*.parquet"))):
        for row in rows:
            assert {edit.old for edit in row.edits} <= set(SEEDS[0])


def test_the_card_tells_all_that_the_full_one_tells_but_no_text(tmp_path: Path) -> None:
    made = TinyRelease()
    made.examples["Quads"] = [
        replace(example, question="Whom did Ann Lee meet secretly?")
        for example in made.examples["Quads"]
    ]
    full = made.build(tmp_path / "full")
    assert "secretly" in (full / "README.md").read_text()
    edits = withhold(full, tmp_path / "edits", ["Quads"])
    assert not any(b"secretly" in data for data in files_of(edits).values())
    card = (edits / "README.md").read_text()
    assert "**The texts of Quads are not passed on here" in card
    assert "The rows of Lists are here in full." in card
    assert "renamer apply release-edits --source Quads=PATH --out release" in card
    heads = [line for line in (full / "README.md").read_text().splitlines() if line[:3] == "## "]
    assert [head for head in heads if head not in card.splitlines()] == []
    assert "Row `Lists-0` of the config `Lists-PER-RandStr`" in card
    assert "](figures/subset-sizes.svg)" in card
    assert (edits / "figures" / "subset-sizes.svg").exists()


def test_its_metadata_is_that_of_the_full_one_with_configs_of_its_own(
    full: Path, edits: Path
) -> None:
    before, after = (DatasetCard.load(place / "README.md").data for place in (full, edits))
    for key in ("language", "task_categories", "task_ids", "source_datasets", "multilinguality",
                "annotations_creators", "size_categories", "tags"):  # fmt: skip
        assert after[key] == before[key] != [], key
    assert after.pretty_name == "A tiny release: edits"
    assert (after.license, after.license_name) == ("other", "per-source")
    infos = DatasetInfosDict.from_dataset_card_data(after)
    configs = MetadataConfigs.from_dataset_card_data(after)
    assert list(infos) == list(configs)
    found = infos["Lists-PER-RandStr-edits"]
    columns = pq.read_schema(edits / "edits" / "Lists" / "PER" / "Original.parquet").names
    assert list(found.features) == columns
    assert {name: split.num_examples for name, split in found.splits.items()} == {
        "original": 4, "seed0": 4, "seed1": 4,
    }  # fmt: skip


def test_its_croissant_file_is_right_by_mlcommons_own_reader(edits: Path) -> None:
    dataset = mlcroissant.Dataset(jsonld=edits / "croissant.json")
    assert not dataset.metadata.issues.errors
    row = next(iter(dataset.records(record_set="edits/Lists/PER/RandStr/seed0")))
    assert row["edits/Lists/PER/RandStr/seed0/id"] == b"Lists-0"
    files = json.loads((edits / "croissant.json").read_text())["distribution"]
    for file in files:
        data = (edits / file["contentUrl"]).read_bytes()
        assert file["sha256"] == hashlib.sha256(data).hexdigest()
        assert file["contentSize"] == f"{len(data)} B"


def test_what_changed_since_the_last_version_is_carried_over(full: Path, tmp_path: Path) -> None:
    changed = Path(shutil.copytree(full, tmp_path / "full"))
    card = changed / "README.md"
    section = "## Changes\n\nSince version 0.9.0: 6 files with other rows.\n"
    end = "<!-- generated from manifest.json: end -->"
    card.write_text(card.read_text().replace(end, f"\n{section}{end}"))
    (changed / "SHA256SUMS").write_text(sums_text(changed))
    edits = withhold(changed, tmp_path / "edits", ["Lists"])
    assert section in (edits / "README.md").read_text()
    assert verify(edits).ok
    joined = apply(edits, {"Lists": lambda: examples_of("Lists")}, tmp_path / "joined")
    assert section in (joined / "README.md").read_text()


def test_the_same_release_gives_the_same_edits(full: Path, tmp_path: Path) -> None:
    first, second = (withhold(full, tmp_path / name, ["Lists"]) for name in "ab")
    assert files_of(first) == files_of(second)


def test_licences_decide_what_is_withheld(full: Path) -> None:
    manifest = read_manifest(full)
    assert withheld_by_licence(manifest) == ("Lists",)
    for licence, withheld in ((" Research-Only", True), ("MIT", False)):
        sources = tuple(replace(source, licence=licence) for source in manifest.sources)
        assert bool(withheld_by_licence(replace(manifest, sources=sources))) is withheld


@pytest.mark.parametrize(
    "change",
    [
        {"context": "another passage"},
        {"question": "another question?"},
        {"title": "another title"},
        {"gold_answers": ("Bo Chen",)},
    ],
)
def test_another_copy_of_the_source_is_told_by_its_instances(
    edits: Path, tmp_path: Path, change: dict[str, object]
) -> None:
    examples = examples_of("Lists")
    examples[1] = replace(examples[1], **change)  # type: ignore[arg-type]
    with pytest.raises(FixManyError, match="row 'Lists-1': is not the instance") as raised:
        apply(edits, {"Lists": lambda: examples}, tmp_path / "joined")
    assert len(raised.value.faults) == 1
    assert not (tmp_path / "joined").exists()


def test_missing_instances_are_listed_up_to_a_point(full: Path, tmp_path: Path) -> None:
    many = TinyRelease(licence="unknown")
    many.examples["Lists"] = examples_of("Lists", 100)
    edits = withhold(many.build(tmp_path / "many"), tmp_path / "edits", ["Lists"])
    with pytest.raises(FixManyError, match="80 further rows") as raised:
        apply(edits, {"Lists": list[Example]}, tmp_path / "joined")
    assert len(raised.value.faults) == 21


def test_sources_that_are_needed_are_asked_for(edits: Path, tmp_path: Path) -> None:
    with pytest.raises(FixInputError, match="needs your copy of Lists"):
        apply(edits, {}, tmp_path / "joined")


def test_unknown_sources_and_folders_in_the_way_are_refused(full: Path, tmp_path: Path) -> None:
    with pytest.raises(ChooseKnownError, match="known: Lists, Quads"):
        withhold(full, tmp_path / "edits", ["Nobody"])
    (tmp_path / "taken").mkdir()
    with pytest.raises(ChooseFolderError):
        withhold(full, tmp_path / "taken", ["Lists"])


# -- tampering -----------------------------------------------------------------------------------


def resum(folder: Path) -> None:
    """Make the sums right again, as somebody who tampers would."""
    (folder / "SHA256SUMS").write_text(sums_text(folder))


def test_a_byte_a_missing_file_and_an_extra_file_are_named(edits: Path) -> None:
    victim = edits / "edits" / "Lists" / "PER" / "Original.parquet"
    whole = victim.read_bytes()
    victim.write_bytes(whole[:-1])
    with pytest.raises(FixManyError, match=r"edits/Lists/PER/Original\.parquet"):
        check_edits_only(edits)
    victim.unlink()
    with pytest.raises(FixManyError, match="is missing"):
        check_edits_only(edits)
    victim.write_bytes(whole)
    (edits / "data" / "extra.txt").write_text("x")
    with pytest.raises(FixManyError, match=r"data/extra\.txt: file: is extra"):
        check_edits_only(edits)


def test_a_link_is_named(edits: Path, tmp_path: Path) -> None:
    (edits / "notes").symlink_to(tmp_path)
    with pytest.raises(FixManyError, match="notes: file: is a link"):
        check_edits_only(edits)


def test_an_edit_that_was_changed_does_not_make_the_rows(edits: Path, tmp_path: Path) -> None:
    place = edits / "edits" / "Lists" / "PER" / "RandStr" / "seed0.parquet"
    rows = list(read_edits(place))
    first = rows[0].edits[0]
    rows[0] = replace(rows[0], edits=(replace(first, new="Mallory"), *rows[0].edits[1:]))
    write_edits(place, rows)
    resum(edits)
    with pytest.raises(FixInputError):
        apply(edits, {"Lists": lambda: examples_of("Lists")}, tmp_path / "joined")
    assert not (tmp_path / "joined").exists()


def test_a_row_that_was_dropped_is_named(edits: Path) -> None:
    place = edits / "edits" / "Lists" / "PER" / "RandStr" / "seed0.parquet"
    write_edits(place, list(read_edits(place))[1:])
    resum(edits)
    with pytest.raises(FixManyError, match="3 rows, 4 different ones are expected"):
        check_edits_only(edits)


@pytest.mark.parametrize("garbage", [b"", b"PAR1", b"PAR1" + b"\0" * 100 + b"PAR1"])
def test_what_is_no_parquet_is_refused(edits: Path, garbage: bytes) -> None:
    (edits / "edits" / "Lists" / "PER" / "Original.parquet").write_bytes(garbage)
    resum(edits)
    with pytest.raises(FixInputError, match="not an edits-only file"):
        check_edits_only(edits)


def test_verify_holds_rows_in_full_and_edits_against_the_manifest(edits: Path) -> None:
    report = verify(edits)
    assert report.ok, report.findings
    assert report.rows == 12


EDITED = "edits/Lists/PER/RandStr/seed0.parquet"


def _copy_in_full(folder: Path) -> None:
    place = folder / "data" / "Lists" / "PER" / "RandStr"
    place.mkdir(parents=True)
    shutil.copy(folder / "data/Quads/PER/RandStr/seed0.parquet", place / "seed0.parquet")


def _drop(folder: Path) -> None:
    write_edits(folder / EDITED, list(read_edits(folder / EDITED))[1:])


def _repeat(folder: Path) -> None:
    rows = list(read_edits(folder / EDITED))
    write_edits(folder / EDITED, [*rows[:-1], rows[0]])


def _undo(folder: Path) -> None:
    rows = [replace(row, edits=()) for row in read_edits(folder / EDITED)]
    write_edits(folder / EDITED, rows)


def _rename(folder: Path) -> None:
    (folder / EDITED).rename(folder / "edits" / "stray.parquet")


def _other_card(folder: Path) -> None:
    card = folder / "README.md"
    card.write_text(card.read_text().replace(f"path: {EDITED}", "path: edits/stray.parquet"))


def _row_in_full(folder: Path) -> None:
    place = folder / "data/Quads/PER/RandStr/seed0.parquet"
    table = pq.read_table(place)
    pq.write_table(table.set_column(3, "question", pa.array(["?"] * table.num_rows)), place)


@pytest.mark.parametrize(
    ("tamper", "named"),
    [
        (_copy_in_full, "data/Lists/PER/RandStr/seed0.parquet: [invariant 7] is there in full"),
        (_drop, f"{EDITED}: [invariant 5] has 3 rows, the manifest says 4"),
        (_repeat, f"{EDITED}: row Lists-0 [invariant 1]"),
        (_undo, f"{EDITED}: [invariant 5] 0 rows are changed, the manifest says 4"),
        (_rename, "edits/stray.parquet: [invariant 7] is extra"),
        (_other_card, "README.md: [invariant 5] its configs are not"),
        (_row_in_full, "data/Quads/PER/RandStr/seed0.parquet: row Quads-0 [invariant 2]"),
    ],
)
def test_verify_names_what_is_wrong_with_edits(
    edits: Path, tamper: Callable[[Path], None], named: str
) -> None:
    tamper(edits)
    resum(edits)
    found = [str(finding) for finding in verify(edits).findings]
    assert any(line.startswith(named) for line in found), found


# -- rows ----------------------------------------------------------------------------------------

names = st.sampled_from(["Ann Lee", "Ann", "Bo Chen", "B. Chen"])
# Words that the passages do not hold, so that the answers are found again.
words = st.text("qxzwkj", min_size=1, max_size=12).map(str.title)


@given(
    source=st.sampled_from(sorted(GOLD)),
    number=st.integers(0, 3),
    mapping=st.dictionaries(names, words, max_size=4),
)
def test_texts_taken_out_and_put_in_again_make_the_row(
    source: str, number: int, mapping: dict[str, str]
) -> None:
    example = examples_of(source)[number]
    row = renamed(example, mapping, GOLD[source])
    taken = take_texts_out(row, GOLD[source])
    assert put_texts_in(example, taken, GOLD[source]) == row
    assert "café" not in repr(taken)


def test_harness_files_stay_and_the_hub_reads_tasks_of_full_rows_alone(
    full: Path, edits: Path, tmp_path: Path
) -> None:
    tasks = yaml.safe_load((edits / "eval.yaml").read_text())["tasks"]
    assert {task["config"] for task in tasks} == {"Quads-PER-RandStr"}
    assert (edits / "harness/lm-eval/utils.py").read_bytes() == (
        full / "harness/lm-eval/utils.py"
    ).read_bytes()
    assert verify(edits).ok
    (edits / "eval.yaml").write_bytes((full / "eval.yaml").read_bytes())
    (edits / "SHA256SUMS").write_text(sums_text(edits))
    assert [finding.file for finding in verify(edits).findings] == ["eval.yaml"]
    nothing = withhold(full, tmp_path / "nothing", ["Lists", "Quads"])
    assert not (nothing / "eval.yaml").exists()
    assert verify(nothing).ok
