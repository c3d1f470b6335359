"""The entities that EntSwap renames, and their types (Siro and Ajayi 2023, section 4.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from builders.lexicon.tables import words
from builders.text import fold_key
from builders.type_table import SWAPPED
from builders.types import Entity, SwapType

_NOT_NATIONAL: Final[frozenset[str]] = words("peoples", "not_national")

_OF_PERSONS: Final[frozenset[str]] = words("peoples", "of_persons")

_PERIODS: Final[frozenset[str]] = words("peoples", "periods")

_DIRECTIONS: Final[frozenset[str]] = words("peoples", "directions")

NO_ENTITY: Final = "no entity of the types renamed"

NO_KIND: Final = "its name does not tell its kind, or that kind has no names"


def swap_type(entity: Entity) -> SwapType | None:
    """Return the EntSwap type of an entity, or None if the entity is not renamed.

    States count as locations. The names of religions, parties, peoples of continents and geological
    periods are not renamed, nor are words derived from persons' names, places of unclear type,
    names in lower case, and directions ("the East").
    """
    if entity.name.islower():
        return None
    if fold_key(entity.name) in _DIRECTIONS:
        return None
    kind = SWAPPED.get(entity.type)
    if kind == "NATIONALITY" and not _is_national(fold_key(entity.name)):
        return None
    return kind


@lru_cache(maxsize=4096)
def wider_peoples(people: str) -> tuple[str, ...]:
    """Return the peoples that are not renamed although their names end in that of a people.

    For American, they are South American and African American, for example.
    """
    key = fold_key(people)
    wider = (name for name in _NOT_NATIONAL if name.replace("-", " ").endswith(f" {key}"))
    return tuple(name.title() for name in sorted(wider))


def is_of_no_country(people: str) -> bool:
    """Return whether a folded name is that of a religion or of peoples of several countries."""
    return not {people, people.removesuffix("s")}.isdisjoint(_NOT_NATIONAL)


def _is_national(key: str) -> bool:
    """Return whether a folded name is that of a nationality, and not of a religion, for example."""
    return not {key, key.removesuffix("s")} & (_NOT_NATIONAL | _OF_PERSONS | _PERIODS)
