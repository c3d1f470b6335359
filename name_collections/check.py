"""Checks each name of a collection for problems to review before names are sampled from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from name_collections.collection import NameCollection
from name_collections.harvest.source import name_fault
from name_collections.name import Name
from name_collections.risk import ReferenceNames, reason


@dataclass(frozen=True, slots=True)
class NameFinding:
    """A problem with a name in a collection."""

    row: int
    """The position of the name in the collection, counted from 1."""
    name: Name
    fault: str
    handled: bool
    """Whether the name is already flagged as risky, so that it is not sampled by default."""


def check(collection: NameCollection, reference_names: ReferenceNames) -> Iterator[NameFinding]:
    """Yield all problems: duplicates, wrong casing, invalid characters, risky names and so on."""
    types = _types(collection)
    seen: dict[tuple[str, ...], int] = {}
    for row, name in enumerate(collection.names, 1):
        for fault in _faults(row, name, reference_names, types, seen):
            yield NameFinding(row, name, fault, bool(name.risky))


def _types(collection: NameCollection) -> dict[str, set[str]]:
    """Map each name in lower case to the span types with which it occurs.

    First names of any gender count as one type.
    """
    found: dict[str, set[str]] = {}
    for name in collection.names:
        found.setdefault(name.text.casefold(), set()).add(_kind(name))
    return found


def _kind(name: Name) -> str:
    return "FIRST" if name.span_type.startswith("FIRST_") else name.span_type


# Span types that naturally share names. Many cities have the name of their state, and many first
# names are also last names.
_AKIN = frozenset({"FIRST", "LAST", "PERSON"}), frozenset({"COUNTRY", "STATE", "CITY"})


def _faults(
    row: int,
    name: Name,
    reference_names: ReferenceNames,
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
    if fault := reason(name, reference_names):
        yield fault
    kinds = types[name.text.casefold()]
    if len(kinds) > 1 and not any(kinds <= akin for akin in _AKIN):
        yield f"also a name for {', '.join(sorted(kinds - {_kind(name)}))}"


def _wrong_case(name: Name) -> bool:
    """Return whether a name is all lower case, or all upper case although it is hardly an acronym.

    Names of up to four letters, names of organizations and their proper nouns can be acronyms.
    """
    letters = [char for char in name.text if char.isalpha()]
    if all(char.islower() for char in letters):
        return bool(letters)
    acronyms = name.span_type in {"ORGANIZATION", "NNP"}
    return len(letters) > 4 and not acronyms and all(char.isupper() for char in letters)
