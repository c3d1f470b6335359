"""Truecasing: lines in capitals are shown to recognizers in the usual case of their words.

"ADA HOLM WINS GOLD IN BERGEN" is read as "Ada Holm wins gold in Bergen". The length of a text does
not change, so offsets in the result are also offsets in the given text. Acronyms stay in capitals,
and so do words in capitals among other words ("the FBI, CIA and NSA").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from builders.lexicon.tables import words
from builders.names import PLACE_MODIFIERS, is_numeral
from builders.recognizers.sentences import UPPER, begins_sentence
from builders.recognizers.word_casing import Spelling, is_given

_CAPITALS: Final = rf"(?:Ma?c)?[{UPPER}]+(?:['’.-][{UPPER}]+)*(?:['’]s)?"
_CAPITAL_WORD: Final = re.compile(_CAPITALS)
_RUN: Final = re.compile(rf"(?<!\w){_CAPITALS}(?:[^\w\n]+(?:{_CAPITALS}|\d+))+(?!\w)")
_VOWEL: Final = re.compile(r"[AEIOUYÀ-ÆÈ-ÏÒ-ÖØ-Ý]")
_POSSESSIVE: Final = re.compile(r"['’]S$", re.IGNORECASE)
_PARTS: Final = re.compile(r"(['’.-])")
# Unknown words of at most this length count as acronyms.
_ACRONYM: Final = 3
_IN_BRACKETS: Final = 5
_PARTICLES: Final = words("casing", "particles")

_Word = re.Match[str]


def in_usual_case(text: str, spelling: Callable[[], Spelling]) -> str:
    """Return a text with runs of upper-case words rewritten in the usual case.

    Lists of acronyms are kept. `spelling` loads the lexicon. It is not called for the many
    texts without runs of upper-case words.
    """
    chars = list(text)
    for run in _runs(text):
        known = spelling()
        if _is_text_in_capitals(run, known):
            names = _names(run, known)
            for word in run:
                chars[slice(*word.span())] = _written(word, known, is_name=word in names)
    return "".join(chars)


def _runs(text: str) -> Iterator[list[_Word]]:
    """Yield the runs of upper-case words in a text that have at least two pronounceable words."""
    for found in _RUN.finditer(text):
        run = list(_CAPITAL_WORD.finditer(text, *found.span()))
        if sum(map(_is_pronounceable, run)) > 1:
            yield run


def _is_pronounceable(word: _Word) -> bool:
    """Return whether a word is pronounceable: HOLM, but not HTTP or U.N."""
    before = word.string[max(0, word.start() - 1) : word.start()]
    short = len(word[0]) == 1 or (before in {"(", "["} and len(word[0]) <= _IN_BRACKETS)
    return not short and "." not in word[0] and _VOWEL.search(word[0]) is not None


def _key(word: _Word) -> str:
    return _POSSESSIVE.sub("", word[0]).lower()


def _is_text_in_capitals(run: list[_Word], spelling: Spelling) -> bool:
    """Return whether upper-case words are ordinary text and not a list of acronyms.

    They are ordinary text if at least two of them are not acronyms, and at least half of those that
    are not acronyms are known words.
    """
    keys = [_key(word) for word in run if not _is_acronym(word, spelling)]
    known = sum(1 for key in keys if spelling.usual(key) or is_given(key))
    return len(keys) > 1 and 2 * known >= len(keys)


def _is_acronym(word: _Word, spelling: Spelling) -> bool:
    key = _key(word)
    usual = spelling.usual(key)
    if usual.isupper() or not _is_pronounceable(word):
        return True
    return len(word[0]) <= _ACRONYM and not usual and not is_given(key)


def _names(run: list[_Word], spelling: Spelling) -> set[_Word]:
    """Return the words of a run that are names, or common words that are a part of names.

    For example, "New" is such a common word in New York, and "Rose" in Ada Rose.
    """
    keys = [_key(word) for word in run]
    named = [not spelling.usual(key).islower() and key not in _PARTICLES for key in keys]
    for at in range(1, len(run)):
        if named[at - 1] and is_given(keys[at - 1]) and spelling.can_be_surname(keys[at]):
            named[at] = True
    for at in range(len(run) - 2, -1, -1):
        if named[at + 1] and keys[at] in PLACE_MODIFIERS:
            named[at] = True
    return {word for word, is_name in zip(run, named, strict=True) if is_name}


def _written(word: _Word, spelling: Spelling, *, is_name: bool) -> str:
    """Return a word in its usual case, with an unchanged length."""
    key, surface = _key(word), word[0]
    opens = begins_sentence(word.string, word.start())
    if key != "a" and (_is_acronym(word, spelling) or (not opens and is_numeral(surface))):
        return surface
    if not is_name:
        return surface[0] + _lower_case(surface[1:]) if opens else _lower_case(surface)
    usual = spelling.usual(key)
    if usual.upper() == surface and not usual.islower():
        return usual
    parts = _PARTS.split(_POSSESSIVE.sub("", surface))
    named = "".join(part[:1] + _lower_case(part[1:]) for part in parts)
    return named + _lower_case(surface[len(named) :])


def _lower_case(text: str) -> str:
    """Return a text in lower case with its length unchanged."""
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)
