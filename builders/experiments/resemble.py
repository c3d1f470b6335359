"""RESEMBLE: combine a model's prediction with its predictions for copies with well-known names.

The method is that of Balasubramanian et al. 2020. If an instance x names an entity of the tested
type, such as a person, it is copied with each of the well-known ("canonical") names m in a set M in
place of the entity's name. The copy with m is x_m. P(y | x) is the model's probability of the
answer y, P_T is its distribution on x with the temperature T, and P_R is RESEMBLE's distribution:

    P_T(y) = P(y | x)^(1/T) / sum over y' of P(y' | x)^(1/T)
    P_R(y) ∝ (1 - c) P_T(y) + c (P_T(y) · product over m of P(y | x_m))^(1 / (|M| + 1))

Here c is the recognizer's confidence in the entity. The paper does not normalize the geometric
mean, and by default neither does this module. The paper uses T = 2.

The paper's tasks have fixed sets of classes; extractive question answering is our extension. There,
y is a normalized answer in which new names are mapped back to the old names, and its probability is
the sum over the candidates that normalize to it. The empty answer is also an answer. For the
probability of an answer that a model does not list, see `on_one_support`.

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
"""The temperature T in Balasubramanian et al. 2020."""

# The bounds of a fitted T, and the factor for unlisted answers (see `on_one_support`).
_COLDEST, _HOTTEST = 0.25, 10.0
_UNLISTED: Final = 0.1
_LEAST: Final = 1e-12
_GRID: Final = 40
_GOLDEN: Final = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True, slots=True)
class Evidence:
    """A model's distributions over answers for an instance and for its copies with other names."""

    id: str
    original: Distribution
    """The distribution for the instance itself."""
    copies: tuple[Distribution, ...]
    """The distributions for the copies, one for each canonical (well-known) name.

    There are none if the instance has no entity to rename. RESEMBLE's answer then depends on
    `original` only.
    """
    confidence: float
    """How sure the recognizer is of the entity, from 0 to below 1."""

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
    """Return the probability of every answer: the sum over the candidates that normalize to it.

    `candidates` are texts, with new names mapped back to the old names, and their probabilities.
    """
    found: dict[str, float] = {}
    for text, probability in candidates:
        key = normalize(text)
        found[key] = found.get(key, 0.0) + probability
    return found


def on_one_support(distributions: Sequence[Distribution]) -> list[dict[str, float]]:
    """Return the distributions, each extended to all answers that any of them lists.

    An answer that a distribution does not list gets a tenth of the smaller of two values: the
    probability mass that the distribution leaves over, and its smallest listed probability. This
    rule extends Balasubramanian et al. 2020, where every distribution covers the same classes.
    """
    answers = sorted({answer for each in distributions for answer in each})
    found = []
    for each in distributions:
        left = max(0.0, 1.0 - sum(each.values()))
        unlisted = _UNLISTED * min(left, *each.values())
        found.append({answer: each.get(answer, unlisted) for answer in answers})
    return found


def tempered(original: Distribution, temperature: float) -> dict[str, float]:
    """Return a distribution with all probabilities raised to the power 1/T and then normalized.

    Raises ValueError unless the temperature T is positive.
    """
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
    """Return RESEMBLE's probability of each answer (P_R in the docstring of this module).

    It mixes the model's distribution for the instance with a geometric mean of the distributions
    for the instance and its copies. With `normalize`, the geometric mean is normalized first.
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
    """Return the most frequent of a model's answers to an instance and to its copies.

    In a tie, the answer to the original instance is preferred. This is a fallback for models that
    give no probabilities. It is not RESEMBLE, and reports call it a majority vote.
    """
    counts = Counter([original, *copies])
    most = max(counts.values())
    return original if counts[original] == most else min(a for a, n in counts.items() if n == most)


@dataclass(frozen=True, slots=True)
class Fitted:
    """Fitted parameters of RESEMBLE, and the rows that they were fitted on."""

    temperature: float
    """The temperature T."""
    canonical: tuple[str, ...]
    """The canonical (well-known) names."""
    validation: frozenset[str]
    """The ids of the rows that both were fitted on."""

    def answer(self, evidence: Evidence, *, normalize: bool = False) -> str:
        """Return RESEMBLE's answer; raise FixInputError for a row that was used for fitting."""
        if evidence.id in self.validation:
            raise FixInputError(f"{evidence.id}: was fitted on; RESEMBLE answers other rows")
        return most_probable(resemble(evidence, self.temperature, normalize=normalize))


def fit(
    validation: Sequence[tuple[Evidence, str]], scores: Mapping[str, Sequence[float]], size: int
) -> Fitted:
    """Fit RESEMBLE on validation rows: choose its temperature T and its canonical names.

    RESEMBLE combines a model's prediction for a row with those for copies of the row that
    have well-known (canonical) names. Each validation row comes with its right answer.
    `scores` maps each name to the model's scores on the copies with this name. The
    canonical names are the `size` names with the highest mean score; ties are broken
    alphabetically. T is the temperature at which RESEMBLE makes the right answers most
    probable. Raises FixInputError without rows or with fewer names than `size`.
    """
    if not validation:
        raise FixInputError("no validation rows to fit a temperature on")
    names = best_names(scores, size)
    ids = frozenset(evidence.id for evidence, _ in validation)
    return Fitted(fit_temperature(validation), names, ids)


def best_names(scores: Mapping[str, Sequence[float]], size: int) -> tuple[str, ...]:
    """Return the `size` names with the highest mean scores.

    Raises FixInputError if fewer names have scores.
    """
    ranked = sorted(
        (name for name in scores if scores[name]),
        key=lambda name: (-sum(scores[name]) / len(scores[name]), name),
    )
    if len(ranked) < size:
        raise FixInputError(f"{len(ranked)} names have scores on validation rows; {size} wanted")
    return tuple(ranked[:size])


def fit_temperature(validation: Sequence[tuple[Evidence, str]]) -> float:
    """Return RESEMBLE's temperature at which the right answers are most probable (0.25 to 10)."""
    return math.exp(_argmin(
        lambda log_t: negative_log_likelihood(validation, math.exp(log_t)),
        math.log(_COLDEST), math.log(_HOTTEST),
    ))  # fmt: skip


def negative_log_likelihood(rows: Sequence[tuple[Evidence, str]], temperature: float) -> float:
    """Return the mean negative log-likelihood of the right answers at a temperature.

    The probabilities of the answers are those of RESEMBLE (see the module). A right answer
    that no distribution lists adds the same value at every temperature.
    """
    total = 0.0
    for evidence, right in rows:
        total -= math.log(max(resemble(evidence, temperature).get(right, 0.0), _LEAST))
    return total / len(rows)


def _argmin(function: Callable[[float], float], low: float, high: float) -> float:
    """Return the value from `low` to `high` at which a function is lowest.

    The best point of a grid is refined by golden-section search.
    """
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
