"""`renamer plan`: cuts a build into tasks, in a folder that machines share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import Bars, out
from builders.cli.options import (
    CacheOption,
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


def plan(
    recipe: RecipeArgument,
    to: Annotated[str, typer.Option("--out", help="Shared folder or URL; it becomes the release.")],
    source: SourceOption = None,
    recognizer: RecognizerOption = None,
    only: OnlyOption = None,
    seeds: SeedsOption = None,
    names: NamesOption = None,
    skip_faulty: SkipFaultyOption = False,
    cache: CacheOption = None,
    previous: PreviousOption = None,
    slurm: Annotated[
        Path | None, typer.Option(help="Write a Slurm script for a job array, too.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="Number of workers that the Slurm script starts.")
    ] = 16,
) -> None:
    """Plan a build for several machines; `renamer work` runs it and `renamer finish` ends it.

    The folders of --out, --names and --previous must have the same path on all machines. The folder
    of --out may be in a store that fsspec reaches, such as s3://BUCKET/FOLDER.

    Example: renamer plan entity-renamed-mrqa --out shared/er --slurm er.sbatch
    """
    from builders.pipeline import Options
    from builders.pipeline import plan as plan_build

    options = Options(
        sources=sources(source), recognizer=recognizer, only=checked_only(only), seeds=seeds,
        names=names, skip_faulty=skip_faulty, cache=cache, previous=previous,
    )  # fmt: skip
    with Bars() as bars:
        plan_build(Recipe.read(recipe), to, options, bars)
    if slurm is not None:
        from builders.stages.remote_folder import folder_of, is_url
        from builders.stages.slurm import slurm_script

        place = to if is_url(to) else str(folder_of(to).absolute())
        slurm.write_text(slurm_script(place, workers, recognizer), encoding="utf-8")
        out().print(f"{slurm}: submit it with sbatch {slurm}", soft_wrap=True, highlight=False)
