"""The names that an instance already contains, which a new name must not repeat."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from operator import and_, not_
from typing import Final

from builders.places import countries_of_several_names
from builders.text import fold_text, is_one_word, normalized_for_scoring, spaced
from builders.types import Example

_NOT_WORD: Final = re.compile(r"[^a-z0-9]+")
_NOT_FOLDED_WORD: Final = re.compile(r"[\W_]+")


def word_key(text: str) -> str:
    """Return the words of a text, folded (without case and accents), with spaces around each.

    A name occurs in a text as whole words if and only if its key occurs in the key of the text.
    """
    if text.isascii():
        words = text.lower()
        if words.isalnum():
            return f" {words} "
        one_by_one = words.split()
        if "".join(one_by_one).isalnum():
            return f" {' '.join(one_by_one)} "
        return f" {_NOT_WORD.sub(' ', words).strip()} "
    return f" {_NOT_FOLDED_WORD.sub(' ', spaced(fold_text(text))).strip()} "


def first_word(key: str) -> str:
    """Return the first word of a name as a key, given the key of the name (see `word_key`)."""
    return key[: key.find(" ", 1) + 1]


def first_words(names: Sequence[str]) -> list[str]:
    """Return the first word of each name, folded (without case and accents)."""
    found = list(map(str.lower, names))
    are_words = map(and_, map(str.isalnum, names), map(str.isascii, names))
    for at in compress(range(len(names)), map(not_, are_words)):
        found[at] = _first_word(names[at])
    return found


@lru_cache(maxsize=4096)
def _first_word(name: str) -> str:
    return first_word(word_key(name)).strip()


# Keys are in lower case, where "US" would equal the pronoun, so "US" in a text is read as "U.S.".
_PRONOUN: Final = word_key("US")
_THE_US: Final = re.compile(r"(?<!\w)US(?![\w$€£¥])")
_SAME_COUNTRY: Final = {
    word_key(name): frozenset(map(word_key, names)) - {word_key(name), _PRONOUN}
    for names in countries_of_several_names()
    for name in names
}
COUNTRY_WORDS: Final = frozenset(first_word(key).strip() for key in _SAME_COUNTRY)
"""The first words of all names of those countries that have several names (Myanmar, Burma)."""


@lru_cache(maxsize=1024)
def text_key(text: str) -> str:
    """Return the folded words of a text, with spaces around each (see `word_key`).

    "US" is read as "U.S." because in lower case it would equal the pronoun. This is not
    done in longer texts that are all in capitals, where US can be the pronoun. The result
    is cached, because the same passages recur.
    """
    return word_key(text if text.isupper() and text != "US" else _THE_US.sub("U.S.", text))


@lru_cache(maxsize=1024)
def _words(text: str) -> frozenset[str]:
    """Return the set of folded words of a text."""
    return frozenset(text_key(text).split())


ARTICLES: Final = frozenset({"a", "an", "the"})
"""Articles, which answer normalization removes before scoring."""


def clash(one: str, other: str) -> bool:
    """Return whether two names are equal after answer normalization, or one contains the other."""
    if is_one_word(one) and is_one_word(other):  # the usual case
        return normalized_for_scoring(one) == normalized_for_scoring(other)
    key, other_key = word_key(one), word_key(other)
    return (
        key in other_key
        or other_key in key
        or normalized_for_scoring(one) == normalized_for_scoring(other)
    )


class ReservedNames:
    """The names that an entity of an instance may not get as its new name.

    These are names that occur in the texts of the instance, and new names that other entities have
    (see `take`). `long` is the set of words of the first text, which is the passage, and `short`
    that of all other texts.
    """

    __slots__ = ("_taken", "_texts", "long", "short")

    def __init__(self, texts: Iterable[str]) -> None:
        distinct = dict.fromkeys(texts)
        # Keys begin and end with a space, so that no name matches across two texts.
        self._texts = "\n".join(map(text_key, distinct))
        long, *short = map(_words, distinct) if distinct else (frozenset[str](),)
        # All questions about a passage share one cached set of the passage's words.
        self.long, self.short = long, frozenset[str]().union(*short)
        self._taken: dict[str, str] = {}

    @classmethod
    def of_example(cls, example: Example) -> ReservedNames:
        """Collect the names in all fields of an instance, including answers outside the passage."""
        answers = (*example.answers, *example.plausible_answers)
        loose = (answer.text for answer in answers if answer.start is None)
        fields = (example.context, example.question, example.title)
        return cls((*fields, *example.gold_answers, *loose))

    def copy(self) -> ReservedNames:
        """Return a copy; names taken in the copy are not taken in the original."""
        made = object.__new__(ReservedNames)
        made._texts = self._texts
        made.long, made.short = self.long, self.short
        made._taken = self._taken.copy()
        return made

    def __contains__(self, candidate: str) -> bool:
        return self.clashes(candidate) or self.is_taken(word_key(candidate))

    def clashes(self, name: str) -> bool:
        """Return whether a name is too similar to a taken name, or is empty once normalized.

        Two names are too similar if they are equal after answer normalization, or if one contains
        the other.
        """
        key = word_key(name)
        return not normalized_for_scoring(name) or any(
            other in key
            or key in other
            or normalized_for_scoring(taken) == normalized_for_scoring(name)
            for other, taken in self._taken.items()
        )

    def is_taken(self, key: str) -> bool:
        """Return whether a name is taken (by another entity) or occurs in the instance's texts.

        `key` is the name as `word_key` returns it. For the name of a country, also returns True
        if another of its names is taken or occurs. For example, no country is renamed to the
        United Kingdom if the passage mentions the UK.
        """
        others = _SAME_COUNTRY.get(key)
        return self._is_used(key) or (others is not None and any(map(self._is_used, others)))

    def occurs(self, name: str) -> bool:
        """Return whether a name occurs in the texts of the instance."""
        key = word_key(name)
        return key in self._texts

    def _is_used(self, key: str) -> bool:
        # For speed: most names are one word, or begin with a word that does not occur in the texts.
        word = first_word(key)
        bare = word.strip()
        known = bare in self.long or bare in self.short
        return key in self._taken or (known and (word == key or key in self._texts))

    def take_free(self, name: str) -> bool:
        """Mark `name` as taken unless it is reserved already; return whether it was marked."""
        if name in self:
            return False
        self.take(name)
        return True

    def take(self, name: str) -> None:
        """Mark `name` as taken, so that no other entity of the instance gets it."""
        self._taken[text_key(name) if "US" in name else word_key(name)] = name
