"""Decompose a drop into entity knowledge and domain shift (Yan et al. 2022, section 4.1).

InDistName renames entities to other names of the same test set, so the distribution of names does
not change. The drop that it causes is attributed to entity knowledge. The additional drop with
names from a database (DBName) or random strings (RandStr) is attributed to domain shift.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from builders.scoring.metrics import Floats
from builders.scoring.prediction_records import METRICS, Record, bounds, count_clusters, percent
from builders.scoring.scorecard import CellScores
from builders.scoring.uncertainty import clustered

SAME_DOMAIN: Final = "InDistName"
OTHER_DOMAINS: Final = ("DBName", "RandStr")


def decomposed(cells: Sequence[CellScores]) -> Iterator[Record]:
    """Yield the parts into which drops are decomposed, for each dataset and answer type.

    Each element of `cells` has the row-by-row scores of one perturbation. A part is a record with
    `drop_em` and `drop_f1` in percent. The part "entity knowledge" is the drop with names of the
    same test set (InDistName). The part "domain shift" is the additional drop with names from a
    database (DBName) or random strings (RandStr). Datasets and types without the perturbation
    InDistName have no parts.
    """
    by_place = {(each.cell.dataset, each.cell.type, each.cell.perturbation): each
                for each in cells}  # fmt: skip
    for (dataset, kind, perturbation), same in by_place.items():
        if perturbation != SAME_DOMAIN:
            continue
        yield _record(
            same, "entity knowledge", {m: same.before[m] - same.after[m] for m in METRICS}
        )
        for name in OTHER_DOMAINS:
            other = by_place.get((dataset, kind, name))
            if other is not None:
                lost = {m: same.after[m] - other.after[m] for m in METRICS}
                yield _record(other, "domain shift", lost)


def _record(scores: CellScores, what: str, lost: dict[str, Floats]) -> Record:
    cell = scores.cell
    record: Record = {
        "part": what, "config": cell.name, "dataset": cell.dataset, "type": cell.type,
        "perturbation": cell.perturbation, "n": len(scores.clusters),
        "clusters": count_clusters(scores.clusters),
    }  # fmt: skip
    for metric in METRICS:
        estimate = clustered(lost[metric], scores.clusters)
        record |= {f"drop_{metric}": 100 * estimate.mean, f"se_{metric}": percent(estimate.se)}
        record |= bounds("", metric, estimate.interval)
    return record
