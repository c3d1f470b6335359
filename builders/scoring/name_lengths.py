"""Scores for rows with short, middle and long new names (the terciles of the length).

Names of one culture may be longer than names of another, and longer names are harder to get right.
So a drop may be caused by length, which table 6 of Yan et al. 2022 does not control for. The length
of a renamed row is the mean length of its new names (see builders.scoring.name_measures). The
bounds of the terciles are computed over all renamings of the same rows together. Within a tercile,
the new names of all perturbations have similar lengths, so perturbations can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from builders.scoring.metrics import Floats, Integers, Mask, Scores
from builders.scoring.prediction_records import Record, part_of_drop

TERCILES: Final = ("short", "middle", "long")


@dataclass(frozen=True, slots=True)
class RowLengths:
    """The scores of rows before and after one perturbation, and the lengths of the new names."""

    config: str
    """The name of the config that contains all seeds of the perturbation."""
    clusters: Integers
    """The number of each row's source passage."""
    lengths: Floats
    """The mean length of a row's new names, by seed and row: NaN for a row without new names."""
    before: Mapping[str, Scores]
    """The scores of the original rows, by the name of the scorer."""
    after: Mapping[str, Sequence[Scores]]
    """The scores of the renamed rows for each seed, by the name of the scorer."""


def by_tercile(cells: Sequence[RowLengths], unit: str) -> Iterator[Record]:
    """Yield a record of the drop for every perturbation, scorer and tercile of name lengths.

    `cells` has all perturbations of one original file. The terciles are computed over all of them
    together. Terciles without rows are left out. `unit` says in what the lengths are measured, for
    example "letters".
    """
    known = [cell.lengths[~np.isnan(cell.lengths)] for cell in cells]
    if not sum(map(len, known)):
        return
    first, second = np.quantile(np.concatenate(known), [1 / 3, 2 / 3])
    for cell in cells:
        for scorer, old in cell.before.items():
            for name, mask in zip(TERCILES, _masks(cell.lengths, first, second), strict=True):
                if mask.any():
                    record: Record = {
                        "config": cell.config, "scorer": scorer, "tercile": name, "unit": unit,
                        "shortest": float(cell.lengths[mask].min()),
                        "longest": float(cell.lengths[mask].max()),
                    }  # fmt: skip
                    yield record | part_of_drop(old, cell.after[scorer], mask, cell.clusters)


def _masks(lengths: Floats, first: float, second: float) -> tuple[Mask, Mask, Mask]:
    return lengths <= first, (lengths > first) & (lengths <= second), lengths > second
