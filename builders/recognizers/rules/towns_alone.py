"""A town and its land alone in a line, a cell or a sentence: "Garvona, Zorbia"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITALS
from builders.types import TypedSpan

_ALONE: Final = re.compile(
    rf"(?:^|(?<=\. ))({CAPITALS}),[ \u00a0]({CAPITALS})(?=[ \u00a0]*(?:\.|$))", re.MULTILINE
)


def with_towns_alone(
    text: str, spans: Sequence[TypedSpan], places: PlaceIndex
) -> Sequence[TypedSpan]:
    """Return the spans with such a town and land as places, whatever was read there."""
    kept = list(spans)
    for found in _ALONE.finditer(text):
        town, land = alias_key(found[1]), alias_key(found[2])
        if not places.cities.get(town, frozenset()) & places.owners(land):
            continue
        kept = [span for span in kept if span.end <= found.start() or found.end() <= span.start]
        kept += [TypedSpan(*found.span(group), "GPE") for group in (1, 2)]
    return sorted(kept, key=lambda span: span.start)
