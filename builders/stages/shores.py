"""What a text tells about the coasts of countries: that one is an island, for example."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from builders.lexicon.tables import table
from builders.types import Mention

_SHORES: Final[Mapping[str, str]] = {
    word: shore for shore, its in table("places")["shores"].items() for word in its
}
_ORDER: Final = ("landlocked", "island", "coast")
_WORD: Final = re.compile(r"\b[a-z]+\b")
_REACH: Final = 60
"""How many characters before and after the name of a country are read."""


def speaks_of_island(text: str) -> bool:
    """Return whether a text has a word for an island that is no part of a name."""
    return any(_SHORES.get(word[0]) == "island" for word in _WORD.finditer(text))


def shores_told(text: str, mentions: Iterable[Mention]) -> dict[str, str]:
    """Return what the words near their names tell about countries, by entity id.

    It is "island", "landlocked" or "coast". Words of other names do not count, because they have
    capitals.
    """
    told: dict[str, set[str]] = {}
    for mention in mentions:
        if mention.type == "COUNTRY":
            start = text.rfind(" ", 0, max(0, mention.start - _REACH)) + 1
            around = f"{text} "[start : mention.end + _REACH].rpartition(" ")[0]
            found = (_SHORES.get(word[0], "") for word in _WORD.finditer(around))
            told.setdefault(mention.entity, set()).update(filter(None, found))
    return {
        entity: next(shore for shore in _ORDER if shore in found)
        for entity, found in told.items()
        if found
    }
