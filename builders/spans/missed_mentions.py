"""A search for mentions that a recognizer missed.

A name that was found once means the same entity everywhere. Without this search, the name would be
renamed in one place of a text and remain in another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from builders.countries import AREA_STARTS
from builders.names import COMMON_WORDS, OPENERS, is_title
from builders.places import country_key, country_names
from builders.spans.aliases import acronyms
from builders.spans.knowledge import DIRECTIONS
from builders.text import occurrences
from builders.types import Entity, Mention

_REACH: Final = 40
"""The number of characters before a name in which the previous word is looked for."""

_LANDS: Final = frozenset({"COUNTRY", "STATE", "CITY", "GPE"})
_LARGE: Final = frozenset({"COUNTRY", "STATE"})
"""The types of places whose names are seldom parts of others (Northeast Algeria)."""
_PARTS: Final = AREA_STARTS | DIRECTIONS
_FEWEST: Final = 3
"""The least number of letters of initials that are looked for."""

WORD_BEFORE: Final = re.compile(r"([^\W\d_]\w*)([ _]|[-\u2013])$")
"""Matches the word before a name, in the text before it, and the space or hyphen between them."""
WORD_AFTER: Final = re.compile(r"([ _]|[-\u2013])([^\W\d_]\w*)")
"""Matches the word after a name, where the name ends, and the space or hyphen between them."""
HYPHENS: Final = "-\u2013"

Names = Mapping[str, Entity]
"""A mapping from each name that only one entity has to this entity.

The names are spelt as in the text.
"""


def names_of_one(entities: Iterable[Entity]) -> Names:
    """Return the capitalized names that only one of the entities has, each with its entity.

    They include the initials of organizations, which texts call by these, too (CPN). Names that are
    also ordinary words are left out, but for those of peoples (Polish).
    """
    found: dict[str, Entity | None] = {}
    for entity in entities:
        for name in {entity.name, entity.first, entity.last, *entity.aliases, *_initials(entity)}:
            if is_distinct(name, is_people=entity.type == "NORP"):
                found[name] = entity if found.get(name, entity) is entity else None
    return {name: entity for name, entity in found.items() if entity is not None}


def missed_mentions(
    field: str,
    text: str,
    names: Names,
    found: Sequence[Mention],
    is_place: Callable[[str], bool] | None = None,
) -> tuple[Mention, ...]:
    """Return the mentions of `names` in a text that overlap no mention in `found`, sorted.

    A name next to other capitalized words may be a part of another name. Then it is no mention.
    For example, "Khan" in "Hulagu Khan" does not mean Genghis Khan. Only the name of a place, a
    people or an organization may be followed by a capitalized word, as in "Newcastle Polytechnic".
    If `is_place`, which returns whether a name is that of a known place, is given, a direction or a
    code may precede the name of a country or state (Northeast Algeria, the A1 Algeria Road), and
    two places may be joined by a hyphen (the Albania-Kosovo Highway).
    """
    search = _Search.of(text, names, found, is_place)
    taken = [(one.start, one.end) for one in found]
    new: list[Mention] = []
    for name in sorted(names, key=lambda name: (-len(name), name)):
        entity = names[name]
        for start, end in occurrences(text, name):
            if any(low < end and start < high for low, high in taken):
                continue
            is_word = entity.type == "NORP" and name.casefold() in COMMON_WORDS
            if is_word and _opens_sentence(text, start):
                continue  # Polish the floor daily.
            if not search.is_part(start, end, entity):
                taken.append((start, end))
                new.append(Mention(field, start, end, entity.type, entity.id))
    return tuple(sorted(new, key=lambda one: one.start))


def is_distinct(name: str, *, is_people: bool = False) -> bool:
    """Return whether a name is capitalized, longer than one letter, and not an ordinary word.

    Of the names of peoples (`is_people`), only function words are left out.
    """
    word = name.casefold()
    is_word = word in OPENERS or (word in COMMON_WORDS and not is_people)
    return len(name) > 1 and name[0].isupper() and not is_word


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \n\t\"'(\u201c")
    return not before or before[-1] in ".!?:"


def _initials(entity: Entity) -> Iterator[str]:
    """Yield the acronyms of three and more letters of an organization that are no country's."""
    for acronym in acronyms(entity.name) if entity.type == "ORG" else ():
        if len(acronym) >= _FEWEST and not country_names(country_key(acronym)):
            yield acronym.upper()


@dataclass(frozen=True, slots=True)
class _Search:
    """A text in which missed mentions are looked for."""

    text: str
    names: Names
    starts: frozenset[int]
    """Where the names that were found start."""
    ends: frozenset[int]
    """Where the names of countries, states and cities that were found end."""
    is_place: Callable[[str], bool] | None

    @classmethod
    def of(
        cls,
        text: str,
        names: Names,
        found: Iterable[Mention],
        is_place: Callable[[str], bool] | None,
    ) -> _Search:
        """Prepare the search for `names` in a text, in which the mentions `found` are known."""
        known = list(found)
        starts = frozenset(one.start for one in known)
        ends = frozenset(one.end for one in known if one.type in _LANDS)
        return cls(text, names, starts, ends, is_place)

    def is_part(self, start: int, end: int, entity: Entity) -> bool:
        """Return whether a name of an entity is probably a part of a longer name.

        A name of its own may follow after a hyphen (South Korean-Chinese) or, if it is that of a
        country, state or city, stand before it (of the United States John Marshall).
        """
        before = WORD_BEFORE.search(self.text[max(0, start - _REACH) : start])
        if before and before[1][0].isupper() and start - 1 not in self.ends:
            if before[2] in HYPHENS:
                if not self._is_joined(entity, before[1]):
                    return True
            elif not (
                before[1].casefold() in OPENERS
                or is_title(before[1])
                or self._may_follow(entity, before[1], self.text[start:end])
            ):
                return True
        after = WORD_AFTER.match(self.text, end)
        if after is None or not after[2][0].isupper():
            return False
        is_joined = after.start(2) in self.starts or self._is_joined(entity, after[2])
        return entity.type == "PERSON" or (after[1] in HYPHENS and not is_joined)

    def _is_joined(self, entity: Entity, name: str) -> bool:
        """Return whether both an entity and the one with that name are places."""
        other = self.names.get(name) if self.is_place is not None else None
        return other is not None and {entity.type, other.type} <= _LANDS

    def _may_follow(self, entity: Entity, word: str, name: str) -> bool:
        """Return whether a word before a place's name tells a part of the place, or is a code (A1).

        North Korea is another place than Korea.
        """
        if self.is_place is None or entity.type not in _LARGE:
            return False
        tells = word.casefold() in _PARTS or not word.isalpha()
        return tells and not self.is_place(f"{word} {name}")
