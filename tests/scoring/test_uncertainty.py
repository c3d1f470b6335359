"""Intervals and tests: by hand, against scipy, and by simulation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.scoring.uncertainty import (
    Estimate,
    bootstrap,
    clustered,
    clustered_wilson,
    combined,
    holm,
    kendall,
    mcnemar,
    newcombe,
    relative,
    spearman,
    t_cdf,
    t_quantile,
    wilson,
)


def test_clustered_error_by_hand() -> None:
    # mean 0.5; errors by cluster 0.5+0.5, -0.5, -0.5: sqrt(3/2 * 1.5) / 4
    found = clustered(np.array([1.0, 1.0, 0.0, 0.0]), np.array([0, 0, 1, 2]))
    assert (found.mean, found.n, found.clusters) == (0.5, 4, 3)
    assert found.se == pytest.approx(math.sqrt(1.5 * 1.5) / 4)
    assert found.interval is None  # fewer than 20 passages
    assert found.p is None


def test_one_passage_has_no_error() -> None:
    assert clustered(np.ones(3), np.zeros(3, int)).se is None
    assert clustered(np.ones(0), np.zeros(0, int)).clusters == 0


def test_clusters_of_one_row_give_the_plain_error() -> None:
    values = np.random.Generator(np.random.PCG64(3)).normal(size=50)
    found = clustered(values, np.arange(50))
    assert found.se == pytest.approx(values.std(ddof=1) / math.sqrt(50))


def test_nothing_that_differs_is_no_difference() -> None:
    assert clustered(np.zeros(30), np.arange(30)).p == 1
    assert clustered(np.ones(30), np.arange(30)).p == 0


def test_relative_drop_by_the_delta_method() -> None:
    draws = np.random.Generator(np.random.PCG64(5))
    originals = draws.random((3000, 40)) + 1
    drops = 0.2 * originals + draws.normal(size=originals.shape) * 0.1
    ratios = drops.mean(axis=1) / originals.mean(axis=1)
    found = relative(drops[0], originals[0], np.arange(40))
    assert found is not None
    assert found.se == pytest.approx(ratios.std(), rel=0.35)
    assert relative(drops[0], np.zeros(40), np.arange(40)) is None


@pytest.mark.parametrize(
    ("right", "low", "high"), [(28, 78.7, 98.2), (26, 70.3, 94.7), (29, 83.3, 99.4)]
)
def test_wilson(right: int, low: float, high: float) -> None:
    found = wilson(right, 30)
    assert found is not None
    assert (100 * found.low, 100 * found.high) == pytest.approx((low, high), abs=0.05)
    assert wilson(0, 0) is None


def test_wilson_of_clusters_is_wider_where_passages_agree() -> None:
    values = np.repeat(np.arange(40) % 2, 4).astype(float)
    alone = clustered_wilson(clustered(values, np.arange(160)))
    together = clustered_wilson(clustered(values, np.repeat(np.arange(40), 4)))
    assert alone is not None
    assert together is not None
    assert together.high - together.low > 1.8 * (alone.high - alone.low)


def test_newcombe_against_its_paper() -> None:
    found = newcombe(56, 70, 48, 80)  # Newcombe 1998, table II, (a), method 10
    assert found is not None
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert newcombe(1, 2, 0, 0) is None


def test_mcnemar_by_hand() -> None:
    assert mcnemar(10, 2) == pytest.approx(0.0386, abs=5e-5)
    assert mcnemar(0, 0) == mcnemar(3, 3) == 1


def test_holm_by_hand() -> None:
    assert holm([0.01, None, 0.04, 0.03]) == [pytest.approx(0.03), None, pytest.approx(0.06),
                                              pytest.approx(0.06)]  # fmt: skip


def test_combined_means_are_of_independent_parts() -> None:
    found = combined([Estimate(1, 3, 10, 30), Estimate(2, 4, 10, 30)])
    assert found == Estimate(1.5, 2.5, 20, 60)
    assert combined([Estimate(1, None, 1, 1)]) is None


@given(st.floats(-8, 8), st.integers(1, 500))
def test_students_t_equals_scipy_s(t: float, freedom: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    # where t is next to nothing, so is what t * t loses
    assert t_cdf(t, freedom) == pytest.approx(stats.t.cdf(t, freedom), abs=1e-6)


@given(st.integers(1, 5000))
def test_quantiles_equal_scipy_s(freedom: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    assert t_quantile(0.975, freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-8)


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=30))
def test_rank_correlations_equal_scipy_s(pairs: list[tuple[int, int]]) -> None:
    stats = pytest.importorskip("scipy.stats")
    one, other = (np.array(each, float) for each in zip(*pairs, strict=True))
    if len(set(one)) > 1 and len(set(other)) > 1:
        assert spearman(one, other) == pytest.approx(stats.spearmanr(one, other)[0])
        assert kendall(one, other) == pytest.approx(stats.kendalltau(one, other)[0])


@given(st.integers(0, 60), st.integers(0, 60))
def test_mcnemar_equals_scipy_s(b: int, c: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    if b + c:
        assert mcnemar(b, c) == pytest.approx(stats.binomtest(b, b + c).pvalue)


def test_the_bootstrap_is_keyed_and_covers() -> None:
    draws = np.random.Generator(np.random.PCG64(11))
    clusters = np.repeat(np.arange(60), 3)
    missed = 0
    for run in range(200):
        shares = np.repeat(draws.beta(2, 2, 60), 3)
        values = (draws.random(180) < shares).astype(float)
        (interval,) = bootstrap([values], clusters, ("test", run))
        assert interval is not None
        missed += not interval.holds(0.5)
    assert missed <= 22  # of 200 at 95% at most 22 in 99.9% of cases
    again = bootstrap([values, 1 - values], clusters, ("test", 199))
    assert again[0] == interval
    assert again[1] is not None
    assert again[1].low == pytest.approx(1 - interval.high)
    assert bootstrap([values], np.zeros(180, int), ("few",)) == [None]
