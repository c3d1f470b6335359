"""The table of submissions: one line per model and perturbation, with an interval of ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builders.leaderboard.comparisons import Comparisons
from builders.leaderboard.submissions import Drop, Measured, Submission


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table.

    `best` and `worst` are the bounds of the model's rank among the submissions with the same config
    and scorer, according to its score on renamed rows. Both are None for results from a paper,
    because they were measured on other rows.
    """

    submission: Submission
    drop: Drop
    best: int | None
    worst: int | None


def standings(
    submissions: Iterable[Submission],
    comparisons: Comparisons | None = None,
    metric: str = "f1",
) -> tuple[Standing, ...]:
    """Return all lines sorted by dataset, type, perturbation and scorer, highest score first."""
    known = comparisons or Comparisons()
    cells: dict[tuple[str, str], list[tuple[Submission, Drop]]] = {}
    for submission in submissions:
        for drop in submission.drops:
            cells.setdefault((drop.config, drop.scorer), []).append((submission, drop))
    lines = [line for cell in cells.values() for line in _ranked(cell, known, metric)]
    return tuple(sorted(lines, key=lambda line: _order(line, metric)))


def _order(line: Standing, metric: str) -> tuple[object, ...]:
    drop = line.drop
    cell = (drop.lenient, drop.dataset, drop.type, drop.perturbation, drop.scorer)
    meta = line.submission.meta
    return (*cell, meta.paper, -drop.measured(metric).perturbed, meta.name, meta.revision)


def _ranked(
    cell: Sequence[tuple[Submission, Drop]], comparisons: Comparisons, metric: str
) -> list[Standing]:
    """Return the lines of a cell with rank intervals, which only significant differences narrow.

    The interval of a model runs from 1 + the number of significantly better models to the number of
    all models minus the number of significantly worse models.
    """
    ranked = [each for each in cell if each[0].status != "paper"]

    def above(one: tuple[Submission, Drop], other: tuple[Submission, Drop]) -> bool:
        place = one[1].config, one[1].scorer, metric
        tested = comparisons.surely_above(place, one[0].folder, other[0].folder)
        if tested is None:
            return _surely_above(one[1].measured(metric), other[1].measured(metric))
        return tested

    lines = []
    for each in cell:
        best = worst = None
        if each[0].status != "paper":
            best = 1 + sum(above(other, each) for other in ranked)
            worst = len(ranked) - sum(above(each, other) for other in ranked)
        lines.append(Standing(*each, best, worst))
    return lines


def _surely_above(one: Measured, other: Measured) -> bool:
    """Return whether the interval of `one` lies entirely above that of `other`.

    This is used for models that were not compared row by row.
    """
    if one.perturbed_low is None or other.perturbed_high is None:
        return False
    return one.perturbed_low > other.perturbed_high
