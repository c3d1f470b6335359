"""The worst case, best case and stability of predictions over B renamings of the same rows.

Algorithm 1 of Balasubramanian et al. 2020 finds, of B renamings of an instance, the one with the
lowest and the one with the highest score; in a tie, the first is taken. The original instance is
not one of the B renamings, so the best score may be below the score before renaming. The minimum
over B renamings decreases with B even if a model's errors are unrelated to names, so compare it
with `curve` and `by_chance`.

The arrays have the shape (B, n), for B renamings and n rows. Scores are from 0 to 1. `renamed`
marks the renamings that changed a row. A row is unchanged if no new name was available for it.
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
"""The number of renamings that a row must have to be given a worst and a best one.

If only one renaming was made of all rows, one is enough.
"""

SIZES: Final = (1, 2, 5, 10, 20, 50)
"""The numbers of renamings for which `curve` gives scores, besides the number of all renamings."""


@dataclass(frozen=True, slots=True)
class Extremes:
    """The worst and the best renaming of each row, as arrays with one element per row."""

    worst: Integers
    """The index of the renaming with the lowest score."""
    best: Integers
    """The index of the renaming with the highest score."""
    kept: Mask
    """Whether the row has enough renamings; if not, its indices are meaningless."""


def extremes(scores: Floats, renamed: Mask) -> Extremes:
    """Return the worst and the best renaming of every row; in a tie, the first is taken."""
    kept = renamed.sum(axis=0) >= min(FEWEST, len(scores))
    return Extremes(
        np.where(renamed, scores, math.inf).argmin(axis=0).astype(np.int64),
        np.where(renamed, scores, -math.inf).argmax(axis=0).astype(np.int64),
        kept,
    )


def picked(scores: Floats, which: Integers) -> Floats:
    """Return the score of each row for one of its renamings, as an array of shape (n,).

    `which` is the index of the renaming that is picked for each row.
    """
    found: Floats = scores[which, np.arange(scores.shape[1])]
    return found


@dataclass(frozen=True, slots=True)
class Point:
    """The worst and the best score of a row among `size` renamings, averaged over all rows."""

    size: int
    worst: float
    best: float


def curve(scores: Floats, renamed: Mask, sizes: Sequence[int] = SIZES) -> list[Point]:
    """Return the mean worst and best scores for smaller numbers of renamings.

    The result has a point for each of the `sizes` that is less than the number of renamings
    in `scores`, and one for that number itself. A point is the mean over all subsets of
    that many renamings, computed in closed form, so the order of the renamings does not
    matter. If a row has fewer renamings, all of them are used. The result is empty if no
    row has enough renamings.
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
    """Return, for each rank, the probability that it is the lowest of `size` drawn ranks.

    The ranks are drawn at random without replacement from 0 to `count` - 1. The result ends
    with the highest rank that can be the lowest.
    """
    ways = math.comb(count, size)
    return [math.comb(count - rank - 1, size - 1) / ways for rank in range(count - size + 1)]


def by_chance(scores: Floats, renamed: Mask, key: Key, repeats: int = 20) -> Point:
    """Return the worst and best scores that a model would have if its errors hit rows at random.

    Within each renaming, scores are shuffled over the renamed rows. Every renaming keeps its mean
    score, but no row is harder than another. If the observed worst score is above the returned
    worst score, the model tends to fail on the same rows under every renaming. If the two are about
    equal, the model can fail on any row. `key` seeds the shuffles, and the result is the mean over
    `repeats` of them.
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
    """Return, for each row, the share of pairs of its renamings that have the same answer.

    `answers` has shape (B, n): a code for each answer, after mapping new names back to the old
    names. Negative codes are missing answers, which agree with no other answer. The result has
    shape (n,). With only one renaming there are no pairs, and it is NaN.
    """
    most, n = answers.shape
    if most < 2:
        return np.full(n, math.nan)
    alike = np.zeros(n)
    for gap in range(1, most):
        alike += ((answers[gap:] == answers[:-gap]) & (answers[gap:] >= 0)).sum(axis=0)
    return alike / math.comb(most, 2)
