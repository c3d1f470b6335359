"""The entities that EntSwap renames in a passage, and the new names drawn for them so far."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from builders.articles import takes_an
from builders.names import Gender, is_numeral, undotted
from builders.text import bounds_itself, fold_key
from builders.types import Entity, SwapType

_GENERATION: Final = re.compile(r",? (?:(?:Jr|Sr|Junior|Senior)\.?|the (?:Elder|Younger))$")

PEOPLE: Final = "people"
"""The kind of known nationalities and peoples. Names of no known people stay as they are."""
TRIBE: Final = "tribe"
"""The kind of known peoples that are not the people of a country, such as Yoruba."""

OTHER: Final = "other"
"""The kind of a place whose name shows a kind for which there are no new names.

A name shows such a kind if its last word is an English word. For example, Grainger Market is a
market.
"""

State = tuple[str, str]
"""A state or province, as the name of its country and its own name, both folded."""


@dataclass(frozen=True, slots=True)
class EntityName:
    """The new name of an entity; for a person, also divided into first and last name."""

    full: str
    first: str
    last: str
    """The last name, which equals the first name if a person has only one.

    It is empty for a ruler with a number.
    """
    definite: str = ""
    """The official name of a country (the Republic of Kenya) to use with the article, if known."""
    acronym: str = ""
    """The short name of an organization, if the passage has an acronym for the old name."""
    people: str = ""
    """The people of a country (Kenyan), which replaces names used as adjectives (a U.S. senator).

    It is empty if related names do not stay related.
    """

    @classmethod
    def of(cls, name: str, surname: str | None) -> EntityName:
        """Divide a person's full name into first and last name.

        If `surname` is not None, it replaces the last name.
        """
        words = name.split()
        # A particle is not a first name: "do Rosario" is a single name.
        words = [name] if words[0].islower() else words
        first = words[0]
        if surname is not None:
            return cls(f"{first} {surname}", first, surname)
        return cls(name, first, " ".join(words[1:]) or first)

    def ruling(self, old: str) -> EntityName:
        """Return a ruler's name if `old` ends in a number: the first name with it (Kofi VII)."""
        number = old.rsplit(maxsplit=1)[-1]
        if not is_numeral(number):
            return self
        return EntityName(f"{self.first} {number}", self.first, "")

    def of_generation(self, old: str) -> EntityName:
        """Return the name with the "Jr.", "Sr." or "the Elder" that `old` ends in, if any."""
        told = _GENERATION.search(old)
        return replace(self, full=f"{self.full}{told[0]}") if told else self

    def dotted(self, old: str) -> EntityName:
        """Return the name with the dot of `old` (约翰·史密斯), if any, in place of spaces."""
        plain = zip(old, undotted(old), strict=True)
        dot = next((char for char, without in plain if char != without), " ")
        return replace(self, full=self.full.replace(" ", dot))

    @property
    def names(self) -> frozenset[str]:
        """Return all names that the entity can be called by."""
        parts = {self.full, self.first, self.last, self.definite, self.acronym, self.people}
        return frozenset(parts - {""})


class Derived(NamedTuple):
    """How the name of a state or people is made of that of a country or of its people.

    For example, Nazi Germany is called after Germany, and the Russian Empire after the Russians.
    """

    before: str
    """The words before the other name, with the space: "Nazi "."""
    after: str = ""
    """The words after the other name, with the space: " Empire"."""
    of_people: bool = False
    """Whether the other name is that of the people and not that of the country."""

    @property
    def is_long_form(self) -> bool:
        """Whether the country is also called by the other name alone (the Kingdom of Italy)."""
        return self.before.endswith(" of ")

    def full(self, name: str) -> str:
        """Return the whole name with `name` as the name of the country or people."""
        return f"{self.before}{name}{self.after}"


@dataclass(frozen=True, slots=True)
class SwapEntity:
    """An entity, with the properties that determine which new names it can have."""

    entity: Entity
    swap_type: SwapType
    homeland: str = ""
    """The folded name of the country to which a nationality belongs, or empty.

    If related names are drawn together, other entities whose country is known have it, too.
    """
    articles: frozenset[bool] = frozenset()
    """Whether the text names a country, organization or place with the article or without it.

    The set has True for "with", False for "without", and both if the text does both. For a people,
    the set is not empty if the name is a plural without an ending (the French), because the new
    name must then be such a plural, too.
    """
    kind: str = ""
    """The kind of an organization or place (university, river) if its name shows it, or empty."""
    is_capital: bool = False
    in_short: bool = False
    """Whether the passage also uses the acronym of an organization's name."""
    gender: Gender = ""
    """The gender of a person, or empty if unknown."""
    unique: bool = False
    """Whether its name stays, because there is only one such entity (God), or for a regime."""
    state: State | None = None
    """The state, for a state itself or for a city in a state that the text mentions, or None."""
    indefinite: tuple[tuple[str, bool], ...] = ()
    """Each folded name of the entity that follows "an" (True) or "a" (False) in the text."""
    towns: tuple[str, ...] = ()
    """The entity ids of the cities in a state."""
    derived: Derived | None = None
    """For a state or people that is called after another country, how its name is made."""
    after_people: bool = False
    """Whether it is a state called after a people of no known country (Almohad Caliphate)."""
    stem: str = ""
    """The part of a place's name by which others are called (Tana in Lake Tana), or empty."""
    people_of: frozenset[str] = frozenset()
    """For the people of a place (Bavarian), the folded names of the place, if the passage has the
    name of the people only before nouns: "Bavarian beer" becomes "Harari beer" with Bavaria."""
    shore: str = ""
    """How the text describes a country ("island", "landlocked" or "coast"), or empty."""
    within: State | None = None
    """For a part of a state that the text mentions (a county), that state."""
    after_person: bool = False
    """Whether it is a place that no gazetteer has, with the surname of a person in the passage."""


@dataclass(frozen=True, slots=True)
class DrawnSoFar:
    """The new names that were drawn for the entities of a passage so far."""

    names: Mapping[str, EntityName] = field(default_factory=dict)
    """The new names by entity id."""
    surnames: Mapping[str, str] = field(default_factory=dict)
    """The new surnames by old surname (folded)."""
    firsts: Mapping[tuple[str, Gender], str] = field(default_factory=dict)
    """The new given names by old given name (folded) and gender."""
    countries: Mapping[str, str] = field(default_factory=dict)
    """The new countries by old country (folded)."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The new names by old name, for every form in which an entity is named."""
    peoples: Mapping[str, str] = field(default_factory=dict)
    """The peoples of the new countries, by the old names that take the article."""
    states: Mapping[State, str] = field(default_factory=dict)
    """The new states by old state."""


def suits_article(item: SwapEntity, new: EntityName) -> bool:
    """Return whether an entity's new names take "a" or "an" as its old names do in the text."""
    entity = item.entity
    is_person = item.swap_type == "PERSON"
    parts = (
        {fold_key(entity.first): new.first, fold_key(entity.last): new.last} if is_person else {}
    )
    parts[fold_key(entity.name)] = new.full
    return all(takes_an(parts.get(name, new.full)) is an for name, an in item.indefinite)


def may_replace(entity: Entity, name: str) -> bool:
    """Return whether `name` can stand wherever the name of an entity stands.

    In a script without spaces between words, a name may stand directly next to letters. There, a
    new name in a script with spaces, such as Latin, could become part of another word.
    """
    return bounds_itself(name) or not bounds_itself(entity.name)
