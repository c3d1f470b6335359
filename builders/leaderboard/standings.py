"""The table of a leaderboard: a line per model and perturbation, with its best and worst rank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builders.leaderboard.comparisons import Comparisons
from builders.leaderboard.submissions import Drop, Measured, Submission


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the leaderboard: a model's scores on one perturbation, and its possible ranks.

    Models with the same config and scorer are ranked by their scores on renamed rows. Results from
    a paper have no ranks, because they were measured on other rows.
    """

    submission: Submission
    drop: Drop
    best: int | None
    """The best possible rank of the model, or None for results from a paper."""
    worst: int | None
    """The worst possible rank of the model, or None for results from a paper."""


def standings(
    submissions: Iterable[Submission],
    comparisons: Comparisons | None = None,
    metric: str = "f1",
) -> tuple[Standing, ...]:
    """Return the lines of the leaderboard, one for each submission, perturbation and scorer.

    They are sorted by dataset, type, perturbation and scorer, then by score, highest first. Lines
    for the lenient scorer come last. Among lines that are ranked together, results from papers come
    last. `metric` is the metric by which models are ranked.
    """
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
    """Return the lines for one config and scorer, each with the best and worst possible rank.

    The best rank of a model is 1 plus the number of models that are significantly better. The worst
    rank is the number of all models minus the number of those that are significantly worse.
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
    """Return whether the interval of `one` after renaming lies entirely above that of `other`.

    Models that were not compared row by row are ranked by this. Returns False without intervals.
    """
    if one.perturbed_low is None or other.perturbed_high is None:
        return False
    return one.perturbed_low > other.perturbed_high
