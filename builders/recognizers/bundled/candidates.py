"""The candidates for names: spans that the recognizers find, and runs of capitalized words."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Final

import numpy as np

from builders.recognizers.bundled.network import Floats
from builders.recognizers.bundled.observed import Observed, TokenSpan

# A span whose probabilities sum to less is a candidate only if it is in a capitalized run or
# repeats a name.
_LEAST: Final = 0.05
# The maximum number of adjacent parts of a capitalized run that are joined into a candidate.
_MOST_PARTS: Final = 4
# The maximum number of small words between two capitalized words of a run.
_MOST_SMALL: Final = 3


def candidates(observed: Observed, small_words: Container[str]) -> list[TokenSpan]:
    """Return the candidates for names, sorted, as spans of tokens.

    They are the spans that the ensemble of recognizers finds, the runs of capitalized words, and
    parts of such runs. `small_words` are the lower-case words that may be inside a name (of, de).
    """
    found = observed.chances.sum(axis=1) >= _LEAST
    spans = set(zip(observed.firsts[found].tolist(), observed.lasts[found].tolist(), strict=True))
    words = observed.words
    for run in _runs(words, small_words):
        spans.update(_parts(words, run))
    return sorted(spans)


def _runs(words: Sequence[str], small_words: Container[str]) -> Iterator[TokenSpan]:
    """Yield the runs of capitalized words, which may include small words (Bay of Bengal)."""
    at, count = 0, len(words)
    while at < count:
        if not words[at][:1].isupper():
            at += 1
            continue
        end = at + 1
        while end < count:
            after = end
            while after < count and after - end < _MOST_SMALL and words[after] in small_words:
                after += 1
            if after == count or not words[after][:1].isupper():
                break
            end = after + 1
        yield at, end
        at = end


def _parts(words: Sequence[str], run: TokenSpan) -> Iterator[TokenSpan]:
    """Yield the candidates in a run of capitalized words.

    Small words, such as "of", divide the run into parts. Each part is a candidate, and so is each
    part joined with up to three parts after it. A part of several words is also a candidate without
    its first word, and without its last word.
    """
    capitals = [n for n in range(*run) if words[n][:1].isupper()]
    breaks = [n for n in range(1, len(capitals)) if capitals[n] != capitals[n - 1] + 1]
    starts = [capitals[n] for n in (0, *breaks)]
    ends = [capitals[n - 1] + 1 for n in (*breaks, len(capitals))]
    for first, start in enumerate(starts):
        for end in ends[first : first + _MOST_PARTS]:
            yield start, end
        if ends[first] - start > 1:
            yield start + 1, ends[first]
            yield start, ends[first] - 1


def chances_of(observed: Observed, spans: Sequence[TokenSpan]) -> Floats:
    """Return a row for each span with the probability that the ensemble gives to each label.

    Spans that the ensemble did not find have zeros.
    """
    longest = len(observed.starts) + 1
    known = observed.firsts * longest + observed.lasts
    wanted = np.array([first * longest + last for first, last in spans], np.intp)
    chances = np.zeros((len(spans), observed.chances.shape[1]), np.float32)
    if len(known):
        at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
        same = known[at] == wanted
        chances[same] = observed.chances[at[same]]
    return chances
