"""Scores by the length of the new names, in terciles.

Names of one culture may be longer than another's, and longer names are more to get wrong, so that
a drop may be one of length (Yan et al. 2022, table 6, has no such control). A renamed row's length
is the mean over its new names, see builders.scoring.name_measures. The bounds of the terciles are
those of all renamings of the same rows together: within one of them, perturbations have names of
about one length and can be compared.
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
    """A perturbation of a subset: scores by scorer, and `lengths` by seed and row.

    A row without new names has the length NaN.
    """

    config: str
    clusters: Integers
    lengths: Floats
    before: Mapping[str, Scores]
    after: Mapping[str, Sequence[Scores]]


def by_tercile(cells: Sequence[RowLengths], unit: str) -> Iterator[Record]:
    """Yield the drops of every perturbation of a subset in the terciles that have rows of it."""
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
