"""Universal triggers: the toy, models that have one and that have none, and keyed draws."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.draws import Stem, encoded
from builders.errors import FixInputError
from builders.experiments.triggers import (
    Posterior,
    Search,
    TriggerRow,
    find_triggers,
    most_calls,
    split_rows,
    top_k,
)

NAMES = [f"Name{n}" for n in range(199)] + ["Zed"]
ROWS = [TriggerRow(f"q{n}", n // 3, 1.0) for n in range(300)]


def biased(names: Sequence[str], ids: Sequence[str]) -> list[list[float]]:
    """Fail wherever somebody is called Zed, and nowhere else."""
    return [[float(name != "Zed")] * len(ids) for name in names]


def noise(seed: int, name: str, ids: Sequence[str]) -> list[float]:
    """Fail in one of five, whatever the name."""
    return [float(sha256(f"{seed} {name} {id_}".encode()).digest()[0] >= 51) for id_ in ids]


def test_the_toy() -> None:
    prior = Posterior(np.ones(2), np.ones(2))
    found = prior.after(np.array([1]), np.array([0.2]), np.array([0.1]), 10)
    assert found.alpha.tolist() == pytest.approx([1, 2])
    assert found.beta.tolist() == pytest.approx([1, 10])
    assert found.weights.tolist() == pytest.approx([0.5, 0.1667], abs=1e-4)


def test_a_name_that_helps_is_harmless() -> None:
    found = Posterior(np.ones(1), np.ones(1)).after(np.array([0]), np.zeros(1), np.ones(1), 10)
    assert (found.alpha[0], found.beta[0]) == (1, 11)


@pytest.mark.parametrize("seed", range(3))
def test_the_one_name_of_200_that_always_fails_comes_first(seed: int) -> None:
    found = find_triggers(NAMES, ROWS, biased, Search(batch=20, seed=seed))
    first, second = found.top[:2]
    assert first.name == "Zed"
    assert found.iterations <= 100
    assert first.held_out_drop.mean == 1
    assert first.weight > 0.9 > second.weight
    assert second.held_out_drop.mean == 0
    assert found.held_out_drop.mean == pytest.approx(0.1)  # of ten names


def test_no_search_ends_before_names_were_tried() -> None:
    search = Search(batch=5, iterations=300, unchanged=2)
    found = find_triggers(NAMES, ROWS, biased, search)
    assert 200 / 5 <= found.iterations < 300
    assert found.top[0].name == "Zed"
    short = find_triggers(NAMES, ROWS, biased, Search(batch=5, iterations=1))
    assert len(short.top) == 5  # others were never drawn
    assert found.weights[found.top[1].name] < short.weights["Zed"] == 0.5


def test_a_noisy_model_has_no_trigger() -> None:
    """The drop of the top names holds on the rows that chose them; on others it is noise."""
    held, dearer = 0, 0
    for seed in range(100):
        # Originals are as noisy as renamings: no name is worse than none.
        scores = noise(seed, "", [row.id for row in ROWS])
        rows = [TriggerRow(row.id, row.cluster, score)
                for row, score in zip(ROWS, scores, strict=True)]  # fmt: skip
        found = find_triggers(
            NAMES[:30], rows,
            lambda names, ids, seed=seed: [noise(seed, name, ids) for name in names],
            Search(batch=10, iterations=12, seed=seed),
        )  # fmt: skip
        interval = found.held_out_drop.interval
        held += interval is not None and interval.holds(0)
        dearer += found.drop.mean > found.held_out_drop.mean
    assert held >= 90
    assert dearer > 50


def test_what_is_reported_was_never_searched() -> None:
    asked: list[tuple[int, tuple[str, ...]]] = []

    def watched(names: Sequence[str], ids: Sequence[str]) -> list[list[float]]:
        asked.append((len(names), tuple(ids)))
        return biased(names, ids)

    search = Search(batch=10, iterations=15)
    found = find_triggers(NAMES, ROWS, watched, search)
    seen, held_out = split_rows(ROWS, search)
    kept = {row.id for row in held_out}
    reports = 2  # on the rows of the search and on those held out
    assert not any(kept & set(ids) for _, ids in asked[:-reports])
    assert {row.cluster for row in seen}.isdisjoint({row.cluster for row in held_out})
    assert len(seen) + len(held_out) == len(ROWS)
    assert sum(names * len(ids) for names, ids in asked) <= most_calls(
        search, len(NAMES), len(ROWS)
    )
    assert found.top[0].held_out_drop.n == len(held_out)


@settings(max_examples=5)
@given(st.permutations(NAMES[-12:]), st.permutations(ROWS[:60]))
def test_no_order_of_names_or_rows_changes_the_search(
    names: list[str], rows: list[TriggerRow]
) -> None:
    search = Search(batch=6, iterations=5)
    assert find_triggers(names, rows, biased, search) == find_triggers(
        NAMES[-12:], ROWS[:60], biased, search
    )


def test_names_are_drawn_by_their_weights() -> None:
    weights, keys = np.array([0.6, 0.3, 0.1]), [encoded((n,)) for n in "abc"]
    drawn = [top_k(weights, keys, Stem(("draw", n)), 2).tolist() for n in range(3000)]
    assert all(len(set(each)) == 2 for each in drawn)
    firsts = np.bincount([each[0] for each in drawn]) / 3000
    assert firsts == pytest.approx(weights, abs=0.03)
    a_then_b = sum(each == [0, 1] for each in drawn) / 3000
    assert a_then_b == pytest.approx(0.6 * 0.3 / 0.4, abs=0.03)


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(FixInputError, match="each once"):
        find_triggers(["Zed", "Zed"], ROWS, biased)
    with pytest.raises(FixInputError, match="too few passages"):
        find_triggers(NAMES, ROWS[:1], biased)
    with pytest.raises(FixInputError, match="Name0: expected"):
        find_triggers(["Name0"], ROWS, lambda names, ids: [[1.0]])
    with pytest.raises(FixInputError, match="a share between"):
        Search(held_out=1)
    with pytest.raises(FixInputError, match="at least 1"):
        Search(batch=0)
