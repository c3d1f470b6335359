"""How a model scores on B renamings of the same rows, and how far its answers to them agree.

All B renamings are made by the same perturbation.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from builders.experiments.worst_case import (
    Extremes,
    by_chance,
    curve,
    extremes,
    pairwise_agreement,
    picked,
)
from builders.scoring.metrics import Floats, Mask
from builders.scoring.prediction_records import (
    METRICS,
    CellRows,
    Record,
    agreement,
    bounds,
    count_clusters,
    percent,
    values_of,
)
from builders.scoring.scored import Scored
from builders.scoring.uncertainty import bootstrap

_AGREEMENTS: Final = {"stability": "stability", "consistency": "consistency",
                      "changed_answer": "dpr"}  # fmt: skip


def cell_record(rows: CellRows, before: Scored | None, scorer: str) -> Record:
    """Return the results for a perturbation in percent, computed from its scored renamings.

    builders.experiments.probe describes the keys of the result. `before` has the scores of the
    original rows, or is None if there are no predictions for them.
    """
    cell = rows.cell
    renamed = np.stack([each.changed for each in rows.after])
    record: Record = {
        "config": cell.name, "dataset": cell.dataset, "type": cell.type or None,
        "perturbation": cell.perturbation, "scorer": scorer,
        "renamings": len(rows.after), "n": len(rows.subset.ids),
        "clusters": count_clusters(rows.subset.clusters),
    }  # fmt: skip
    for metric in METRICS:
        record |= _extremes(metric, rows, before, renamed, scorer)
    return record | _agreement(rows, before)


def best_and_worst(rows: CellRows, scorer: str) -> Extremes:
    """Return, for each row, which of its renamings is worst and which is best, by F1."""
    renamed = np.stack([each.changed for each in rows.after])
    return extremes(np.stack([each.scores[scorer].f1 for each in rows.after]), renamed)


def _extremes(
    metric: str, rows: CellRows, before: Scored | None, renamed: Mask, scorer: str
) -> Record:
    seeds = np.stack([values_of(metric, each.scores[scorer]) for each in rows.after])
    found = extremes(seeds, renamed)
    kept, key = found.kept, ("probe", rows.cell.name, metric)
    record: Record = {"left_out": int((~kept).sum()), f"curve_{metric}": []}
    if not kept.any():
        return record
    corpora = seeds[:, kept].mean(axis=1)
    spread = float(corpora.std(ddof=1)) if len(corpora) > 1 else None
    chance = by_chance(seeds, renamed, key)
    record |= {
        f"original_{metric}": None if before is None else 100 * float(
            values_of(metric, before.scores[scorer])[kept].mean()),
        f"random_{metric}": 100 * float(corpora.mean()),
        f"random_sd_{metric}": percent(spread),
        f"chance_worst_{metric}": 100 * chance.worst,
        f"chance_best_{metric}": 100 * chance.best,
        f"curve_{metric}": [
            {"size": each.size, "worst": 100 * each.worst, "best": 100 * each.best}
            for each in curve(seeds, renamed)
        ],
    }  # fmt: skip
    columns = [picked(seeds, found.worst)[kept], picked(seeds, found.best)[kept]]
    _, clusters = np.unique(rows.subset.clusters[kept], return_inverse=True)
    intervals = bootstrap(columns, clusters, key)
    for what, values, interval in zip(("worst", "best"), columns, intervals, strict=True):
        record[f"{what}_{metric}"] = 100 * float(values.mean())
        record |= bounds(f"{what}_", metric, interval)
    return record


def _agreement(rows: CellRows, before: Scored | None) -> Record:
    record: Record = {"pairwise": None, **bounds("pairwise_", "", None)}
    if len(rows.after) > 1:
        pairs: Floats = pairwise_agreement(np.stack([each.answers for each in rows.after]))
        (interval,) = bootstrap([pairs], rows.subset.clusters, ("pairwise", rows.cell.name))
        record = {"pairwise": 100 * float(pairs.mean()), **bounds("pairwise_", "", interval)}
    if before is None:
        return record
    agreed = agreement(rows, before)
    for old, new in _AGREEMENTS.items():
        record |= {f"{new}{end}": agreed[f"{old}{end}"] for end in ("", "_low", "_high")}
    return record | {"ambiguous": agreed["ambiguous"], "mapped": agreed["mapped"]}
