"""Names of a list of places that a recognizer passed over: "lost X, Oslo and Bergen"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.names import COMMON_WORDS
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITAL, after, before
from builders.recognizers.rules.peoples import is_people
from builders.recognizers.rules.persons_told import is_known_place
from builders.recognizers.rules.spoken_of import is_name_of_person
from builders.types import PLACE_TYPES, EntityType, TypedSpan

_LISTING: Final = re.compile(r",? (?:and )?|, ")
_FIRST: Final = re.compile(rf"(?<=[a-z] )({CAPITAL}), $")
_COMMA: Final = re.compile(r", ")
_MIDST: Final = re.compile(rf", ({CAPITAL})(?:,? and |, )")
_LAST: Final = re.compile(rf",? and ({CAPITAL})(?=[.,;:)]| [a-z])(?!['’-])")
_REACH: Final = 32


def listed(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[TypedSpan]:
    """Yield a name that stands in a list before, between or after two places."""
    taken = {span.start for span in spans} | {span.end for span in spans}
    for span, following in pairwise(spans):
        if {span.type, following.type} - PLACE_TYPES:
            continue
        for found in _beside(text, span, following):
            start, end = found.span(1)
            if not {start, end} & taken and _can_be_listed(text, start, end):
                yield TypedSpan(start, end, _kind(text, text[start:end], span, following, places))


def _beside(text: str, span: TypedSpan, following: TypedSpan) -> Iterator[re.Match[str]]:
    """Yield the name before two places, between them, or after them and "and"."""
    if _LISTING.fullmatch(text, span.end, following.start):
        found = _FIRST.search(text, max(0, span.start - _REACH), span.start)
        if found and span.type != "COUNTRY":
            yield found
    if _COMMA.fullmatch(text, span.end, following.start):
        found = _LAST.match(text, following.end)
        if found:
            yield found
    found = _MIDST.fullmatch(text, span.end, following.start)
    if found:
        yield found


def _can_be_listed(text: str, start: int, end: int) -> bool:
    """Tell whether it can be a place's name: no word, no person and no people."""
    surface = text[start:end]
    key = alias_key(surface)
    known = is_first_name(surface) or key in COMMON_WORDS or is_people(text, start, end)
    longer = before(text, start).is_capital or after(text, end).is_capital
    return not known and not longer and is_name_of_person(surface)


def _kind(
    text: str, surface: str, span: TypedSpan, following: TypedSpan, places: PlaceIndex
) -> EntityType:
    """Return what the two are: countries, towns or other places."""
    lands = all(
        places.is_country(alias_key(text[one.start : one.end])) for one in (span, following)
    )
    known = is_known_place(surface, places) or places.is_listed_city(alias_key(surface))
    if lands:
        return "GPE" if known else "COUNTRY"
    return "GPE" if span.type in {"COUNTRY", "STATE"} else span.type
