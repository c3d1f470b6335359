"""The parts of a person's name, and whether two names can belong to one person.

Western order is assumed: given names, then the surname with its particles ("van der Hoek").
Rulers and saints ("Gregory VII", "William the Lion", "Conrad of Montferrat") have a first name
and no surname.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from builders.lexicon.tables import table
from builders.names import (
    AGES,
    GENERATIONS,
    PARTICLES,
    SUFFIXES,
    bare,
    is_double_regnal,
    is_initial,
    is_numeral,
    name_words,
    title_length,
)
from builders.text import fold_key

_SHORTER: Final[Mapping[str, str]] = table("linking")["nicknames"]
_NICKNAMES: Final = {short: full for full, all_ in _SHORTER.items() for short in all_.split()}


@dataclass(frozen=True, slots=True)
class PersonName:
    """The parts of a person's name."""

    words: tuple[str, ...]
    """All words of the name, folded, without titles and suffix."""
    given: tuple[str, ...]
    """The given names as they are written."""
    last: str
    """The surname as it is written, or empty for rulers, saints and names of one word."""
    suffix: str = ""
    """The suffix, folded: jr, sr, or a numeral that counts generations."""
    tail: str = ""
    """The folded regnal number or byname of a ruler or saint ("vii", "the lion")."""

    @property
    def first(self) -> str:
        """Return the first given name, or "" if it is an initial or the person's only name."""
        named = bool(self.last or self.tail)
        return self.given[0] if named and self.given and not is_initial(self.given[0]) else ""

    @property
    def key(self) -> str:
        """Return the folded name with its suffix, which is equal for all spellings of the name."""
        return " ".join((*self.words, self.suffix)) if self.suffix else " ".join(self.words)


@lru_cache(maxsize=65536)
def parse_person(surface: str) -> PersonName:
    """Split a person's name into its parts; titles at the start and commas are ignored."""
    words = name_words(surface)
    words = tuple(word.strip('"“”').rstrip(",;") for word in words[title_length(words) :])
    words = words or (surface,)
    words, suffix = _split_suffix(words)
    folded = tuple(part for word in words for part in _folded_parts(word))
    tail_at = _tail_start(words)
    if tail_at is not None:
        tail = " ".join(bare(word) for word in words[tail_at:])
        return PersonName(folded, words[:tail_at], "", suffix, tail)
    split = _last_start(words)
    if split == 0:
        return PersonName(folded, (), "", suffix)
    return PersonName(folded, words[:split], " ".join(words[split:]), suffix)


def _folded_parts(word: str) -> tuple[str, ...]:
    parts = tuple(part for part in fold_key(word).replace("-", " ").split() if part)
    return tuple(part.strip(".,;") or part for part in parts)


def _split_suffix(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    if len(words) < 3 and not (len(words) == 2 and bare(words[-1]) in {"jr", "sr"}):
        return words, ""
    key = bare(words[-1]).replace(".", "")
    if key in AGES and words[-2] == "the" and len(words) > 3:
        return words[:-2], key
    if key in SUFFIXES:
        return words[:-1], GENERATIONS.get(key, key)
    if is_numeral(words[-1]) and len(words[-1]) > 1 and not is_double_regnal(words[:-1]):
        return words[:-1], key
    return words, ""


def _tail_start(words: tuple[str, ...]) -> int | None:
    """Return the index of the first word of a regnal number, a byname or a phrase with "of".

    Returns None if the name has none of these.
    """
    for index, word in enumerate(words[1:], start=1):
        if is_numeral(word) and not word.endswith(".") and _regnal_at(words, index):
            return index
        if word in {"the", "of"} and index < len(words) - 1:
            return index
    return None


def _regnal_at(words: tuple[str, ...], index: int) -> bool:
    """Return whether a numeral is a regnal number (Charles I), and not the initial "I"."""
    return index == 1 or is_double_regnal(words[:index]) or len(words[index]) > 1


def _last_start(words: tuple[str, ...]) -> int:
    """Return the index of the first word of the surname, particles included.

    The index is 0 if the name has no words before the surname.
    """
    index = len(words) - 1
    while index > 0 and _is_particle(words, index - 1):
        index -= 1
    return index


def _is_particle(words: tuple[str, ...], index: int) -> bool:
    word = words[index]
    if bare(word) not in PARTICLES:
        return False
    if word[:1].islower():
        return True
    # A capitalized particle after another word ("Vincent Van Gogh"); at the start, only some words
    # are particles ("De Gaulle", but not "Al Gore" or "Ben Jonson").
    return index > 0 or bare(word) in {"de", "van", "von", "della", "bin", "ibn", "du", "di"}


def is_one_person(one: PersonName, other: PersonName) -> bool:
    """Return whether two names of at least two words can belong to the same person."""
    if one.suffix and other.suffix and one.suffix != other.suffix:
        return False
    aged, tailed = (one, other) if one.suffix in AGES else (other, one)
    if aged.suffix in AGES and tailed.tail:  # Hans Holbein the Younger, Holbein the Younger
        size = len(tailed.words) - 2
        return tailed.tail == f"the {aged.suffix}" and tailed.words[:size] == aged.words[-size:]
    if one.tail and other.tail and one.tail != other.tail and not _cut_short(one, other):
        return False
    if one.words == other.words or _is_edge(one.words, other.words):
        return True
    if one.tail or other.tail or not one.last or fold_key(one.last) != fold_key(other.last):
        return False
    return _given_fit(one.given, other.given)


def _cut_short(one: PersonName, other: PersonName) -> bool:
    return one.tail.startswith(other.tail) or other.tail.startswith(one.tail)


def _is_edge(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether the shorter name has two or more words and begins or ends the longer name."""
    short, long = sorted((one, other), key=len)
    if len(short) < 2 or len(short) == len(long):
        return False
    return long[: len(short)] == short or long[-len(short) :] == short


def _given_fit(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two lists of given names can be those of one person.

    The first items of both lists must agree, as Tom and Thomas do, or T. and Thomas. Each further
    item of the shorter list must agree with an item of the longer list, in the same order.
    """
    if not one or not other or not _word_fits(one[0], other[0]):
        return False
    short, long = sorted((one[1:], other[1:]), key=len)
    rest = iter(long)
    return all(any(_word_fits(word, candidate) for candidate in rest) for word in short)


@lru_cache(maxsize=4096)
def given_key(first: str) -> str:
    """Return the key that all forms of a given name share: "thomas" for Tom and Thomas."""
    key = bare(first)
    return _NICKNAMES.get(key, key)


@lru_cache(maxsize=4096)
def first_name_variants(first: str) -> tuple[str, ...]:
    """Return the other forms of an English first name, such as Tom for Thomas."""
    full = given_key(first)
    every = (full, *_SHORTER[full].split()) if full in _SHORTER else ()
    return tuple(name.capitalize() for name in every if name != bare(first))


def _word_fits(one: str, other: str) -> bool:
    a, b = bare(one), bare(other)
    if given_key(a) == given_key(b):
        return True
    return (is_initial(one) or is_initial(other)) and a[:1] == b[:1]
