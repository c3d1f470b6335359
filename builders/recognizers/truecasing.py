"""Truecasing: lines in capitals are shown to recognizers in the usual case of their words.

"ADA HOLM WINS GOLD IN BERGEN" is read as "Ada Holm wins gold in Bergen". The length does not
change, so that offsets are those of the given text. Acronyms stay in capitals, and so do capitals
among other words ("the FBI, CIA and NSA").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from builders.lexicon.tables import words
from builders.names import HEADS_AFTER, OPENERS, ORG_WORDS, PLACE_MODIFIERS, is_numeral, is_title
from builders.predicates import is_predicate
from builders.recognizers.sentences import UPPER, begins_sentence
from builders.recognizers.word_casing import Spelling, is_given

_CAPITALS: Final = rf"(?:Ma?c)?[{UPPER}]+(?:['’.-][{UPPER}]+)*(?:['’]s)?"
_CAPITAL_WORD: Final = re.compile(_CAPITALS)
_RUN: Final = re.compile(rf"(?<!\w){_CAPITALS}(?:[^\w\n]+(?:{_CAPITALS}|\d+))+(?!\w)")
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*")
_VOWEL: Final = re.compile(r"[AEIOUYÀ-ÆÈ-ÏÒ-ÖØ-Ý]")
_POSSESSIVE: Final = re.compile(r"['’]S$", re.IGNORECASE)
_PARTS: Final = re.compile(r"(['’.-])")
_SCOTTISH: Final = re.compile(r"M[Cc](?=[A-Z]{3})|Mac(?=[A-Z]{3})")
# Shorter words that nobody knows are acronyms.
_ACRONYM: Final = 3
_IN_BRACKETS: Final = 5
_MODIFIERS: Final = 3
_PARTICLES: Final = words("casing", "particles")
_ORGANIZATION_WORDS: Final = ORG_WORDS | HEADS_AFTER


class _Word(NamedTuple):
    """A word in capitals: its span, its lower-case form, and its context."""

    start: int
    text: str
    key: str
    is_joined: bool
    """Whether only a space separates it from the word before, which is not a genitive."""
    is_bracketed: bool


@dataclass(slots=True)
class _Run:
    """A run of words in capitals; `names` are the indices of those that are names."""

    words: list[_Word]
    names: set[int]
    kept: set[int]

    def may_join_name(self, at: int) -> bool:
        """Return whether there is a word that is no name so far and can be part of one."""
        if not 0 <= at < len(self.words) or at in self.names:
            return False
        key = self.words[at].key
        return key not in OPENERS and key not in _PARTICLES and not is_predicate(key)

    def is_before_name(self, at: int) -> bool:
        """Return whether a name follows directly, or after an initial."""
        beyond = at + 1
        while beyond in self.kept and self.words[beyond].is_joined:
            beyond += 1
        return beyond in self.names and self.words[beyond].is_joined

    def is_behind_given(self, at: int) -> bool:
        """Return whether a given name precedes, with or without an initial."""
        if not self.words[at].is_joined:
            return False
        back = at - 1
        if back in self.kept and self.words[back].is_joined:
            back -= 1
        return back in self.names and is_given(self.words[back].key)


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """The case in which the rest of the text has words."""

    names: frozenset[str]
    small: frozenset[str]
    capitals: frozenset[str]

    @classmethod
    def of(cls, text: str, runs: Sequence[_Run]) -> _Elsewhere:
        """Read the words of a text outside the runs."""
        mine = {word.start for run in runs for word in run.words}
        names, small, capitals = set(), set(), set()
        for found in _WORD.finditer(text):
            word = found.group()
            if found.start() in mine:
                continue
            if word.islower():
                small.add(word)
            elif word.isupper():
                capitals.add(word)
            elif not begins_sentence(text, found.start()):
                names.add(_POSSESSIVE.sub("", word).lower())
        return cls(frozenset(names - small), frozenset(small - names), frozenset(capitals))


def in_usual_case(text: str, spelling: Callable[[], Spelling]) -> str:
    """Return a text with its upper-case lines in usual case; most texts have no such lines."""
    in_capitals = list(_runs(text))
    if not in_capitals:
        return text
    known = spelling()
    runs = [run for run in in_capitals if _is_text_in_capitals(run, known)]
    if not runs:
        return text
    elsewhere = _Elsewhere.of(text, runs)
    chars = list(text)
    for run in runs:
        _sort(run, known, elsewhere)
        for written, word in zip(_written(text, run, known), run.words, strict=True):
            chars[word.start : word.start + len(word.text)] = written
    return "".join(chars)


def _runs(text: str) -> Iterator[_Run]:
    """Yield runs of words in capitals with at least two pronounceable words."""
    for found in _RUN.finditer(text):
        bounds = [each.span() for each in _CAPITAL_WORD.finditer(text, *found.span())]
        gaps = [text[end:start] for (_, end), (start, _) in pairwise(bounds)]
        words: list[_Word] = []
        for (start, end), gap in zip(bounds, ["", *gaps], strict=True):
            surface = text[start:end]
            key = _POSSESSIVE.sub("", surface).lower()
            joined = gap in {" ", "\u00a0"} and not (words and _POSSESSIVE.search(words[-1].text))
            brackets = text[start - 1 : start] + text[end : end + 1] in {"()", "[]"}
            words.append(_Word(start, surface, key, joined, brackets))
        if sum(map(_is_pronounceable, words)) > 1:
            yield _Run(words, set(), set())


def _is_pronounceable(word: _Word) -> bool:
    """Return whether a word is pronounceable: HOLM, but not HTTP or U.N."""
    short = len(word.text) == 1 or (word.is_bracketed and len(word.text) <= _IN_BRACKETS)
    return not short and "." not in word.text and _VOWEL.search(word.text) is not None


def _is_text_in_capitals(run: _Run, spelling: Spelling) -> bool:
    """Return whether a run is more than acronyms: half of its words are known."""
    words = [word for word in run.words if not _is_acronym(word, spelling)]
    known = sum(1 for word in words if spelling.usual(word.key) or is_given(word.key))
    return len(words) > 1 and known > 0 and 2 * known >= len(words)


def _is_acronym(word: _Word, spelling: Spelling) -> bool:
    usual = spelling.usual(word.key)
    if usual.isupper() or not _is_pronounceable(word):
        return True
    return len(word.text) <= _ACRONYM and not usual and not is_given(word.key)


def _sort(run: _Run, spelling: Spelling, elsewhere: _Elsewhere) -> None:
    """Decide which words of a run are names, and which keep their capitals."""
    for at, word in enumerate(run.words):
        if _is_kept(at, word, spelling, elsewhere):
            run.kept.add(at)
        elif _is_name(word, spelling, elsewhere):
            run.names.add(at)
    for at in range(len(run.words)):
        if run.may_join_name(at) and _is_part(run, at, spelling):
            run.names.add(at)
    for at in range(len(run.words)):
        if run.may_join_name(at) and run.words[at].key in _ORGANIZATION_WORDS:
            run.names.update(_organization(run, at))


def _is_kept(at: int, word: _Word, spelling: Spelling, elsewhere: _Elsewhere) -> bool:
    if len(word.text) == 1:
        return word.key != "a" or not at
    numeral = at > 0 and is_numeral(word.text)
    return numeral or word.text in elsewhere.capitals or _is_acronym(word, spelling)


def _is_name(word: _Word, spelling: Spelling, elsewhere: _Elsewhere) -> bool:
    if word.key in elsewhere.names or word.key in elsewhere.small:
        return word.key in elsewhere.names
    return not spelling.usual(word.key).islower() and word.key not in _PARTICLES


def _is_part(run: _Run, at: int, spelling: Spelling) -> bool:
    """Return whether a common word is a part of the adjacent name: Ada Rose, Rose Holm."""
    word = run.words[at]
    if run.is_behind_given(at):
        return spelling.can_be_surname(word.key)
    if not run.is_before_name(at):
        return False
    if word.key in PLACE_MODIFIERS or is_title(word.key):
        return True
    article = at > 0 and run.words[at - 1].key in {"a", "an", "the"}
    nation = spelling.is_nation(run.words[at + 1].key)
    return not article and not nation and spelling.can_be_given(word.key)


def _organization(run: _Run, head: int) -> range:
    """Return the indices of the words of an organization's name with a head at one end."""
    first = head
    while head - first < _MODIFIERS and run.words[first].is_joined and run.may_join_name(first - 1):
        first -= 1
    if run.words[first].is_joined and first - 1 in run.names:
        return range(first, head + 1)
    keys = [word.key for word in run.words[head + 1 : head + 3]]
    named = head + 2 + (keys[1:] == ["the"])
    return range(head, head + 1) if keys[:1] == ["of"] and named in run.names else range(0)


def _written(text: str, run: _Run, spelling: Spelling) -> Iterator[str]:
    for at, word in enumerate(run.words):
        if at in run.kept:
            yield word.text
        elif at in run.names:
            usual = spelling.usual(word.key)
            yield usual if usual.upper() == word.text and not usual.islower() else _titled(word)
        elif begins_sentence(text, word.start):
            yield word.text[0] + _lower_case(word.text[1:])
        else:
            yield _lower_case(word.text)


def _titled(word: _Word) -> str:
    """Return a name with the capitals that it has in text."""
    ending = _POSSESSIVE.search(word.text)
    bare = word.text[: ending.start()] if ending else word.text
    parts = (part if len(part) == 1 else _capitalized(part) for part in _PARTS.split(bare))
    return "".join(parts) + (_lower_case(ending.group()) if ending else "")


def _capitalized(part: str) -> str:
    prefix = _SCOTTISH.match(part)
    head = part[: prefix.end()] if prefix else ""
    rest = part[len(head) :]
    return head[:1] + _lower_case(head[1:]) + rest[:1] + _lower_case(rest[1:])


def _lower_case(text: str) -> str:
    """Return a text in lower case with its length unchanged."""
    return "".join(small if len(small := char.lower()) == 1 else char for char in text)
