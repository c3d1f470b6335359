"""Persons called after where they are from: "Maurice of Gelt" is one name.

Who bears a given name alone is told from others by the place after it. Whoever has a surname or
rules a country is somebody of a place, and both have names of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import gender_of
from builders.names import (
    COMMON_WORDS,
    EVENT_HEADS_OF,
    HEADS_AFTER,
    HEADS_OF,
    MONTHS,
    OPENERS,
    ORG_WORDS,
    bare,
    is_numeral,
    is_title,
)
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITALS, before, begins_sentence
from builders.types import PLACE_TYPES, TypedSpan

_OF_HOME: Final = re.compile(
    rf"(?<![\w.'’&-])([A-Z][^\W\d_]{{2,}})[ \u00a0]of[ \u00a0]({CAPITALS})(?![\w’'-])"
)
# What may have been read of such a name.
_PARTS: Final = PLACE_TYPES | {"PERSON"}
_NO_NAMES: Final = (
    COMMON_WORDS | ORG_WORDS | HEADS_OF | HEADS_AFTER | EVENT_HEADS_OF | OPENERS | MONTHS
)
# Add a word after which no name of a person alone stands.
_NOBODY_BEFORE: Final = frozenset({"a", "an", "the", "book", "film", "novel", "song"})
# Add a given name that is a place's or a thing's before "of" as well.
_PLACES_TOO: Final = frozenset({
    "albany", "austin", "carolina", "chad", "charlotte", "dallas", "devon", "dominica", "florence",
    "georgia", "israel", "jordan", "kent", "lincoln", "madison", "milan", "orlando", "paris",
    "regina", "sydney", "victoria", "virginia",
})  # fmt: skip


def with_homes(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> list[TypedSpan]:
    """Return the spans, with "Maurice of Gelt" one person whatever of it was read."""
    kept = list(spans)
    persons = {text[span.start : span.end] for span in spans if span.type == "PERSON"}
    for found in _OF_HOME.finditer(text):
        start, end = found.span()
        touched = [span for span in kept if span.start < end and start < span.end]
        if not touched or not all(_is_part(span, found) for span in touched):
            continue
        if found.group() in persons or _is_called_after_home(text, found, touched, places):
            kept = [span for span in kept if span not in touched]
            kept.append(TypedSpan(start, end, "PERSON"))
    return sorted(kept, key=lambda span: span.start)


def _is_part(span: TypedSpan, found: re.Match[str]) -> bool:
    """Tell whether a span is the given name, the home or both."""
    if span.type not in _PARTS:
        return False
    if span.start == found.start():
        return span.end in {found.end(1), found.end()}
    return (span.start, span.end) == found.span(2)


def _is_called_after_home(
    text: str, found: re.Match[str], touched: Sequence[TypedSpan], places: PlaceIndex
) -> bool:
    given, home = found.groups()
    key = bare(given)
    if not gender_of(given) or key in _NO_NAMES | _PLACES_TOO or is_title(given):
        return False
    near = before(text, found.start())
    if near.key in _NOBODY_BEFORE or is_numeral(home.rpartition(" ")[2]):
        return False
    if near.is_capital and not is_title(near.word) and near.key not in OPENERS:
        return False
    last = bare(home.split()[-1])
    if places.is_country(alias_key(home)) or last in ORG_WORDS | HEADS_AFTER:
        return False
    read = any(span.start == found.start() and span.type == "PERSON" for span in touched)
    return read or not begins_sentence(text, found.start()) or near.is_capital
