"""A recognizer of Chinese names that uses jiagu, a library whose package includes the models.

The names that jiagu finds are checked against jieba's dictionary (see chinese_names.py). jiagu
reads simplified characters; OpenCC converts texts in traditional characters for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import accumulate
from typing import Any, Final

from builders.errors import InstallError
from builders.recognizers.chinese_names import Dictionary, checked, load_dictionary
from builders.recognizers.registry import Policy
from builders.recognizers.trim import TRIM, trimmed
from builders.types import EntityType, TypedSpan

_TYPES: Final[dict[str, EntityType]] = {"PER": "PERSON", "ORG": "ORG", "LOC": "GPE"}
# At least two characters, because most single characters are ordinary words. Dots separate the
# parts of foreign names.
_NAME: Final = re.compile(r"\w[\w·•‧・]*\w")


@dataclass(frozen=True, slots=True)
class JiaguRecognizer:
    """A recognizer that finds Chinese names with jiagu, and then every other occurrence of them."""

    segmenter: Any
    """jiagu's object that divides a text into words."""
    tagger: Any
    """jiagu's model that tags the words that are names."""
    speech: Any
    """jiagu's model that gives words their parts of speech."""
    simplify: Any
    """OpenCC's function from traditional to simplified characters."""
    dictionary: Dictionary
    """jieba's dictionary, against which names are checked."""

    @property
    def fingerprint(self) -> str:
        """Return the versions of jiagu, which includes the model, and of the other libraries."""
        jieba = f"jieba {version('jieba')} checked 7"
        return f"jiagu {version('jiagu')} opencc {version('opencc')} {jieba} repeats 2 {TRIM}"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its typed spans: sorted, never overlapping."""
        for text in texts:
            yield self._read(text)

    def _read(self, text: str) -> tuple[TypedSpan, ...]:
        simple = self.simplify(text)
        if len(simple) != len(text):
            simple = text
        tokens = self.segmenter.seg(simple, "probe") if simple.strip() else []
        if "".join(tokens) != simple:
            return ()
        ends = [0, *accumulate(map(len, tokens))]
        tags = self.tagger.predict(tokens) if tokens else []
        named = [
            span for span in trimmed(simple, _spans(tags, ends))
            if _NAME.fullmatch(simple, span.start, span.end)
        ]  # fmt: skip
        speech: dict[str, set[str]] = {}
        for token, part in zip(tokens, self.speech.predict(tokens) if tokens else (), strict=True):
            speech.setdefault(token, set()).add(part)
        found = list(checked(simple, named, self.dictionary, speech))
        bounds = self.dictionary.bounds(simple).union(ends)
        repeats = checked(simple, _repeats(simple, found, bounds), self.dictionary, speech)
        return trimmed(simple, [*found, *repeats])


def _spans(tags: Sequence[str], ends: Sequence[int]) -> Iterator[TypedSpan]:
    """Yield the names that tokens with the tags B-PER, I-PER and so on make up.

    Token n lies between the offsets ends[n] and ends[n + 1].
    """
    start, kind = 0, ""
    for n, tag in enumerate([*tags, "O"]):
        if kind and tag != f"I-{kind}":
            yield TypedSpan(ends[start], ends[n], _TYPES[kind])
            kind = ""
        if tag[:2] == "B-" and tag[2:] in _TYPES:
            start, kind = n, tag[2:]


def _repeats(text: str, found: Sequence[TypedSpan], ends: frozenset[int]) -> Iterator[TypedSpan]:
    """Yield further occurrences in a text of the names that were found.

    An occurrence must begin and end at one of the offsets in `ends`, where words begin or end.
    Longer names are searched for first. An occurrence has the first type found for its name.
    """
    taken = [False] * len(text)
    for span in found:
        taken[span.start : span.end] = [True] * (span.end - span.start)
    types: dict[str, EntityType] = {}
    for span in found:
        types.setdefault(text[span.start : span.end], span.type)
    for name in sorted(types, key=lambda name: (-len(name), name)):
        at = text.find(name)
        while at >= 0:
            end = at + len(name)
            if at in ends and end in ends and not any(taken[at:end]):
                taken[at:end] = [True] * len(name)
                yield TypedSpan(at, end, types[name])
            at = text.find(name, at + 1)


def load_jiagu() -> JiaguRecognizer:
    """Load jiagu's models. Raises InstallError if jiagu, OpenCC or jieba is missing."""
    try:
        import jiagu
        import opencc

        dictionary = load_dictionary()
    except ImportError as error:
        raise InstallError(
            f"{error.name} is not installed; run: pip install 'entity-renamer[zh]'"
        ) from error
    jiagu.any.init_cws()
    jiagu.any.init_ner()
    simplify = opencc.OpenCC("t2s").convert
    jiagu.any.init_pos()
    models = jiagu.any.ner_model, jiagu.any.pos_model
    return JiaguRecognizer(jiagu.any.seg_nroute, *models, simplify, dictionary)


def load(argument: str, events: Policy) -> JiaguRecognizer:
    """Return the recognizer for Chinese; both arguments are ignored."""
    del argument, events
    return load_jiagu()
