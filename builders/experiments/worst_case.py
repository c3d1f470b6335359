"""The worst case, best case and stability of predictions over B renamings of the same rows.

Balasubramanian et al. 2020, algorithm 1: of B renamings of an instance, find the renaming with the
lowest score and the one with the highest score; ties go to the first. The original is not one of
the B renamings, so the best score may be below the original's. The minimum over B renamings
decreases with B even if a model's errors are unrelated to names, so compare it with `curve` and
`by_chance`.

Arrays are indexed by renaming and row, with shape (B, n). Scores are from 0 to 1. `renamed` marks
the renamings that changed a row: a row is unchanged if no name was available for it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from builders.draws import Key, digest
from builders.scoring.metrics import Floats, Integers, Mask

FEWEST: Final = 2
"""The fewest renamings of a row for which a worst and a best are found, if several were drawn."""

SIZES: Final = (1, 2, 5, 10, 20, 50)
"""Numbers of renamings for which `curve` gives scores; the number of all renamings is added."""


@dataclass(frozen=True, slots=True)
class Extremes:
    """The worst and the best renaming of each row.

    `worst` and `best` are indices of renamings. `kept` marks the rows with enough renamings; the
    indices of other rows are meaningless.
    """

    worst: Integers
    best: Integers
    kept: Mask


def extremes(scores: Floats, renamed: Mask) -> Extremes:
    """Return the worst and the best renaming of every row, the first in a tie."""
    kept = renamed.sum(axis=0) >= min(FEWEST, len(scores))
    return Extremes(
        np.where(renamed, scores, math.inf).argmin(axis=0).astype(np.int64),
        np.where(renamed, scores, -math.inf).argmax(axis=0).astype(np.int64),
        kept,
    )


def picked(scores: Floats, which: Integers) -> Floats:
    """Return the score of each row under its picked renaming, as an array (n,)."""
    found: Floats = scores[which, np.arange(scores.shape[1])]
    return found


@dataclass(frozen=True, slots=True)
class Point:
    """The mean worst and best scores over `size` renamings."""

    size: int
    worst: float
    best: float


def curve(scores: Floats, renamed: Mask, sizes: Sequence[int] = SIZES) -> list[Point]:
    """Return the mean worst and best scores for each of the `sizes` below B, and for B itself.

    Each is a mean over all subsets of that many renamings, computed in closed form, so the order of
    seeds does not matter. A row with fewer renamings than the size uses all renamings that it has.
    """
    most = len(scores)
    kept = extremes(scores, renamed).kept
    if not kept.any():
        return []
    low = np.sort(np.where(renamed, scores, math.inf)[:, kept], axis=0)
    high = -np.sort(np.where(renamed, -scores, math.inf)[:, kept], axis=0)
    counts = renamed[:, kept].sum(axis=0)
    return [
        Point(size, _mean_extreme(low, counts, size), _mean_extreme(high, counts, size))
        for size in sorted({each for each in sizes if each < most} | {most})
    ]


def _mean_extreme(ranked: Floats, counts: Integers, size: int) -> float:
    """Return the mean over columns of the expected extreme of `size` values drawn from a column.

    Each column is sorted, with its extreme (lowest or highest) value first. Only its first `counts`
    values are drawn from, without replacement.
    """
    total = 0.0
    for count in np.unique(counts).tolist():
        weights = np.array(_first_weights(count, min(size, count)))
        total += float((weights @ ranked[: len(weights), counts == count]).sum())
    return total / len(counts)


def _first_weights(count: int, size: int) -> list[float]:
    """Return the probabilities that 0, 1, … is the lowest rank among `size` of `count` ranks."""
    ways = math.comb(count, size)
    return [math.comb(count - rank - 1, size - 1) / ways for rank in range(count - size + 1)]


def by_chance(scores: Floats, renamed: Mask, key: Key, repeats: int = 20) -> Point:
    """Return the worst and best scores that a model would have if its errors hit rows at random.

    Within each renaming, scores are shuffled over the renamed rows: every renaming keeps its mean,
    and no row is harder than another. If the observed worst score is above the one returned, the
    model tends to fail on the same rows under every renaming. If the two are about equal, the model
    can fail on any row.
    """
    worst, best = 0.0, 0.0
    for repeat in range(repeats):
        shuffled = scores.copy()
        for number in range(len(scores)):
            rows = np.flatnonzero(renamed[number])
            bits = np.random.Philox(
                key=int.from_bytes(digest((*key, "shuffled", repeat, number)), "big")
            )
            order = np.argsort(bits.random_raw(len(rows)), kind="stable")
            shuffled[number, rows] = scores[number, rows[order]]
        found = extremes(shuffled, renamed)
        worst += float(picked(shuffled, found.worst)[found.kept].mean())
        best += float(picked(shuffled, found.best)[found.kept].mean())
    return Point(len(scores), worst / repeats, best / repeats)


def pairwise_agreement(answers: Integers) -> Floats:
    """Return the share of pairs of renamings with the same answer for each row, as an array (n,).

    `answers` are codes of answers in the source's names. Negative codes are missing answers, which
    agree with no other answer. With only one renaming there are no pairs, and the result is NaN.
    """
    most, n = answers.shape
    if most < 2:
        return np.full(n, math.nan)
    alike = np.zeros(n)
    for gap in range(1, most):
        alike += ((answers[gap:] == answers[:-gap]) & (answers[gap:] >= 0)).sum(axis=0)
    return alike / math.comb(most, 2)
