"""Exact match (EM) and F1 of columns of predictions, with the results of the official scripts.

Normalization can empty a text: for example, "the" becomes "". The scorers treat this differently:

| scorer | same as | empty gold answers | if prediction and gold answer are empty |
|---|---|---|---|
| squad | the script of SQuAD 1.1 | are compared | EM is 1, F1 is 0 |
| mrqa | the script of MRQA 2019 | are compared | EM is 1, F1 is 0 |
| squad2 | the script of SQuAD 2.0 | are left out | EM is 1, F1 is 1 |
| char-official | the script of DuReader_robust | are compared | EM is 1, F1 is 0 |
| char-paper | the description in Tang et al. 2021 | are compared | EM is 1, F1 is 0 |
| lenient | no official script | are left out | EM is 1, F1 is 1 |

If all gold answers of a question are left out, an empty prediction is right. The scorer lenient is
like squad2, but normalizes texts by `lenient_words`, and its EM ignores spaces.

Scores are from 0 to 1. EM and F1 are each the maximum over the gold answers. A missing prediction
scores 0 for every question. Only squad2 and lenient support questions without an answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from builders.errors import ChooseKnownError
from builders.scoring.normalization import chars, lenient_words, official_chars, words

LENIENT: Final = "lenient"
"""The name of the scorer that is used in addition to the official ones.

It ignores differences in spelling. So a drop that appears only with the other scorers is due to
spelling.
"""

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

# Blocks of Chinese characters. DuReader_robust's script makes each character, and "=", a token.
_CJK: Final = (
    (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF), (0x2F800, 0x2FA1F),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scorer:
    """The functions with which exact match and F1 of a prediction are computed."""

    name: str
    normalize: Callable[[str], str]
    tokens: Callable[[str], Sequence[str]]
    """Splits a normalized text into tokens."""
    overlap: Callable[[Sequence[str], Sequence[str]], int]
    """Counts the tokens that two texts share."""
    no_answer: bool = False
    """Whether questions without an answer are supported.

    If so, an empty prediction is right for such a question, and gold answers that are empty after
    normalization are left out.
    """
    key: Callable[[str], str] = str
    """Turns a normalized text into the text that is compared for exact match."""


@dataclass(frozen=True, slots=True)
class Scores:
    """EM and F1 of every row, from 0 to 1."""

    em: Floats
    f1: Floats


def bag_overlap(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many tokens two texts share, in any order.

    A token that occurs twice in one text and three times in the other counts twice.
    """
    shared = set(one).intersection(other)
    if not shared:
        return 0
    if len(one) == 1 or len(other) == 1:
        return 1
    return sum((Counter(one) & Counter(other)).values())


def longest_run(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest contiguous run of tokens that both sequences contain."""
    if set(one).isdisjoint(other):
        return 0
    longest = 0
    before = [0] * (len(other) + 1)
    for token in one:
        row = [0]
        for place, against in enumerate(other):
            row.append(before[place] + 1 if token == against else 0)
        longest = max(longest, *row)
        before = row
    return longest


def official_tokens(text: str) -> list[str]:
    """Split a text into tokens as DuReader_robust's script does.

    Each Chinese character and each "=" is a token, and so is the text between two of them,
    including its spaces.
    """
    found: list[str] = []
    run = ""
    for char in text:
        if char == "=" or any(low <= ord(char) <= high for low, high in _CJK):
            found += [run, char] if run else [char]
            run = ""
        else:
            run += char
    return [*found, run] if run else found


def _unspaced(text: str) -> str:
    return text.replace(" ", "")


# To add a scorer, add a line here and in the table above, and a test against its official script.
SCORERS: Final[dict[str, Scorer]] = {
    scorer.name: scorer
    for scorer in (
        Scorer("squad", words, str.split, bag_overlap),
        Scorer("squad2", words, str.split, bag_overlap, no_answer=True),
        Scorer("mrqa", words, str.split, bag_overlap),
        Scorer("char-paper", chars, list, bag_overlap),
        Scorer("char-official", official_chars, official_tokens, longest_run),
        Scorer("lenient", lenient_words, str.split, bag_overlap, no_answer=True, key=_unspaced),
    )
}


def scorer_named(name: str) -> Scorer:
    """Return the scorer with this name; raise ChooseKnownError if there is none."""
    if name not in SCORERS:
        raise ChooseKnownError("scorer", name, SCORERS)
    return SCORERS[name]


def f1_of(shared: int, predicted: int, gold: int) -> float:
    """Return F1, from 0 to 1, for the numbers of shared, predicted and gold tokens.

    The order of operations is that of the official scripts, so the result is equal to the last bit.
    """
    if not shared:
        return 0.0
    precision, recall = shared / predicted, shared / gold
    return (2 * precision * recall) / (precision + recall)


def score_columns(scorer: Scorer, predictions: pa.Array, golds: pa.Array) -> Scores:
    """Return EM and F1 of each prediction; `golds` has a list of gold answers for each of them.

    A missing prediction is null and scores 0. Each distinct text is normalized only once, and each
    distinct pair of texts is compared only once. Raises ValueError if a row has no gold answer and
    the scorer does not support questions without an answer.
    """
    lengths = np.asarray(pc.fill_null(pc.list_value_length(golds), 0), np.int64)
    if not scorer.no_answer and not lengths.all():
        raise ValueError(f"row {int(np.argmin(lengths))}: no gold answer, which {scorer.name} "
                         "cannot score")  # fmt: skip
    codes = _Codes(scorer)
    predicted = codes.of(pc.fill_null(predictions, ""))
    gold = codes.of(golds.flatten())
    rows = np.repeat(np.arange(len(lengths)), lengths)
    if scorer.no_answer:
        rows, gold = _with_no_answer(rows, gold, len(lengths), codes.empty)
    em_of_pair, f1_of_pair = codes.compared(predicted[rows], gold)
    em, f1 = np.zeros(len(lengths)), np.zeros(len(lengths))
    np.maximum.at(em, rows, em_of_pair)
    np.maximum.at(f1, rows, f1_of_pair)
    missing = np.asarray(pc.is_null(predictions), bool)
    em[missing] = f1[missing] = 0.0
    return Scores(em, f1)


def score_one(scorer: Scorer, prediction: str, golds: Sequence[str]) -> tuple[float, float]:
    """Return EM and F1 of one prediction, from 0 to 1; `golds` are the gold answers."""
    column = pa.array([list(golds)], pa.list_(pa.string()))
    scores = score_columns(scorer, pa.array([prediction], pa.string()), column)
    return float(scores.em[0]), float(scores.f1[0])


def _with_no_answer(
    rows: Integers, gold: Integers, count: int, empty: int
) -> tuple[Integers, Integers]:
    """Remove empty gold answers, but give each row that has no other gold answer an empty one.

    Each gold answer is given by the index of its row in `rows` and the number of its text (see
    `_Codes`) in `gold`. `count` is the number of rows, and `empty` is the number of the empty text.
    Returns the changed `rows` and `gold`.
    """
    kept = gold != empty
    rows, gold = rows[kept], gold[kept]
    bare = np.flatnonzero(np.bincount(rows, minlength=count) == 0)
    return np.concatenate([rows, bare]), np.concatenate([gold, np.full(len(bare), empty)])


class _Codes:
    """A numbering of normalized texts, which scores pairs of texts by their numbers (codes).

    Equal texts have the same code, so each distinct pair has to be compared only once.
    """

    def __init__(self, scorer: Scorer) -> None:
        self._scorer = scorer
        self._known: dict[str, int] = {"": 0}
        self.empty = 0

    def of(self, texts: pa.Array) -> Integers:
        """Return the code of each text: a number that stands for its normalized form."""
        if isinstance(texts, pa.ChunkedArray):
            texts = pa.concat_arrays(texts.chunks) if texts.num_chunks else pa.array([], "string")
        encoded = texts.dictionary_encode()
        known, normalize = self._known, self._scorer.normalize
        numbers = [known.setdefault(normalize(text), len(known))
                   for text in encoded.dictionary.to_pylist()]  # fmt: skip
        places = np.asarray(encoded.indices, np.int64)
        return np.array(numbers, np.int64)[places] if numbers else np.zeros(0, np.int64)

    def compared(self, predicted: Integers, gold: Integers) -> tuple[Floats, Floats]:
        """Return EM and F1 of each pair of a predicted text and a gold answer.

        The texts are given by their codes, the numbers that `of` gives to normalized texts.
        """
        same = predicted == gold
        em, f1 = same.astype(np.float64), same.astype(np.float64)
        if not self._scorer.no_answer:
            f1[same & (predicted == self.empty)] = 0.0
        other = np.flatnonzero(~same & (predicted != self.empty) & (gold != self.empty))
        size, texts = len(self._known), list(self._known)
        pairs, places = np.unique(predicted[other] * size + gold[other], return_inverse=True)
        results = [self._compare(texts[pair // size], texts[pair % size]) for pair in pairs]
        if results:
            em[other], f1[other] = np.array(results)[places].T
        return em, f1

    def _compare(self, ours: str, theirs: str) -> tuple[float, float]:
        """Return EM and F1 of two different normalized texts, neither of which is empty."""
        scorer = self._scorer
        if scorer.key is not str and scorer.key(ours) == scorer.key(theirs):
            return 1.0, 1.0
        one, other = scorer.tokens(ours), scorer.tokens(theirs)
        return 0.0, f1_of(scorer.overlap(one, other), len(one), len(other))
