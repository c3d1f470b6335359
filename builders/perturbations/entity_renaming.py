"""Entity renaming: a new name for every perturbable span of an instance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from builders.draws import Key
from builders.perturbations.name_sources import NameSource
from builders.perturbations.reserved_names import ReservedNames
from builders.types import PerturbableSpan, Renaming

_MOST_CANDIDATES: Final = 512
NO_NAME: Final = "no name of its type is free in this instance"
NO_MENTION: Final = "no mention of the span could be edited"
NOT_SUBSTITUTED: Final = "spans of this type are not substituted under this perturbation"


def rename_spans(
    spans: Sequence[PerturbableSpan], source: NameSource, reserved: ReservedNames, key: Key
) -> tuple[tuple[Renaming, ...], tuple[str, ...]]:
    """Draw a name for each span; return the renamings and the reasons why spans are unchanged.

    Spans with the same type and text get the same new name. `key` identifies recipe, config,
    seed and instance; the type and text of the span are appended to it.
    """
    names = distinct_names(spans)
    keys = [(*key, span.span_type, span.surface) for span in names]
    drawn, reasons = draw_names(names, source, reserved, keys)
    new = {(span.span_type, span.surface): n for span, n in zip(names, drawn, strict=True)}
    renamings = ((span, new[span.span_type, span.surface]) for span in spans)
    return tuple(Renaming(span, name) for span, name in renamings if name is not None), reasons


def distinct_names(spans: Iterable[PerturbableSpan]) -> tuple[PerturbableSpan, ...]:
    """Return the spans without repeats: only the first of those with the same type and text."""
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
    """Return a new name for each of `names`, drawn by its key, or None to keep the name.

    Also returns the reasons why names are kept. Different names get different new names, and no
    new name occurs in the instance.
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
