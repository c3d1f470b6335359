"""The worst, the best and the stability of predictions over B renamings of the same rows.

Balasubramanian et al. 2020, algorithm 1: of B renamings of an instance, the one with the lowest
score and the one with the highest; the first of equal ones. The original is none of the B, so the
best may be below it. A minimum over B falls with B even where a model's errors have nothing to do
with names: read it beside `curve` and `by_chance`.

Arrays are by renaming and row, (B, n); scores are from 0 to 1. `renamed` says in which of the B a
row was renamed at all: a row that no name was free for is no renaming of itself.
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
"""Renamings of a row below which it has neither a worst nor a best, unless B is 1."""

SIZES: Final = (1, 2, 5, 10, 20, 50)
"""Points of the curve over B; B itself is added."""


@dataclass(frozen=True, slots=True)
class Extremes:
    """Which renaming of each row is worst and best, and which rows have any.

    `worst` and `best` are indices of renamings, 0 where `kept` is False.
    """

    worst: Integers
    best: Integers
    kept: Mask


def extremes(scores: Floats, renamed: Mask) -> Extremes:
    """Return the worst and the best renaming of every row, the first of equal ones."""
    kept = renamed.sum(axis=0) >= min(FEWEST, len(scores))
    return Extremes(
        np.where(renamed, scores, math.inf).argmin(axis=0).astype(np.int64),
        np.where(renamed, scores, -math.inf).argmax(axis=0).astype(np.int64),
        kept,
    )


def picked(scores: Floats, which: Integers) -> Floats:
    """Return the score of each row under the renaming that was picked for it, (n,)."""
    found: Floats = scores[which, np.arange(scores.shape[1])]
    return found


@dataclass(frozen=True, slots=True)
class Point:
    """The mean worst and best score where only `size` renamings are looked at."""

    size: int
    worst: float
    best: float


def curve(scores: Floats, renamed: Mask, sizes: Sequence[int] = SIZES) -> list[Point]:
    """Return the worst and best over fewer renamings than there are.

    The mean over all subsets of a size, in closed form, so that no order of seeds matters; a row
    with fewer renamings than the size gives those it has.
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
    """Return the mean first of `size` drawn from each column's first `counts` ranked values."""
    total = 0.0
    for count in np.unique(counts).tolist():
        weights = np.array(_first_weights(count, min(size, count)))
        total += float((weights @ ranked[: len(weights), counts == count]).sum())
    return total / len(counts)


def _first_weights(count: int, size: int) -> list[float]:
    """Return how probable it is that the first of `size` out of `count` has rank 0, 1, …"""
    ways = math.comb(count, size)
    return [math.comb(count - rank - 1, size - 1) / ways for rank in range(count - size + 1)]


def by_chance(scores: Floats, renamed: Mask, key: Key, repeats: int = 20) -> Point:
    """Return the worst and best of a model whose errors fall on rows by chance.

    Within each renaming the scores are shuffled over the rows that were renamed: every renaming
    keeps its mean, and no row is harder than another. An observed worst above this one says that
    a model fails on the same rows again; one as low says that it fails anywhere.
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
    """Return the share of pairs of renamings under which each row is answered alike, (n,).

    `answers` are numbers of answers in the source's names, below 0 where missing, which agree
    with none. With one renaming there is no pair: NaN.
    """
    most, n = answers.shape
    if most < 2:
        return np.full(n, math.nan)
    alike = np.zeros(n)
    for gap in range(1, most):
        alike += ((answers[gap:] == answers[:-gap]) & (answers[gap:] >= 0)).sum(axis=0)
    return alike / math.comb(most, 2)
