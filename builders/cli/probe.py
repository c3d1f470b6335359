"""`renamer probe`: compares a model's predictions for several renamings of the same rows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from builders.cli.console import Bars, out
from builders.cli.model_options import (
    CommandOption,
    EndpointOption,
    ModelOption,
    NameOption,
    PromptOption,
    PythonOption,
    model_of,
)
from builders.cli.options import JobsOption, NamesOption, RecognizerOption, SourceOption, sources
from builders.cli.released import check_joined, release_at
from builders.cli.wide_tables import show_table
from builders.errors import FixInputError
from builders.releases.recipe_specs import MOST_SEEDS

if TYPE_CHECKING:
    from builders.experiments.picked_release import Renamings
    from builders.experiments.probe import Probe
    from builders.progress import Reporter
    from builders.releases.recipe import Recipe
    from builders.scoring.predicting import Model
    from builders.scoring.subset_scoring import ScoringOptions
    from builders.stages.renamings import RenamingOptions


def probe(
    release: Annotated[
        str,
        typer.Argument(help="A release (folder or ORG/NAME@TAG); without predictions, a recipe."),
    ],
    predictions: Annotated[
        Path | None, typer.Argument(help="A folder with CONFIG/SPLIT.json, {id: text}.")
    ] = None,
    renamings: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_SEEDS, help="Renamings per row that the model is asked."),
    ] = None,
    model: ModelOption = None,
    endpoint: EndpointOption = None,
    name: NameOption = "default",
    prompt: PromptOption = None,
    command: CommandOption = None,
    python: PythonOption = None,
    source: SourceOption = None,
    only: Annotated[str, typer.Option(help="Only files that match, such as 'SQuAD/PER/*'.")] = "",
    recognizer: RecognizerOption = None,
    names: NamesOption = None,
    jobs: JobsOption = 1,
    scorer: Annotated[str, typer.Option(help="Scorer to use instead of the default one.")] = "",
    json_file: Annotated[
        Path | None, typer.Option("--json", help="JSON file with all figures, for scripts.")
    ] = None,
    to: Annotated[
        Path | None,
        typer.Option("--out", help="A release of the worst and the best rows."),
    ] = None,
    force: Annotated[bool, typer.Option(help="Replace the release that is there.")] = False,
) -> None:
    """Find the worst and the best of B renamings of each row, and how often predictions agree.

    With predictions, the B renamings are those of a release, one per seed. Build the
    release with `--seeds 50`, for example. With a model, no release is needed: the rows of
    a recipe are renamed B times, and each renaming is discarded when the model's prediction
    for it is scored.

    `--out` makes a release of the renamings of each row that are worst and best for that
    model, in configs whose names end in `WN-worst` and `WN-best`. The manifest of this
    release has the digest of the model's predictions.

    Example: renamer probe release predictions --json probe.json --out worst

    Example: renamer probe demo --renamings 50 --command 'python my_model.py' --out worst
    """
    from builders.releases.export import save
    from builders.scoring.subset_scoring import ScoringOptions

    ways = (model, endpoint, command, python)
    with Bars() as bars:
        options = ScoringOptions((scorer,) if scorer else ())
        if predictions is None:
            from builders.releases.recipe import Recipe
            from builders.stages.renamings import RenamingOptions

            chosen = model_of(
                model=model, endpoint=endpoint, command=command, python=python, name=name,
                prompt=prompt,
            )  # fmt: skip
            drawing = RenamingOptions(
                renamings, sources(source), recognizer, only, names, jobs=jobs
            )
            recipe = Recipe.read(release)
            found = probed_by_model(recipe, chosen, drawing, options, bars, to, force=force)
        else:
            _refuse_model(any(ways), renamings)
            from builders.experiments.probe import probe as probe_release

            with release_at(release) as folder:
                check_joined(folder)
                found = probe_release(folder, predictions, options, bars)
                if to is not None:
                    write_extremes(folder, found, to, force=force)
    if json_file is not None:
        save([found.to_json().removesuffix("\n")], json_file)
    show(found)


def probed_by_model(
    recipe: Recipe, model: Model, drawing: RenamingOptions, options: ScoringOptions,
    reporter: Reporter, to: Path | None, *, force: bool,
) -> Probe:  # fmt: skip
    """Ask a model about many renamings of each row, and return the scores in worst and best cases.

    If `to` is given, a release is written there with the renamings that are worst and best for the
    model. An existing release there is replaced only if `force` is true.
    """
    from builders.experiments.model_probe import probe_model

    if to is None:
        return probe_model(recipe, model, drawing, options, reporter)
    from builders import pipeline
    from builders.experiments.picked_release import DrawnAgain
    from builders.scratch import scratch_folder
    from builders.stages.write import ReleaseFolder

    ReleaseFolder.check(to, force=force)
    with scratch_folder() as scratch:
        built = pipeline.Options(
            drawing.sources, drawing.recognizer, drawing.only, 1, drawing.names, drawing.jobs
        )
        once = pipeline.build(recipe, scratch / "once", built, reporter)
        found = probe_model(recipe, model, drawing, options, reporter)
        write_extremes(once, found, to, force=force, renamings=DrawnAgain(recipe, drawing))
    return found


def write_extremes(
    folder: Path, found: Probe, to: Path, *, force: bool, renamings: Renamings | None = None
) -> None:
    """Write a release of the renamings on which a model did worst and best, as a probe found them.

    `found` has the results of the probe, and `folder` is a release of the probed recipe.
    `renamings` yields the renamed rows. By default, they are read from the files of `folder`.
    """
    from builders.experiments.picked_release import write_picked
    from builders.stages.ingredients import regions

    write_picked(folder, found, to, renamings=renamings, force=force, regions=regions(None))


def _refuse_model(is_given: bool, renamings: int | None) -> None:
    if is_given or renamings is not None:
        raise FixInputError("give predictions or a model (with --renamings), not both")


def show(found: Probe) -> None:
    """Print tables of the worst cases, the best cases and the stability that a probe found."""
    from builders.experiments.probe_tables import (
        agreement_table,
        curve_table,
        published_table,
        worst_table,
    )
    from builders.scoring.prediction_records import METRICS

    console = out()
    for metric in METRICS:
        show_table(console, worst_table(found, metric))
        show_table(console, curve_table(found, metric))
    show_table(console, agreement_table(found))
    show_table(console, published_table())
    for warning in found.warnings:
        console.print(escape(warning), soft_wrap=True)
