"""Compare two models on the same rows: differences paired by instance, clustered by passage."""

from __future__ import annotations

from builders.scoring.prediction_records import METRICS, Record, bounds, count_clusters, percent
from builders.scoring.scorecard import CellScores, Scorecard
from builders.scoring.uncertainty import clustered, holm, mcnemar


def compare(one: Scorecard, other: Scorecard) -> list[Record]:
    """Return the differences between two models on the same rows, one record per perturbation.

    Perturbations that only one scorecard has, or whose numbers of rows differ between the two, are
    left out. Keys such as `original_em`, `perturbed_em` and `drop_em` have the score or drop of
    `one` minus that of `other`, in percent. P-values with `holm` in their key are corrected by
    Holm's method over all perturbations. `mcnemar_em` is the p-value of the exact McNemar test on
    the original rows. This test treats rows with the same passage as independent.
    """
    others = {each.cell.name: each for each in other.cells}
    records: list[Record] = []
    for ours in one.cells:
        theirs = others.get(ours.cell.name)
        if theirs is None or len(theirs.clusters) != len(ours.clusters):
            continue
        seeds = [each.seed for each in ours.cell.seeds]
        record: Record = {"config": ours.cell.name, "seeds": seeds, "n": len(ours.clusters),
                          "clusters": count_clusters(ours.clusters)}  # fmt: skip
        for metric in METRICS:
            record |= _differences(metric, ours, theirs)
        was, is_now = ours.before["em"] > 0.5, theirs.before["em"] > 0.5
        record["mcnemar_em"] = mcnemar(int((was & ~is_now).sum()), int((~was & is_now).sum()))
        records.append(record)
    for key in [f"{what}_p_{m}" for what in ("original", "perturbed", "drop") for m in METRICS]:
        for record, p in zip(records, holm([record[key] for record in records]), strict=True):
            record[key.replace("_p_", "_holm_")] = p
    return records


def _differences(metric: str, ours: CellScores, theirs: CellScores) -> Record:
    before = ours.before[metric] - theirs.before[metric]
    after = ours.after[metric] - theirs.after[metric]
    found: Record = {}
    for what, values in (("original", before), ("perturbed", after), ("drop", before - after)):
        estimate = clustered(values, ours.clusters)
        found |= {
            f"{what}_{metric}": 100 * estimate.mean,
            f"{what}_se_{metric}": percent(estimate.se),
            **bounds(f"{what}_", metric, estimate.interval),
            f"{what}_p_{metric}": estimate.p,
        }
    return found
