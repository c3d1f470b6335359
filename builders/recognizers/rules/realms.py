"""Realms that are named by their form: the "Kingdom of Zorbia" is one name.

What only describes a body in small letters ("the university of Zorbia") is no name, but for the
place in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITALS
from builders.recognizers.rules.persons_told import is_known_place
from builders.types import TypedSpan

# Add a form of state that begins a realm's name.
_REALM: Final = re.compile(
    r"\b(?:(?:Grand[ \u00a0])?Duchy|Kingdom|Principality|Sultanate|Emirate|Khanate|Tsardom|"
    rf"Caliphate|Electorate)[ \u00a0]of[ \u00a0](?:the[ \u00a0])?{CAPITALS}"
)
_HEAVENLY: Final = re.compile(r"\bof[ \u00a0](?:the[ \u00a0])?(?:God|Heaven)\b")
_DESCRIBED: Final = re.compile(
    rf"(?:[a-z][\w-]*[ \u00a0])+(?:at|for|from|in|of|to)[ \u00a0](?:the[ \u00a0])?({CAPITALS})"
)


def with_realms(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[TypedSpan]:
    """Yield the spans with realms in whole, and without descriptions, sorted."""
    realms = [
        found.span()
        for found in _REALM.finditer(text)
        if not _HEAVENLY.search(found.group())
        and not any(_crosses(span, *found.span()) for span in spans)
    ]
    kept = [span for span in spans if not any(a <= span.start and span.end <= b for a, b in realms)]
    whole = [TypedSpan(start, end, "GPE") for start, end in realms]
    yield from sorted(
        (*whole, *(_without_description(text, span, places) for span in kept)),
        key=lambda span: span.start,
    )


def _crosses(span: TypedSpan, start: int, end: int) -> bool:
    """Tell whether a span is larger than a realm, or overlaps an end of it."""
    overlaps = span.start < end and start < span.end
    return overlaps and not (start <= span.start and span.end <= end)


def _without_description(text: str, span: TypedSpan, places: PlaceIndex) -> TypedSpan:
    if span.type != "ORG" or not text[span.start].islower():
        return span
    place = _DESCRIBED.fullmatch(text, span.start, span.end)
    if place is None:
        return span
    key = alias_key(place[1])
    words = text[span.start : place.start(1)].split()
    named = words[1:] == ["of"] and not places.is_country(key)  # "university of Garvona"
    known = is_known_place(key, places) or places.is_listed_city(key)
    return TypedSpan(*place.span(1), "GPE") if known and not named else span
