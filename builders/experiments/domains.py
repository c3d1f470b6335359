"""A model's scores in the domains that it was trained on, and in others.

This is table 10 of Tang et al. 2021.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import sqrt

import numpy as np

from builders.errors import ChooseKnownError, FixInputError
from builders.scoring.metrics import Floats, Integers, Mask
from builders.scoring.prediction_records import METRICS, Record, bounds
from builders.scoring.uncertainty import FEWEST_CLUSTERS, Estimate, Interval, clustered, t_quantile
from builders.types import Example


def by_domain(
    questions: Sequence[Example],
    domains: Mapping[str, str],
    inside: Collection[str],
    scores: tuple[Floats, Floats],
) -> Record:
    """Return the scores of each domain and the gap between in-domain and out-of-domain, in percent.

    The argument `domains` maps question ids to domains. `inside` lists the domains that the model
    was trained on; all others count as out-of-domain. The result has these keys: `domains` has a
    record for each domain, `gap` has the in-domain minus the out-of-domain scores, and `unlabelled`
    is the number of questions without a domain. Raises ChooseKnownError for a domain in `inside`
    that no question has, and FixInputError if there are no in-domain or no out-of-domain questions.
    """
    names = np.array([domains.get(each.id, "") for each in questions])
    known = sorted({each for each in names.tolist() if each})
    for each in inside:
        if each not in known:
            raise ChooseKnownError("domain", each, known)
    passages = {each.context: number for number, each in enumerate(questions)}
    clusters = np.array([passages[each.context] for each in questions])
    within = np.isin(names, list(inside))
    outside = ~within & (names != "")
    if not within.any() or not outside.any():
        raise FixInputError("domains: give some of them, and not all, as in-domain")
    return {
        "unlabelled": int((names == "").sum()),
        "domains": [
            {"domain": each, "inside": each in inside, **_means(scores, names == each, clusters)}
            for each in known
        ],
        "gap": _gap(scores, within, outside, clusters),
    }


def _means(scores: tuple[Floats, Floats], rows: Mask, clusters: Integers) -> Record:
    record: Record = {"n": int(rows.sum())}
    for metric, values in zip(METRICS, scores, strict=True):
        found = _mean(values, rows, clusters)
        record |= {metric: 100 * found.mean, **bounds("", metric, found.interval)}
    return record


def _mean(values: Floats, rows: Mask, clusters: Integers) -> Estimate:
    _, own = np.unique(clusters[rows], return_inverse=True)
    return clustered(values[rows], own)


def _gap(scores: tuple[Floats, Floats], within: Mask, outside: Mask, clusters: Integers) -> Record:
    """Return the mean scores of the rows `within` minus those of the rows `outside`, in percent.

    The confidence interval uses the degrees of freedom of the group with fewer passages.
    """
    record: Record = {}
    for metric, values in zip(METRICS, scores, strict=True):
        one, other = (_mean(values, rows, clusters) for rows in (within, outside))
        gap, fewest = one.mean - other.mean, min(one.clusters, other.clusters)
        interval = None
        if fewest >= FEWEST_CLUSTERS and one.se is not None and other.se is not None:
            reach = t_quantile(0.975, fewest - 1) * sqrt(one.se**2 + other.se**2)
            interval = Interval(gap - reach, gap + reach)
        record |= {metric: 100 * gap, **bounds("", metric, interval)}
    return record
