"""Where names of bodies begin and end: two places before one line, nothing after a firm's form."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from builders.names import PARTICLES
from builders.types import TypedSpan

# Add what a company runs between the two places that it is called by.
_LINE: Final = re.compile(r".*[ \u00a0](?:Railway|Railroad|Tramway|Turnpike)(?:[ \u00a0]Company)?")
_FIRST_PLACE: Final = re.compile(r"\b([A-Z][^\W\d_]+)[ \u00a0](?:and|&)[ \u00a0]$")
_SMALL_WORD: Final = re.compile(r"([^\W\d_]+)[ \u00a0](?=[A-Z]\S*[ \u00a0][A-Z])")
# "The Zorb Corporation for the Navy": the firm's name ends with its form.
_FOR_ANOTHER: Final = re.compile(
    r"[ \u00a0](?:Corporation|Company|Inc|Incorporated|Ltd|Limited)\.?"
    r"(?=[ \u00a0]for[ \u00a0]the\b)"
)
# "US Air Force": whose force or court it is belongs to the name.
_OF_A_STATE: Final = re.compile(
    r"(?:Air|Armed|Army|Coast|Department|House|Marine|Marines|Navy|Senate|Supreme|Treasury)\b"
)
_STATE_BEFORE: Final = re.compile(
    r"\b(?:US|U\.S\.|UK|U\.K\.|United States|United Kingdom|British|Royal)[ \u00a0]$"
)
_REACH: Final = 40


def whole_body(text: str, span: TypedSpan) -> TypedSpan:
    """Begin and end an organization where its name does.

    "US Air Force" is one body, "Hayle and Bodmin Railway" one company; "rack and pinion Bodmin
    Railway" begins with the town. A particle or a name in small letters before a single word stays
    ("adidas Group").
    """
    if span.type != "ORG":
        return span
    form = _FOR_ANOTHER.search(text, span.start, span.end)
    if form:
        span = replace(span, end=form.end())
    small = _SMALL_WORD.match(text, span.start, span.end)
    if small and small[1].islower() and small[1] not in PARTICLES:
        return replace(span, start=small.end())
    state = _STATE_BEFORE.search(text, max(0, span.start - _REACH), span.start)
    if state and _OF_A_STATE.match(text, span.start, span.end):
        return replace(span, start=state.start())
    if not _LINE.fullmatch(text, span.start, span.end):
        return span
    place = _FIRST_PLACE.search(text, max(0, span.start - _REACH), span.start)
    return replace(span, start=place.start()) if place else span
