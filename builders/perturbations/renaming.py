"""Entity renaming: a new name for every perturbable span of an instance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from builders.draws import Key
from builders.perturbations.held import Held
from builders.perturbations.sources import NameSource
from builders.types import PerturbableSpan, Renaming

_MOST_CANDIDATES: Final = 512
NO_NAME: Final = "no name of its type is free in this instance"
NOT_SUBSTITUTED: Final = "spans of this type are not substituted under this perturbation"


def rename_spans(
    spans: Sequence[PerturbableSpan], source: NameSource, held: Held, key: Key
) -> tuple[tuple[Renaming, ...], tuple[str, ...]]:
    """Draw a name for each span; return the renamings and the reasons of spans left alone.

    Spans of one type and surface are one name and get one new name. `key` names recipe, config,
    seed and instance; the span is added to it here.
    """
    held = held.also()
    drawn: dict[tuple[str, str], str | None] = {}
    reasons: list[str] = []
    renamings: list[Renaming] = []
    for span in spans:
        name = (span.span_type, span.surface)
        if name not in drawn:
            candidates = source.candidates(span, (*key, *name))
            if candidates is None:
                reasons.append(NOT_SUBSTITUTED)
            drawn[name] = _first_free(candidates, span.surface, held) if candidates else None
            if candidates is not None and drawn[name] is None:
                reasons.append(NO_NAME)
        new = drawn[name]
        if new is not None:
            renamings.append(Renaming(span, new))
    return tuple(renamings), tuple(reasons)


def _first_free(candidates: Iterator[str], surface: str, held: Held) -> str | None:
    """Take the first candidate that the instance does not hold (its own surface it does)."""
    for name in islice(candidates, _MOST_CANDIDATES):
        if name != surface and name not in held:
            held.take(name)
            return name
    return None
