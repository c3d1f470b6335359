"""Functions that compute the records of a scorecard from columns of scores.

A record has the scores of a split or of a perturbation, in percent. Its keys are described in
builders.scoring.scorecard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from builders.scoring.cells import PerturbationPredictions
from builders.scoring.metrics import LENIENT, Floats, Integers, Mask, Scores
from builders.scoring.scored import OriginalRows, Scored
from builders.scoring.thresholds import best_threshold
from builders.scoring.uncertainty import (
    POWER_FACTOR,
    Estimate,
    Interval,
    bootstrap,
    clustered,
    clustered_wilson,
    relative,
)

METRICS: Final = ("em", "f1")
Record = dict[str, Any]

# Inclusive ranges of the number of edits in a row's passage and question, to group rows by.
_EDITS: Final = ((0, 0), (1, 1), (2, 3), (4, 7), (8, 15), (16, None))


@dataclass(frozen=True, slots=True)
class CellRows:
    """The rows of an original file, and their scores after one perturbation with each seed.

    `after` has one scored file per seed, in the order of `cell.seeds`.
    """

    cell: PerturbationPredictions
    subset: OriginalRows
    after: Sequence[Scored]


def values_of(metric: str, scores: Scores) -> Floats:
    """Return the score of each row in one metric, em or f1."""
    return scores.em if metric == "em" else scores.f1


def count_clusters(clusters: Integers) -> int:
    """Return the number of distinct passages; `clusters` has the passage number of each row."""
    return len(np.unique(clusters))


def of_main_scorer(records: Sequence[Record]) -> Sequence[Record]:
    """Leave out the records of the lenient scorer, which ignores spelling.

    If there are no other records, all records are returned.
    """
    return [each for each in records if each["scorer"] != LENIENT] or records


def percent(value: float | None) -> float | None:
    """Convert a fraction to percent; None stays None."""
    return None if value is None else 100 * value


def mean_over(values: Floats, mask: Mask) -> float | None:
    """Return the mean over the rows that a mask selects, or None if it selects no row."""
    return float(values[mask].mean()) if mask.any() else None


def bounds(prefix: str, metric: str, interval: Interval | None) -> Record:
    """Return the bounds of an interval in percent, with keys such as `low_em` and `high_em`.

    The keys start with `prefix`. If `interval` is None, the values are None.
    """
    tail = f"_{metric}" if metric else ""
    return {
        f"{prefix}low{tail}": percent(interval.low if interval else None),
        f"{prefix}high{tail}": percent(interval.high if interval else None),
    }


def level(metric: str, estimate: Estimate) -> Record:
    """Return a record of a score in percent, with its standard error and interval.

    Its keys are `em`, `se_em`, `low_em` and `high_em` for the metric em.
    """
    return {
        metric: 100 * estimate.mean,
        f"se_{metric}": percent(estimate.se),
        **score_bounds("", metric, estimate),
    }


def score_bounds(prefix: str, metric: str, estimate: Estimate) -> Record:
    """Return the bounds of a score's interval in percent, with keys such as `low_em` and `high_em`.

    The keys start with `prefix`. For exact match, the interval is Wilson's. No bound is below 0 or
    above 100 percent.
    """
    interval = clustered_wilson(estimate) if metric == "em" else estimate.interval
    if interval is not None:
        interval = Interval(max(0.0, interval.low), min(1.0, interval.high))
    return bounds(prefix, metric, interval)


def part(name: str, scores: Scores, mask: Mask, clusters: Integers) -> Record:
    """Return a record of the scores, in percent, of the rows that a mask selects.

    The record has the number of rows, the mean scores and their intervals. Its keys start with
    `name`, for example `hasans_em`.
    """
    record: Record = {f"{name}_n": int(mask.sum())}
    for metric in METRICS:
        values = values_of(metric, scores)
        record[f"{name}_{metric}"] = percent(mean_over(values, mask))
        record |= score_bounds(f"{name}_", metric, clustered(values[mask], clusters[mask]))
    return record


def thresholds(scored: Scored, scores: Scores, subset: OriginalRows) -> Record:
    """Return a record of the best scores, in percent, that a no-answer threshold can give.

    The record is empty if all questions have an answer or a prediction has no no-answer score.
    """
    if subset.has_answer.all() or np.isnan(scored.no_answer).any():
        return {}
    found: Record = {}
    for metric in METRICS:
        values = values_of(metric, scores)
        best = best_threshold(values, scored.no_answer, subset.has_answer, scored.empty)
        found |= {f"best_{metric}": 100 * best.score, f"best_{metric}_threshold": best.threshold}
    return found


def means(metric: str, before: Floats, after: Floats, clusters: Integers) -> Record:
    """Return a record of scores before and after renaming and their paired difference, in percent.

    `before` and `after` have one score per row, from 0 to 1. `clusters` has the passage number of
    each row.
    """
    drop = clustered(before - after, clusters)
    return {
        f"original_{metric}": 100 * float(before.mean()),
        f"perturbed_{metric}": 100 * float(after.mean()),
        f"drop_{metric}": 100 * drop.mean,
        f"se_{metric}": percent(drop.se),
        **bounds("", metric, drop.interval),
        f"p_{metric}": drop.p,
        f"mde_{metric}": None if drop.interval is None else percent(POWER_FACTOR * (drop.se or 0)),
    }


def part_of_drop(old: Scores, news: Sequence[Scores], mask: Mask, clusters: Integers) -> Record:
    """Return a record of how much scores drop by renaming on part of the rows, in percent.

    `news` has the scores after renaming for each seed, and `mask` says for each seed which rows
    belong to the part. The score of a row after renaming is its mean over the seeds with which it
    belongs to the part.
    """
    inside = mask.any(axis=0)
    record: Record = {"n": int(inside.sum()), "clusters": count_clusters(clusters[inside])}
    for metric in METRICS:
        seeds = np.stack([values_of(metric, new) for new in news])
        after = np.mean(seeds, axis=0, where=mask | ~inside)[inside]
        record |= means(metric, values_of(metric, old)[inside], after, clusters[inside])
    return record


def drop_metric(metric: str, before: Floats, seeds: Floats, rows: CellRows) -> Record:
    """Return a record of how much one metric drops by renaming, in percent, with intervals.

    The record also has the relative drop, the drop on renamed rows, the score with the worst seed
    of each row, and the spread over seeds. `before` has one score per row, from 0 to 1, and `seeds`
    has the scores after renaming by seed and row.
    """
    after, clusters = seeds.mean(axis=0), rows.subset.clusters
    record = means(metric, before, after, clusters)
    for name, values in (("original", before), ("perturbed", after)):
        record |= score_bounds(f"{name}_", metric, clustered(values, clusters))
    ratio = relative(before - after, before, clusters)
    record[f"relative_{metric}"] = percent(ratio.mean if ratio else None)
    record |= bounds("relative_", metric, ratio.interval if ratio else None)
    record[f"changed_drop_{metric}"] = percent(mean_over(before - after, rows.after[0].changed))
    worst = seeds.min(axis=0)
    (interval,) = bootstrap([worst], clusters, ("worst", rows.cell.name, metric))
    record[f"worst_{metric}"] = 100 * float(worst.mean())
    record |= bounds("worst_", metric, interval)
    record[f"worst_with_original_{metric}"] = 100 * float(np.minimum(worst, before).mean())
    by_seed = (before - seeds).mean(axis=1)
    spread = float(by_seed.std(ddof=1)) if len(by_seed) > 1 else None
    record[f"seed_sd_{metric}"] = percent(spread)
    return record


def agreement(rows: CellRows, before: Scored) -> Record:
    """Return a record of how often the answers to a row's renamed versions agree.

    Answers are compared after they have been mapped back to the source's names, with each other and
    with those on the original rows (`before`). A missing answer agrees with no other answer.
    """
    after = rows.after
    answers = np.stack([each.answers for each in after])
    answered = (answers >= 0).all(axis=0)
    alike = ((answers == answers[0]).all(axis=0) & answered).astype(float)
    stable = alike * (answers[0] == before.answers)
    differs = ((answers != before.answers) | (answers < 0)).mean(axis=0)
    intervals = bootstrap(
        [alike, stable, differs], rows.subset.clusters, ("agreement", rows.cell.name)
    )
    record: Record = {}
    for name, values, interval in zip(
        ("consistency", "stability", "changed_answer"), (alike, stable, differs), intervals,
        strict=True,
    ):  # fmt: skip
        record[name] = 100 * float(values.mean())
        record |= bounds(f"{name}_", "", interval)
    record["ambiguous"] = sum(each.ambiguous for each in after)
    record["mapped"] = {
        how: sum(each.mapped[how] for each in after)
        for how in ("exact", "snapped", "by-name", "unmapped")
    }
    return record


def transitions(before: Floats, seeds: Floats) -> Record:
    """Return the percentages of rows that are right or wrong before and after renaming.

    `before` has the exact-match score of each row. `seeds` has the scores after renaming,
    as an array of shape (seeds, rows). The percentages are averaged over seeds.
    """
    was, now = before > 0.5, seeds > 0.5
    return {
        "right_right": 100 * float((was & now).mean()),
        "right_wrong": 100 * float((was & ~now).mean()),
        "wrong_right": 100 * float((~was & now).mean()),
        "wrong_wrong": 100 * float((~was & ~now).mean()),
    }


def masks(after: Sequence[Scored], subset: OriginalRows) -> Iterator[tuple[str, str, Mask]]:
    """Yield the kind, name and mask of every part of the rows for which drops are computed.

    Examples of kind and name are ("edits", "2-3") and ("answer", "HasAns").
    Rows are grouped by their number of edits, by the span types renamed in them, by the gender and
    culture of old and new names, and by whether the question has an answer. A mask has a
    value for each seed and row, because the new names of a row differ between seeds.
    """
    edits = np.stack([each.edits for each in after])
    for low, high in _EDITS:
        name = f"{low} or more" if high is None else f"{low}" if low == high else f"{low}-{high}"
        yield "edits", name, (edits >= low) & (edits <= (edits.max() if high is None else high))
    nowhere = np.zeros(len(subset.ids), bool)
    for name in sorted({name for each in after for name in each.types}):
        yield "span type", name, np.stack([each.types.get(name, nowhere) for each in after])
    for by, name in sorted({key for each in after for key in each.directions}):
        found = [each.directions.get((by, name), nowhere) for each in after]
        yield by, name, np.stack(found)
    for name, mask in (("HasAns", subset.has_answer), ("NoAns", ~subset.has_answer)):
        yield "answer", name, np.broadcast_to(mask, edits.shape)
