"""`renamer score`: scores predictions for a release, and prints and writes tables of scores."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.markup import escape

from builders.cli.console import Bars, out
from builders.cli.released import check_joined, release_at
from builders.cli.wide_tables import show_table
from builders.errors import FixInputError

if TYPE_CHECKING:
    from builders.scoring.predictions import SplitPredictions
    from builders.scoring.scorecard import Scorecard
    from builders.scoring.subset_scoring import ScoringOptions
    from builders.scoring.tables import Table


class PredictionFormat(str, Enum):
    """The formats of predictions; the values are what users type."""

    files = "files"
    lm_eval = "lm-eval"
    inspect = "inspect"


def readers() -> dict[PredictionFormat, Callable[[Path], tuple[SplitPredictions, ...]]]:
    """Return the functions that read predictions from the logs of evaluation harnesses.

    To add a harness, write a function that reads its logs, and add the format to this mapping and
    to `PredictionFormat`.
    """
    from builders.scoring.harness_logs import inspect_predictions, lm_eval_predictions

    return {
        PredictionFormat.lm_eval: lm_eval_predictions,
        PredictionFormat.inspect: inspect_predictions,
    }


def score(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    predictions: Annotated[
        Path, typer.Argument(help="A folder with CONFIG/SPLIT.json, {id: text}.")
    ],
    against: Annotated[
        Path | None, typer.Option(help="Predictions of another model, compared row by row.")
    ] = None,
    run: Annotated[
        list[Path] | None,
        typer.Option(help="Predictions of another training run; may be repeated."),
    ] = None,
    scorer: Annotated[
        list[str] | None,
        typer.Option(help="Scorer; may be repeated. Default: by config, and lenient."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="JSON file with all figures, for scripts.")
    ] = None,
    csv_file: Annotated[
        Path | None,
        typer.Option("--csv", help="CSV of the drops, or a folder for all tables."),
    ] = None,
    markdown: Annotated[Path | None, typer.Option(help="Markdown file for the tables.")] = None,
    rows: Annotated[
        Path | None, typer.Option(help="CSV of every row next to its source row.")
    ] = None,
    errors: Annotated[
        Path | None, typer.Option(help="CSV of rows right before renaming and wrong after.")
    ] = None,
    sample: Annotated[
        int, typer.Option(min=0, help="Number of --errors to sample; 0 for all.")
    ] = 0,
    less_certain: Annotated[
        Path | None,
        typer.Option(help="CSV of rows still right but with less confidence."),
    ] = None,
    fall: Annotated[
        float, typer.Option(min=0, help="Smallest drop of the n-best margin to list a row.")
    ] = 0.2,
    figures: Annotated[
        Path | None, typer.Option(help="A folder to draw drops and single names into, as SVG.")
    ] = None,
    source: Annotated[
        PredictionFormat,
        typer.Option("--from", help="Format of PREDICTIONS: files or harness logs."),
    ] = PredictionFormat.files,
    names: Annotated[
        Path | None, typer.Option(help="Output of `renamer names study`: scores by name.")
    ] = None,
    threshold: Annotated[
        str | None,
        typer.Option(
            metavar="VALUE|best",
            help="Threshold of the no-answer score; best: fitted for F1.",
        ),
    ] = None,
    tokenizer: Annotated[
        Path | None,
        typer.Option(
            help="A tokenizer.json, or a model's folder: lengths of names are in its tokens."
        ),
    ] = None,
    parts: Annotated[bool, typer.Option(help="Print drops by edits, types and answers.")] = False,
) -> None:
    """Score predictions: exact match, F1, their drops by renaming, worst seeds and consistency.

    The drops have confidence intervals. Consistency is the share of rows for which the answers
    under all seeds agree.

    Example: renamer score release predictions --json scores.json
    """
    from builders.cli.case_rows import CaseRows
    from builders.releases.export import save
    from builders.releases.parquet import writing
    from builders.scoring.cases import keyed_sample
    from builders.scoring.comparison import compare
    from builders.scoring.csv_records import to_csv
    from builders.scoring.errors_by_class import counted
    from builders.scoring.name_measures import LETTERS, tokens_of
    from builders.scoring.score_figures import figures as drawn
    from builders.scoring.single_names import add_names, read_factors
    from builders.scoring.subset_scoring import ScoringOptions
    from builders.scoring.tables import comparison_table, tables_of, to_markdown
    from builders.scoring.training_runs import over_runs

    cases = CaseRows(fall)
    watch = cases.add if rows or errors or less_certain else None
    factors = None if names is None else read_factors(names)
    measure = LETTERS if tokenizer is None else tokens_of(tokenizer)
    compared: list[Table] = []
    with release_at(release) as folder:
        options = ScoringOptions(
            tuple(scorer or ()), threshold=_threshold(threshold), measure=measure
        )
        card = _scored(folder, predictions, source, replace(options, cases=watch))
        if run:
            runs = [_scored(folder, each, source, options) for each in run]
            card.runs.extend(over_runs([card, *runs]))
        if against is not None:
            other = _scored(folder, against, source, options)
            compared.append(comparison_table(compare(card, other), card.model, other.model))
    card.errors.extend(counted(cases.lost))
    by_name = add_names(card, factors) if factors is not None else []
    tables = [*tables_of(card, parts=parts), *compared]
    lost = cases.lost
    texts = {
        json_file: card.to_json(),
        **_csv_files(card, csv_file),
        markdown: to_markdown(tables, card.warnings),
        errors: to_csv(keyed_sample(lost, sample, "errors") if sample else lost),
        less_certain: to_csv(cases.less_certain()) if less_certain else "",
    }
    if figures is not None:
        texts |= {figures / name: text for name, text in drawn(card, by_name).items()}
    for made in filter(None, (figures, None if _one_file(csv_file) else csv_file)):
        with writing(made):
            made.mkdir(parents=True, exist_ok=True)
    for path, text in texts.items():
        if path is not None:
            save([text.removesuffix("\n")], path)
    if rows is not None:
        save(cases.lines(), rows)
    console = out()
    for table in tables:
        show_table(console, table)
    for warning in card.warnings:
        console.print(escape(warning), soft_wrap=True)


def _one_file(csv_file: Path | None) -> bool:
    return csv_file is None or csv_file.suffix == ".csv"


def _csv_files(card: Scorecard, to: Path | None) -> dict[Path | None, str]:
    """Return the CSV texts to write for the option --csv, by the path of the file.

    If `to` is a CSV file, only the drops in score are written there. Otherwise `to` is a folder,
    which gets a file for each kind of record in the scorecard.
    """
    from builders.scoring.csv_records import to_csv

    if to is None or _one_file(to):
        return {to: to_csv(card.drops)}
    return {to / f"{name}.csv": to_csv(made) for name, made in card.records.items() if made}


def _threshold(text: str | None) -> float | Literal["best"] | None:
    if text is None or text == "best":
        return None if text is None else "best"
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise FixInputError(f"--threshold {text!r:.40}: expected a number, or best")
    return value


def _scored(
    folder: Path, predictions: Path, source: PredictionFormat, options: ScoringOptions
) -> Scorecard:
    from builders.releases.release_reading import read_manifest
    from builders.scoring.cells import configs_of
    from builders.scoring.harness_logs import check_places
    from builders.scoring.release_scoring import score as score_release

    check_joined(folder)
    found: Path | tuple[SplitPredictions, ...] = predictions
    if source is not PredictionFormat.files:
        found = readers()[source](predictions)
        check_places(found, configs_of(read_manifest(folder)), predictions)
    with Bars() as bars:
        named = replace(options, model=predictions.name)
        return score_release(folder, found, named, bars)
