"""`renamer score`: predictions held against a release, as the papers' tables and as files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

from builders.cli.console import Bars, out
from builders.cli.released import release_at
from builders.errors import FixInputError
from builders.releases.edits_only import is_edits_only
from builders.releases.export import save
from builders.scoring.comparison import compare
from builders.scoring.scorecard import Options, Scorecard
from builders.scoring.scorecard import score as score_release
from builders.scoring.tables import (
    Table,
    comparison_table,
    drop_table,
    group_table,
    left_out_table,
    macro_table,
    score_table,
    to_csv,
    to_markdown,
)


def score(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    predictions: Annotated[
        Path, typer.Argument(help="A folder with <config>/<split>.json, {id: text}.")
    ],
    against: Annotated[
        Path | None, typer.Option(help="Predictions of another model, compared row by row.")
    ] = None,
    scorer: Annotated[
        list[str] | None,
        typer.Option(help="A scorer; may be repeated. Else the one that fits, and lenient."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Where to write all figures, for scripts.")
    ] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", help="Where to write the drops as CSV.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option(help="Where to write the tables as Markdown.")
    ] = None,
    parts: Annotated[bool, typer.Option(help="Print drops by edits, types and answers.")] = False,
) -> None:
    """Score predictions: exact match and F1, drops with intervals, worst seeds, consistency.

    Example: renamer score release predictions --json scores.json
    """
    with release_at(release) as folder:
        card = _scored(folder, predictions, scorer or ())
        tables = [score_table(card), drop_table(card, "em"), drop_table(card, "f1"),
                  macro_table(card), left_out_table(card)]  # fmt: skip
        if parts:
            tables.append(group_table(card))
        if against is not None:
            other = _scored(folder, against, scorer or ())
            tables.append(comparison_table(compare(card, other), card.model, other.model))
    if json_file is not None:
        save([card.to_json().removesuffix("\n")], json_file)
    if csv_file is not None:
        save([to_csv(card.drops).removesuffix("\n")], csv_file)
    if markdown is not None:
        save([to_markdown(tables, card.warnings).removesuffix("\n")], markdown)
    console = out()
    for table in tables:
        show_table(console, table)
    for warning in card.warnings:
        console.print(escape(warning), soft_wrap=True)


def _scored(folder: Path, predictions: Path, scorers: Sequence[str]) -> Scorecard:
    if is_edits_only(folder):
        raise FixInputError(
            f"{folder}: holds edits in place of some texts; join them first: see renamer apply"
        )
    with Bars() as bars:
        options = Options(tuple(scorers), predictions.name, progress=bars.stage("Scoring", None))
        return score_release(folder, predictions, options)


def show_table(console: Console, table: Table) -> None:
    """Print a table that has rows, and its note."""
    if not table.rows:
        return
    made = RichTable(*map(escape, table.header), title=escape(table.title))
    for row in table.rows:
        made.add_row(*map(escape, row))
    console.print(made)
    if table.note:
        console.print(escape(table.note), soft_wrap=True)
