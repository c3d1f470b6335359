"""EntSwap: the entities that are renamed, and their types (Siro and Ajayi 2023, 4.1)."""

from __future__ import annotations

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
    """Return the type whose collection gives an entity's new name, or None to keep the name.

    States count as locations. Religions, parties, peoples of continents, derivations of persons'
    names and geological periods are not nationalities. Places of unclear type, lower-case words
    and "the East" are kept.
    """
    if entity.name.islower():
        return None
    if fold_key(entity.name) in _DIRECTIONS:
        return None
    kind = SWAPPED.get(entity.type)
    if kind == "NATIONALITY" and not _is_national(fold_key(entity.name)):
        return None
    return kind


def _is_national(key: str) -> bool:
    """Return whether a name in the plural, or an adjective, is that of a people."""
    return not {key, key.removesuffix("s")} & (_NOT_NATIONAL | _OF_PERSONS | _PERIODS)
