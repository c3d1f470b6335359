"""Scores as tables of text, for the terminal, CSV and Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from builders.releases.quoting import escaped
from builders.scoring.directions import DIRECTIONS
from builders.scoring.prediction_records import Record, of_main_scorer
from builders.scoring.scorecard import Scorecard
from builders.scoring.uncertainty import FEWEST_CLUSTERS

_WIDEST: Final = 300


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose cells are texts without control characters."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    """A text below the table that explains the columns."""
    keys: int = 1
    """The number of columns, from the left, that identify a row."""


def number(value: Any, digits: int = 1) -> str:
    """Return a number as text with `digits` decimals, or a dash for None."""
    return "-" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"


def between(low: Any, high: Any) -> str:
    """Return the interval from `low` to `high` as text, or a dash if `low` is None."""
    return "-" if low is None else f"{number(low)} to {number(high)}"


def _p(value: Any) -> str:
    return "-" if value is None else "<0.001" if value < 0.001 else f"{value:.3f}"


def tables_of(card: Scorecard, *, parts: bool = False) -> list[Table]:
    """Return the tables of a scorecard.

    With `parts`, there is also a table of the drops on parts of the rows, such as the rows
    with a span of one type.
    """
    return [
        score_table(card), drop_table(card, "em"), drop_table(card, "f1"), run_table(card),
        transition_table(card), macro_table(card), decomposition_table(card), length_table(card),
        left_out_table(card), error_table(card), published_table(card),
        *([group_table(card)] if parts else []), names_table(card),
    ]  # fmt: skip


def score_table(card: Scorecard) -> Table:
    """Return the table of scores of every split."""
    rows = [
        (
            row["config"], row["split"], row["scorer"], f"{row['n']:,}", f"{row['clusters']:,}",
            number(row["em"]), between(row["low_em"], row["high_em"]),
            number(row["f1"]), between(row["low_f1"], row["high_f1"]),
            number(row["hasans_em"]), number(row["noans_em"]), number(row["hasans_empty"]),
            number(row["changed_em"]),
        )
        for row in _distinct(card.rows)
    ]  # fmt: skip
    return made_table(
        "Scores",
        ("config", "split", "scorer", "rows", "passages", "EM", "95%", "F1", "95%", "EM HasAns",
         "EM NoAns", "empty", "EM changed"),
        rows,
        "empty: percent of answerable questions answered with nothing.",
        keys=3,
    )  # fmt: skip


def _distinct(rows: Sequence[Record]) -> Iterator[Record]:
    """Yield the records without repeats, which occur because configs may share a file.

    A record is a repeat if an earlier one has the same file, scorer and scores.
    """
    seen: set[tuple[str, ...]] = set()
    for row in rows:
        key = (row["path"], row["scorer"], str(row["em"]), str(row["f1"]), str(row["missing"]))
        if key not in seen:
            seen.add(key)
            yield row


def drop_table(card: Scorecard, metric: str) -> Table:
    """Return the table of the drops that every perturbation causes in one metric, em or f1."""
    rows = [
        (
            row["config"], row["scorer"], str(len(row["seeds"])),
            number(row[f"original_{metric}"]), number(row[f"perturbed_{metric}"]),
            number(row[f"drop_{metric}"]), between(row[f"low_{metric}"], row[f"high_{metric}"]),
            _p(row[f"holm_{metric}"]), number(row[f"relative_{metric}"]),
            number(row[f"changed_drop_{metric}"]), number(row[f"worst_{metric}"]),
            number(row[f"seed_sd_{metric}"]), number(row["consistency"]),
            number(row["stability"]), number(row[f"mde_{metric}"]),
        )
        for row in card.drops
    ]  # fmt: skip
    return made_table(
        f"Drops, {metric.upper()}",
        ("config", "scorer", "seeds", "original", "renamed", "drop", "95%", "p (Holm)",
         "relative", "drop changed", "worst", "± over seeds", "consistent", "stable", "detectable"),
        rows,
        "renamed: mean over seeds; worst: the worst seed of every row; consistent: all seeds "
        "answer alike, in the source's names; stable: like the original too; detectable: the drop "
        f"found in 80% of cases. No interval under {FEWEST_CLUSTERS} passages.",
        keys=2,
    )  # fmt: skip


def transition_table(card: Scorecard) -> Table:
    """Return the table that compares which rows are answered right before and after renaming.

    It has the percentages of rows that are right both times, only before, only after, and never.
    """
    keys = ("right_right", "right_wrong", "wrong_right", "wrong_wrong")
    rows = [(row["config"], row["scorer"], *(number(row[key]) for key in keys))
            for row in card.drops]  # fmt: skip
    return made_table(
        "Right (EM) before and after, percent",
        ("config", "scorer", "both", "before alone", "after alone", "neither"),
        rows,
    )


def decomposition_table(card: Scorecard) -> Table:
    """Return the table that splits drops into a part for entity knowledge and one for domain shift.

    Domain shift is the part of a drop that is due to names of another distribution than the
    dataset's own.
    """
    rows = [
        (row["config"], row["part"], number(row["drop_em"]), between(row["low_em"], row["high_em"]),
         number(row["drop_f1"]), between(row["low_f1"], row["high_f1"]))
        for row in card.decomposition
    ]  # fmt: skip
    return made_table(
        "What drops are made of",
        ("config", "part", "EM", "95%", "F1", "95%"),
        rows,
        "entity knowledge: original less InDistName; domain shift: InDistName less this. Yan et "
        "al. 2022 (4.1) put the first at about 13 and 11 points for RoBERTa and SpanBERT.",
        keys=2,
    )


def run_table(card: Scorecard) -> Table:
    """Return the table of scores and drops as means and standard deviations over training runs."""
    rows = [
        (row["config"], row["scorer"], str(row["runs"]),
         *(f"{number(row[key])} ± {number(row[f'{key}_sd'])}"
           for key in (f"{figure}_{metric}" for metric in ("em", "f1")
                       for figure in ("original", "perturbed", "drop"))))
        for row in card.runs
    ]  # fmt: skip
    return made_table(
        "Training runs",
        ("config", "scorer", "runs", "original EM", "renamed EM", "drop EM", "original F1",
         "renamed F1", "drop F1"),
        rows,
        "mean ± standard deviation over runs, of the mean over seeds; the other tables are of the "
        "first run.",
        keys=2,
    )  # fmt: skip


def macro_table(card: Scorecard) -> Table:
    """Return the table of mean drops over datasets, for each kind of perturbation."""
    rows = [
        (
            row["type"], row["perturbation"], row["scorer"], ", ".join(row["datasets"]),
            number(row["original_em"]), number(row["perturbed_em"]), number(row["drop_em"]),
            between(row["low_em"], row["high_em"]), number(row["drop_f1"]),
            between(row["low_f1"], row["high_f1"]),
        )
        for row in card.macro
    ]  # fmt: skip
    return made_table(
        "Mean drops over datasets",
        ("type", "perturbation", "scorer", "datasets", "original EM", "renamed EM", "drop EM",
         "95%", "drop F1", "95%"),
        rows,
        keys=3,
    )  # fmt: skip


def group_table(card: Scorecard) -> Table:
    """Return the table of drops on parts of the rows, such as the rows with a span of one type.

    Parts by gender or culture are left out if they have too few passages for an interval.
    """
    rows = [
        (
            row["config"], row["scorer"], row["by"], row["group"], f"{row['n']:,}",
            number(row["original_em"]), number(row["perturbed_em"]), number(row["drop_em"]),
            between(row["low_em"], row["high_em"]),
        )
        for row in of_main_scorer(card.groups)
        if row["by"] not in DIRECTIONS or row["clusters"] >= FEWEST_CLUSTERS
    ]  # fmt: skip
    return made_table(
        "Parts",
        ("config", "scorer", "by", "part", "rows", "original EM", "renamed EM", "drop", "95%"),
        rows,
        f"gender and culture of persons: where there are {FEWEST_CLUSTERS} passages; all are in "
        "the JSON and in a folder of CSV.",
        keys=4,
    )


def length_table(card: Scorecard) -> Table:
    """Return the table of drops for rows with short, medium and long new names.

    Drops by the lenient scorer are left out if there are drops by an official scorer.
    """
    rows = [
        (
            row["config"], row["tercile"], f"{number(row['shortest'])} to {number(row['longest'])}",
            row["unit"], f"{row['n']:,}", number(row["original_em"]), number(row["perturbed_em"]),
            number(row["drop_em"]), between(row["low_em"], row["high_em"]),
            number(row["drop_f1"]), between(row["low_f1"], row["high_f1"]),
        )
        for row in of_main_scorer(card.lengths)
    ]  # fmt: skip
    return made_table(
        "By the length of the new names",
        ("config", "names", "length", "in", "rows", "original EM", "renamed EM", "drop EM", "95%",
         "drop F1", "95%"),
        rows,
        "terciles of a row's mean length, bounded alike for all renamings of the same rows: "
        "compare perturbations within one.",
        keys=2,
    )  # fmt: skip


def left_out_table(card: Scorecard) -> Table:
    """Return the table of how much scores rise if one entity type is not renamed.

    The scores are those of EntSwap, which otherwise renames all entity types.
    """
    rows = [
        (row["config"], row["type"], number(row["gain_em"], 2), between(row["low_em"],
         row["high_em"]), number(row["gain_f1"], 2), between(row["low_f1"], row["high_f1"]))
        for row in card.left_out_types
    ]  # fmt: skip
    return made_table(
        "What a type costs",
        ("config", "type left", "gain EM", "95%", "gain F1", "95%"),
        rows,
        "gain: the score without this type renamed, less that of all types renamed.",
    )


def published_table(card: Scorecard) -> Table:
    """Return the table of published results next to the corresponding results of a scorecard."""
    rows = [
        (
            f"{row['paper']}, {row['table']}", row["model"], row["dataset"], row["type"],
            row["perturbation"], " ".join(filter(None, (row["metric"], row["part"]))),
            _spread(row["value"], row["sd"]), number(row["ours"], 2),
            between(row["low"], row["high"]), number(row["ours"] - row["value"], 2),
            f"{row['n']:,}", "-" if row["published_n"] is None else f"{row['published_n']:,}",
        )
        for row in card.published
    ]  # fmt: skip
    remarks = dict.fromkeys(f"{row['paper']}: {row['remark']}" for row in card.published)
    return made_table(
        "Beside the papers",
        ("table", "model", "dataset", "type", "perturbation", "metric", "paper", "ours", "95%",
         "difference", "our rows", "its rows"),
        rows,
        " ".join(remarks),
        keys=6,
    )  # fmt: skip


def _spread(value: float, sd: float | None) -> str:
    return number(value, 2) if sd is None else f"{number(value, 2)} ± {number(sd)}"


def error_table(card: Scorecard) -> Table:
    """Return the table of the rows that are wrong only after renaming, counted by error class."""
    rows = [(row["config"], row["class"], f"{row['n']:,}", number(row["share"]))
            for row in card.errors]  # fmt: skip
    return made_table("Right before, wrong after", ("config", "class", "rows", "percent"), rows)


def names_table(card: Scorecard) -> Table:
    """Return the table of how EM depends on the popularity and polarity of first names.

    The EM of a name is the EM on rows in which it replaces all first names in the answers.
    The polarity of a name is how unequally men and women have it. Results of Yan et al.
    2022 are shown for comparison.
    """
    rows = [
        (
            row["factor"], str(row["names"]), number(row["spearman"], 2),
            "-" if row["spearman_low"] is None
            else f"{number(row['spearman_low'], 2)} to {number(row['spearman_high'], 2)}",
            number(row["kendall"], 2), number(row["top_em"]), str(row["top_names"]),
            number(row["bottom_em"]), str(row["bottom_names"]),
            f"{row['published_top_em']} / {row['published_bottom_em']}", row["remark"],
        )
        for row in card.names
    ]  # fmt: skip
    return made_table(
        "Single names",
        ("factor", "names", "Spearman", "95%", "Kendall", "EM top 20%", "names", "EM bottom 10%",
         "names", "SpanBERT, TriviaQA", "remark"),
        rows,
    )  # fmt: skip


def comparison_table(records: Sequence[Record], one: str, other: str) -> Table:
    """Return the table of differences in EM between two models, whose names are `one` and `other`.

    `records` come from `builders.scoring.comparison.compare`.
    """
    rows = [
        (
            row["config"], f"{row['n']:,}",
            number(row["original_em"]), _p(row["original_holm_em"]), _p(row["mcnemar_em"]),
            number(row["perturbed_em"]), _p(row["perturbed_holm_em"]),
            number(row["drop_em"]), between(row["drop_low_em"], row["drop_high_em"]),
            _p(row["drop_holm_em"]),
        )
        for row in records
    ]  # fmt: skip
    return made_table(
        f"{one} less {other}, EM",
        ("config", "rows", "original", "p (Holm)", "p (McNemar)", "renamed", "p (Holm)", "drop",
         "95%", "p (Holm)"),
        rows,
        "paired by row, clustered by passage; McNemar's test takes rows for independent.",
    )  # fmt: skip


def made_table(
    title: str,
    header: tuple[str, ...],
    rows: Iterable[Sequence[Any]],
    note: str = "",
    *,
    keys: int = 1,
) -> Table:
    """Return a table with all values converted to text.

    Control characters are escaped, and long texts are shortened. `keys` is the number of columns,
    from the left, that identify a row.
    """
    cells = tuple(tuple(escaped(str(cell), _WIDEST) for cell in row) for row in rows)
    return Table(title, header, cells, note, keys)


def to_markdown(tables: Iterable[Table], warnings: Sequence[str] = ()) -> str:
    """Return tables and a list of warnings as Markdown; tables without rows are left out.

    Characters that are markup in Markdown are escaped.
    """
    parts = []
    for table in tables:
        if not table.rows:
            continue
        lines = [f"## {_plain(table.title)}", "", _line(table.header),
                 _line(["---"] * len(table.header)), *map(_line, table.rows)]  # fmt: skip
        parts.append("\n".join(lines) + (f"\n\n{table.note}" if table.note else ""))
    if warnings:
        parts.append("\n".join(f"- {_plain(escaped(each, _WIDEST))}" for each in warnings))
    return "\n\n".join(parts) + "\n"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(_plain(cell) if cell != '---' else cell for cell in cells)} |"


_MARKUP: Final = str.maketrans(
    {mark: f"\\{mark}" for mark in "\\`*_{}[]#|~"} | {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
)


def _plain(text: str) -> str:
    return text.translate(_MARKUP)
