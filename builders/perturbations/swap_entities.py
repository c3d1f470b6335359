"""The entities of a passage whose names EntSwap draws, and the names that are drawn for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from builders.names import Gender, undotted
from builders.types import Entity, SwapType

State = tuple[str, str]
"""The folded country and the folded name of a state or province."""


@dataclass(frozen=True, slots=True)
class EntityName:
    """The new name of an entity of any type, with its parts if the entity is a person."""

    full: str
    first: str
    last: str
    """The last name, which equals the first name if a person has only one."""
    definite: str = ""
    """The official name of a country (the Republic of Kenya) to use with the article, if known."""
    acronym: str = ""
    """The short name of an organization, if the passage has an acronym for the old name."""

    @classmethod
    def of(cls, name: str, surname: str | None) -> EntityName:
        """Return the parts of a person's full name, with another surname if one is given."""
        words = name.split()
        # A particle is not a first name: "do Rosario" is a single name.
        words = [name] if words[0].islower() else words
        first = words[0]
        if surname is not None:
            return cls(f"{first} {surname}", first, surname)
        return cls(name, first, " ".join(words[1:]) or first)

    def dotted(self, old: str) -> EntityName:
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
    """An entity, with the properties that determine which new names it can have."""

    entity: Entity
    swap_type: SwapType
    homeland: str = ""
    """The folded name of the country of a nationality.

    If related names are drawn together, also that of other entities whose country is known.
    """
    articles: frozenset[bool] = frozenset()
    """Whether a country, organization or place is named with the article in the text (or both).

    For a people (the French), not empty if the new name needs a plural that equals its singular.
    """
    kind: str = ""
    """The kind of an organization or place (university, river) if its name shows it, or empty."""
    is_capital: bool = False
    in_short: bool = False
    """Whether the passage also uses the acronym of an organization's name."""
    gender: Gender = ""
    """The gender of a person, or empty if unknown."""
    unique: bool = False
    """Whether there is only one such entity, as with God."""
    state: State | None = None
    """The state that the entity is or, for a city in a state that the text mentions, lies in."""
    indefinite: tuple[tuple[str, bool], ...] = ()
    """The folded names that follow "an" (True) or "a" (False) in the text."""
    towns: tuple[str, ...] = ()
    """The entity ids of the cities in a state."""


@dataclass(frozen=True, slots=True)
class DrawnSoFar:
    """The new names that were drawn for the entities of a passage so far."""

    names: Mapping[str, EntityName] = field(default_factory=dict)
    """The new names by entity id."""
    surnames: Mapping[str, str] = field(default_factory=dict)
    """The new surnames by old surname, folded."""
    countries: Mapping[str, str] = field(default_factory=dict)
    """The new countries by old country, folded."""
    called: Mapping[str, str] = field(default_factory=dict)
    """The new names by old name, in any form."""
    states: Mapping[State, str] = field(default_factory=dict)
    """The new states by old state."""
