"""`renamer build`: makes a release folder from a recipe and its sources."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from builders.cli.console import Bars, out
from builders.cli.options import (
    CacheOption,
    EngineChoice,
    EngineOption,
    JobsOption,
    NamesOption,
    OnlyOption,
    PreviousOption,
    RecipeArgument,
    RecognizerOption,
    SeedsOption,
    SkipFaultyOption,
    SourceOption,
    checked_only,
    sources,
)  # fmt: skip
from builders.releases.recipe import Recipe


def build(
    recipe: RecipeArgument,
    to: Annotated[Path, typer.Option("--out", help="The release folder to make.")],
    source: SourceOption = None,
    recognizer: RecognizerOption = None,
    only: OnlyOption = None,
    seeds: SeedsOption = None,
    names: NamesOption = None,
    jobs: JobsOption = 1,
    engine: EngineOption = EngineChoice.processes,
    force: Annotated[bool, typer.Option(help="Replace the release that is there.")] = False,
    skip_faulty: SkipFaultyOption = False,
    cache: CacheOption = None,
    previous: PreviousOption = None,
) -> None:
    """Build a release. A build that was killed resumes when the command is run again.

    Example: renamer build afrisquad2 --source SQuAD2=dev-v2.0.json --out afrisquad2-2.0.0
    """
    from builders.pipeline import Options
    from builders.pipeline import build as build_release

    options = Options(
        sources=sources(source), recognizer=recognizer, only=checked_only(only), seeds=seeds,
        names=names, jobs=jobs, force=force, skip_faulty=skip_faulty, cache=cache,
        previous=previous, engine=engine.value,
    )  # fmt: skip
    with Bars() as bars:
        folder = build_release(Recipe.read(recipe), to, options, bars)
    print_summary(folder)


def print_summary(folder: Path) -> None:
    """Print the numbers of files, rows and changed rows, by dataset, type and perturbation."""
    from builders.releases.manifest import Manifest

    manifest = Manifest.from_json((folder / "manifest.json").read_text(encoding="utf-8"))
    table = Table("file", "files", "rows", "changed", title=manifest.recipe.title)
    groups: dict[str, list[int]] = {}
    for record in manifest.files:
        name = record.path.removeprefix("data/").removesuffix(".parquet")
        head, _, last = name.rpartition("/")
        counts = groups.setdefault(head if last.startswith("seed") else name, [0, 0, 0])
        counts[0] += 1
        counts[1] += record.rows
        counts[2] += record.changed
    for name, counts in groups.items():
        table.add_row(name, *(f"{count:,}" for count in counts))
    console = out()
    console.print(table)
    configs = len(manifest.configs)
    console.print(f"{configs} config{'' if configs == 1 else 's'} in {folder}")
