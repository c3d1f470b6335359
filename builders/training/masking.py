"""Four strategies for masked language modelling (Yan et al. 2022, appendix C).

vanilla      each token independently, with probability 0.15 (Devlin et al. 2019)
whole-word   whole words, until 15% of the tokens are chosen
span         spans of words with lengths from a truncated geometric distribution, until 15% of the
             tokens are chosen (Joshi et al. 2020)
entity       one random entity as a whole in half of the sequences that have entities, and spans of
             words as in `span` in all other sequences

Of the chosen tokens, 80% are replaced with the mask token, 10% with a random token, and 10% stay
unchanged. This is decided per token in the first two strategies, and per span in the last two.
Special tokens are never chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import numpy.typing as npt

from builders.draws import digest

Masking = Literal["vanilla", "whole-word", "span", "entity"]
SHARE: Final = 0.15
LONGEST: Final = 10
_P: Final = 0.2
_ENTITY: Final = 0.5
_ATTEMPTS: Final = 64
_MASK, _RANDOM = 0.8, 0.9
IGNORED: Final = -100
"""The label of a token that the model does not predict."""

Ids = npt.NDArray[np.int64]
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class EntityTokens:
    """A sequence of tokens, with the words to which they belong and the spans of entities."""

    ids: tuple[int, ...]
    """The id of each token."""
    words: tuple[int | None, ...]
    """The index of the word to which each token belongs, or None for a special token."""
    entities: tuple[Span, ...] = ()
    """The span of tokens of each entity."""

    def word_spans(self) -> list[Span]:
        """Return the span of tokens of each word, in order."""
        spans: list[Span] = []
        before: int | None = None
        for at, word in enumerate(self.words):
            if word is not None:
                spans[len(spans) if word != before else -1 :] = [
                    (at if word != before else spans[-1][0], at + 1)
                ]
            before = word
        return spans

    @property
    def budget(self) -> float:
        """Return the number of tokens to mask: 15% of the tokens that belong to words.

        This number need not be whole.
        """
        return SHARE * sum(word is not None for word in self.words)


def length_law() -> npt.NDArray[np.float64]:
    """Return the normalized probabilities of span lengths from 1 to 10 words (mean 3.797)."""
    weights = _P * (1 - _P) ** np.arange(LONGEST)
    found: npt.NDArray[np.float64] = weights / weights.sum()
    return found


def _vanilla(tokens: EntityTokens, rng: np.random.Generator, fill: bool) -> list[Span]:
    del fill
    chosen = rng.random(len(tokens.ids)) < SHARE
    return [
        (at, at + 1)
        for at, (word, one) in enumerate(zip(tokens.words, chosen, strict=True))
        if one and word is not None
    ]


def _whole_word(tokens: EntityTokens, rng: np.random.Generator, fill: bool) -> list[Span]:
    del fill
    words = tokens.word_spans()
    chosen: list[Span] = []
    left = tokens.budget
    for at in rng.permutation(len(words)):
        start, end = words[at]
        if _fits(end - start, left):
            chosen.append((start, end))
            left -= end - start
    return chosen


def _fits(size: int, left: float) -> bool:
    """Return whether masking `size` more tokens leaves their number no farther from the target.

    `left` is the target minus the number of masked tokens; it need not be a whole number. For
    example, 4 more tokens fit if 2 are missing, and 5 do not. Returns False if none is missing.
    """
    return left > 0 and size - left <= left


def _spans(tokens: EntityTokens, rng: np.random.Generator, fill: bool) -> list[Span]:
    del fill
    return _filled(tokens, rng, [])


def _filled(tokens: EntityTokens, rng: np.random.Generator, chosen: list[Span]) -> list[Span]:
    """Add random spans of words to `chosen` and return it.

    Spans are added until about 15% of the tokens that belong to words are chosen.
    """
    words = tokens.word_spans()
    taken = np.zeros(len(tokens.ids), np.bool_)
    for start, end in chosen:
        taken[start:end] = True
    left = tokens.budget - taken.sum()
    sums = np.cumsum(length_law())
    while True:
        # Drawing again after a length that does not fit would favour short spans.
        length = 1 + min(int(np.searchsorted(sums, rng.random(), "right")), LONGEST - 1)
        span = _place(words, length, taken, rng)
        if span is None or not _fits(span[1] - span[0], left):
            return chosen
        taken[slice(*span)] = True
        chosen.append(span)
        left -= span[1] - span[0]


def _place(
    words: Sequence[Span], length: int, taken: npt.NDArray[np.bool_], rng: np.random.Generator
) -> Span | None:
    """Return the span of tokens of `length` adjacent words at a random place.

    None of these tokens has been chosen before. `words` has the span of tokens of each word, and
    `taken` says which tokens have been chosen. Returns None if no such place is found in 64
    attempts, or if there are too few words.
    """
    if length > len(words):
        return None
    for first in rng.integers(len(words) - length + 1, size=_ATTEMPTS):
        start, end = words[first][0], words[first + length - 1][1]
        if not taken[start:end].any():
            return start, end
    return None


def _entity(tokens: EntityTokens, rng: np.random.Generator, fill: bool) -> list[Span]:
    """Return one random entity in half of the cases, and random spans of words otherwise.

    Spans of words are also returned if the sequence has no entity. With `fill`, spans of words are
    added to the entity until about 15% of the tokens are chosen. Yan et al. (2022) do not say
    whether they did this.
    """
    if not tokens.entities or rng.random() >= _ENTITY:
        return _filled(tokens, rng, [])
    chosen = [tokens.entities[int(rng.integers(len(tokens.entities)))]]
    return _filled(tokens, rng, chosen) if fill else chosen


_Chooser = Callable[[EntityTokens, np.random.Generator, bool], list[Span]]
_CHOOSERS: Final[Mapping[Masking, _Chooser]] = {
    "vanilla": _vanilla, "whole-word": _whole_word, "span": _spans, "entity": _entity,
}  # fmt: skip
MASKINGS: Final[tuple[Masking, ...]] = tuple(_CHOOSERS)
_WHOLE: Final[frozenset[Masking]] = frozenset({"span", "entity"})


def choose(
    tokens: EntityTokens, masking: Masking, key: Sequence[str | int], *, fill: bool = False
) -> list[Span]:
    """Return the spans of tokens to mask, which are sorted and do not overlap.

    The random choice depends only on the tokens and on `key` (for example, a seed and the number of
    the epoch). With `fill`, entity masking also masks other spans of words, until 15% of the tokens
    are masked.
    """
    return sorted(_CHOOSERS[masking](tokens, _generator(tokens, (*key, "choice")), fill))


def masked(
    tokens: EntityTokens,
    masking: Masking,
    key: Sequence[str | int],
    *,
    mask_id: int,
    vocabulary: int,
    fill: bool = False,
) -> tuple[Ids, Ids]:
    """Return the token ids after masking, and the labels that the model has to predict.

    The label of a chosen token is its original id, and the label of any other token is -100
    (IGNORED). The random choice depends only on the tokens and on `key` (for example, a seed and
    the number of the epoch), not on the order of the sequences. `mask_id` is the id of the mask
    token, and `vocabulary` is the number of token ids. For `fill`, see `choose`.
    """
    rng = _generator(tokens, (*key, "change"))
    shown = np.array(tokens.ids, np.int64)
    labels = np.full(len(shown), IGNORED, np.int64)
    for start, end in choose(tokens, masking, key, fill=fill):
        labels[start:end] = shown[start:end]
        size = end - start
        draws = rng.random(1).repeat(size) if masking in _WHOLE else rng.random(size)
        other = rng.integers(vocabulary, size=size)
        kept = shown[start:end]
        shown[start:end] = np.where(draws < _MASK, mask_id, np.where(draws < _RANDOM, other, kept))
    return shown, labels


def _generator(tokens: EntityTokens, key: Sequence[str | int]) -> np.random.Generator:
    seed = digest((*key, np.array(tokens.ids, np.int64).tobytes()))
    return np.random.default_rng(int.from_bytes(seed, "big"))
