"""The uncertainty of scores: standard errors clustered by passage, intervals, tests.

Questions about the same passage are not independent, so rows are clustered by their source passage
(Miller 2024, *Adding Error Bars to Evals*, appendix A). With C clusters, variances are multiplied
by C/(C-1), which matters if C is small. The scores of an instance are first averaged over seeds,
because its renamings with different seeds are not separate instances.
Results are on the scale of the values that a function gets, such as 0 to 1 or percent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist
from typing import Final

import numpy as np

from builders.draws import Key, digest
from builders.scoring.metrics import Floats, Integers

FEWEST_CLUSTERS: Final = 20
"""The number of passages below which no interval is given, because it would be unreliable."""

LEVEL: Final = 0.95
POWER_FACTOR: Final = 2.8
"""The smallest effect that is found with 80% power at the 5% level, in standard errors.

It is 1.96 + 0.84 (Card et al. 2020).
"""

RESAMPLES: Final = 2000
_Z: Final = NormalDist().inv_cdf(0.5 + LEVEL / 2)
_CHUNK: Final = 1 << 22
_TINY: Final = 1e-300


@dataclass(frozen=True, slots=True)
class Interval:
    """The bounds of a 95% confidence interval."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Return whether a value lies between the bounds."""
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its standard error, clustered by passage."""

    mean: float
    se: float | None
    """The standard error, or None with fewer than two clusters."""
    n: int
    """The number of values."""
    clusters: int
    """The number of clusters (passages)."""

    @property
    def interval(self) -> Interval | None:
        """Return the 95% interval mean ± t · se, or None with fewer than FEWEST_CLUSTERS clusters.

        t is a quantile of Student's t. Its degrees of freedom are the number of clusters less one.
        """
        if self.se is None or self.clusters < FEWEST_CLUSTERS:
            return None
        reach = t_quantile(0.5 + LEVEL / 2, self.clusters - 1) * self.se
        return Interval(self.mean - reach, self.mean + reach)

    @property
    def p(self) -> float | None:
        """Return the two-sided p-value of the hypothesis that the mean is 0; 1 if all values are 0.

        Returns None with fewer than FEWEST_CLUSTERS clusters.
        """
        if self.se is None or self.clusters < FEWEST_CLUSTERS:
            return None
        if self.se == 0:
            return 1.0 if self.mean == 0 else 0.0
        return 2 * (1 - t_cdf(abs(self.mean) / self.se, self.clusters - 1))


def clustered(values: Floats, clusters: Integers) -> Estimate:
    """Return the mean of values with its clustered standard error.

    `clusters` has the number of each value's cluster, counted from 0.
    """
    n = len(values)
    if not n:
        return Estimate(math.nan, None, 0, 0)
    mean = float(values.mean())
    sizes = np.bincount(clusters)
    count = int(np.count_nonzero(sizes))
    if count < 2:
        return Estimate(mean, None, n, count)
    errors = np.bincount(clusters, weights=values - mean)
    variance = count / (count - 1) * float(errors @ errors)
    return Estimate(mean, math.sqrt(variance) / n, n, count)


def relative(drops: Floats, originals: Floats, clusters: Integers) -> Estimate | None:
    """Return the mean drop divided by the mean original score, or None if the latter is 0.

    `drops` and `originals` have one value per row, `clusters` the number of each row's cluster. The
    standard error comes from the delta method.
    """
    base = float(originals.mean()) if len(originals) else 0.0
    if not base:
        return None
    ratio = float(drops.mean()) / base
    errors = clustered((drops - ratio * originals) / base, clusters)
    return Estimate(ratio, errors.se, errors.n, errors.clusters)


def combined(parts: Sequence[Estimate]) -> Estimate | None:
    """Return the mean of independent estimates, each with the same weight.

    Returns None if there are no estimates, or if an estimate has no standard error.
    """
    if not parts or any(part.se is None for part in parts):
        return None
    mean = sum(part.mean for part in parts) / len(parts)
    se = math.sqrt(sum((part.se or 0.0) ** 2 for part in parts)) / len(parts)
    return Estimate(mean, se, sum(p.n for p in parts), sum(p.clusters for p in parts))


def bootstrap(columns: Sequence[Floats], clusters: Integers, key: Key) -> list[Interval | None]:
    """Return a percentile bootstrap interval for the mean of each column.

    A column has one value per row, and `clusters` has the number of each row's passage. Passages
    are resampled with replacement. The same key and clusters always give the same resamples. With
    fewer than FEWEST_CLUSTERS passages, all intervals are None.
    """
    sizes = np.bincount(clusters).astype(np.float64)
    count = len(sizes)
    if count < FEWEST_CLUSTERS:
        return [None] * len(columns)
    sums = np.stack([np.bincount(clusters, weights=column) for column in columns])
    means = np.concatenate([
        (sums[:, drawn].sum(axis=2) / sizes[drawn].sum(axis=1)) for drawn in _draws(count, key)
    ], axis=1)  # fmt: skip
    bounds = np.quantile(means, [(1 - LEVEL) / 2, (1 + LEVEL) / 2], axis=1)
    return [Interval(float(low), float(high)) for low, high in bounds.T]


def _draws(count: int, key: Key) -> list[Integers]:
    """Return RESAMPLES random samples of `count` clusters, drawn with replacement.

    Each row of a returned array is a sample of cluster numbers. The samples are divided among
    several arrays, to limit the memory that a caller needs for each.
    """
    bits = np.random.Philox(key=int.from_bytes(digest(key), "big"))
    rows = max(1, min(RESAMPLES, _CHUNK // count))
    pieces = []
    for start in range(0, RESAMPLES, rows):
        size = min(rows, RESAMPLES - start)
        drawn = bits.random_raw(size * count) % np.uint64(count)
        pieces.append(drawn.astype(np.int64).reshape(size, count))
    return pieces


def wilson(right: float, n: float) -> Interval | None:
    """Return Wilson's interval for the proportion `right` / `n`, or None if `n` is not positive.

    `n` may be an effective sample size, which need not be a whole number.
    """
    if n <= 0:
        return None
    share = right / n
    centre = (share + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
    reach = _Z / (1 + _Z**2 / n) * math.sqrt(share * (1 - share) / n + _Z**2 / (4 * n * n))
    return Interval(max(0.0, centre - reach), min(1.0, centre + reach))


def clustered_wilson(estimate: Estimate) -> Interval | None:
    """Return Wilson's interval for a proportion whose values are clustered.

    It is computed for the effective sample size, which is the number of independent values
    that would have the same standard error. Returns None if the standard error is None or
    if there are fewer than FEWEST_CLUSTERS clusters.
    """
    if estimate.se is None or estimate.clusters < FEWEST_CLUSTERS:
        return None
    share = estimate.mean
    plain = share * (1 - share) / estimate.n
    effect = estimate.se**2 / plain if plain and estimate.se else 1.0
    effective = min(estimate.n / effect, float(estimate.n) * estimate.n)
    return wilson(share * effective, effective)


def newcombe(right_a: int, n_a: int, right_b: int, n_b: int) -> Interval | None:
    """Return Newcombe's interval for the difference of two proportions (1998, method 10).

    The proportions are `right_a` / `n_a` and `right_b` / `n_b`. Returns None if one `n` is 0.
    """
    one, other = wilson(right_a, n_a), wilson(right_b, n_b)
    if one is None or other is None:
        return None
    a, b = right_a / n_a, right_b / n_b
    below = math.hypot(a - one.low, other.high - b)
    above = math.hypot(one.high - a, b - other.low)
    return Interval(a - b - below, a - b + above)


def mcnemar(only_a: int, only_b: int) -> float:
    """Return the exact two-sided p-value of McNemar's test for two models on the same rows.

    `only_a` is the number of rows that only the first model answers right, and `only_b` is that of
    the second model.
    """
    total = only_a + only_b
    if not total:
        return 1.0
    logs = [
        math.lgamma(total + 1) - math.lgamma(k + 1) - math.lgamma(total - k + 1)
        for k in range(min(only_a, only_b) + 1)
    ]
    tail = sum(math.exp(log - total * math.log(2)) for log in logs)
    return min(1.0, 2 * tail)


def holm(ps: Sequence[float | None]) -> list[float | None]:
    """Return p-values adjusted by Holm's method; None stays None and is not counted as a test."""
    known = sorted((p, index) for index, p in enumerate(ps) if p is not None)
    adjusted: list[float | None] = [None] * len(ps)
    highest = 0.0
    for rank, (p, index) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - rank)))
        adjusted[index] = highest
    return adjusted


def t_cdf(t: float, freedom: int) -> float:
    """Return the cumulative distribution function of Student's t at `t`.

    `freedom` is the number of degrees of freedom.
    """
    tail = _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2
    return 1 - tail if t > 0 else tail


@lru_cache(maxsize=4096)
def t_quantile(share: float, freedom: int) -> float:
    """Return the quantile of Student's t at `share`, which must be above 0.5 and below 1.

    `freedom` is the number of degrees of freedom.
    """
    low, high = 0.0, 1.0
    while t_cdf(high, freedom) < share:
        low, high = high, high * 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if t_cdf(middle, freedom) < share else (low, middle)
    return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularized incomplete beta function I_x(a, b) (Abramowitz and Stegun 26.5.8)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
        + a * math.log(x) + b * math.log1p(-x)
    )  # fmt: skip
    return front * _continued_fraction(a, b, x) / a


def _continued_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction in the formula of the incomplete beta function.

    It is 1 / (1 + d1 / (1 + d2 / (1 + ...))). Lentz's algorithm is used (Numerical Recipes 5.2).
    """
    upper, lower, value = 1.0, 0.0, 1.0
    for step in range(1, 2000):
        m = step // 2
        if step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        lower = 1 / ((1 + term * lower) or _TINY)
        upper = (1 + term / upper) or _TINY
        value *= upper * lower
        if abs(upper * lower - 1) < 1e-15:
            break
    return 1 / value


def spearman(one: Floats, other: Floats) -> float:
    """Return Spearman's rank correlation, or NaN for constant values; ties get their mean rank."""
    a, b = ranks(one), ranks(other)
    if not len(a) or not np.ptp(a) or not np.ptp(b):
        return math.nan
    return float(np.corrcoef(a, b)[0, 1])


def kendall(one: Floats, other: Floats) -> float:
    """Return Kendall's tau-b, or NaN for constant values."""
    a = np.sign(one[:, None] - one[None, :])
    b = np.sign(other[:, None] - other[None, :])
    below = math.sqrt(float((a * a).sum()) * float((b * b).sum()))
    return float((a * b).sum()) / below if below else math.nan


def ranks(values: Floats) -> Floats:
    """Return the rank of each value, 1 for the lowest; equal values get the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    mean: Floats = (ends - (counts - 1) / 2)[places]
    return mean
