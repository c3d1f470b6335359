"""Submissions side by side: one line a model and perturbation, with its rank interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from builders.leaderboard.submissions import Drop, Measured, Submission


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the table.

    `best` and `worst` are the ranks that the model may have among the submissions of the same
    config and scorer, by its score on renamed rows; None for a paper's numbers, which were
    taken on other rows.
    """

    submission: Submission
    drop: Drop
    best: int | None
    worst: int | None


def standings(submissions: Iterable[Submission], metric: str = "f1") -> tuple[Standing, ...]:
    """Return every line, by dataset, type, perturbation and scorer, the highest score first."""
    cells: dict[tuple[str, str], list[tuple[Submission, Drop]]] = {}
    for submission in submissions:
        for drop in submission.drops:
            cells.setdefault((drop.config, drop.scorer), []).append((submission, drop))
    lines = [line for cell in cells.values() for line in _ranked(cell, metric)]
    return tuple(sorted(lines, key=lambda line: _order(line, metric)))


def _order(line: Standing, metric: str) -> tuple[object, ...]:
    drop = line.drop
    cell = (drop.lenient, drop.dataset, drop.type, drop.perturbation, drop.scorer)
    meta = line.submission.meta
    return (*cell, meta.paper, -drop.measured(metric).perturbed, meta.name, meta.revision)


def _ranked(cell: Sequence[tuple[Submission, Drop]], metric: str) -> list[Standing]:
    """Rank those whose intervals do not overlap apart, and all others together.

    A rank interval is from 1 + the number of those surely better to the number of all less
    those surely worse.
    """
    scores = [drop.measured(metric) for submission, drop in cell if submission.status != "paper"]
    lines = []
    for submission, drop in cell:
        best = worst = None
        if submission.status != "paper":
            own = drop.measured(metric)
            best = 1 + sum(_surely_above(other, own) for other in scores)
            worst = len(scores) - sum(_surely_above(own, other) for other in scores)
        lines.append(Standing(submission, drop, best, worst))
    return lines


def _surely_above(one: Measured, other: Measured) -> bool:
    if one.perturbed_low is None or other.perturbed_high is None:
        return False
    return one.perturbed_low > other.perturbed_high
