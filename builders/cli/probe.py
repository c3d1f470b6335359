"""`renamer probe`: what an average over renamings hides, from predictions for many seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from builders.cli.console import Bars, out
from builders.cli.released import check_joined, release_at
from builders.cli.score import show_table


def probe(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    predictions: Annotated[
        Path, typer.Argument(help="A folder with <config>/<split>.json, {id: text}.")
    ],
    scorer: Annotated[
        str, typer.Option(help="What rows are scored by, in place of the one that fits.")
    ] = "",
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Where to write all figures, for scripts.")
    ] = None,
) -> None:
    """Find the worst and the best of B renamings, and how stable predictions are over them.

    The seeds of a release are the B: build it with `--seeds 50`.

    Example: renamer probe release predictions --json probe.json
    """
    from builders.experiments.probe import probe as probe_release
    from builders.experiments.probe_tables import agreement_table, curve_table, worst_table
    from builders.releases.export import save
    from builders.scoring.prediction_records import METRICS
    from builders.scoring.subset_scoring import Options

    with release_at(release) as folder, Bars() as bars:
        check_joined(folder)
        progress = bars.stage("Probing", None)
        options = Options((scorer,) if scorer else (), progress=progress)
        found = probe_release(folder, predictions, options)
    if json_file is not None:
        save([found.to_json().removesuffix("\n")], json_file)
    console = out()
    for metric in METRICS:
        show_table(console, worst_table(found, metric))
        show_table(console, curve_table(found, metric))
    show_table(console, agreement_table(found))
    for warning in found.warnings:
        console.print(escape(warning), soft_wrap=True)
