"""Names that a list or a heading puts beside others: "Zorb - Finland", "Capital of Peru?".

A country behind a dash is where somebody or something is from, and what is asked of a place is no
part of its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from builders.atlas import PlaceIndex
from builders.places import alias_key
from builders.types import PLACE_TYPES, TypedSpan

_DASH: Final = re.compile(r"[ \u00a0][-–—|][ \u00a0]")
# Add what is asked for, or told, of a country in a heading.
_ASKED_OF: Final = re.compile(
    r"(?:Capital|Currency|Flag|Languages?|Map|Population)[ \u00a0]of[ \u00a0]"
    r"(?:the[ \u00a0])?(?=[A-Z])"
)


def without_dashes(
    text: str, spans: Iterable[TypedSpan], places: PlaceIndex
) -> Iterator[TypedSpan]:
    """Yield the spans, parted from countries and without what is asked of a place."""
    for span in spans:
        dash = _DASH.search(text, span.start, span.end)
        if dash is not None and places.is_country(alias_key(text[dash.end() : span.end])):
            yield TypedSpan(span.start, dash.start(), span.type)
            yield TypedSpan(dash.end(), span.end, "GPE")
        else:
            yield _without_head(text, span)


def _without_head(text: str, span: TypedSpan) -> TypedSpan:
    head = _ASKED_OF.match(text, span.start, span.end) if span.type in PLACE_TYPES else None
    return span if head is None else TypedSpan(head.end(), span.end, span.type)
