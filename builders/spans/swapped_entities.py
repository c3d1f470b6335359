"""EntSwap: which entities of an instance change, and as what (Siro and Ajayi 2023, section 4.1)."""

from __future__ import annotations

from typing import Final

from builders.lexicon.tables import words
from builders.text import fold_key
from builders.type_table import SWAPPED
from builders.types import Entity, SwapType

_NOT_NATIONAL: Final[frozenset[str]] = words("peoples", "not_national")

_OF_PERSONS: Final[frozenset[str]] = words("peoples", "of_persons")

_DIRECTIONS: Final[frozenset[str]] = words("peoples", "directions")

NO_ENTITY: Final = "no entity of the types renamed"

NO_KIND: Final = "its name does not tell its kind, or that kind has no names"


def swap_type(entity: Entity) -> SwapType | None:
    """Return the type whose collection an entity's new name comes from; None where it stays.

    States count as locations. Religions, parties, the peoples of continents and what is called
    after a person are no nationalities; a place that could not be told from others has no type
    and stays, and so does what is written in small letters, and the East alone: they are no names.
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
    """Return whether a name of many, or an adjective, is a people's; in the plural as well."""
    return not {key, key.removesuffix("s")} & (_NOT_NATIONAL | _OF_PERSONS)
