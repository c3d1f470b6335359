"""The features of each candidate for a name, in groups.

To measure its effect, a group can be left out in training. The trained forest of
decision trees (`forest.npz`) depends on the columns and their order. After a change,
the forest has to be trained again (scripts/train_evidence.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from builders.recognizers.bundled.candidates import candidates, chances_of
from builders.recognizers.bundled.gazetteer import PHRASE_CLASSES, WORD_CLASSES, bits_apart
from builders.recognizers.bundled.memory import FIRST, INNER, LAST, WHOLE, Memory, repeats
from builders.recognizers.bundled.network import Floats, Numbers
from builders.recognizers.bundled.observed import LABELS, Observed, TokenSpan
from builders.toml_file import read_toml
from builders.types import TextKind

KINDS: Final[tuple[TextKind, ...]] = ("passage", "title", "question")

_BITS: Final = (
    *WORD_CLASSES,
    *(f"{name} first" for name in PHRASE_CLASSES),
    *(f"{name} later" for name in PHRASE_CLASSES),
)


def _labelled(name: str) -> list[str]:
    return [f"{name} {label}" for label in LABELS]


GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "members": (*_labelled("members"), "members any"),
    "overlap": tuple(
        column
        for relation in ("longer", "shorter", "crossing")
        for column in (f"{relation} any", *_labelled(relation))
    ),
    "repeats": (*_labelled("mean of repeats"), *_labelled("best of repeats"), "repeats"),
    "parts": (
        *_labelled("last word of"),
        *_labelled("first word of"),
        *_labelled("inner word of"),
        *_labelled("its first word"),
        *_labelled("its last word"),
    ),
    "small": ("written small", "last word seen"),
    "field": ("field",),
    "shape": (
        "words", "characters", "first shape", "last shape", "most shape", "small words",
        "ending", "of", "and", "hyphen", "possessive", "full stop", "plural",
    ),
    "around": (
        "starts text", "starts sentence", "ends text", "word before", "word after",
        "second before", "second after", "shape before", "shape after",
    ),
    "lexicon": tuple(
        f"{where}: {bit}" for where in ("first", "last", "before", "after") for bit in _BITS
    ),
}  # fmt: skip
"""The names of the feature columns in each group; the order is that of the columns."""

COLUMNS: Final = tuple(column for columns in GROUPS.values() for column in columns)

_LISTS: Final = read_toml(Path(__file__).with_name("signs.toml"))
_JOINING: Final[frozenset[str]] = frozenset(_LISTS["joining"])
_SIGNS: Final[Mapping[str, int]] = {sign: n for n, sign in enumerate(_LISTS["signs"], start=1)}
_ENDINGS: Final[Sequence[str]] = _LISTS["endings"]

_EDGE: Final = 7
"""The shape number used where a candidate has no word before or after it."""
_SENTENCE_ENDS: Final = frozenset('.?!:;\n"“')


class WordFeatures(NamedTuple):
    """The properties of a word from which features are computed."""

    lower: str
    shape: int
    """A number that stands for the use of capitals and digits, such as 0 for lower case."""
    sign: int
    """The number of the word in signs.toml's list of frequent words and punctuation marks, or 0."""
    ending: int
    """The number of the word's ending in signs.toml's list of endings, or 0."""


@lru_cache(maxsize=1 << 16)
def word(written: str) -> WordFeatures:
    """Return the properties of a word from which features are computed."""
    lower = written.lower()
    ending = next((n for n, end in enumerate(_ENDINGS, start=1) if lower.endswith(end)), 0)
    return WordFeatures(lower, _shape(written), _SIGNS.get(lower, 0), ending)


def _shape(written: str) -> int:
    if written[:1].isdigit():
        return 5
    if written.islower():
        return 0
    if written.isupper() and len(written) > 1:
        return 4 if len(written) == 2 else 3
    if written[:1].isupper():
        return 2 if any(letter.isupper() for letter in written[1:]) else 1
    return 6


@dataclass(frozen=True, slots=True)
class ScoredText:
    """The candidates for names in a text, with their features."""

    observed: Observed
    """The text, its tokens, and the spans that the ensemble of recognizers found."""
    spans: Sequence[TokenSpan]
    """The candidates, sorted."""
    table: Floats
    """A row of features per candidate, with a column for each of COLUMNS."""
    memory: Memory
    """How the ensemble read the names of the text."""

    def surface(self, number: int) -> str:
        """Return the text of the candidate with this index."""
        start, end = self.observed.bounds(self.spans[number])
        return self.observed.text[start:end]


def read(observed: Observed, kind: TextKind, passage: Memory | None = None) -> ScoredText:
    """Return the candidates for names in a text, with their features.

    `passage` has the names that the recognizers found in the passage of a title, question
    or answer, because these help to read it. For a later piece of a long passage, `passage`
    has the names of the first piece. It is None for the first piece itself.
    """
    looks = [word(written) for written in observed.words]
    lower = [look.lower for look in looks]
    spans = candidates(observed, _JOINING)
    own = Memory.of(observed.words, lower, spans, chances_of(observed, spans))
    names = own.sure() if passage is None else {**passage.sure(), **own.sure()}
    capital = None if kind == "question" else [written[:1].isupper() for written in observed.words]
    if names:
        spans = sorted({*spans, *repeats(lower, names, capital)})
    chances = chances_of(observed, spans)
    if not spans:
        return ScoredText(observed, spans, np.zeros((0, len(COLUMNS)), np.float32), own)
    edges = np.array(spans, np.intp)
    memories = (own,) if passage is None else (own, passage)
    groups = (
        chances,
        chances.sum(axis=1, keepdims=True),
        _overlaps(edges, chances),
        _remembered(lower, spans, memories),
        _small(lower, spans, memories),
        np.full((len(spans), 1), KINDS.index(kind)),
        _shapes(observed, looks, edges),
        _around(observed, looks, edges),
        _lexicon(observed, edges),
    )
    return ScoredText(observed, spans, np.concatenate(groups, axis=1, dtype=np.float32), own)


def _overlaps(edges: Numbers, chances: Floats) -> Floats:
    """Return, for each candidate, the probabilities of other candidates that overlap it.

    Three candidates count: the most probable one that contains it, the most probable one inside it,
    and the most probable one that overlaps it in part. Each of the three has a column for the sum
    of its label probabilities, and a column for each label.
    """
    starts, ends = edges.T
    totals = chances.sum(axis=1)
    inside = (starts[:, None] >= starts) & (ends[:, None] <= ends)
    np.fill_diagonal(inside, val=False)
    crossing = (starts[:, None] < ends) & (starts < ends[:, None]) & ~inside & ~inside.T
    np.fill_diagonal(crossing, val=False)
    parts: list[Floats] = []
    for relation in (inside, inside.T, crossing):
        weights = relation * totals
        best = weights.argmax(axis=1)
        top = weights.max(axis=1, keepdims=True)
        parts += [top, chances[best] * (top > 0)]
    return np.concatenate(parts, axis=1)


def _remembered(
    lower: Sequence[str], spans: Sequence[TokenSpan], memories: Sequence[Memory]
) -> Floats:
    """Return features that say how the ensemble labelled the words of each candidate.

    `memories` has the names that the ensemble found in the text and in its passage. The
    whole candidate is looked up there as a name. Its first and its last word are looked up
    as names and as words of longer names.
    """
    wholes = [WHOLE + " ".join(lower[first:last]) for first, last in spans]
    firsts = [lower[first] for first, _ in spans]
    lasts = [lower[last - 1] for _, last in spans]
    several = np.array([[last - first > 1] for first, last in spans], np.float32)
    counts, sums, bests = _summed(memories, wholes)
    parts: list[Floats] = [sums / np.maximum(counts, np.float32(1)), bests, counts]
    parts += [_summed(memories, [kind + w for w in words])[2] for kind, words in
              ((LAST, lasts), (FIRST, firsts), (INNER, lasts))]  # fmt: skip
    for words in (firsts, lasts):
        parts.append(_summed(memories, [WHOLE + word for word in words])[2] * several)
    return np.concatenate(parts, axis=1)


def _summed(memories: Sequence[Memory], keys: Sequence[str]) -> tuple[Floats, Floats, Floats]:
    """Look up each key in all `memories`, and return three arrays with a row for each key.

    A key is a name or a word of a name (see `Memory`). The arrays have the number of times that it
    was read as such, and the sum and the maximum of the probabilities of each label.
    """
    first, *others = memories
    rows = first.find(keys)
    counts, sums, bests = first.counts[rows], first.sums[rows], first.bests[rows]
    for other in others:
        rows = other.find(keys)
        counts = counts + other.counts[rows]
        sums = sums + other.sums[rows]
        bests = np.maximum(bests, other.bests[rows])
    return counts, sums, bests


def _small(lower: Sequence[str], spans: Sequence[TokenSpan], memories: Sequence[Memory]) -> Floats:
    """Return two features of how often the words of each candidate occur in the text and passage.

    The first is the number of lower-case occurrences of the word that has the fewest of them. The
    second is the number of occurrences of the last word in any case.
    """
    rows = [
        (
            min(sum(m.small.get(w, 0) for m in memories) for w in lower[first:last]),
            sum(m.words.get(lower[last - 1], 0) for m in memories),
        )
        for first, last in spans
    ]
    return np.array(rows, np.float32)


def _shapes(observed: Observed, looks: Sequence[WordFeatures], edges: Numbers) -> Floats:
    """Return features of the form of each candidate: length, capitals, ending and punctuation."""
    rows = []
    for first, last in edges.tolist():
        words, inner = observed.words[first:last], looks[first:last]
        shapes = [look.shape for look in inner]
        rows.append((
            last - first, observed.starts[last - 1] + len(words[-1]) - observed.starts[first],
            shapes[0], shapes[-1], max(shapes), shapes.count(0), inner[-1].ending,
            "of" in words, "and" in words, "-" in words, "'s" in words or "’s" in words,
            any("." in one for one in words), inner[-1].lower.endswith("s"),
        ))  # fmt: skip
    return np.array(rows, np.float32)


def _around(observed: Observed, looks: Sequence[WordFeatures], edges: Numbers) -> Floats:
    """Return features of the words and punctuation marks beside each candidate."""
    words, count = observed.words, len(looks)
    signs = [0, 0, *(look.sign for look in looks), 0, 0]
    shapes = [_EDGE, *(look.shape for look in looks), _EDGE]
    return np.array([
        (
            first == 0, first > 0 and words[first - 1] in _SENTENCE_ENDS, last == count,
            signs[first + 1], signs[last + 2], signs[first], signs[last + 3],
            shapes[first], shapes[last + 1],
        )
        for first, last in edges.tolist()
    ], np.float32)  # fmt: skip


def _lexicon(observed: Observed, edges: Numbers) -> Floats:
    """Return the word classes (such as first name) of words in and beside each candidate.

    The words are its first word, its last word, and the words before and after it. Each of the four
    has a column for each class, which is 1 if the word has the class.
    """
    padded = np.concatenate([[0], observed.classes, [0]]).astype(np.uint64)
    starts, ends = edges.T
    at = np.stack([starts + 1, ends, starts, ends + 1], axis=1)
    return bits_apart(padded[at].reshape(-1)).reshape(len(edges), -1)
