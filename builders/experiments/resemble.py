"""RESEMBLE: combine a model's prediction with its predictions for copies with well-known names.

Balasubramanian et al. 2020: for an instance x with an entity of the type, a copy x_m has a
canonical name m in place of the entity's name. With P_T, the model's distribution on x with
temperature T,

    P_T(y) = P(y | x)^(1/T) / sum over y' of P(y' | x)^(1/T)
    P_R(y) ∝ (1 - c) P_T(y) + c (P_T(y) · product over m of P(y | x_m))^(1 / (|M| + 1))

where c is the recognizer's confidence in the entity. The paper does not normalize the geometric
mean, and by default neither does this module. The paper uses T = 2 and closed classes.

Extractive question answering is our extension: y is a normalized answer in the source's names, and
its probability is the sum over the candidates that normalize to it. The empty answer is also an
answer. For the probability of an answer that a model does not list, see `on_one_support`.

T and the canonical names are fitted on validation rows. `Fitted` refuses to answer these rows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from builders.errors import FixInputError

Distribution = Mapping[str, float]
"""Answers and their probabilities, which may sum to less than 1 for a list of candidates."""

TEMPERATURE: Final = 2.0
"""The value of T in the paper."""

# The bounds of a fitted T, and the factor for unlisted answers (see `on_one_support`).
_COLDEST, _HOTTEST = 0.25, 10.0
_UNLISTED: Final = 0.1
_LEAST: Final = 1e-12
_GRID: Final = 40
_GOLDEN: Final = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """A model's distributions for an instance and for its copies, one per canonical name.

    `confidence` is how sure the recognizer is of the entity, in [0, 1). There are no copies if no
    entity has the type to rename; then the answer depends on `original` only.
    """

    id: str
    original: Distribution
    copies: tuple[Distribution, ...]
    confidence: float

    def __post_init__(self) -> None:
        """Raise FixInputError for an invalid confidence or a distribution without probabilities."""
        if not 0 <= self.confidence < 1:
            raise FixInputError(f"{self.id}: a confidence of {self.confidence:g}; expected one "
                                "from 0 to below 1")  # fmt: skip
        for each in (self.original, *self.copies):
            if not each or min(each.values()) < 0 or sum(each.values()) <= 0:
                raise FixInputError(f"{self.id}: no candidate with a probability; RESEMBLE needs "
                                    "them, see majority_vote")  # fmt: skip


def distribution(
    candidates: Iterable[tuple[str, float]], normalize: Callable[[str], str] = str
) -> dict[str, float]:
    """Return the summed probability of every answer; texts are in the source's names."""
    found: dict[str, float] = {}
    for text, probability in candidates:
        key = normalize(text)
        found[key] = found.get(key, 0.0) + probability
    return found


def on_one_support(distributions: Sequence[Distribution]) -> list[dict[str, float]]:
    """Return distributions over all answers that any of them lists.

    An answer that a distribution does not list gets a tenth of the smaller of two values: the
    probability mass that the distribution leaves over, and its smallest listed probability. This is
    our extension, because the paper's classes are closed.
    """
    answers = sorted({answer for each in distributions for answer in each})
    found = []
    for each in distributions:
        left = max(0.0, 1.0 - sum(each.values()))
        unlisted = _UNLISTED * min(left, *each.values())
        found.append({answer: each.get(answer, unlisted) for answer in answers})
    return found


def tempered(original: Distribution, temperature: float) -> dict[str, float]:
    """Return P^(1/T), normalized; raise ValueError unless the temperature T is positive."""
    if not temperature > 0:
        raise ValueError(f"a temperature of {temperature:g}")
    top = max(original.values())
    powers: dict[str, float] = {
        answer: (p / top) ** (1 / temperature) for answer, p in original.items()
    }
    return _summing_to_1(powers)


def resemble(
    evidence: Evidence, temperature: float = TEMPERATURE, *, normalize: bool = False
) -> dict[str, float]:
    """Return RESEMBLE's probability of each answer (P_R in the module docstring).

    With `normalize`, the geometric mean is normalized first.
    """
    original, *copies = on_one_support([evidence.original, *evidence.copies])
    cool, c = tempered(original, temperature), evidence.confidence
    if not copies:
        return cool
    shared = {
        answer: math.exp(
            sum(map(_log, (p, *(copy[answer] for copy in copies)))) / (len(copies) + 1)
        )
        for answer, p in cool.items()
    }
    if normalize and any(shared.values()):
        shared = _summing_to_1(shared)
    return _summing_to_1({answer: (1 - c) * p + c * shared[answer] for answer, p in cool.items()})


def _log(probability: float) -> float:
    return math.log(probability) if probability > 0 else -math.inf


def _summing_to_1(values: Distribution) -> dict[str, float]:
    total = sum(values.values())
    return {answer: value / total for answer, value in values.items()}


def most_probable(answers: Distribution) -> str:
    """Return the most probable answer, or the alphabetically first if several are most probable."""
    return min(answers, key=lambda answer: (-answers[answer], answer))


def majority_vote(original: str, copies: Sequence[str]) -> str:
    """Return the most frequent answer, preferring that for the original in a tie.

    This is a fallback for models without probabilities. It is not RESEMBLE, and reports do not call
    it so.
    """
    counts = Counter([original, *copies])
    most = max(counts.values())
    return original if counts[original] == most else min(a for a, n in counts.items() if n == most)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The temperature T and the canonical names, with the ids of the rows they were fitted on."""

    temperature: float
    canonical: tuple[str, ...]
    validation: frozenset[str]

    def answer(self, evidence: Evidence, *, normalize: bool = False) -> str:
        """Return RESEMBLE's answer; raise FixInputError for a row that T was fitted on."""
        if evidence.id in self.validation:
            raise FixInputError(f"{evidence.id}: was fitted on; RESEMBLE answers other rows")
        return most_probable(resemble(evidence, self.temperature, normalize=normalize))


def fit(
    validation: Sequence[tuple[Evidence, str]], scores: Mapping[str, Sequence[float]], size: int
) -> Fitted:
    """Fit the temperature T and choose the canonical names on validation rows.

    Each validation row comes with its right answer, and `scores` are the scores on these rows by
    name. The canonical names are the `size` names with the highest mean score; ties are broken
    alphabetically. T is the temperature at which RESEMBLE makes the right answers most probable.
    Raises FixInputError without rows or with fewer names than `size`.
    """
    if not validation:
        raise FixInputError("no validation rows to fit a temperature on")
    names = best_names(scores, size)
    ids = frozenset(evidence.id for evidence, _ in validation)
    return Fitted(fit_temperature(validation), names, ids)


def best_names(scores: Mapping[str, Sequence[float]], size: int) -> tuple[str, ...]:
    """Return the names with the highest mean scores; raise FixInputError if there are too few."""
    ranked = sorted(
        (name for name in scores if scores[name]),
        key=lambda name: (-sum(scores[name]) / len(scores[name]), name),
    )
    if len(ranked) < size:
        raise FixInputError(f"{len(ranked)} names have scores on validation rows; {size} wanted")
    return tuple(ranked[:size])


def fit_temperature(validation: Sequence[tuple[Evidence, str]]) -> float:
    """Return the T in [0.25, 10] with the lowest negative log-likelihood of the right answers."""
    return math.exp(_argmin(
        lambda log_t: negative_log_likelihood(validation, math.exp(log_t)),
        math.log(_COLDEST), math.log(_HOTTEST),
    ))  # fmt: skip


def negative_log_likelihood(rows: Sequence[tuple[Evidence, str]], temperature: float) -> float:
    """Return the mean negative log-likelihood of the right answers at a temperature.

    A right answer that no distribution lists costs the same at every temperature.
    """
    total = 0.0
    for evidence, right in rows:
        total -= math.log(max(resemble(evidence, temperature).get(right, 0.0), _LEAST))
    return total / len(rows)


def _argmin(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function is lowest: the best grid point, refined by golden-section search."""
    step = (high - low) / _GRID
    best = min(range(_GRID + 1), key=lambda at: function(low + at * step))
    low, high = max(low, low + (best - 1) * step), min(high, low + (best + 1) * step)
    for _ in range(_GRID):
        one, other = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        if function(one) <= function(other):
            high = other
        else:
            low = one
    return (low + high) / 2
