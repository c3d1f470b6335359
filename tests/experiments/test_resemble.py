"""RESEMBLE: the toys by hand, models that it must and must not change, and what it may fit on."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import FixInputError
from builders.experiments.resemble import (
    Distribution,
    Evidence,
    distribution,
    fit,
    fit_temperature,
    majority_vote,
    most_probable,
    negative_log_likelihood,
    on_one_support,
    resemble,
    tempered,
)
from builders.scoring.normalization import words


def two(a: float, b: float) -> Distribution:
    return {"a": a, "b": b}


def evidence(original: Distribution, *copies: Distribution, c: float = 0.8) -> Evidence:
    return Evidence("row", original, copies, c)


POINT = st.floats(0.01, 0.99)
CLASSES = POINT.map(lambda p: two(p, 1 - p))


def test_the_toy_of_two_classes() -> None:
    assert tempered(two(0.9, 0.1), 2) == pytest.approx(two(0.75, 0.25))
    given_ = evidence(two(0.9, 0.1), two(0.4, 0.6))
    assert resemble(given_) == pytest.approx(two(0.6204, 0.3796), abs=5e-5)
    assert resemble(given_, normalize=True) == pytest.approx(two(0.6186, 0.3814), abs=5e-5)


def test_the_toy_of_three_canonical_names() -> None:
    given_ = evidence(two(0.9, 0.1), two(0.4, 0.6), two(0.3, 0.7), two(0.45, 0.55))
    assert resemble(given_) == pytest.approx(two(0.5351, 0.4649), abs=5e-5)


def test_without_confidence_or_entity_only_the_temperature_is_left() -> None:
    assert resemble(evidence(two(0.9, 0.1), two(0.4, 0.6), c=0)) == pytest.approx(two(0.75, 0.25))
    assert resemble(evidence(two(0.9, 0.1))) == pytest.approx(two(0.75, 0.25))


@given(CLASSES, st.floats(0.25, 10))
def test_a_row_without_entity_keeps_its_answer(original: Distribution, temperature: float) -> None:
    assert most_probable(resemble(evidence(original), temperature)) == most_probable(original)


@given(CLASSES, st.integers(1, 4), st.floats(0, 0.99))
def test_a_model_that_ignores_names_keeps_its_answers(
    original: Distribution, copies: int, c: float
) -> None:
    found = resemble(evidence(original, *[original] * copies, c=c))
    assert most_probable(found) == most_probable(original)


@given(CLASSES, st.lists(CLASSES, min_size=1, max_size=3))
def test_the_order_of_canonical_names_is_nothing(
    original: Distribution, copies: list[Distribution]
) -> None:
    found = [resemble(evidence(original, *each)) for each in permutations(copies)]
    assert all(each == pytest.approx(found[0]) for each in found)
    assert sum(found[0].values()) == pytest.approx(1)


def test_a_model_wrong_for_rare_names_alone_recovers_with_one() -> None:
    """Unsure and wrong on the rare name, sure and right on the canonical one."""
    rare, known = two(0.4, 0.6), two(0.95, 0.05)
    assert most_probable(rare) == "b"
    assert most_probable(resemble(evidence(rare, known, c=0.97))) == "a"


def test_candidates_of_one_answer_are_added_up() -> None:
    found = distribution([("The Lima", 0.3), ("Lima.", 0.2), ("", 0.4), ("Rome", 0.05)], words)
    assert found == pytest.approx({"lima": 0.5, "": 0.4, "rome": 0.05})


def test_an_unlisted_answer_has_a_tenth_of_what_is_least() -> None:
    first, second = on_one_support([{"x": 0.9, "y": 0.04}, {"z": 0.3, "x": 0.2}])
    assert first == pytest.approx({"x": 0.9, "y": 0.04, "z": 0.004})  # 0.06 is left over
    assert second == pytest.approx({"x": 0.2, "y": 0.02, "z": 0.3})
    closed, _ = on_one_support([{"x": 0.5, "y": 0.5}, {"z": 1.0}])
    assert closed["z"] == 0


def test_an_answer_that_one_copy_rules_out_is_left_to_the_original() -> None:
    found = resemble(evidence(two(0.9, 0.1), {"b": 1.0}, c=0.5))
    assert found["a"] == pytest.approx(0.5 * 0.75 / (0.5 * 0.75 + 0.5 * 0.25 + 0.5 * 0.5))


def test_without_probabilities_there_is_a_vote() -> None:
    assert majority_vote("a", ["b", "b"]) == "b"
    assert majority_vote("a", ["b"]) == "a"
    assert majority_vote("z", ["b", "b", "a", "a"]) == "a"


@pytest.mark.parametrize("c", [1.0, -0.1, float("nan")])
def test_nobody_is_quite_sure(c: float) -> None:
    with pytest.raises(FixInputError, match="from 0 to below 1"):
        evidence(two(0.5, 0.5), c=c)


@pytest.mark.parametrize("nothing", [{}, {"a": 0.0}, {"a": -1.0, "b": 2.0}])
def test_a_model_must_give_probabilities(nothing: Distribution) -> None:
    with pytest.raises(FixInputError, match="no candidate with a probability"):
        evidence(two(0.5, 0.5), nothing)


def overconfident() -> list[tuple[Evidence, str]]:
    """Return rows of a model that says 0.9 and is right in three of four."""
    return [(Evidence(f"v{n}", two(0.9, 0.1), (), 0.5), "b" if n % 4 == 0 else "a")
            for n in range(40)]  # fmt: skip


def test_the_temperature_is_the_one_that_calibrates() -> None:
    assert fit_temperature(overconfident()) == pytest.approx(2.0, abs=1e-3)  # 0.9 becomes 0.75


def test_the_temperature_is_scipy_s() -> None:
    optimize = pytest.importorskip("scipy.optimize")
    rows = [(Evidence(str(n), two(0.5 + n / 50, 0.5 - n / 50), (two(0.6, 0.4),), 0.7),
             "a" if n % 5 else "b") for n in range(1, 24)]  # fmt: skip
    best = optimize.minimize_scalar(
        lambda t: negative_log_likelihood(rows, t), bounds=(0.25, 10), method="bounded"
    )
    assert negative_log_likelihood(rows, fit_temperature(rows)) <= best.fun + 1e-9


def test_what_is_fitted_is_fitted_on_validation_rows_only() -> None:
    scores = {"Zed": [0.0, 0.1], "John": [1.0, 0.8], "Mary": [0.9, 0.9], "None": []}
    fitted = fit(overconfident(), scores, 2)
    assert fitted.canonical == ("John", "Mary")
    assert fitted.answer(Evidence("test", two(0.2, 0.8), (two(0.3, 0.7),), 0.9)) == "b"
    with pytest.raises(FixInputError, match="v7: was fitted on"):
        fitted.answer(Evidence("v7", two(0.2, 0.8), (), 0.9))
    with pytest.raises(FixInputError, match="3 names have scores"):
        fit(overconfident(), scores, 4)
    with pytest.raises(FixInputError, match="no validation rows"):
        fit([], scores, 1)
