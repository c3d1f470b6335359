"""Decoding: choosing the most probable set of candidates that do not overlap."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from builders.recognizers.bundled.forest import TYPES
from builders.recognizers.bundled.network import Floats
from builders.recognizers.bundled.observed import TokenSpan

_TINY: Final = 1e-9


class ChosenName(NamedTuple):
    """A candidate that was chosen as a name: its index, its type and its probability."""

    number: int
    type: str
    chance: float


def decode(spans: Sequence[TokenSpan], chances: Floats, bias: float) -> list[ChosenName]:
    """Return the candidates that are names, in order and without overlap.

    `chances` has a row per candidate with the probability of each type and, in the last column, of
    no name. Among all sets of candidates that do not overlap, the set with the largest sum of log
    odds is chosen. The log odds of a candidate compare its best type with no name, plus `bias`.
    """
    if not spans:
        return []
    best = chances[:, :-1].argmax(axis=1)
    top = chances[np.arange(len(best)), best]
    odds = np.log(top + _TINY) - np.log(chances[:, -1] + _TINY) + bias
    order = sorted(np.flatnonzero(odds > 0).tolist(), key=lambda n: (spans[n][1], spans[n][0]))
    ends = [spans[n][1] for n in order]
    totals = [0.0]
    taken: list[int | None] = []
    for at, number in enumerate(order):
        before = bisect_right(ends, spans[number][0], 0, at)
        total = totals[before] + float(odds[number])
        take = total > totals[at]
        totals.append(total if take else totals[at])
        taken.append(before if take else None)
    chosen: list[ChosenName] = []
    at = len(order)
    while at:
        before_it = taken[at - 1]
        if before_it is None:
            at -= 1
        else:
            number = order[at - 1]
            chosen.append(ChosenName(number, TYPES[best[number]], float(top[number])))
            at = before_it
    return chosen[::-1]


def confident(
    choices: Sequence[ChosenName], names: Sequence[str], least: Mapping[str, float]
) -> list[ChosenName]:
    """Return the choices that are probable enough for their type.

    `names` are the texts of the choices. If a name occurs several times, its most probable
    occurrence decides for all. `least` gives the lowest sufficient probability for a type.
    """
    best: dict[str, float] = {}
    for choice, name in zip(choices, names, strict=True):
        best[name] = max(choice.chance, best.get(name, 0.0))
    return [
        choice
        for choice, name in zip(choices, names, strict=True)
        if best[name] >= least.get(choice.type, 0.0)
    ]
