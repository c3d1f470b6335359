"""`renamer reproduce`: rebuilds a release from its manifest and compares the two."""

from __future__ import annotations

from dataclasses import replace
from os.path import commonpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from builders.cli.console import Bars, out
from builders.cli.diff import show_diff
from builders.cli.options import JobsOption, NamesOption, RecognizerOption, SourceOption, sources
from builders.cli.released import release_at
from builders.errors import FixInputError
from builders.progress import Reporter
from builders.releases.recipe import Recipe
from builders.scratch import scratch_folder

if TYPE_CHECKING:
    from builders.pipeline import Options
    from builders.releases.diff import ReleaseDiff
    from builders.releases.manifest import Manifest


def reproduce(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    source: SourceOption = None,
    recognizer: RecognizerOption = None,
    names: NamesOption = None,
    jobs: JobsOption = 1,
) -> None:
    """Build a release again from its manifest, and print whether the files of the two are the same.

    A file can have the same bytes as before, other bytes but the same rows, or different rows. The
    first differing rows are printed. Exit status 1 if rows differ.

    Example: renamer reproduce my-org/renamed-squad@v1.0.0 --source SQuAD2=dev-v2.0.json
    """
    from builders.pipeline import Options

    options = Options(sources=sources(source), recognizer=recognizer, names=names, jobs=jobs)
    with release_at(release) as folder, Bars() as bars:
        found = rebuild(folder, options, bars)
    console = out()
    show_diff(found, console)
    if not found.same_rows:
        console.print(f"{release}: not reproduced", soft_wrap=True)
        raise typer.Exit(1)
    what = "every byte" if found.same_bytes else "every row"
    console.print(f"{release}: reproduced, {what} of its data", soft_wrap=True)


def rebuild(folder: Path, options: Options, reporter: Reporter) -> ReleaseDiff:
    """Build a release again from its manifest, and return how the two releases differ.

    `options` has what a manifest does not contain, such as source files and a folder of names. The
    new release is built in a temporary folder. Raises FixInputError if the recipe in the manifest
    was changed after the build.
    """
    from builders.pipeline import build
    from builders.releases.diff import diff
    from builders.releases.release_reading import read_manifest

    manifest = read_manifest(folder)
    recipe = Recipe.parse(manifest.recipe.text, f"{folder}: recipe")
    if recipe.digest != manifest.recipe.digest:
        raise FixInputError(
            f"{folder}: the recipe in the manifest is not the one it was built from"
        )
    options = replace(
        options,
        only=_only(manifest),
        seeds=manifest.seeds,
        skip_faulty=any(record.skipped for record in manifest.sources),
    )
    with scratch_folder() as place:
        found = diff(folder, build(recipe, place / "release", options, reporter))
    # The release may be a part of its recipe; files that only the full build has are not
    # differences.
    return replace(found, files=tuple(file for file in found.files if file.state != "added"))


def _only(manifest: Manifest) -> str:
    """Return a value for the option `only`, a glob that matches all renamed files of a release.

    The glob can also match a few files that the release lacks. If the paths of the renamed files do
    not begin with the same folder, the result is empty, which stands for all files.
    """
    originals = {record.original for record in manifest.originals}
    stems = [
        record.path.removeprefix("data/").removesuffix(".parquet")
        for record in manifest.files
        if record.path not in originals
    ]
    common = commonpath(stems) if stems else ""
    return f"{common}*" if common else ""
