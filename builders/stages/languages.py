"""Names of peoples that stand for their language: written in German, Ana Lake (Turkish: Ana Gölü).

A language is not renamed, because the words of the language that the text quotes stay as they are.
The words before and after a name tell whether it is a language. Their weights were learned by
scripts/train_languages.py and are in the lexicon file languages.toml.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
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
_LIST: Final = re.compile(r"[A-Z]\w+(?:, and [A-Z]\w+|, [A-Z]\w+| and [A-Z]\w+){2,}")
"""Matches a list of three or more names of one word."""
_FEWEST: Final = 2
"""How many names in a list of languages must be known to be languages."""
_AROUND: Final = 150
"""How many characters before a name and behind it tell what the text is about."""
_WEIGHTS: Final[Mapping[str, float]] = table("languages")["weights"]
_BIAS: Final[float] = table("languages")["bias"]
_NAMES: Final = words("languages", "names")
AFTER: Final = words("peoples", "after_languages")
"""The words that only follow the names of languages (the Greek alphabet)."""
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


def word_behind(text: str, end: int) -> str:
    """Return the word that follows a name after a space or hyphen, in lower case, or ""."""
    word = _NEXT.match(text, end)
    return word[1].lower() if word else ""


def is_language(text: str, start: int, end: int) -> bool:
    """Return whether the name of a people at text[start:end] stands for its language.

    No language is called like the Brazilians, for example.
    """
    if fold_key(text[start:end]) not in _NAMES:
        return False
    if word_behind(text, end) in AFTER:
        return True
    told = (_WEIGHTS.get(feature, 0.0) for feature in language_features(text, start, end))
    return _BIAS + sum(told) > 0.0


def without_languages(
    text: str, mentions: Iterable[Mention]
) -> tuple[Sequence[Mention], Sequence[Mention]]:
    """Divide the mentions in a text into those of names to rename and those of languages.

    The mentions of languages have the type MISC.
    """
    mentions = list(mentions)
    found = _languages(text, mentions)
    names = [one for at, one in enumerate(mentions) if at not in found]
    languages = [
        replace(one, type="MISC", entity=f"MISC:{text[one.start : one.end]}")
        for at, one in enumerate(mentions)
        if at in found
    ]
    return names, languages


def with_languages(text: str, spans: Iterable[TypedSpan]) -> Sequence[TypedSpan]:
    """Return the spans of names in a text, with the type MISC for the names of languages.

    Nothing in a span of this type is renamed.
    """
    spans = list(spans)
    found = _languages(text, spans)
    return [replace(one, type="MISC") if at in found else one for at, one in enumerate(spans)]


def _languages(text: str, names: Sequence[TypedSpan | Mention]) -> Set[int]:
    """Return the indices of the names of languages among `names`.

    In a list of names in which two are languages, all are: Armenian, Georgian, Avar and Rutul.
    """
    found = {
        at
        for at, one in enumerate(names)
        if one.type == "NORP" and is_language(text, one.start, one.end)
    }
    known = {names[at].start for at in found} | {
        one.start
        for one in names
        if one.type == "MISC" and fold_key(text[one.start : one.end]) in _NAMES
    }
    for listed in _LIST.finditer(text) if len(known) >= _FEWEST else ():
        start, end = listed.span()
        if sum(start <= one < end for one in known) >= _FEWEST:
            found |= {at for at, one in enumerate(names) if start <= one.start and one.end <= end}
    return found
