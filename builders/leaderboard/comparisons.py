"""Models compared row by row, from the predictions that submissions carry: comparisons.json.

`renamer leaderboard check` writes it and `build` ranks by it. A cell is a config, scorer and
metric; `compared` are the submissions whose predictions were scored there, `above` the pairs of
which one is surely better on renamed rows: paired by row, seeds averaged within it, clustered by
source passage, at 5% by Holm over all pairs of the cell. `submissions` has the SHA-256 of the
reproduced.json that each was compared with: one that is another now is compared no more.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from builders.errors import FixInputError
from builders.leaderboard.results_reading import read_object
from builders.leaderboard.submissions import METRICS, REPRODUCED
from builders.scoring.scorecard import CellScores
from builders.scoring.uncertainty import clustered, holm

COMPARISONS: Final = "comparisons.json"
FORMAT: Final = 1
LEVEL: Final = 0.05

Cell = tuple[str, str, str]
"""Config, scorer and metric."""


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Which submissions, by their folders, were compared in a cell, and which is above which."""

    compared: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    above: Mapping[Cell, frozenset[tuple[str, str]]] = field(default_factory=dict)

    def surely_above(self, cell: Cell, one: str, other: str) -> bool | None:
        """Return whether one is surely above the other; None where they were not compared."""
        if not {one, other} <= self.compared.get(cell, frozenset()):
            return None
        return (one, other) in self.above[cell]


def comparisons_text(results: Path, cells: Mapping[str, Sequence[CellScores]]) -> str:
    """Return comparisons.json for the scores of submissions by their folders."""
    value = {
        "format": FORMAT,
        "level": LEVEL,
        "submissions": {folder: _digest(results, folder) for folder in sorted(cells)},
        "cells": list(_cells(cells)),
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _cells(cells: Mapping[str, Sequence[CellScores]]) -> Iterator[dict[str, Any]]:
    places: dict[tuple[str, str, tuple[int | None, ...]], dict[str, CellScores]] = {}
    for folder in sorted(cells):
        for each in cells[folder]:
            seeds = tuple(source.seed for source in each.cell.seeds)
            places.setdefault((each.cell.name, each.scorer, seeds), {})[folder] = each
    for (config, scorer, _), found in sorted(places.items(), key=lambda each: str(each[0])):
        for metric in METRICS if len(found) > 1 else ():
            yield {"config": config, "scorer": scorer, "metric": metric,
                   "compared": list(found), "above": list(_above(found, metric))}  # fmt: skip


def _above(found: Mapping[str, CellScores], metric: str) -> Iterator[tuple[str, str]]:
    pairs = list(combinations(found, 2))
    estimates = [
        clustered(found[one].after[metric] - found[other].after[metric], found[one].clusters)
        for one, other in pairs
    ]
    adjusted = holm([each.p for each in estimates])
    for (one, other), estimate, p in zip(pairs, estimates, adjusted, strict=True):
        if p is not None and p < LEVEL:
            yield (one, other) if estimate.mean > 0 else (other, one)


def read_comparisons(results: Path) -> Comparisons:
    """Read comparisons.json, where there is one; raise FixInputError where it is none."""
    place = results / COMPARISONS
    if not place.is_file():
        return Comparisons()
    value = read_object(place)
    if value.get("format") != FORMAT:
        value = {}
    try:
        known = frozenset(folder for folder, digest in value["submissions"].items()
                          if _digest(results, folder) == digest)  # fmt: skip
        compared, above = {}, {}
        for each in value["cells"]:
            cell = str(each["config"]), str(each["scorer"]), str(each["metric"])
            compared[cell] = known & frozenset(each["compared"])
            above[cell] = frozenset((str(one), str(other)) for one, other in each["above"])
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FixInputError(
            f"{place}: not what `renamer leaderboard check` writes; delete it and check again"
        ) from None
    return Comparisons(compared, above)


def _digest(results: Path, folder: str) -> str:
    """Return the SHA-256 of a submission's derived scores, empty where there are none."""
    place = results / folder / REPRODUCED
    within = place.resolve().is_relative_to(results.resolve())
    return sha256(place.read_bytes()).hexdigest() if within and place.is_file() else ""
