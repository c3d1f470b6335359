"""The verbs of the command line as plain functions: the same defaults, the same results.

What a verb reads may be a path or, where it is rows, whatever holds them: a pandas or polars frame,
an Arrow table, a dataset of `datasets`, or an iterable of mappings. Every function raises
builders.errors.RenamerError, with one line that says what is wrong and what to do.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace as changed
from pathlib import Path
from typing import Any, TypeAlias

from builders import pipeline
from builders.cli import export as exporting
from builders.cli.push import published_form
from builders.cli.released import check, pull_quietly, quiet_client, release_at
from builders.cli.reproduce import rebuild
from builders.cli.verify import source_readers
from builders.errors import FixInputError
from builders.hub import push as pushing
from builders.pipeline import Options
from builders.recognizing import recognize_file
from builders.releases.diff import ReleaseDiff
from builders.releases.export import export as export_split
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest, split_path
from builders.sources.row_formats import write_rows
from builders.stages.edits_only import check_in_full
from builders.stages.finding import RecognizerChoice
from builders.stages.progress import Silent
from builders.swapping import swap_file
from builders.verification import verify as verification
from builders.verification.findings import Report

Place: TypeAlias = str | Path
Rows: TypeAlias = Place | Iterable[Mapping[str, Any]] | Any
"""A path, a frame or table, or an iterable of mappings."""


def build(
    recipe: Recipe | Place,
    out: Place,
    options: Options | None = None,
    *,
    sources: Mapping[str, Rows] | None = None,
) -> Path:
    """Build a release at `out` and return its folder.

    `recipe` is a Recipe, a shipped name or the path of a TOML file; `sources` are those of the
    options, and may be rows in memory. With more than one job call it under
    `if __name__ == "__main__":`, as every use of processes in Python.
    """
    options = options or Options()
    read = recipe if isinstance(recipe, Recipe) else Recipe.read(str(recipe))
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        given = dict(options.sources)
        for number, (name, data) in enumerate((sources or {}).items()):
            given[name] = _path(data, Path(folder) / str(number))
        return pipeline.build(read, Path(out), changed(options, sources=given))


def verify(
    release: Place, sources: Mapping[str, Place] | None = None, *, limit: int = 1000
) -> Report:
    """Check every file and row of a release, a folder or ORG/NAME@TAG; `ok` says whether all hold.

    `sources` gives the files that the unrenamed rows are held against.
    """
    with release_at(str(release), verify=lambda _: None) as folder:
        readers = source_readers(folder, {name: Path(p) for name, p in (sources or {}).items()})
        return verification.verify(folder, readers, limit=limit)


def recognize(
    texts: Rows | Iterable[str],
    recognizer: RecognizerChoice = "bundled",
    *,
    cache: Path | None = None,
) -> list[dict[str, Any]]:
    """Return {"id", "mentions"} for each text; mentions are {"start", "end", "type"}.

    Offsets count characters, ends are exclusive. `texts` are texts, numbered from 0, or rows with
    id and text (or context).
    """
    return _lines(
        texts, lambda source, target: recognize_file(source, target, recognizer, cache=cache)
    )


def swap_rows(rows: Rows, recognizer: RecognizerChoice = "bundled") -> list[dict[str, Any]]:
    """Rename rows as their own `renames` say; return them with their edits, as `renamer swap`."""
    return _lines(rows, lambda source, target: swap_file(source, target, recognizer))


def export(
    release: Place,
    config: str,
    out: Place,
    *,
    split: str = "",
    format: str = "",  # noqa: A002
) -> int:
    """Write a split as `squad` or `mrqa` (its source's format by default); return how many rows."""
    with release_at(str(release)) as folder:
        check_in_full(folder, split_path(read_manifest(folder), config, split))
        known = [row.value for row in exporting.Format]
        if format and format not in known:
            raise FixInputError(f"format {format!r}: expected one of {', '.join(known)}")
        chosen = exporting.Format(format or exporting.native_format(folder, config, split))
        return export_split(folder, config, split, Path(out), lines=exporting.FORMATS[chosen])


def push(
    folder: Place,
    repo: str,
    tag: str = "",
    *,
    dry_run: bool = False,
    private: bool | None = None,
    replace: bool = False,
    edits_only: Collection[str] = (),
    in_full: Collection[str] = (),
) -> pushing.Pushed:
    """Verify a release and publish it as a version of `repo`; nothing is changed in a dry run."""
    quiet_client()
    check(Path(folder))
    options = pushing.Options(private=private, dry_run=dry_run, replace=replace)
    with published_form(Path(folder), edits_only, in_full) as release:
        verified = check if release != Path(folder) else lambda _: None
        return pushing.push(release, repo, tag, verify=verified, options=options)


def pull(release: str, folder: Place) -> Path:
    """Fetch and verify a release, ORG/NAME@TAG, to a new or empty folder, and return that."""
    repo, at, tag = release.rpartition("@")
    if not at or not tag:
        raise FixInputError(f"{release}: expected ORG/NAME@TAG, such as my-org/renamed@v1.0.0")
    pull_quietly(repo, tag, Path(folder))
    return Path(folder)


def reproduce(release: Place, options: Options | None = None) -> ReleaseDiff:
    """Build a release again from its manifest and return what differs from it."""
    with release_at(str(release)) as folder:
        return rebuild(folder, options or Options(), Silent())


def _lines(data: Rows, work: Callable[[Path, Path], object]) -> list[dict[str, Any]]:
    """Do what a verb does from file to file, and return the lines that it wrote."""
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        target = Path(folder) / "out"
        work(_path(data, Path(folder) / "in"), target)
        with target.open(encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def _path(data: Rows, kept: Path) -> Path:
    """Return the path that was given, or that of a file to which rows in memory are written."""
    if isinstance(data, (str, Path)):
        return Path(data)
    write_rows(data if hasattr(data, "__arrow_c_stream__") else _numbered(data), kept)
    return kept


def _numbered(data: object) -> object:
    """Make a text a row; leave rows, and what is neither, as they are."""
    if not isinstance(data, Iterable) or isinstance(data, Mapping):
        return data
    return (
        {"id": number, "text": item} if isinstance(item, str) else item
        for number, item in enumerate(data)
    )
