"""Plural endings and casing of names, and putting those of an old name on a new one.

EntSwap section 4.1: normans is an inflection of norman, so norman -> aremu makes aremus.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

_SIBILANTS: Final = ("s", "x", "z", "ch", "sh")
# Peoples whose name has no plural of its own: the Beninese, the Irish, the Dutch.
_UNCHANGED_PEOPLES: Final = ("ese", "ish", "ch", "sh", "s")
_ACRONYM: Final = 5
_PEOPLE_TYPES: Final = frozenset({"NORP", "NATIONALITY"})


class Casing(Enum):
    """How a mention is written compared with the name it stands for."""

    AS_GIVEN = "as given"
    UPPER = "upper"
    LOWER = "lower"
    CAPITALIZED = "capitalized"


def plurals(name: str) -> tuple[str, ...]:
    """Return the regular plurals under which `name` may occur in a text."""
    forms = [name + "es"] if name.lower().endswith(_SIBILANTS) else [name + "s"]
    if name.lower().endswith("y"):
        forms.append(name[:-1] + "ies")
    if name.lower().endswith("o"):
        forms.append(name + "es")
    return tuple(forms)


def pluralize(name: str, name_type: str) -> str:
    """Return the plural of a name: Holts, Marshes, Kenyans, Beninese."""
    lowered = name.lower()
    if name_type in _PEOPLE_TYPES and lowered.endswith(_UNCHANGED_PEOPLES):
        return name
    return name + ("es" if lowered.endswith(_SIBILANTS) else "s")


def casing_of(surface: str, name: str) -> Casing:
    """Tell how `surface` writes `name`; one cased letter alone never counts as UPPER.

    A name that is always written in capitals gives them to the new one, unless it is so short
    that it is an acronym (OPEC, U.S.): no name but another acronym is written like that.
    """
    if surface.islower() and not name.islower():
        return Casing.LOWER
    cased = sum(1 for char in surface if char.isupper() or char.islower())
    if cased > 1 and surface.isupper() and not (name.isupper() and len(name) <= _ACRONYM):
        return Casing.UPPER
    if surface[:1].isupper() and name[:1].islower():
        return Casing.CAPITALIZED
    return Casing.AS_GIVEN


def apply_casing(name: str, casing: Casing) -> str:
    """Write `name` in a casing."""
    if casing is Casing.UPPER:
        return name.upper()
    if casing is Casing.LOWER:
        return name.lower()
    if casing is Casing.CAPITALIZED:
        return name[:1].upper() + name[1:]
    return name
