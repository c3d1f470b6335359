"""Towns with longer names of which a recognizer found a part: Washington in Washington, D.C."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from builders.lexicon.tables import groups
from builders.types import TypedSpan

_TOWNS: Final = frozenset({"CITY", "STATE", "GPE", "LOC"})


def lengthened(text: str, spans: Sequence[TypedSpan]) -> Sequence[TypedSpan]:
    """Return the spans of names in a text, in order, with the whole longer names of towns.

    The spans inside such a name, or that reach into it, are left out.
    """
    found = [one.span() for one in _longer_names().finditer(text)]
    if not found:
        return spans
    towns = {one.start: one for one in spans if one.type in _TOWNS}
    longer = [replace(towns[at], end=end, type="CITY") for at, end in found if at in towns]
    kept = (one for one in spans if not any(_overlap(one, town) for town in longer))
    return sorted((*kept, *longer), key=lambda one: one.start)


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
