"""The statistics of the four maskings over ten thousand sequences, and the held-out tenth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import numpy as np
import pytest

from builders.cards.papers import TRAINING_SETS
from builders.training.held_out import is_held_out, split_held_out, split_sizes
from builders.training.masking import (
    IGNORED,
    MASKINGS,
    EntityTokens,
    Masking,
    choose,
    length_law,
    masked,
)
from builders.types import Example

MANY = 10_000
MASK, VOCABULARY = 3, 1000


@lru_cache(maxsize=1)
def sequences() -> tuple[EntityTokens, ...]:
    """Sequences of 126 tokens in words of one to three, between two special ones."""
    rng = np.random.default_rng(7)
    return tuple(_sequence(rng) for _ in range(MANY))


def _sequence(rng: np.random.Generator) -> EntityTokens:
    words: list[int | None] = [None]
    for word, pieces in enumerate(rng.choice([1, 2, 3], 126, p=[0.7, 0.2, 0.1])):
        words += [word] * int(pieces)
    words = [*words[:127], None]
    while words[-2] == words[-3]:
        words[-2] = 1000
    ids = rng.integers(10, VOCABULARY, len(words))
    bounds = EntityTokens(tuple(ids.tolist()), tuple(words)).word_spans()
    at = sorted(rng.choice(len(bounds) - 4, 3, replace=False).tolist())
    entities = tuple((bounds[n][0], bounds[n + 1][1]) for n in at[::2])
    return EntityTokens(tuple(ids.tolist()), tuple(words), entities)


def chosen(
    masking: Masking, **options: bool
) -> Iterator[tuple[EntityTokens, list[tuple[int, int]]]]:
    for one in sequences():
        yield one, choose(one, masking, ("test",), **options)


def share(masking: Masking) -> float:
    counts = [(sum(b - a for a, b in spans), len(one.ids) - 2) for one, spans in chosen(masking)]
    return sum(count for count, _ in counts) / sum(size for _, size in counts)


@pytest.mark.parametrize("masking", ["vanilla", "whole-word", "span"])
def test_fifteen_per_cent_of_the_tokens_are_chosen(masking: Masking) -> None:
    assert share(masking) == pytest.approx(0.15, abs=0.005)


@pytest.mark.parametrize("masking", ["whole-word", "span", "entity"])
def test_words_are_chosen_whole(masking: Masking) -> None:
    for one, spans in chosen(masking):
        words = one.word_spans()
        starts, ends = {a for a, _ in words}, {b for _, b in words}
        assert all(a in starts and b in ends for a, b in spans)
        assert all(b <= c for (_, b), (c, _) in pairwise(spans))


def test_the_law_of_lengths_is_the_truncated_geometric_one() -> None:
    law = length_law()
    assert law.sum() == pytest.approx(1)
    assert (law * np.arange(1, 11)).sum() == pytest.approx(3.797, abs=0.001)
    assert law[1] / law[0] == pytest.approx(0.8)


def test_lengths_of_spans_follow_the_law() -> None:
    """Chi-square with 9 degrees of freedom; in long sequences what ends one hardly counts."""
    plain = EntityTokens(tuple(range(4000)), tuple(range(4000)))
    counts: Counter[int] = Counter()
    for n in range(100):
        counts.update(end - start for start, end in choose(plain, "span", ("length", n)))
    observed = np.array([counts[n] for n in range(1, 11)])
    expected = length_law() * observed.sum()
    assert observed.sum() > 10_000
    assert ((observed - expected) ** 2 / expected).sum() < 27.9  # 0.1%


def test_half_of_the_sequences_have_one_whole_entity() -> None:
    with_entity = [
        one for one, spans in chosen("entity") if len(spans) == 1 and spans[0] in one.entities
    ]
    assert len(with_entity) / MANY == pytest.approx(0.5, abs=0.02)


def test_the_budget_may_be_filled_behind_an_entity() -> None:
    counts = [sum(b - a for a, b in spans) for _, spans in chosen("entity", fill=True)]
    assert np.mean(counts) / 126 == pytest.approx(0.15, abs=0.005)


def test_a_sequence_without_entities_has_spans() -> None:
    plain = EntityTokens(tuple(range(100)), tuple(range(100)))
    assert sum(b - a for a, b in choose(plain, "entity", ("x",))) in range(13, 18)


@pytest.mark.parametrize("masking", MASKINGS)
def test_what_is_shown_and_what_is_to_be_restored(masking: Masking) -> None:
    changed: Counter[str] = Counter()
    for one in sequences()[:3000]:
        ids = np.array(one.ids)
        shown, labels = masked(one, masking, ("a",), mask_id=MASK, vocabulary=VOCABULARY)
        picked = labels != IGNORED
        assert (labels[picked] == ids[picked]).all()
        assert (shown[~picked] == ids[~picked]).all()
        assert not picked[[0, -1]].any()
        changed["mask"] += int((shown[picked] == MASK).sum())
        changed["same"] += int((shown[picked] == ids[picked]).sum())
        changed["all"] += int(picked.sum())
    assert changed["mask"] / changed["all"] == pytest.approx(0.8, abs=0.02)
    assert changed["same"] / changed["all"] == pytest.approx(0.1, abs=0.015)


@pytest.mark.parametrize("masking", ["span", "entity"])
def test_a_span_has_one_fate(masking: Masking) -> None:
    for one in sequences()[:500]:
        shown, _ = masked(one, masking, ("b",), mask_id=MASK, vocabulary=VOCABULARY)
        for start, end in choose(one, masking, ("b",)):
            masks = shown[start:end] == MASK
            assert masks.all() or (not masks.all() and masks.sum() <= 1)


@pytest.mark.parametrize("masking", MASKINGS)
def test_a_key_gives_the_same_masks_and_another_key_others(masking: Masking) -> None:
    one = sequences()[0]
    assert choose(one, masking, (1,)) == choose(one, masking, (1,))
    assert any(choose(one, masking, (n,)) != choose(one, masking, (1,)) for n in (2, 3, 4))


def test_a_tenth_is_held_out_by_passage() -> None:
    rows = [
        Example(f"{n}-{q}", "D", "", f"{q}?", f"passage {n}", (), (), is_impossible=True)
        for n in range(5000)
        for q in range(2)
    ]
    train, held_out = split_held_out(rows)
    assert len(train) + len(held_out) == len(rows)
    assert len(held_out) / len(rows) == pytest.approx(0.1, abs=0.015)
    assert not {one.context for one in train} & {one.context for one in held_out}
    assert [is_held_out(one) for one in reversed(rows)].count(True) == len(held_out)
    assert split_held_out(rows, seed=1)[1] != held_out


def test_sizes_stand_beside_those_of_table_8() -> None:
    rows = [Example(f"q{n}", "SearchQA", "", "?", f"Passage {n}.", (), ()) for n in range(200)]
    rows.append(Example("own", "Own", "", "?", "Passage.", (), ()))
    train, held_out = split_held_out(rows)
    own, search = split_sizes(train, held_out)
    assert own.train + own.held_out == 1
    assert (own.published_train, own.is_distantly_supervised) == (None, False)
    assert search.train + search.held_out == 200
    assert (search.published_train, search.published_held_out) == (105_646, 11_738)
    assert search.is_distantly_supervised
    for of_train, of_held_out in TRAINING_SETS.values():
        assert of_held_out / (of_train + of_held_out) == pytest.approx(0.1, abs=0.001)
