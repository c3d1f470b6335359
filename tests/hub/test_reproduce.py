"""Reproducing: a release is built again from its manifest alone, and differences have causes."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from tiny_release import examples_of

from builders.cli.reproduce import rebuild
from builders.errors import FixInputError
from builders.pipeline import Options, build
from builders.progress import Silent
from builders.releases.diff import ReleaseDiff
from builders.releases.parquet import ParquetRowWriter
from builders.releases.recipe import Recipe
from builders.releases.release_reading import rows_of
from builders.sources.squad_export import to_squad
from builders.types import TypedSpan

RECIPE = """\
name = "tiny"
version = "1.0.0"
title = "A tiny release"
licence = "CC-BY-SA-4.0"

[[sources]]
name = "Quads"
format = "squad"
licence = "CC-BY-SA-4.0"

[entity_renaming]
sources = ["Quads"]
types = ["PER"]
seeds = 2

[entity_renaming.perturbations.RandStr]
kind = "random-string"
"""
SEED0 = "data/Quads/PER/RandStr/seed0.parquet"


class Finder:
    """Finds the names that it is given, and no others."""

    def __init__(self, *names: str) -> None:
        self.fingerprint = f"finder of {len(names)}"
        self._pattern = re.compile("|".join(map(re.escape, names)))

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the names in each text."""
        for text in texts:
            yield tuple(
                TypedSpan(match.start(), match.end(), "PERSON")
                for match in self._pattern.finditer(text)
            )


FINDER = Finder("Ann Lee", "Ann", "Bo Chen")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A source file."""
    place = tmp_path_factory.mktemp("source") / "quads.json"
    place.write_text(json.dumps(to_squad(examples_of("Quads")), ensure_ascii=False))
    return place


@pytest.fixture(scope="module")
def built(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release out of the pipeline."""
    out = tmp_path_factory.mktemp("built") / "release"
    return build(Recipe.parse(RECIPE), out, options(source))


@pytest.fixture
def release(built: Path, tmp_path: Path) -> Path:
    """A copy to be changed."""
    return Path(shutil.copytree(built, tmp_path / "release"))


def options(source: Path, finder: Finder = FINDER) -> Options:
    return Options(sources={"Quads": source}, recognizer=finder)


def again(release: Path, source: Path, finder: Finder = FINDER) -> ReleaseDiff:
    return rebuild(release, options(source, finder), Silent())


def test_a_release_is_reproduced_byte_for_byte(release: Path, source: Path) -> None:
    found = again(release, source)
    assert found.same_bytes
    assert len(found.files) == 3


def test_a_file_written_by_another_pyarrow_has_the_same_rows(release: Path, source: Path) -> None:
    rows = list(rows_of(release, SEED0))
    table = pq.read_table(release / SEED0)
    pq.write_table(table, release / SEED0, store_schema=False)
    assert list(rows_of(release, SEED0)) == rows

    found = again(release, source)
    assert not found.same_bytes
    assert found.same_rows


def test_a_row_of_other_names_is_told(release: Path, source: Path) -> None:
    rows = list(rows_of(release, SEED0))
    renames = {edit.new: edit.new[::-1].title() for edit in rows[0].edits}
    example = rows[0].example
    rows[0] = replace(
        rows[0],
        example=replace(
            example,
            context=_renamed(example.context, renames),
            question=_renamed(example.question, renames),
            title=_renamed(example.title, renames),
            answers=tuple(replace(a, text=_renamed(a.text, renames)) for a in example.answers),
            gold_answers=tuple(_renamed(text, renames) for text in example.gold_answers),
        ),
        edits=tuple(replace(edit, new=renames[edit.new]) for edit in rows[0].edits),
    )
    with ParquetRowWriter(release / SEED0) as writer:
        writer.write(rows)
    found = again(release, source)
    differing = {file.path: dict(file.counts) for file in found.files if file.counts}
    assert differing == {SEED0: {"names drawn": 1}}
    assert not found.same_rows


def _renamed(text: str, renames: dict[str, str]) -> str:
    pattern = "|".join(map(re.escape, sorted(renames, key=len, reverse=True)))
    return re.sub(rf"\b(?:{pattern})\b", lambda match: renames[match[0]], text)


def test_another_recognizer_is_named_as_the_cause(release: Path, source: Path) -> None:
    found = again(release, source, Finder("Bo Chen"))
    assert [part.what for part in found.ingredients] == ["recognizer"]


def test_another_source_file_is_named_as_the_cause(
    release: Path, source: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.json"
    other.write_text(source.read_text().replace("café", "cafe"))
    found = again(release, other)
    assert [part.what for part in found.ingredients] == ["source Quads"]
    assert {cause for file in found.files for cause, _ in file.counts} == {"source text"}


def test_a_recipe_that_was_swapped_is_refused(release: Path, source: Path) -> None:
    manifest = release / "manifest.json"
    manifest.write_text(manifest.read_text().replace('title = \\"A tiny', 'title = \\"A huge'))
    with pytest.raises(FixInputError, match="not the one it was built from"):
        again(release, source)
