"""Recurrent recognizers: what numpy computes is what an LSTM is defined to be."""

from __future__ import annotations

import numpy as np
import pytest

from builders.recognizers.bundled.gazetteer import BIT_COUNT
from builders.recognizers.bundled.load import MODEL, load_members, load_reader
from builders.recognizers.bundled.observed import LABELS, LEAST
from builders.recognizers.bundled.reader import Reader
from builders.recognizers.bundled.recurrent import RecurrentMember
from builders.recognizers.bundled.tokens import Tokens

ROWS = (50, 20, 20, 20, 30, 10)
WIDTH, MIX, HIDDEN, COUNT = 4, 6, 5, len(LABELS)
TEXTS = ["Ada Holm left New York .", "", "Peru", "The Kano Union of Olu Badu met in Ulm at noon ."]


@pytest.fixture(scope="module")
def stored() -> dict[str, np.ndarray]:
    """Return random weights of a small recurrent recognizer."""
    rng = np.random.default_rng(3)
    shapes = {
        "table": (sum(ROWS), WIDTH), "classes": (BIT_COUNT, WIDTH),
        "mix": (WIDTH * (len(ROWS) + 1), 2 * MIX), "mix_bias": (2 * MIX,), "gain": (MIX,),
        "shift": (MIX,), "outside": (2 * HIDDEN, 2 * (1 + 2 * COUNT)),
        "outside_bias": (2 * (1 + 2 * COUNT),), "inside": (2 * HIDDEN, 12 * COUNT),
        "inside_bias": (12 * COUNT,),
    }  # fmt: skip
    for name in ("forward", "backward"):
        shapes[f"{name}_inputs"] = (4 * HIDDEN, MIX)
        shapes[f"{name}_recurrent"] = (4 * HIDDEN, HIDDEN)
        shapes[f"{name}_bias"] = (4 * HIDDEN,)
    made = {name: rng.normal(0, 1, shape).astype(np.float16) for name, shape in shapes.items()}
    hashed = [(column, 8 + column, rows) for column, rows in enumerate(ROWS)]
    return {**made, "hashed": np.array(hashed, np.int32)}


@pytest.fixture(scope="module")
def member(
    stored: dict[str, np.ndarray], tmp_path_factory: pytest.TempPathFactory
) -> RecurrentMember:
    path = tmp_path_factory.mktemp("member") / "recurrent_1.npz"
    np.savez_compressed(path, **stored)  # type: ignore[arg-type]
    return RecurrentMember.load(path)


@pytest.fixture(scope="module")
def shipped() -> Reader:
    return load_reader(MODEL)


def sigmoid(x: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-x))


def states(weights: dict[str, np.ndarray], name: str, vectors: np.ndarray) -> np.ndarray:
    """Return the states of an LSTM as its definition says (torch's order of gates)."""
    into, again, bias = (
        weights[f"{name}_{part}"].astype(np.float64) for part in ("inputs", "recurrent", "bias")
    )
    state, cell, found = np.zeros(HIDDEN), np.zeros(HIDDEN), []
    for vector in vectors:
        opened, kept, new, shown = np.split(into @ vector + again @ state + bias, 4)
        cell = sigmoid(kept) * cell + sigmoid(opened) * np.tanh(new)
        state = sigmoid(shown) * np.tanh(cell)
        found.append(state)
    return np.array(found).reshape(-1, HIDDEN)


def softmax(scores: np.ndarray) -> np.ndarray:
    raised = np.exp(scores - scores.max())
    return raised / raised.sum()


def expected(
    weights: dict[str, np.ndarray], vectors: np.ndarray
) -> dict[tuple[int, int, str], float]:
    """Return the probability of every span of one text."""
    if not len(vectors):
        return {}
    seen = np.concatenate(
        [states(weights, "forward", vectors), states(weights, "backward", vectors[::-1])[::-1]], 1
    )
    outside = (seen @ weights["outside"] + weights["outside_bias"]).reshape(len(seen), 2, -1).max(1)
    inside = (seen @ weights["inside"] + weights["inside_bias"]).reshape(-1, 3, 2, 2, COUNT)
    found = {}
    for start in range(len(seen)):
        scores = outside[start].copy()
        if start == len(seen) - 1:
            scores[1 + COUNT :] = -np.inf
        first = softmax(scores)
        for n, label in enumerate(LABELS):
            found[start, start + 1, label] = first[1 + n]
            chance = first[1 + COUNT + n]
            for here in range(start + 1, len(seen)):
                sums = inside[here, 0] + inside[start, 1] + inside[here - 1, 2]
                on, end = sums[:, :, n].max(0)
                ends = 1.0 if here == len(seen) - 1 else sigmoid(end - on)
                found[start, here + 1, label] = chance * ends
                chance *= 1 - ends
    return {span: chance for span, chance in found.items() if chance >= LEAST}


def test_spans_have_the_probabilities_of_an_lstm(
    stored: dict[str, np.ndarray], member: RecurrentMember
) -> None:
    reader = Reader.of(load_members(MODEL))
    tokens = Tokens.of([reader.tokenizer(text) for text in TEXTS], reader.extract)
    (found,) = member.likely(tokens, member.embedding(tokens.features))
    given = {
        (int(a), int(b), LABELS[n]): float(chance)
        for a, b, n, chance in zip(
            found.starts, found.ends, found.labels, found.chances, strict=True
        )
    }
    vectors = member.embedding(tokens.features)[tokens.kinds].astype(np.float64)
    wanted, at = {}, 0
    for length in tokens.lengths.tolist():
        for (a, b, label), chance in expected(stored, vectors[at : at + length]).items():
            wanted[at + a, at + b, label] = chance
        at += length
    assert len(wanted) > 40
    sure = {span for span, chance in wanted.items() if chance > LEAST + 1e-4}
    assert sure <= given.keys() and len(given) <= len(wanted) + 2
    assert all(abs(given[span] - wanted[span]) < 1e-4 for span in sure)


def test_the_shipped_ensemble_has_members_of_both_kinds(shipped: Reader) -> None:
    kinds = {type(one).__name__ for one in shipped.members}
    assert kinds == {"Member", "RecurrentMember"}


def test_no_text_changes_what_recurrent_members_see_in_another(shipped: Reader) -> None:
    given = ["", "Ada Holm left Peru.", *(f"{TEXTS[3]} {n}" * n for n in range(6))]
    for together, text in zip(shipped.read(given), given, strict=True):
        (alone,) = shipped.read([text])
        assert np.array_equal(together.firsts, alone.firsts)
        assert np.allclose(together.chances, alone.chances, atol=1e-4)
