"""Places with longer names of which a recognizer found a part.

The recognizer takes Washington, D.C. for Washington, and São Tomé and Príncipe for two islands.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from builders.lexicon.tables import groups
from builders.places import country_key
from builders.types import TypedSpan

_TOWNS: Final = frozenset({"CITY", "STATE", "GPE", "LOC"})


_AND: Final = re.compile(r"[\s_](?:and|&)[\s_](?:the[\s_])?")


def lengthened(
    text: str, spans: Sequence[TypedSpan], countries: Container[str]
) -> Sequence[TypedSpan]:
    """Return the spans of names in a text, in order, with the whole longer names of places.

    The spans inside the longer name of a town, or that reach into it, are left out. Two names
    joined by "and" become one if that is the name of a country; `countries` has the keys of these
    (see `builders.places.country_key`).
    """
    joined = _joined(text, spans, countries)
    found = [one.span() for one in _longer_names().finditer(text)]
    if not found:
        return joined
    towns = {one.start: one for one in joined if one.type in _TOWNS}
    longer = [replace(towns[at], end=end, type="CITY") for at, end in found if at in towns]
    kept = (one for one in joined if not any(_overlap(one, town) for town in longer))
    return sorted((*kept, *longer), key=lambda one: one.start)


def _joined(
    text: str, spans: Sequence[TypedSpan], countries: Container[str]
) -> Sequence[TypedSpan]:
    found: list[TypedSpan] = []
    for span in spans:
        first = found[-1] if found else span
        is_next = _AND.fullmatch(text, first.end, span.start) if first.end < span.start else None
        if is_next and country_key(text[first.start : span.end]) in countries:
            found[-1] = replace(first, end=span.end, type="COUNTRY")
        else:
            found.append(span)
    return found


def _overlap(one: TypedSpan, other: TypedSpan) -> bool:
    return one.start < other.end and other.start < one.end


@cache
def _longer_names() -> re.Pattern[str]:
    """Return a pattern that matches the longer names of towns, with full stops or without."""
    names = (name for its in groups("places", "towns_by_longer_names").values() for name in its)
    longest = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(_spelt, longest))})(?!\w)", re.IGNORECASE)


def _spelt(name: str) -> str:
    """Return a pattern of a name in which single letters may have a full stop and stand close."""
    words = name.split(" ")
    parts = [rf"{word}\.?" if len(word) == 1 else re.escape(word) for word in words]
    return "".join(
        part + ("" if not after else r"[\s_]?" if len(after) == 1 else r"[\s_]")
        for part, after in zip(parts, [*words[1:], ""], strict=True)
    )
