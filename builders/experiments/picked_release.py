"""Write a release of the renamed rows on which a model scores worst (WN-worst) and best (WN-best).

A probe has scored the model on several renamings of each row, and the worst and the best renaming
of each row are picked. The recipe of the new release is that of the probed release with an added
table [entity_renaming.picked], which gives the model's name and the digest of its predictions. The
rows are adversarial for this model only.

The picked rows come from the files of the probed release, or from renamings that are made again in
memory. In the second case, the other renamings are never written to disk.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final, Protocol

import numpy as np
import pyarrow as pa

from builders.errors import FixInputError
from builders.experiments.probe import ExtremeRenamings, Probe
from builders.regions import Regions
from builders.releases.layout import (
    ReleaseFile,
    config_files,
    path_parts,
    picked_name,
    release_files,
    renaming_file,
)
from builders.releases.left_out import LeftOut, read_left_out
from builders.releases.manifest import (
    ConfigRecord,
    Manifest,
    OriginalRecord,
    ReasonCount,
    RecipeRecord,
    SplitRecord,
)
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import CASES
from builders.releases.release_reading import batches_of, read_manifest
from builders.scoring.metrics import Integers
from builders.stages.renamings import RenamingOptions, drawn_subsets
from builders.stages.tasks import Rendered
from builders.stages.write import ReleaseFolder

_ROWS: Final = 256
"""The number of rows read at a time from the file of each renaming."""

Blocks = Iterator[Iterable[Rendered]]
"""Blocks of rows. A block has the same rows in each of their renamings, one after the other."""


class Renamings(Protocol):
    """A function that yields the renamed rows from which the worst and the best are picked."""

    def __call__(
        self, choices: Iterable[ExtremeRenamings]
    ) -> Iterator[tuple[ExtremeRenamings, Blocks]]:
        """Yield each item of `choices` with the rows of all its renamings, in blocks.

        An item says which renaming by one perturbation is the worst and the best for each row.
        A block has the same few source rows several times, as one table per renaming. The items
        may be yielded in any order.
        """


def write_picked(
    release: Path,
    found: Probe,
    out: Path,
    *,
    renamings: Renamings | None = None,
    force: bool = False,
    regions: Regions | None = None,
) -> Path:
    """Write the worst and the best renamings that a probe found as a new release in `out`.

    By default, the rows are read from `release`, which must then be the probed release. If the
    function `renamings` is given, it yields the rows instead, and `release` only has to be built
    from the same recipe and sources, with any number of seeds. Returns `out`, which is written
    completely or not at all. Raises FixInputError if no perturbation was probed or if the rows of
    the release were themselves picked, and the errors of a build if `out` cannot be used.
    """
    manifest = read_manifest(release)
    recipe = _recipe(manifest, found)
    with ReleaseFolder.begin(out, force=force, key=recipe.digest) as folder:
        made = _PickedRelease(release, manifest, recipe, folder)
        rows = (renamings or _OfRelease(release))(found.choices)
        return folder.finish(made.written(found.choices, rows), regions=regions)


class DrawnAgain:
    """Makes a recipe's renamings again in memory, with the same new names that the model saw."""

    def __init__(self, recipe: Recipe, drawing: RenamingOptions) -> None:
        self._recipe = recipe
        self._drawing = drawing

    def __call__(
        self, choices: Iterable[ExtremeRenamings]
    ) -> Iterator[tuple[ExtremeRenamings, Blocks]]:
        """Yield each item of `choices` with the rows of all its renamings, in blocks.

        An item says, for each row, which of its renamings is the worst and which is the best.
        `Renamings` describes the blocks.
        """
        wanted = list(choices)
        for subset in drawn_subsets(self._recipe, self._drawing):
            for choice in wanted:
                if choice.original == subset.files[0].path:
                    blocks = subset.only(choice.perturbation).blocks()
                    yield choice, (islice(block, 1, None) for block in blocks)


class _OfRelease:
    """Reads the renamings from the files of a release."""

    def __init__(self, release: Path) -> None:
        self._release = release
        self._reasons = {
            (one.path, one.id): one.reason
            for one in read_left_out(release) if one.kind == "unchanged"
        }  # fmt: skip

    def __call__(
        self, choices: Iterable[ExtremeRenamings]
    ) -> Iterator[tuple[ExtremeRenamings, Blocks]]:
        """Yield each item of `choices` with the rows of all its renamings, in blocks.

        A choice says which renaming of each row is the worst and which is the best. A block has
        the same few rows in each renaming, one renaming after the other.
        """
        for choice in choices:
            files = [batches_of(self._release, path, rows=_ROWS) for path in choice.paths]
            yield choice, (self._block(choice, batches) for batches in zip(*files, strict=True))

    def _block(
        self, choice: ExtremeRenamings, batches: Iterable[pa.RecordBatch]
    ) -> Iterator[Rendered]:
        for path, batch in zip(choice.paths, batches, strict=True):
            ids = batch.column("id").to_pylist()
            yield (
                pa.Table.from_batches([batch]),
                [self._reasons.get((path, row_id), "") for row_id in ids],
            )


def _recipe(manifest: Manifest, found: Probe) -> Recipe:
    """Return the recipe of a release with an added table on how its rows were picked.

    Raises FixInputError if the probe has no result to pick by, or if the rows were picked before.
    """
    before = Recipe.parse(manifest.recipe.text)
    if not found.choices or before.entity_renaming is None:
        raise FixInputError(f"{before.name}: no perturbation was probed, so no row can be picked")
    if before.entity_renaming.picked is not None:
        raise FixInputError(
            f"{before.name}: its rows were picked already; probe what it was made of"
        )
    most = max(len(choice.paths) for choice in found.choices)
    # The JSON string is also a valid TOML string.
    table = (
        f"[entity_renaming.picked]\nmodel = {json.dumps(found.model['name'])}\n"
        f'predictions = "{found.model["predictions"]}"\nrenamings = {most}\n'
    )
    return Recipe.parse(f"{manifest.recipe.text.rstrip()}\n\n{table}")


class _PickedRelease:
    """Writes a release of picked rows: the original rows, and the worst and best renamings."""

    def __init__(
        self, release: Path, manifest: Manifest, recipe: Recipe, folder: ReleaseFolder
    ) -> None:
        self._release = release
        self._manifest = manifest
        self._recipe = recipe
        self._folder = folder
        self._sources = {record.path: record.source for record in manifest.originals}

    def written(
        self, choices: list[ExtremeRenamings], renamings: Iterator[tuple[ExtremeRenamings, Blocks]]
    ) -> Manifest:
        """Write the files of rows and the list of left-out instances, and return the manifest."""
        originals = {choice.original for choice in choices}
        left_out = [one for one in read_left_out(self._release) if one.path in originals]
        for original in sorted(originals):
            self._copy(original)
        for choice, blocks in renamings:
            left_out += self._pick(choice, blocks)
        with self._folder.write_left_out() as stream:
            stream.write(left_out)
        return self._made(left_out)

    def _copy(self, original: str) -> None:
        record = self._manifest.record(original)
        if record is None:
            raise FixInputError(f"{self._release}: the manifest has no record of {original!r:.200}")
        place = self._folder.path(original)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(self._release / original, place)
        self._folder.record(record)

    def _pick(self, choice: ExtremeRenamings, blocks: Blocks) -> Iterator[LeftOut]:
        """Write two files: one with the worst and one with the best renaming of each row.

        All renamings are by one perturbation. `choice` says which of them are the worst and the
        best, and `blocks` has the rows of all renamings. Yields a record for each unchanged row
        of the two files.
        """
        cases = (choice.extremes.worst, choice.extremes.best)
        paths = [_path_of(choice, case) for case in CASES]
        with ExitStack() as stack:
            writers = [stack.enter_context(self._folder.write(path)) for path in paths]
            start = 0
            for block in blocks:
                picked = [_Picked(which[start:]) for which in cases]
                for place, (table, why) in enumerate(block):
                    for one in picked:
                        one.add(place, table, why)
                for one, writer, path in zip(picked, writers, paths, strict=True):
                    table, why = one.rows()
                    writer.write_table(table)
                    yield from _unchanged(table, why, path)
                start += table.num_rows

    def _made(self, left_out: list[LeftOut]) -> Manifest:
        recipe, before, records = self._recipe, self._manifest, self._folder.records()
        rows = {record.path: record.rows for record in records}
        files = [file for file in release_files(recipe, seeds=1) if file.path in rows]
        reasons = Counter((one.path, one.kind, one.reason) for one in left_out)
        return Manifest(
            recipe=RecipeRecord(
                recipe.name, recipe.version, recipe.title, recipe.licence, recipe.digest,
                recipe.text,
            ),
            package=before.package,
            engine=before.engine,
            recognizer=before.recognizer,
            seeds=1,
            sources=before.sources,
            collections=before.collections,
            files=records,
            originals=tuple(
                OriginalRecord(file.path, file.original, self._sources[file.original])
                for file in files
            ),
            configs=_configs(files, rows),
            reasons=tuple(
                ReasonCount(path, kind, reason, count)
                for (path, kind, reason), count in sorted(reasons.items())
            ),
        )  # fmt: skip


class _Picked:
    """Collects the picked rows of a block of rows: row i is taken from the renaming `which[i]`."""

    def __init__(self, which: Integers) -> None:
        self._which = which
        self._tables: list[pa.Table] = []
        self._rows: list[Integers] = []
        self._why: dict[int, str] = {}

    def add(self, place: int, table: pa.Table, why: Sequence[str]) -> None:
        """Add the rows for which the renaming with the index `place` was picked.

        `table` has all rows with this renaming, picked or not. `why` has, for each of them, the
        reason why it is unchanged, or an empty string.
        """
        rows = np.flatnonzero(self._which[: table.num_rows] == place)
        self._tables.append(table.take(rows))
        self._rows.append(rows)
        self._why |= {row: why[row] for row in rows.tolist()}

    def rows(self) -> tuple[pa.Table, list[str]]:
        """Return the picked rows in order, and for each the reason why it is unchanged, or ""."""
        order = np.argsort(np.concatenate(self._rows))
        return pa.concat_tables(self._tables).take(order), [
            self._why[at] for at in range(len(order))
        ]


def _unchanged(table: pa.Table, why: Sequence[str], path: str) -> Iterator[LeftOut]:
    kind = path_parts(path).type
    columns = (table.column(name).to_pylist() for name in ("id", "changed"))
    for row_id, changed, reason in zip(*columns, why, strict=True):
        if not changed:
            yield LeftOut(row_id, kind, reason, "unchanged", path)


def _configs(files: list[ReleaseFile], rows: Mapping[str, int]) -> tuple[ConfigRecord, ...]:
    return tuple(
        ConfigRecord(
            config.name, config.kind,
            tuple(SplitRecord(name, path, rows[path]) for name, path in config.splits),
        )
        for config in config_files(files, rows)
    )  # fmt: skip


def _path_of(choice: ExtremeRenamings, case: str) -> str:
    """Return the path of the file with the worst or the best renaming of each row.

    `case` is "WN-worst" or "WN-best".
    """
    parts = path_parts(choice.original)
    return renaming_file(parts.folder, parts.type, picked_name(choice.perturbation, case), 0)
