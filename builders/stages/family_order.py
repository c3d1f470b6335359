"""Persons whose surname comes first, as in Hungary and East Asia."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from builders.given_names import is_first_name
from builders.text import fold_key
from builders.types import Entity


def in_family_order(person: Entity, surfaces: Iterable[str]) -> Entity:
    """Return a person with the first word as the surname if a text uses it as a surname.

    It does if it calls Joh Keun-shik Joh, never Keun-shik, and Joh is no known given name.
    `surfaces` are the texts of the mentions of the person. Only names of two words are changed.
    """
    if not person.first or not person.last or len(person.name.split()) != 2:
        return person
    used = set(map(fold_key, surfaces))
    is_surname = fold_key(person.first) in used and fold_key(person.last) not in used
    if not is_surname or is_first_name(person.first):
        return person
    return replace(person, first=person.last, last=person.first)
