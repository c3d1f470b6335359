"""Checks a collection row by row: what a maintainer should look at before names are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from name_collections.collection import NameCollection
from name_collections.harvest.source import name_fault
from name_collections.name import Name
from name_collections.risk import Witness, reason


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a name of a collection; `row` counts from 1 in the collection's order."""

    row: int
    name: Name
    fault: str
    handled: bool
    """True when the name is flagged as risky and so is not drawn by default."""


def check(collection: NameCollection, witness: Witness) -> Iterator[Finding]:
    """Yield every finding: duplicates, casing, shape, common words, names of another type."""
    types = _types(collection)
    seen: dict[tuple[str, ...], int] = {}
    for row, name in enumerate(collection.names, 1):
        for fault in _faults(row, name, witness, types, seen):
            yield Finding(row, name, fault, bool(name.risky))


def _types(collection: NameCollection) -> dict[str, set[str]]:
    """Return the kinds of span that each text is a name for; genders count as one kind."""
    found: dict[str, set[str]] = {}
    for name in collection.names:
        found.setdefault(name.text.casefold(), set()).add(_kind(name))
    return found


def _kind(name: Name) -> str:
    return "FIRST" if name.span_type.startswith("FIRST_") else name.span_type


# Pairs that share names by nature: a city is named after its state, a first name is a last name.
_AKIN = frozenset({"FIRST", "LAST", "PERSON"}), frozenset({"COUNTRY", "STATE", "CITY"})


def _faults(
    row: int,
    name: Name,
    witness: Witness,
    types: Mapping[str, set[str]],
    seen: dict[tuple[str, ...], int],
) -> Iterator[str]:
    if fault := name_fault(name.text):
        yield fault
    elif name.text != " ".join(name.text.split()):
        yield "spaces"
    key = (name.text.casefold(), name.span_type, name.culture, name.country)
    if (first := seen.setdefault(key, row)) != row:
        yield f"duplicate of row {first}"
    if _wrong_case(name):
        yield "wrong case"
    if fault := reason(name, witness):
        yield fault
    kinds = types[name.text.casefold()]
    if len(kinds) > 1 and not any(kinds <= akin for akin in _AKIN):
        yield f"also a name for {', '.join(sorted(kinds - {_kind(name)}))}"


def _wrong_case(name: Name) -> bool:
    """Return whether a name is in small letters or in capitals; acronyms may be in capitals."""
    letters = [char for char in name.text if char.isalpha()]
    if all(char.islower() for char in letters):
        return bool(letters)
    acronyms = name.span_type in {"ORGANIZATION", "NNP"}
    return len(letters) > 4 and not acronyms and all(char.isupper() for char in letters)
