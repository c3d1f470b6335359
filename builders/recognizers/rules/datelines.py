"""Where a piece of news is from, and whose it is: "BERGEN, Norway (Coast News) -- It rains"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITAL, CAPITALS
from builders.types import TypedSpan

_DATELINE: Final = re.compile(
    rf"^({CAPITALS})(?:,[ \u00a0]{CAPITAL}[\w .]{{0,20}})?"
    r"[ \u00a0]\(([A-Z][\w .]{1,24})\)[ \u00a0]?(?:--|[-–—])[ \u00a0]",
    re.MULTILINE,
)


def with_datelines(
    text: str, spans: Iterable[TypedSpan], places: PlaceIndex
) -> Sequence[TypedSpan]:
    """Return the spans, with the known town of a dateline a place and the agency a body."""
    kept = list(spans)
    for found in _DATELINE.finditer(text):
        key = alias_key(found[1])
        if not (key in places.cities or PlaceIndex.is_famous_city(key)):
            continue
        lies_there = places.is_country(alias_key(found[2]))
        told = [TypedSpan(*found.span(1), "GPE")]
        told += [] if lies_there else [TypedSpan(*found.span(2), "ORG")]
        kept = [span for span in kept if not any(_touch(span, one) for one in told)]
        kept += told
    return sorted(kept, key=lambda span: span.start)


def _touch(one: TypedSpan, other: TypedSpan) -> bool:
    return one.start < other.end and other.start < one.end
