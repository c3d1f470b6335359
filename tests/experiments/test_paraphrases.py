"""DPR over paraphrases: by hand, in figure 1's buckets, and its rank correlation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import FixInputError
from builders.experiments.paraphrases import (
    Pairs,
    ParaphraseGroup,
    by_similarity,
    correlation,
    differ,
    pairs_of,
    rate,
    similarity,
)

LIMA = ParaphraseGroup("a", {"a": "Who flew to Lima?", "b": "Who flew to Lima", "c": "xyz"})
OSLO = ParaphraseGroup("d", {"d": "北京大学在哪里", "e": "北京大学在何处"})
SAID = {"a": "Ada Holm", "b": "Ada Holm.", "c": "Jo", "d": "北京", "e": "北 京"}


def pairs(similarity: list[float], differs: list[bool]) -> Pairs:
    return Pairs(np.arange(len(differs)), np.array(similarity), np.array(differs))


def test_three_pairs_by_hand() -> None:
    found = pairs_of([LIMA, OSLO], SAID)
    assert found.groups.tolist() == [0, 0, 1]
    assert found.differs.tolist() == [False, True, False]
    assert found.similarity.tolist() == pytest.approx([1, 0, 5 / 7])
    made = rate(found.differs)
    assert (made.n, made.share) == (3, pytest.approx(1 / 3))
    assert made.interval is not None
    assert made.interval.holds(1 / 3)


def test_a_missing_prediction_agrees_with_none() -> None:
    said = {"b": "Ada Holm"}
    assert pairs_of([LIMA], said).differs.all()
    assert pairs_of([LIMA], {}).differs.all()


def test_an_original_is_a_question_of_its_group() -> None:
    with pytest.raises(FixInputError, match="x: the original is none"):
        pairs_of([ParaphraseGroup("x", {"a": "Who?"})], {})


def test_wilson_s_interval_of_a_rate() -> None:
    """28 of 30 is 78.7 to 98.2."""
    found = rate(np.arange(30) < 28).interval
    assert found is not None
    assert (100 * found.low, 100 * found.high) == pytest.approx((78.7, 98.2), abs=0.05)
    assert rate(np.zeros(0, bool)).share is None


def test_ten_buckets_hold_every_pair_once() -> None:
    found = by_similarity(pairs([0, 0.05, 0.1, 0.3, 0.95, 1.0, 0.1 + 0.2],
                                [True, False, True, False, False, True, True]))  # fmt: skip
    assert [each.rate.n for each in found] == [2, 1, 0, 2, 0, 0, 0, 0, 0, 2]
    assert found[0].rate.share == 0.5
    assert found[1].rate.share == 1
    assert found[2].rate.share is None
    assert (found[3].low, found[-1].high) == (0.3, 1.0)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1))
def test_buckets_add_up_to_the_whole(rows: list[tuple[float, bool]]) -> None:
    made = pairs([each for each, _ in rows], [each for _, each in rows])
    buckets = by_similarity(made)
    changed = sum(each.rate.n * (each.rate.share or 0) for each in buckets)
    assert sum(each.rate.n for each in buckets) == len(rows)
    assert changed == pytest.approx(rate(made.differs).n * (rate(made.differs).share or 0))


@given(st.text(max_size=8), st.text(max_size=8))
def test_similarity_and_difference_have_no_direction(one: str, other: str) -> None:
    assert similarity(one, other) == pytest.approx(similarity(other, one))
    assert differ(one, other) == differ(other, one)
    assert not differ(one, one)


def test_the_less_alike_the_more_differ() -> None:
    alike = [n / 40 for n in range(40)]
    found = correlation(pairs(alike, [each < 0.5 for each in alike]), ("test",))
    assert found.value is not None
    assert found.interval is not None
    assert found.value < -0.8
    assert found.interval.high < 0
    assert found == correlation(pairs(alike, [each < 0.5 for each in alike]), ("test",))
    none = correlation(pairs(alike, [n % 2 == 0 for n in range(40)]), ("test",))
    assert none.interval is not None
    assert none.interval.holds(0)


def test_few_groups_have_no_interval_and_constants_no_correlation() -> None:
    assert correlation(pairs([0.1, 0.9], [True, False]), ("test",)).interval is None
    assert correlation(pairs([0.1] * 30, [True] * 30), ("test",)).value is None


def test_a_group_is_no_surer_for_its_many_paraphrases() -> None:
    alike = [n / 30 for n in range(30)]
    once = pairs(alike, [n % 3 == 0 or n < 12 for n in range(30)])
    often = Pairs(np.repeat(once.groups, 8), np.repeat(once.similarity, 8),
                  np.repeat(once.differs, 8))  # fmt: skip
    one, eight = correlation(once, ("test",)), correlation(often, ("test",))
    assert one.interval is not None
    assert eight.interval is not None
    assert (eight.interval.low, eight.interval.high) == pytest.approx(
        (one.interval.low, one.interval.high), abs=0.02
    )
