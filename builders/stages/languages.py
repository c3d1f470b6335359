"""Names of peoples that stand for their language: written in German, Ana Lake (Turkish: Ana Gölü).

A language is not renamed, because the words of the language that the text quotes stay as they are.
The words before and after a name tell whether it is a language. Their weights were learned by
scripts/train_languages.py and are in the lexicon file languages.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from builders.articles import noun_after
from builders.lexicon.tables import table, words
from builders.names import OPENERS
from builders.text import fold_key
from builders.types import Mention, TypedSpan

_TOKEN: Final = re.compile(r"-?\w+|[^\w\s]")
_WORD: Final = re.compile(r"[^\W\d_]+")
_REACH: Final = 48
_NEAR: Final = 4
"""How many words before a name and behind it tell whether it is that of a language."""
_AROUND: Final = 150
"""How many characters before a name and behind it tell what the text is about."""
_WEIGHTS: Final[Mapping[str, float]] = table("languages")["weights"]
_BIAS: Final[float] = table("languages")["bias"]
_NAMES: Final = words("languages", "names")
_AFTER: Final = words("peoples", "after_languages")
_NEXT: Final = re.compile(r"[- ](?:spoken )?([^\W\d_]+)")


def language_features(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return what may tell whether the name of a people at text[start:end] is that of a language.

    These are the word or the sign before it and the one behind it, other words in lower case near
    it that are no function words (translated from the French), and whether the one behind it may be
    a noun. Any capitalized word is the same, except for function words ("In"). Words in lower case
    farther away (the alphabet has vowels) tell it, too, wherever they are.
    """
    before = [*_TOKEN.findall(text[max(0, start - _REACH) : start])[: -_NEAR - 1 : -1], ""]
    after = [*_TOKEN.findall(text[end : end + _REACH])[:_NEAR], ""]
    noun = "a noun behind it" if noun_after(text, end) else "no noun"
    first = f"before: {_plain(before[0])}"
    near = {
        f"{side}: {word}"
        for side, its in (("shortly before", before[1:]), ("shortly after", after[1:]))
        for word in its
        if word.islower() and word not in OPENERS
    }
    wide = f"{text[max(0, start - _AROUND) : start]} {text[end : end + _AROUND]}"
    words_around = filter(str.islower, _WORD.findall(wide))
    around = {f"around: {word}" for word in words_around if word not in OPENERS}
    own = (first, f"after: {_plain(after[0])}", noun, f"{first}, {noun}")
    return (*own, *sorted(near), *sorted(around))


def _plain(word: str) -> str:
    is_plain = word.islower() or not word.isalpha() or word.lower() in OPENERS
    return word.lower() if is_plain else "Capital"


def is_before_language(text: str, end: int) -> bool:
    """Return whether the word behind a name shows that it is that of a language: Greek letters."""
    word = _NEXT.match(text, end)
    return word is not None and word[1].lower() in _AFTER


def is_language(text: str, start: int, end: int) -> bool:
    """Return whether the name of a people at text[start:end] stands for its language.

    No language is called like the Brazilians, for example.
    """
    if fold_key(text[start:end]) not in _NAMES:
        return False
    if is_before_language(text, end):
        return True
    told = (_WEIGHTS.get(feature, 0.0) for feature in language_features(text, start, end))
    return _BIAS + sum(told) > 0.0


def without_languages(
    text: str, mentions: Iterable[Mention]
) -> tuple[Sequence[Mention], Sequence[Mention]]:
    """Divide the mentions in a text into those of names to rename and those of languages.

    The mentions of languages have the type MISC.
    """
    names, languages = list[Mention](), list[Mention]()
    for one in mentions:
        if one.type == "NORP" and is_language(text, one.start, one.end):
            entity = f"MISC:{text[one.start : one.end]}"
            languages.append(replace(one, type="MISC", entity=entity))
        else:
            names.append(one)
    return names, languages


def with_languages(text: str, spans: Iterable[TypedSpan]) -> Sequence[TypedSpan]:
    """Return the spans of names in a text, with the type MISC for the names of languages.

    Nothing in a span of this type is renamed.
    """
    return [
        replace(span, type="MISC")
        if span.type == "NORP" and is_language(text, span.start, span.end)
        else span
        for span in spans
    ]
