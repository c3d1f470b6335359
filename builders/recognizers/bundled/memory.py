"""A record of the names that the ensemble of recognizers finds in a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from builders.recognizers.bundled.network import Floats, Numbers
from builders.recognizers.bundled.observed import TokenSpan

# Spans whose probabilities sum to less are not recorded.
_LEAST: Final = 0.1
# A name with at least this probability at one place is searched for in the whole text.
_SURE: Final = 0.5

WHOLE, LAST, FIRST, INNER = "=", ">", "<", "~"
"""The first character of a key in `Memory`, which says what its words are.

They are a whole name, or the last word, the first word or an inner word of a longer name.
"""


@dataclass(frozen=True, slots=True)
class Memory:
    """The label probabilities of the names in a text, and how often each word occurs there."""

    rows: Mapping[str, int]
    """The row of each key in the three arrays; row 0 is for unknown keys.

    A key is WHOLE, LAST, FIRST or INNER, followed by words in lower case.
    """
    counts: Floats
    """How often each key was read as a name."""
    sums: Floats
    """The sum of the probabilities of each label for each key."""
    bests: Floats
    """The maximum probability of each label for each key."""
    words: Mapping[str, int]
    """How often each lower-cased word occurs."""
    small: Mapping[str, int]
    """How often each word occurs in lower case."""

    @classmethod
    def of(
        cls,
        words: Sequence[str],
        lower: Sequence[str],
        spans: Sequence[TokenSpan],
        chances: Floats,
    ) -> Memory:
        """Return a record of the names among `spans`.

        `chances` has a row for each span with the probability of each label. Spans whose
        probabilities sum to less than 0.1 are left out.
        """
        rows: dict[str, int] = {}
        keys: list[int] = []
        sources: list[int] = []
        for at in np.flatnonzero(chances.sum(axis=1) >= _LEAST).tolist():
            for key in _keys(lower, spans[at]):
                keys.append(rows.setdefault(key, len(rows) + 1))
                sources.append(at)
        counts = np.zeros((len(rows) + 1, 1), np.float32)
        sums = np.zeros((len(rows) + 1, chances.shape[1]), np.float32)
        bests = np.zeros_like(sums)
        read = chances[sources]
        np.add.at(counts, keys, 1)
        np.add.at(sums, keys, read)
        np.maximum.at(bests, keys, read)
        small = Counter(word for word, low in zip(words, lower, strict=True) if word == low)
        return cls(rows, counts, sums, bests, Counter(lower), small)

    def find(self, keys: Iterable[str]) -> Numbers:
        """Return, for each key, the index of its row in the arrays, or 0 for an unknown key."""
        return np.array([self.rows.get(key, 0) for key in keys], np.intp)

    def sure(self) -> dict[str, int]:
        """Map each name that the ensemble is sure of, in lower case, to its number of words.

        For example, "new york" is mapped to 2. The ensemble is sure of a name whose probability
        is at least 0.5 at some place in the text.
        """
        best = self.bests.max(axis=1)
        return {
            key[1:]: key.count(" ") + 1
            for key, row in self.rows.items()
            if key[0] == WHOLE and best[row] >= _SURE
        }


def _keys(lower: Sequence[str], span: TokenSpan) -> Iterable[str]:
    words = lower[span[0] : span[1]]
    yield WHOLE + " ".join(words)
    if len(words) > 1:
        yield LAST + words[-1]
        yield FIRST + words[0]
        for word in words[1:-1]:
            yield INNER + word


def repeats(
    lower: Sequence[str], names: Mapping[str, int], capital: Sequence[bool] | None
) -> Iterable[TokenSpan]:
    """Yield every span of a text that is one of `names`.

    `lower` has the words of the text in lower case. `names` maps lower-cased names to their number
    of words. `capital`, if not None, says for each word whether it is capitalized. Then only spans
    that begin with a capitalized word are yielded.
    """
    heads = {name.partition(" ")[0] for name in names}
    lengths = sorted(set(names.values()))
    for start, word in enumerate(lower):
        if word not in heads or (capital is not None and not capital[start]):
            continue
        for length in lengths:
            end = start + length
            if end <= len(lower) and " ".join(lower[start:end]) in names:
                yield start, end
