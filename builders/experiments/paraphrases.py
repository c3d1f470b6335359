"""Over-sensitivity: does a model answer paraphrases of a question differently?

The measure is the different prediction ratio, DPR (Tang et al. 2021, section 3.3): of all pairs of
a question and a paraphrase with the same passage and answers, it is the share for which the two
predictions differ. It does not compare predictions with gold answers. Figure 1 of the paper shows
DPR by the similarity of the two questions (F1 of characters) in ten equal buckets. Predictions are
compared like texts in the paper's F1: without whitespace, punctuation and symbols.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from builders.draws import Key, digest
from builders.errors import FixInputError
from builders.scoring.metrics import SCORERS, Floats, Integers, Mask, score_one
from builders.scoring.uncertainty import FEWEST_CLUSTERS, RESAMPLES, Interval, spearman, wilson

BUCKETS: Final = 10
_SCORER: Final = SCORERS["char-paper"]


@dataclass(frozen=True, slots=True)
class ParaphraseGroup:
    """A question and its paraphrases, which all have the same answers."""

    original: str
    """The id of the question that the others paraphrase."""
    questions: Mapping[str, str]
    """The text of the question and of each paraphrase, by id."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of a question and a paraphrase, as arrays with one element per pair."""

    groups: Integers
    """The index of the `ParaphraseGroup` that the pair comes from."""
    similarity: Floats
    """The similarity of the two questions, from 0 to 1."""
    differs: Mask
    """Whether the predictions for the two questions differ."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The share of pairs with different predictions among `n` pairs, with a Wilson interval.

    `share` and `interval` are None if there are no pairs.
    """

    n: int
    share: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Bucket:
    """A range of similarity, with the share of differing predictions for the pairs in it.

    A pair is a question and a paraphrase of it, with low <= similarity < high. The last
    range also includes a similarity of 1.
    """

    low: float
    high: float
    rate: Rate


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's correlation between two variables, with a bootstrap interval.

    `value` and `interval` are None if either variable is constant. The bootstrap resamples groups
    of values that belong together. With fewer than 20 groups, `interval` is None.
    """

    value: float | None
    interval: Interval | None


def similarity(one: str, other: str) -> float:
    """Return the F1 of the characters of two questions, from 0 to 1."""
    return score_one(_SCORER, one, [other])[1]


def differ(one: str, other: str) -> bool:
    """Return whether two predictions differ, ignoring whitespace, punctuation and symbols."""
    return _SCORER.normalize(one) != _SCORER.normalize(other)


def pairs_of(groups: Sequence[ParaphraseGroup], predictions: Mapping[str, str]) -> Pairs:
    """Pair every paraphrase with its original question.

    A missing prediction counts as different from every other prediction, even another missing one.
    Raises FixInputError if a group does not contain its original question.
    """
    numbers: list[int] = []
    alike: list[float] = []
    differs: list[bool] = []
    for number, group in enumerate(groups):
        if group.original not in group.questions:
            raise FixInputError(f"{group.original}: the original is none of its group's questions")
        ours = predictions.get(group.original)
        question = group.questions[group.original]
        for id_, paraphrase in group.questions.items():
            if id_ == group.original:
                continue
            theirs = predictions.get(id_)
            numbers.append(number)
            alike.append(similarity(question, paraphrase))
            differs.append(ours is None or theirs is None or differ(ours, theirs))
    return Pairs(np.array(numbers, np.int64), np.array(alike, np.float64), np.array(differs, bool))


def rate(differs: Mask) -> Rate:
    """Return the share of pairs with different predictions; `differs` marks these pairs."""
    n, changed = len(differs), int(differs.sum())
    return Rate(n, changed / n if n else None, wilson(changed, n))


def by_similarity(pairs: Pairs) -> list[Bucket]:
    """Return the share of differing predictions in each of ten equal buckets of similarity."""
    # Round first, because an F1 of 0.3 may be slightly less than 3/10.
    places = np.minimum(np.floor(np.round(pairs.similarity * BUCKETS, 9)), BUCKETS - 1)
    return [
        Bucket(at / BUCKETS, (at + 1) / BUCKETS, rate(pairs.differs[places == at]))
        for at in range(BUCKETS)
    ]


def correlation(pairs: Pairs, key: Key) -> Correlation:
    """Return how the similarity of two questions correlates with differing predictions.

    In Tang et al. 2021, the correlation is negative. `key` seeds the bootstrap.
    """
    return correlated(pairs.similarity, pairs.differs.astype(np.float64), pairs.groups, key)


def correlated(one: Floats, other: Floats, groups: Integers, key: Key) -> Correlation:
    """Return Spearman's correlation between two arrays of values, with its interval.

    `groups` says, as a number, which group each value belongs to. The bootstrap, which `key` seeds,
    resamples whole groups.
    """
    values = one, other
    found = spearman(*values)
    members = [np.flatnonzero(groups == group) for group in np.unique(groups)]
    count = len(members)
    if not np.isfinite(found):
        return Correlation(None, None)
    if count < FEWEST_CLUSTERS:
        return Correlation(found, None)
    bits = np.random.Philox(key=int.from_bytes(digest((*key, "paraphrases")), "big"))
    drawn = []
    for _ in range(RESAMPLES):
        picks = (bits.random_raw(count) % np.uint64(count)).tolist()
        places = np.concatenate([members[pick] for pick in picks])
        drawn.append(spearman(*(each[places] for each in values)))
    finite = [each for each in drawn if np.isfinite(each)]
    if not finite:
        return Correlation(found, None)
    low, high = np.quantile(finite, [0.025, 0.975])
    return Correlation(found, Interval(float(low), float(high)))
