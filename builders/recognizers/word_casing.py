"""The usual case of words: lower case, capitalized, or upper case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from builders.given_names import is_first_name
from builders.lexicon.tables import words
from builders.names import COMMON_WORDS, OPENERS
from builders.text import fold_key
from name_collections.collection import Columns, Name

# In percent of all people: rarer surnames are more often ordinary words (Wins, Joins).
_KNOWN_SURNAME: Final = 0.003
_STEM: Final = 3
_ENDINGS: Final = ("ies", "es", "s", "ied", "ed", "ing", "ly")
_LARGE: Final = words("casing", "large")


class Words(Protocol):
    """The interface of a lexicon of usual spellings."""

    def spelled(self, word: str) -> str:
        """Return a word in its usual case, or an empty string if it is unknown."""


@dataclass(frozen=True, slots=True)
class Spelling:
    """The sources that tell the usual case of a word, which is given in lower case."""

    words: Words
    """A lexicon."""
    surnames: frozenset[str] = frozenset()
    """Frequent surnames, in lower case."""
    nations: frozenset[str] = frozenset()
    """The names of countries and nationalities, in lower case."""

    @classmethod
    def of(cls, words: Words, people: Iterable[Name], places: Iterable[Name]) -> Spelling:
        """Make a spelling from a lexicon and from names in name collections.

        Only the frequent surnames among `people` are used, and only the countries and
        nationalities among `places`.
        """
        surnames = (n.text.lower() for n in people if n.weight >= _KNOWN_SURNAME)
        nations = frozenset(
            text.lower()
            for text, span_type in Columns.of(places).fields("text", "span_type")
            if span_type in {"COUNTRY", "NATIONALITY"}
        )
        return cls(words, frozenset(surnames), nations)

    def usual(self, word: str) -> str:
        """Return a word in its usual case, or an empty string if it is unknown."""
        one = word.removesuffix("s")
        if not self.nations.isdisjoint((word, one)) or not _LARGE.isdisjoint((word, one)):
            return word.capitalize()
        found = self.words.spelled(word)
        return word if not found and any(map(self._is_common, _stems(word))) else found

    def _is_common(self, word: str) -> bool:
        return word in COMMON_WORDS or self.words.spelled(word) == word

    def can_be_surname(self, word: str) -> bool:
        """Return whether a word is a frequent surname and not an ordinary word such as "may"."""
        return word in self.surnames and word not in OPENERS


def is_given(word: str) -> bool:
    """Return whether a lower-case word is a given name."""
    return is_first_name(word.capitalize()) or is_first_name(fold_key(word))


def _stems(word: str) -> Iterator[str]:
    """Yield the possible base forms of a word: rely for relies, cause for causing."""
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _STEM:
            yield from (stem, stem + "e", stem + "y")
            if stem[-1] == stem[-2]:
                yield stem[:-1]
