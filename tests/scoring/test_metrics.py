"""Scorers are the official scripts' equals, on their known differences and on random pairs."""

from __future__ import annotations

import importlib
import time
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.errors import ChooseKnownError
from builders.scoring.metrics import (
    SCORERS,
    Floats,
    Mask,
    score_columns,
    score_one,
    scorer_named,
)
from builders.scoring.thresholds import best_threshold

DECOMPOSED = "Sa\u0303o Paulo"


@pytest.mark.parametrize(
    ("scorer", "prediction", "golds", "em", "f1"),
    [
        ("squad", "Lima!", ["the Lima"], 1, 1),
        ("squad", "", [""], 1, 0),
        ("squad2", "", [], 1, 1),
        ("squad2", "x", [], 0, 0),
        ("squad2", "the", [], 1, 1),
        ("squad2", "An", ["An"], 1, 1),
        ("mrqa", "An", ["An"], 1, 0),
        ("squad2", "", ["An"], 1, 1),
        ("mrqa", "", ["An"], 1, 0),
        ("squad2", "the", ["An"], 1, 1),
        ("mrqa", "the", ["An"], 1, 0),
        ("squad2", "!!!", ["!!!"], 1, 1),
        ("mrqa", "!!!", ["!!!"], 1, 0),
        ("squad2", "", ["An", "Lima"], 0, 0),  # the gold that is nothing is left out
        ("mrqa", "", ["An", "Lima"], 1, 0),
        ("squad2", "Nuhud", ["An Nuhud"], 1, 1),
        ("mrqa", "Nuhud", ["An Nuhud"], 1, 1),
        ("squad2", "Xiao-Ming", ["Xiaoming"], 1, 1),
        ("squad2", "al Rashid", ["al-Rashid"], 0, 0),
        ("mrqa", "al Rashid", ["al-Rashid"], 0, 0),
        ("squad2", "Abraham's Bay", ["Abraham’s Bay"], 0, 0.5),
        ("squad2", "Abu Arish", ["Abū ‘Arīsh"], 0, 0),
        ("squad2", DECOMPOSED, ["São Paulo"], 0, 0.5),
        ("squad2", "1914–1918", ["1914-1918"], 0, 0),
        ("squad2", "İzmir", ["izmir"], 0, 0),
        ("squad", "Lima Lima", ["Lima"], 0, 2 / 3),
        # EM and F1 are each the best, over different golds here
        ("squad", "an old town", ["old town", "the old town of an"], 1, 1),
        ("char-official", "An", ["An"], 1, 1),
        ("char-official", "，", ["。"], 1, 0),
        ("char-official", "大学北京", ["北京大学"], 0, 0.5),
        ("char-paper", "大学北京", ["北京大学"], 0, 1),
        ("char-official", "2.7亿", ["2.7亿美元"], 0, 2 / 3),
        ("char-paper", "2.7亿", ["2.7亿美元"], 0, 0.75),
        ("char-official", "New York", ["New  York"], 0, 0),  # a run with its blanks is one token
        ("char-official", "a=b", ["a=c"], 0, 2 / 3),
        ("lenient", "Abraham's Bay", ["Abraham’s Bay"], 1, 1),
        ("lenient", "Abu Arish", ["Abū ‘Arīsh"], 1, 1),
        ("lenient", DECOMPOSED, ["São Paulo"], 1, 1),
        ("lenient", "1914–1918", ["1914-1918"], 1, 1),
        ("lenient", "İzmir", ["izmir"], 1, 1),
        ("lenient", "Xiao-Ming", ["Xiaoming"], 1, 1),
        ("lenient", "al Rashid", ["al-Rashid"], 1, 1),
        ("lenient", "", ["An"], 0, 0),  # the article is all there is, and stays
        ("lenient", "An", ["An"], 1, 1),
        ("lenient", "", [], 1, 1),
        ("lenient", "Lima", ["Accra"], 0, 0),
    ],
)
def test_known_differences(
    scorer: str, prediction: str, golds: list[str], em: float, f1: float
) -> None:
    assert score_one(SCORERS[scorer], prediction, golds) == pytest.approx((em, f1))


def test_best_is_over_golds_apart() -> None:
    # EM by no gold, F1 by the second
    assert score_one(SCORERS["squad"], "Ada Holm", ["Lima", "Ada"]) == (0, pytest.approx(2 / 3))


def test_a_missing_prediction_scores_nothing() -> None:
    golds = pa.array([["Lima"], []], pa.list_(pa.string()))
    scores = score_columns(SCORERS["squad2"], pa.array([None, None], pa.string()), golds)
    assert scores.em.tolist() == scores.f1.tolist() == [0, 0]


def test_a_question_without_answer_needs_a_scorer_that_knows_such() -> None:
    with pytest.raises(ValueError, match="row 1: no gold answer, which mrqa cannot score"):
        score_columns(SCORERS["mrqa"], pa.array(["a", "b"]), pa.array([["x"], []]))


def test_unknown_scorer() -> None:
    with pytest.raises(ChooseKnownError, match="unknown scorer 'bleu'; known: char-official"):
        scorer_named("bleu")


WORDS = st.lists(
    st.sampled_from(
        ["a", "an", "The", "Lima", "lima!", "Ada", "Holm", "-", "’", "'s", "São", "1914–18", "\t",
         "北京", "U.S.", "…", "İ", "ß", "_the_", "\u0301"]
    ),
    max_size=5,
)  # fmt: skip
TEXTS = st.builds(lambda words, glue: glue.join(words), WORDS, st.sampled_from([" ", "", "  "]))


def squad_metrics() -> Any:
    try:
        return importlib.import_module("transformers.data.metrics.squad_metrics")
    except ImportError:
        pytest.skip("transformers has no squad_metrics here")


def random_pairs(count: int) -> tuple[list[str], list[list[str]]]:
    draws = np.random.Generator(np.random.PCG64(1))
    parts = np.array(["a", "an", "The", "Lima", "lima!", "Ada", "Holm", "-", "’s", "São", "…", ""])

    def text() -> str:
        return str(draws.choice(["", " ", " "])).join(draws.choice(parts, draws.integers(0, 5)))

    return (
        [text() for _ in range(count)],
        [[text() for _ in range(draws.integers(0, 4))] for _ in range(count)],
    )


def test_squad2_equals_its_script_on_random_pairs() -> None:
    oracle = squad_metrics()
    predictions, golds = random_pairs(100_000)
    ours = score_columns(SCORERS["squad2"], pa.array(predictions), pa.array(golds))
    for row, (prediction, texts) in enumerate(zip(predictions, golds, strict=True)):
        kept = [text for text in texts if oracle.normalize_answer(text)] or [""]
        assert ours.em[row] == max(oracle.compute_exact(text, prediction) for text in kept)
        assert ours.f1[row] == max(oracle.compute_f1(text, prediction) for text in kept)


@given(st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), min_size=1, max_size=8))
def test_squad_equals_torchmetrics(pairs: list[tuple[str, list[str]]]) -> None:
    oracle = pytest.importorskip("torchmetrics.functional.text.squad")
    predictions = [prediction for prediction, _ in pairs]
    golds = [texts for _, texts in pairs]
    ours = score_columns(SCORERS["squad"], pa.array(predictions), pa.array(golds))
    for row, (prediction, texts) in enumerate(pairs):
        em = max(oracle._compute_exact_match_score(prediction, text) for text in texts)
        f1 = max(float(oracle._compute_f1_score(prediction, text)) for text in texts)
        assert ours.em[row] == em
        if any(oracle._normalize_text(text) for text in texts) and oracle._normalize_text(
            prediction
        ):  # torchmetrics gives 1 where both sides are empty, SQuAD 1.1 gives 0
            assert ours.f1[row] == pytest.approx(f1, abs=1e-6)


@given(st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=1, max_size=3)), max_size=8))
def test_columns_score_as_single_rows_do(pairs: list[tuple[str, list[str]]]) -> None:
    predictions = pa.array([prediction for prediction, _ in pairs], pa.string())
    golds = pa.array([texts for _, texts in pairs], pa.list_(pa.string()))
    for scorer in SCORERS.values():
        scores = score_columns(scorer, predictions, golds)
        alone = [score_one(scorer, prediction, texts) for prediction, texts in pairs]
        assert list(zip(scores.em, scores.f1, strict=True)) == alone


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
def test_every_scorer_is_between_0_and_1_and_takes_its_own_answer(
    prediction: str, golds: list[str]
) -> None:
    for scorer in SCORERS.values():
        em, f1 = score_one(scorer, prediction, golds)
        assert 0 <= f1 <= 1
        assert em in (0, 1)
        if any(map(scorer.normalize, golds)):
            best = next(text for text in golds if scorer.normalize(text))
            assert score_one(scorer, best, golds) == (1, 1)


def under_threshold(
    scores: Floats, no_answer: Floats, has_answer: Mask, threshold: float
) -> Floats:
    """Return scores where everything above the threshold is answered with no answer."""
    return np.where(no_answer > threshold, (~has_answer).astype(float), scores)


def test_best_threshold_by_hand() -> None:
    scores = np.array([1.0, 0.0, 0.0, 1.0])
    has_answer = np.array([True, True, False, True])
    empty = np.zeros(4, bool)
    no_answer = np.array([0.1, 0.2, 0.9, 0.4])
    best = best_threshold(scores, no_answer, has_answer, empty)
    assert (best.score, best.threshold) == (0.75, 0.4)
    assert under_threshold(scores, no_answer, has_answer, 0.4).tolist() == [1, 0, 1, 1]


def test_equal_probabilities_are_not_parted() -> None:
    scores, has_answer = np.array([1.0, 0.0]), np.array([True, False])
    best = best_threshold(scores, np.array([0.5, 0.5]), has_answer, np.zeros(2, bool))
    assert (best.score, best.threshold) == (0.5, 0.0)


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans(),
                          st.floats(-1, 1)), min_size=1, max_size=30))  # fmt: skip
def test_the_best_threshold_reaches_what_it_says(
    rows: list[tuple[bool, bool, bool, float]],
) -> None:
    has_answer = np.array([row[0] for row in rows])
    empty = np.array([row[1] for row in rows])
    right = np.array([row[2] for row in rows])
    scores = np.where(has_answer, right & ~empty, empty).astype(float)
    no_answer = np.array([row[3] for row in rows])
    best = best_threshold(scores, no_answer, has_answer, empty)
    reached = [under_threshold(scores, no_answer, has_answer, at).mean()
               for at in [-2.0, *no_answer]]  # fmt: skip
    assert best.score == pytest.approx(max(reached))
    at_best = under_threshold(scores, no_answer, has_answer, best.threshold)
    assert at_best.mean() == pytest.approx(best.score)


def test_a_million_rows_take_seconds() -> None:
    """A tenth of it, which the benchmark scales: distinct texts are what costs."""
    count = 100_000
    golds = [[f"Ada {row} Holm", f"Holm {row % 977}"] for row in range(count)]
    predictions = [f"Holm {row % 991} of Lima" for row in range(count)]
    started = time.process_time()
    score_columns(SCORERS["squad"], pa.array(predictions), pa.array(golds))
    assert time.process_time() - started < 6
