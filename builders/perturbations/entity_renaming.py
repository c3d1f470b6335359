"""Entity renaming: a new name for every perturbable span of an instance."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Final

from builders.draws import Key
from builders.perturbations.name_sources import NameSource
from builders.perturbations.reserved_names import ReservedNames
from builders.types import PerturbableSpan

_MOST_CANDIDATES: Final = 512
NO_NAME: Final = "no name of its type is free in this instance"
NO_MENTION: Final = "no mention of the span could be edited"
NOT_SUBSTITUTED: Final = "spans of this type are not substituted under this perturbation"


def distinct_names(spans: Iterable[PerturbableSpan]) -> tuple[PerturbableSpan, ...]:
    """Return the spans, leaving out those with the type and text of an earlier span.

    Spans with the same type and text get the same new name.
    """
    names: dict[tuple[str, str], PerturbableSpan] = {}
    for span in spans:
        names.setdefault((span.span_type, span.surface), span)
    return tuple(names.values())


def draw_names(
    names: Iterable[PerturbableSpan],
    source: NameSource,
    reserved: ReservedNames,
    keys: Iterable[Key],
    *,
    people: Callable[[str], str] | None = None,
    suits: Mapping[int, Callable[[str], bool]] = MappingProxyType({}),
    adjectives: Container[str] = (),
) -> tuple[list[str | None], tuple[str, ...]]:
    """Return a new name for each of `names` (None if the name stays), and the reasons.

    There is one reason for each name that stays. `keys` has a key for each of `names`,
    which determines what is drawn. Different names get different new names, and no new name
    occurs in the instance, whose names are `reserved`. `people` returns the people of a country,
    or an empty string. If it is given, peoples get the names of the people of their new country,
    and their country gets the name of one whose people is known. `suits` has, for the indices of
    some of `names`, which new names are preferred, for example because of the article before them.
    `adjectives` are the names of countries in place of which the text also uses that of the people.
    """
    reserved = reserved.copy()
    drawn: list[str | None] = []
    reasons: list[str] = []
    names = tuple(names)
    lands = {span.country for span in names if span.country} if people else frozenset[str]()
    new_lands: dict[str, str] = {}
    # The related names come after those of the answer.
    for number, (span, key) in enumerate(zip(names, keys, strict=True)):
        if people and span.country:
            drawn.append(people(new_lands[span.country]) if span.country in new_lands else None)
            continue
        candidates = source.candidates(span, key)
        has_people = span.span_type == "COUNTRY" and (
            span.surface in lands or span.surface in adjectives
        )
        if people and candidates and has_people:
            candidates = (name for name in candidates if _is_free(people(name), reserved))
        if candidates and number in suits:
            candidates = _best_first(candidates, suits[number])
        new = _first_free(candidates, span.surface, reserved) if candidates else None
        if new is not None and span.span_type == "COUNTRY":
            new_lands[span.surface] = new
            if people and has_people:
                reserved.take(people(new))
        if new is None:
            reasons.append(NOT_SUBSTITUTED if candidates is None else NO_NAME)
        drawn.append(new)
    return drawn, tuple(reasons)


def _best_first(names: Iterable[str], suits: Callable[[str], bool]) -> Iterator[str]:
    """Yield the preferred ones of the first candidates, and then the others."""
    others: list[str] = []
    for name in islice(names, _MOST_CANDIDATES):
        if suits(name):
            yield name
        else:
            others.append(name)
    yield from others


def _is_free(people: str, reserved: ReservedNames) -> bool:
    return bool(people) and people not in reserved


def _first_free(candidates: Iterator[str], surface: str, reserved: ReservedNames) -> str | None:
    """Mark the first free candidate that differs from the old name as taken, and return it.

    A candidate is free if it neither occurs in the instance nor clashes with another new name.
    Returns None if no candidate is free.
    """
    for name in islice(candidates, _MOST_CANDIDATES):
        if name != surface and reserved.take_free(name):
            return name
    return None
