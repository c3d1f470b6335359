"""WN-worst and WN-best: a release of the renamed rows on which a model scores worst and best.

The recipe is that of the probed release with an added table [entity_renaming.picked], which gives
the model's name and the digest of its predictions. The rows are adversarial for this model only.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pyarrow as pa

from builders.errors import FixInputError
from builders.experiments.probe import Choice, Probe
from builders.regions import Regions
from builders.releases.layout import (
    ReleaseFile,
    path_parts,
    picked_name,
    release_files,
    renaming_file,
    views,
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
from builders.releases.recipe import CASES, Recipe
from builders.releases.release_reading import batches_of, read_manifest
from builders.scoring.metrics import Integers
from builders.stages.write import ReleaseFolder

_ROWS: Final = 256
"""The number of rows read at a time from each of the B files."""


def write_picked(
    release: Path, found: Probe, out: Path, *, force: bool = False, regions: Regions | None = None
) -> Path:
    """Write the worst and the best renamings that a probe of a release found as a new release.

    The folder is written completely or not at all. Raises FixInputError if no perturbation was
    probed or if the rows of the release were themselves picked, and all errors of a build
    concerning `out`.
    """
    manifest = read_manifest(release)
    recipe = _recipe(manifest, found)
    with ReleaseFolder.begin(out, force=force, key=recipe.digest) as folder:
        made = _PickedRelease(release, manifest, recipe, folder)
        return folder.finish(made.written(found.choices), regions=regions)


def _recipe(manifest: Manifest, found: Probe) -> Recipe:
    """Return the recipe of a release with an added table on how its rows were picked."""
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
    """A release that is being written."""

    def __init__(
        self, release: Path, manifest: Manifest, recipe: Recipe, folder: ReleaseFolder
    ) -> None:
        self._release = release
        self._manifest = manifest
        self._recipe = recipe
        self._folder = folder
        self._sources = {record.path: record.source for record in manifest.originals}
        self._reasons = {
            (one.path, one.id): one.reason
            for one in read_left_out(release) if one.kind == "unchanged"
        }  # fmt: skip

    def written(self, choices: list[Choice]) -> Manifest:
        """Write all files and return the manifest."""
        originals = {choice.original for choice in choices}
        left_out = [one for one in read_left_out(self._release) if one.path in originals]
        for original in sorted(originals):
            self._copy(original)
        for choice in choices:
            cases = zip(CASES, (choice.extremes.worst, choice.extremes.best), strict=True)
            for case, which in cases:
                path = _path_of(choice, case)
                with self._folder.write(path) as writer:
                    for table, places in self._tables(choice, which):
                        writer.write_table(table)
                        left_out += self._unchanged(table, places, choice, path)
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

    def _tables(self, choice: Choice, which: Integers) -> Iterator[tuple[pa.Table, list[int]]]:
        """Yield tables of picked rows, with the number of the renaming that each row comes from."""
        files = [batches_of(self._release, path, rows=_ROWS) for path in choice.paths]
        start = 0
        for batches in zip(*files, strict=True):
            size = batches[0].num_rows
            places = which[start : start + size].tolist()
            rows = [place * size + row for row, place in enumerate(places)]
            yield pa.Table.from_batches(batches).take(rows), places
            start += size

    def _unchanged(
        self, table: pa.Table, places: list[int], choice: Choice, path: str
    ) -> Iterator[LeftOut]:
        kind = path_parts(path).type
        columns = (table.column(name).to_pylist() for name in ("id", "changed"))
        for row_id, changed, place in zip(*columns, places, strict=True):
            if not changed:
                reason = self._reasons[choice.paths[place], row_id]
                yield LeftOut(row_id, kind, reason, "unchanged", path)

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


def _configs(files: list[ReleaseFile], rows: Mapping[str, int]) -> tuple[ConfigRecord, ...]:
    return tuple(
        ConfigRecord(
            view.config, view.kind,
            tuple(SplitRecord(name, path, rows[path]) for name, path in view.splits),
        )
        for view in views(files, rows)
    )  # fmt: skip


def _path_of(choice: Choice, case: str) -> str:
    """Return the path of the file with the picked rows of a case."""
    parts = path_parts(choice.original)
    return renaming_file(parts.folder, parts.type, picked_name(choice.perturbation, case), 0)
