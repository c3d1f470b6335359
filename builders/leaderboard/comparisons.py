"""Row-by-row comparisons of models, from the predictions in their submissions: comparisons.json.

`renamer leaderboard check` writes this file, and `renamer leaderboard build` ranks models by it.
Its keys are:

- `cells`: an entry for each config, scorer and metric, if the predictions of several submissions
  were scored. In an entry, `compared` lists these submissions, and `above` lists the pairs in which
  the first submission is significantly better than the second on renamed rows.
- `submissions`: the SHA-256 of each submission's reproduced.json at the time of the comparison. A
  submission whose reproduced.json has changed since then is treated as not compared.

The significance test is paired by row, with scores averaged over seeds and clustered by source
passage. Its level is 5%, with Holm's correction over all pairs of an entry.
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
"""What models are compared on: a config, a scorer and a metric."""


@dataclass(frozen=True, slots=True)
class Comparisons:
    """The results of comparing submissions row by row, for each config, scorer and metric.

    Submissions are named by their folders.
    """

    compared: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    """The submissions that were compared with each other."""
    above: Mapping[Cell, frozenset[tuple[str, str]]] = field(default_factory=dict)
    """The pairs in which the first submission is significantly better than the second."""

    def surely_above(self, cell: Cell, one: str, other: str) -> bool | None:
        """Return whether submission `one` is significantly better than submission `other`.

        Returns None if they were not compared for this config, scorer and metric (`cell`).
        """
        if not {one, other} <= self.compared.get(cell, frozenset()):
            return None
        return (one, other) in self.above[cell]


def comparisons_text(results: Path, cells: Mapping[str, Sequence[CellScores]]) -> str:
    """Compare submissions row by row, and return the text of comparisons.json.

    `cells` has the row-by-row scores of each submission, by its folder in `results`.
    """
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
    """Return the comparisons in comparisons.json; there are none without this file.

    Submissions whose reproduced.json has changed since the comparison are left out. Raises
    FixInputError if the file is invalid.
    """
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
    """Return the SHA-256 of a submission's reproduced.json.

    Returns an empty string if there is no such file, or if `folder` leads out of the results
    folder.
    """
    place = results / folder / REPRODUCED
    within = place.resolve().is_relative_to(results.resolve())
    return sha256(place.read_bytes()).hexdigest() if within and place.is_file() else ""
