"""What tying the names of a passage yields, whatever their type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from builders.types import Entity, TypedSpan


@dataclass(frozen=True, slots=True)
class Tied:
    """The entity of each span, the entities by id, spans left alone with a reason.

    `surfaces` are the spellings in which each entity occurs, without repeats, in order.
    """

    owner: Mapping[TypedSpan, str]
    entities: Mapping[str, Entity]
    undecided: Mapping[TypedSpan, str]
    surfaces: Mapping[str, tuple[str, ...]]


def first_spelling(surfaces: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct surfaces in order of appearance."""
    return tuple(dict.fromkeys(surfaces))
