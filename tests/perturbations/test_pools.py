"""Pools, the ring and random strings: what a key draws."""

from __future__ import annotations

import string
from collections import Counter
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from builders.draws import Key
from builders.perturbations.pools import Pool, Ring, concatenated, random_string
from builders.stages.ingredients import joined

names = st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=6)
keys = st.tuples(st.text(max_size=4), st.integers(0, 99))


@given(st.dictionaries(names, st.floats(0.1, 9.0), max_size=40), keys, st.booleans(), st.data())
def test_a_pool_offers_every_name_whatever_the_order_it_was_given_in(
    weights: dict[str, float], key: Key, weighted: bool, data: st.DataObject
) -> None:
    shuffled = dict(data.draw(st.permutations(list(weights.items()))))
    walk = list(Pool.of(weights, weighted=weighted).walk(key)) if weights else []
    again = list(Pool.of(shuffled, weighted=weighted).walk(key)) if weights else []
    assert walk == again
    assert set(walk) == set(weights)
    if not weighted:
        assert len(walk) == len(weights)


def test_an_empty_pool_offers_nothing() -> None:
    assert list(Pool.of({}, weighted=False).walk(("key",))) == []
    assert list(Pool.of({}, weighted=True).walk(("key",))) == []


def test_weights_are_respected() -> None:
    pool = Pool.of({"often": 8.0, "rarely": 1.0, "seldom": 1.0}, weighted=True)
    drawn = Counter(next(pool.walk(("key", n))) for n in range(4000))
    assert 0.77 < drawn["often"] / 4000 < 0.83
    assert 0.08 < drawn["rarely"] / 4000 < 0.12


def test_without_weights_every_name_is_as_likely() -> None:
    pool = Pool.of({"a": 100.0, "b": 1.0, "c": 1.0, "d": 1.0}, weighted=False)
    drawn = Counter(next(pool.walk(("key", n))) for n in range(4000))
    assert all(0.22 < drawn[name] / 4000 < 0.28 for name in "abcd")


def test_a_name_of_several_collections_has_their_weights_together() -> None:
    assert concatenated([{"a": 1.0, "b": 2.0}, {"b": 3.0}, {}]) == {"a": 1.0, "b": 5.0}


@given(st.lists(names, max_size=30), keys, st.data())
def test_a_ring_does_not_depend_on_the_order_of_its_names(
    surfaces: list[str], key: Key, data: st.DataObject
) -> None:
    walk = list(Ring.of(surfaces).walk(key))
    assert walk == list(Ring.of(data.draw(st.permutations(surfaces))).walk(key))
    assert Counter(walk) == Counter(set(surfaces))


@settings(max_examples=200)
@given(st.lists(names, min_size=2, max_size=30), st.data())
def test_a_name_that_leaves_a_ring_changes_only_the_draws_that_had_it(
    surfaces: list[str], data: st.DataObject
) -> None:
    gone = data.draw(st.sampled_from(surfaces))
    rest = [name for name in surfaces if name != gone]
    assume(rest)
    before, after = Ring.of(surfaces), Ring.of(rest)
    for n in range(20):
        walk = list(before.walk(("key", n)))
        left = list(after.walk(("key", n)))
        assert left == [name for name in walk if name != gone]
        if walk[0] != gone:
            assert left[0] == walk[0]


@pytest.mark.parametrize(("weighted", "sums"), [(True, (9.0, 11.0)), (False, ())])
def test_a_part_of_a_pool_keeps_its_weights(weighted: bool, sums: tuple[float, ...]) -> None:
    pool = Pool.of({"Gambia": 9.0, "Kenya": 5.0, "Niue": 2.0}, weighted=weighted)
    assert pool.only(["Niue", "Gambia"]) == Pool(("Gambia", "Niue"), sums)


def test_names_of_a_ring_are_drawn_as_often_as_they_occur() -> None:
    names_ = [f"n{n}" for n in range(40)] + ["often"] * 40
    ring = Ring.of(names_)
    drawn = Counter(next(ring.walk(("key", n))) for n in range(4000))
    assert 0.3 < drawn["often"] / 4000 < 0.7


def test_an_empty_ring_offers_nothing() -> None:
    assert list(Ring.of([]).walk(("key",))) == []


@settings(max_examples=300)
@given(st.text(max_size=30), keys)
def test_a_random_string_keeps_length_case_and_all_that_is_no_letter(
    surface: str, key: Key
) -> None:
    for drawn in islice(random_string(surface, key), 3):
        assert len(drawn) == len(surface)
        for old, new in zip(surface, drawn, strict=True):
            if not old.isalpha():
                assert new == old
            elif old.isupper() or old.istitle():
                assert new in string.ascii_uppercase
            else:
                assert new in string.ascii_lowercase


@pytest.mark.parametrize("surface", ["James", "Q", "Saint-Exupéry", "x" * 50, "İpek", "O'Neil"])
def test_random_strings_differ_from_draw_to_draw_and_key_to_key(surface: str) -> None:
    draws = list(islice(random_string(surface, ("key", 1)), 200))
    assert draws == list(islice(random_string(surface, ("key", 1)), 200))
    assert draws != list(islice(random_string(surface, ("key", 2)), 200))
    assert len(set(draws)) > 20


def test_every_letter_is_as_likely_at_every_place() -> None:
    """Also behind the sixteenth letter, where a second number is drawn."""
    surface = "a" * 40
    drawn = [next(random_string(surface, ("key", n))) for n in range(2600)]
    for place in (0, 15, 16, 17, 31, 32, 39):
        counts = Counter(text[place] for text in drawn)
        assert set(counts) == set(string.ascii_lowercase)
        assert max(counts.values()) < 160, place


def test_a_surface_without_letters_stays() -> None:
    assert next(random_string("1984-!", ("key",))) == "1984-!"


def test_joined_pools_keep_their_weights_beside_one_without_names() -> None:
    frequent = Pool.of({"Ada": 97.0, "Bo": 1.0}, weighted=True)
    others = Pool.of({"Bo": 2.0}, weighted=True)
    found = joined((frequent, others, Pool(())))
    assert found.weights() == {"Ada": 97.0, "Bo": 3.0}
    assert joined((Pool(("Ada",)), Pool(("Bo",)))) == Pool(("Ada", "Bo"))
