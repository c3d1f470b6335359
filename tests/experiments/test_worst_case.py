"""Worst, best and stability: the toy by hand, and what holds of any scores."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from builders.experiments.worst_case import (
    by_chance,
    curve,
    extremes,
    pairwise_agreement,
    picked,
)
from builders.scoring.metrics import Floats

TOY = np.array([[1, 1], [1, 0.5], [1, 1]])
QUARTERS = st.sampled_from([0.0, 0.25, 0.5, 1.0])
SCORES = st.tuples(st.integers(1, 6), st.integers(1, 8)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=QUARTERS)
)


def always(scores: Floats) -> np.ndarray:
    return np.ones(scores.shape, bool)


def test_the_toy() -> None:
    found = extremes(TOY, always(TOY))
    assert picked(TOY, found.worst).mean() == 0.75
    assert picked(TOY, found.best).mean() == 1.0
    assert found.worst.tolist() == [0, 1]  # the first of equal ones
    assert found.best.tolist() == [0, 0]


def test_the_curve_is_the_mean_over_all_subsets() -> None:
    scores = np.array([[0.1, 1], [0.9, 0], [0.5, 0.5], [0.3, 1]])
    for point in curve(scores, always(scores), (1, 2, 3)):
        subsets = list(combinations(range(4), point.size))
        worst = np.mean([scores[list(each)].min(axis=0).mean() for each in subsets])
        best = np.mean([scores[list(each)].max(axis=0).mean() for each in subsets])
        assert (point.worst, point.best) == pytest.approx((worst, best))


@given(SCORES)
def test_worst_falls_and_best_rises_with_the_number_of_renamings(scores: Floats) -> None:
    points = curve(scores, always(scores), range(1, 7))
    assert points[0].worst == pytest.approx(scores.mean()) == points[0].best
    for fewer, more in pairwise(points):
        assert more.worst <= fewer.worst + 1e-12
        assert more.best >= fewer.best - 1e-12
    last = extremes(scores, always(scores))
    assert points[-1].size == len(scores)
    assert points[-1].worst == pytest.approx(picked(scores, last.worst).mean())
    assert points[-1].best == pytest.approx(picked(scores, last.best).mean())


def test_one_renaming_is_worst_and_best() -> None:
    scores = np.array([[0.2, 0.7]])
    found = extremes(scores, always(scores))
    assert found.kept.all()
    assert found.worst.tolist() == found.best.tolist() == [0, 0]


def test_a_renaming_without_a_new_name_does_not_count() -> None:
    scores = np.array([[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]])
    renamed = np.array([[False, False], [True, False], [True, True]])
    found = extremes(scores, renamed)
    assert found.kept.tolist() == [True, False]  # the other row was renamed once in three
    assert picked(scores, found.worst)[0] == 0.5
    assert [each.worst for each in curve(scores, renamed, (1,))] == [0.75, 0.5]
    assert curve(scores, np.zeros((3, 2), bool)) == []


def test_chance_keeps_the_mean_of_every_renaming_and_no_row_is_hard() -> None:
    """One row in four is always wrong: that is no instability, and chance would look worse."""
    scores = np.ones((10, 200))
    scores[:, :50] = 0
    found = extremes(scores, always(scores))
    chance = by_chance(scores, always(scores), ("test",))
    assert picked(scores, found.worst).mean() == 0.75
    assert chance.worst == pytest.approx(0.75**10, abs=0.02)
    assert chance.best == pytest.approx(1 - 0.25**10, abs=0.01)
    assert by_chance(scores, always(scores), ("test",)) == chance
    assert by_chance(scores[:1], always(scores[:1]), ("test",)).worst == 0.75


def test_errors_anywhere_are_as_bad_as_chance() -> None:
    scores = (np.arange(2000).reshape(10, 200) * 7919 % 11 > 2).astype(float)
    found = extremes(scores, always(scores))
    chance = by_chance(scores, always(scores), ("test",))
    assert picked(scores, found.worst).mean() == pytest.approx(chance.worst, abs=0.06)


def test_pairs_agree_in_the_names_of_the_source() -> None:
    answers = np.array([[1, 1, -1], [1, 2, -1], [1, 1, 3]])
    assert pairwise_agreement(answers) == pytest.approx([1, 1 / 3, 0])
    assert np.isnan(pairwise_agreement(answers[:1])).all()
