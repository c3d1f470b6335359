"""The entities of a passage whose names EntSwap draws, and the names that are drawn for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from builders.names import Gender, undotted
from builders.types import Entity, SwapType

State = tuple[str, str]
"""The folded country and the folded name of a state or province."""


@dataclass(frozen=True, slots=True)
class Person:
    """The new name of an entity of any type, with its parts if the entity is a person.

    A name of one word is both first and last name. For a country, `definite` is the official name
    to use where the old name has the article: `full` is Kenya, `definite` the Republic of Kenya. It
    is empty if it is not needed or not known. `acronym` is the short name of an organization, if
    the passage has an acronym for the old name.
    """

    full: str
    first: str
    last: str
    definite: str = ""
    acronym: str = ""

    @classmethod
    def of(cls, name: str, surname: str | None) -> Person:
        """Return the parts of a person's full name, with another surname if one is given."""
        words = name.split()
        # A particle is not a first name: "do Rosario" is a single name.
        words = [name] if words[0].islower() else words
        first = words[0]
        if surname is not None:
            return cls(f"{first} {surname}", first, surname)
        return cls(name, first, " ".join(words[1:]) or first)

    def dotted(self, old: str) -> Person:
        """Return the name with the dots of the old name, if any, for its spaces (约翰·史密斯)."""
        plain = zip(old, undotted(old), strict=True)
        dot = next((char for char, without in plain if char != without), " ")
        return replace(self, full=self.full.replace(" ", dot))

    @property
    def names(self) -> frozenset[str]:
        """Return all names that the entity can be called by."""
        parts = {self.full, self.first, self.last, self.definite, self.acronym}
        return frozenset(parts - {""})


@dataclass(frozen=True, slots=True)
class SwapEntity:
    """An entity, with the properties that determine the pool of its new name.

    `homeland` is the folded name of the country to which a nationality belongs. With worlds it is
    also set for other entities whose country is known. `articles` says for the names of a country,
    organization or place in the text whether they have the article; for a people (the French), it
    is not empty if the new name must have a plural that equals its singular. `kind` is the kind of
    an organization or place (university, river), or empty if the name does not show it. `in_short`
    says that the passage also uses the acronym of an organization's name. `gender` is the gender of
    a person, or empty if unknown. `unique` marks entities such as God, of which there is only one.
    `state` is set for a state, and for a city in a state that the text mentions. `indefinite` lists
    the folded names that follow "an" (True) or "a" (False) in the text. `towns` are the ids of the
    cities of a state.
    """

    entity: Entity
    swap_type: SwapType
    homeland: str = ""
    articles: frozenset[bool] = frozenset()
    kind: str = ""
    is_capital: bool = False
    in_short: bool = False
    gender: Gender = ""
    unique: bool = False
    state: State | None = None
    indefinite: tuple[tuple[str, bool], ...] = ()
    towns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """The names drawn so far.

    `names` has them by entity id, `surnames` by old surname, `countries` by old country, `called`
    by old name in any form, and `states` by old state. Old surnames and countries are folded.
    """

    names: Mapping[str, Person] = field(default_factory=dict)
    surnames: Mapping[str, str] = field(default_factory=dict)
    countries: Mapping[str, str] = field(default_factory=dict)
    called: Mapping[str, str] = field(default_factory=dict)
    states: Mapping[State, str] = field(default_factory=dict)
