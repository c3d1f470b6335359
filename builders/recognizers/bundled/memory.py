"""What a passage knows of names: how its members read each of them wherever it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from builders.recognizers.bundled.network import Floats, Numbers
from builders.recognizers.bundled.observed import TokenSpan

# Spans that members give less in all are not remembered.
_LEAST: Final = 0.1
# A name that members are so sure of somewhere is looked for everywhere.
_SURE: Final = 0.5

WHOLE, LAST, FIRST, INNER = "=", ">", "<", "~"
"""What a key stands for: a whole name, or the last, first or an inner word of a longer one."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Names and words of a text, in small letters.

    `rows` gives for a key (a kind and words) its row in `counts`, `sums` and `bests`: how often it
    was read, and the sum and the maximum of the chances of each label; row 0 is of unknown keys.
    `words` counts the words of the text in small letters, `small` those that are written so.
    """

    rows: Mapping[str, int]
    counts: Floats
    sums: Floats
    bests: Floats
    words: Mapping[str, int]
    small: Mapping[str, int]

    @classmethod
    def of(
        cls,
        words: Sequence[str],
        lower: Sequence[str],
        spans: Sequence[TokenSpan],
        chances: Floats,
    ) -> Memory:
        """Remember the spans of a text that members take for names."""
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
        """Return the rows of keys."""
        return np.array([self.rows.get(key, 0) for key in keys], np.intp)

    def sure(self) -> dict[str, int]:
        """Return the whole names that members are sure of, with the number of their words."""
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
    """Yield where names of so many words stand; with `capital` only where such a word begins."""
    heads = {name.partition(" ")[0] for name in names}
    lengths = sorted(set(names.values()))
    for start, word in enumerate(lower):
        if word not in heads or (capital is not None and not capital[start]):
            continue
        for length in lengths:
            end = start + length
            if end <= len(lower) and " ".join(lower[start:end]) in names:
                yield start, end
