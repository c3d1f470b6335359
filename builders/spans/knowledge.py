"""Place names and an English lexicon, which decide how words in names can be renamed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from builders.lexicon.tables import table, words
from builders.places import alias_key, country_key, country_names
from builders.text import fold_key
from builders.types import RenamingType
from name_collections.collection import Columns, Name

_PLACE_ORDER: Final[tuple[RenamingType, ...]] = ("COUNTRY", "STATE", "CITY")

DESIGNATORS: Final = words("words_of_names", "designators")
"""Words that say what kind of organization a name denotes (University). They are not renamed."""
DIRECTIONS: Final = words("words_of_names", "directions")
"""Directions, continents and oceans (North, Asia), which never count as places to be renamed."""
_PREFIXES: Final = words("words_of_names", "prefixes")
_ENDINGS: Final = tuple(table("words_of_names")["endings"])
_PERSONS: Final = words("words_of_names", "persons")
_ACRONYM: Final = 5


class WordLexicon(Protocol):
    """The interface of an English lexicon, which distinguishes proper nouns from common words.

    A word counts as a proper noun if it is one in over 90% of its occurrences.
    """

    def is_counted(self, word: str) -> bool:
        """Return whether the lexicon has counts of occurrences of the word."""

    def is_known(self, word: str) -> bool:
        """Return whether the lexicon has the word, even without counts of its occurrences."""

    def is_proper(self, word: str) -> bool:
        """Return whether the word is a proper noun."""

    def is_common(self, word: str) -> bool:
        """Return whether the lexicon has the word as something other than a proper noun."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The place names of a gazetteer and an English lexicon."""

    places: dict[str, RenamingType]
    """The span type (COUNTRY, STATE or CITY) of each place name; the keys are folded names."""
    lexicon: WordLexicon
    regions: frozenset[str] = frozenset()
    """The folded names of other places, such as New England, whose words are not places."""
    general: frozenset[str] = frozenset()
    """General words, in lower case, that stay in a longer name (Zoological Society)."""

    @classmethod
    def of(
        cls,
        names: Iterable[Name],
        lexicon: WordLexicon,
        regions: Iterable[str] = (),
        general: frozenset[str] = frozenset(),
    ) -> Knowledge:
        """Return a `Knowledge` with the places of a gazetteer.

        `names` are the rows of the gazetteer, `regions` names of other places, and `general` words
        that stay. If places of several types share a name, the name gets the first of COUNTRY,
        STATE and CITY.
        """
        by_type: dict[str, set[str]] = {kind: set() for kind in _PLACE_ORDER}
        for text, span_type in Columns.of(names).fields("text", "span_type"):
            if span_type in by_type:
                by_type[span_type].add(fold_key(text))
        for key in [*by_type["COUNTRY"]]:
            by_type["COUNTRY"].update(fold_key(alias) for alias in country_names(country_key(key)))
        places: dict[str, RenamingType] = {}
        for kind in reversed(_PLACE_ORDER):
            places.update(dict.fromkeys(by_type[kind], kind))
        return cls(places, lexicon, frozenset(map(fold_key, regions)) - places.keys(), general)

    def place_type(self, words: str) -> RenamingType | None:
        """Return COUNTRY, STATE or CITY for a name in the gazetteer, or None for other words.

        Some names in the gazetteer do not count as places: common English words (there is a city
        "Of"), directions, single characters, and short words in capitals that are no country.
        """
        key, bare = fold_key(words), alias_key(words)
        kind = self.places.get(key) or self.places.get(bare)
        if kind is None or bare in DIRECTIONS or len(key) < 2:
            return None
        if words.isupper() and len(words) <= _ACRONYM:
            # A short upper-case word is a country or no place: EU is not the town in France.
            return "COUNTRY" if country_names(country_key(words)) else None
        if self.lexicon.is_common(key) or key in DESIGNATORS:
            return None
        return kind

    def is_region(self, words: str) -> bool:
        """Return whether a name is that of a place that is no country, state or city."""
        return fold_key(words) in self.regions

    def word_type(self, word: str, *, is_whole: bool = False) -> RenamingType | None:
        """Return the type of a word of an organization's name: NNP (proper noun), RARE, or None.

        None means that the word is not to be renamed, such as "University" or "trade". `is_whole`
        says that it is the whole name, in which a general word is a name, too (Twitter).
        """
        key = fold_key(word).strip(".,&'")
        if len(key) < 2 or not key.replace("-", "").replace("&", "").isalpha():
            return None
        if key in DESIGNATORS or key in DIRECTIONS or key in _PERSONS:
            return None
        is_acronym = not word[1:].islower() and (len(word) <= _ACRONYM or not word.isupper())
        if key in self.general and not is_whole and not is_acronym:
            return None
        parts = key.split("-")
        if not all(part[:1].isupper() for part in word.split("-")):
            return None
        # All parts must be capitalized ("Anti-fraud" is not a name). A compound is proper if all
        # its parts are, and rare if any part is.
        if self.lexicon.is_proper(key) or all(self.lexicon.is_proper(part) for part in parts):
            return "NNP"
        known = self.lexicon.is_counted if is_acronym else self.lexicon.is_known
        return "RARE" if any(self._is_rare(part, known) for part in parts) else None

    def _is_rare(self, key: str, is_known: Callable[[str], bool]) -> bool:
        """Return whether a part of a word is rare: unknown, and no form of a common word.

        Hyphens separate the parts, so most words have only one part. Single letters and prefixes
        (Anti-) do not count as rare.
        """
        if len(key) < 2 or key in _PREFIXES:
            return False
        return not is_known(key) and not self._is_inflected(key)

    def _is_inflected(self, key: str) -> bool:
        """Return whether a word is an inflected form of a common word (Exporting)."""
        return any(
            self.lexicon.is_common(stem + end)
            for ending in _ENDINGS
            if key.endswith(ending) and len(stem := key.removesuffix(ending)) > 3
            for end in ("", "e", "y")
        )
