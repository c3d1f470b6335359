"""Entity renaming: a new name for every perturbable span of an instance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
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
) -> tuple[list[str | None], tuple[str, ...]]:
    """Return a new name for each of `names` (None if the name stays), and the reasons.

    There is one reason for each name that stays. `keys` has a key for each of `names`,
    which determines what is drawn. Different names get different new names, and no new name
    occurs in the instance, whose names are `reserved`.
    """
    reserved = reserved.copy()
    drawn: list[str | None] = []
    reasons: list[str] = []
    for span, key in zip(names, keys, strict=True):
        candidates = source.candidates(span, key)
        new = _first_free(candidates, span.surface, reserved) if candidates else None
        if new is None:
            reasons.append(NOT_SUBSTITUTED if candidates is None else NO_NAME)
        drawn.append(new)
    return drawn, tuple(reasons)


def _first_free(candidates: Iterator[str], surface: str, reserved: ReservedNames) -> str | None:
    """Mark the first free candidate that differs from the old name as taken, and return it.

    A candidate is free if it neither occurs in the instance nor clashes with another new name.
    Returns None if no candidate is free.
    """
    for name in islice(candidates, _MOST_CANDIDATES):
        if name != surface and reserved.take_free(name):
            return name
    return None
