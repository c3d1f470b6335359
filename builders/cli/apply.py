"""`renamer apply`: applies the edits of a release without texts to the texts of its sources."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from builders.cli.console import Bars, out
from builders.cli.options import SourceOption
from builders.cli.options import sources as given_sources
from builders.cli.released import check, release_at, rows_in
from builders.errors import FixInputError
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import SourceSpec

if TYPE_CHECKING:
    from builders.progress import Reporter
    from builders.releases.manifest import Manifest
    from builders.stages.source_files import Opened


def apply(
    release: Annotated[str, typer.Argument(help="An edits-only folder, or ORG/NAME@TAG.")],
    to: Annotated[Path, typer.Option("--out", help="The release folder to make.")],
    source: SourceOption = None,
    force: Annotated[bool, typer.Option(help="Replace the release that is there.")] = False,
) -> None:
    """Make a full release from published edits and your own copy of the sources.

    Every digest is checked.

    Example: renamer apply my-org/renamed-mrqa@v1.0.0 --source TriviaQA=dev.jsonl.gz --out release
    """
    with Bars() as bars:
        join(release, to, given_sources(source), bars, force=force)
    out().print(f"{to}: the full release, verified", soft_wrap=True)


def join(
    release: str, to: Path, given: Mapping[str, Path], reporter: Reporter, *, force: bool
) -> None:
    """Make a full release in `to` from one in which edits stand in place of rows, and verify it.

    `given` has files of source datasets by name. Other sources are read from the places that the
    recipe names. Raises FixInputError if the release already has all its rows.
    """
    from builders.releases.release_reading import read_manifest
    from builders.stages.edits_only import apply as apply_edits
    from builders.stages.edits_only import is_edits_only, needed_sources
    from builders.stages.ingredients import regions
    from builders.stages.source_files import check_names

    with release_at(release) as folder:
        if not is_edits_only(folder):
            raise FixInputError(f"{release}: holds its rows in full; there is nothing to apply")
        manifest = read_manifest(folder)
        recipe = Recipe.parse(manifest.recipe.text, f"{release}: recipe")
        check_names(recipe, given)
        # Open all sources before anything is written, so that a missing one is reported at once.
        opened = {
            name: _open(recipe.source(name), given, manifest) for name in needed_sources(folder)
        }
        readers = {
            name: partial(source.examples, answerable=False) for name, source in opened.items()
        }
        apply_edits(
            folder, readers, to,
            force=force, regions=regions(None),
            progress=reporter.stage("Joining rows", rows_in(folder)),
        )  # fmt: skip
    check(to)


def _open(spec: SourceSpec, given: Mapping[str, Path], manifest: Manifest) -> Opened:
    from builders.stages.source_files import open_source

    skipped = any(record.skipped for record in manifest.sources if record.name == spec.name)
    return open_source(spec, given, skip_faulty=skipped)
