"""Places, peoples and bodies that bear a person's name, as the words beside them tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.places import alias_key
from builders.recognizers.rules.near import Near
from builders.recognizers.rules.townlike import is_called_town

# "Zorb is a town, named after Ada Zorb": who bears the name in full is not the place.
_NAMED_AFTER: Final = re.compile(
    r"\b([A-Z][^\W\d_]{2,})\b(?![ \u00a0][A-Z])([^.;:]{0,40}?)\bnamed[ \u00a0]"
    r"(?:after|for|in hono(?:u)?r of)[ \u00a0](?:[a-z]+[ \u00a0]){0,4}"
    r"(?:[A-Z][\w.’'-]+[ \u00a0]){1,3}\1\b"
)
_PLACE_WORDS: Final = re.compile(
    r"\b(?:capital|city|county|hamlet|harbou?r|port|province|seat|settlement|state|suburb|town|"
    r"village)\b"
)
# "It was named after Ada Zorb", wherever the text says what Zorb is.
_HONOURED: Final = re.compile(
    r"\b(?:(?:called|named)[ \u00a0](?:after|for|in hono(?:u)?r of)|"
    r"(?:bear|take)s?[ \u00a0](?:its|the)[ \u00a0]name[ \u00a0](?:from|of))"
    r"[ \u00a0](?:[a-z]+[ \u00a0]){0,4}(?:[A-Z][\w.’'-]*[ \u00a0]){1,3}([A-Z][^\W\d_]{2,})\b"
)
_AFTER_NAME: Final = re.compile(r"[A-Z][\w.’'-]*[ \u00a0]$")
# Add what stations alone do.
_AIRED_AFTER: Final = re.compile(
    r"[ \u00a0](?:also[ \u00a0])?(?:aired|broadcast|televised)[ \u00a0](?:an?|it|the)\b"
)
# Add who or what tribes have.
_OF_TRIBE_AFTER: Final = re.compile(
    r"[ \u00a0](?:chieftains?|settlements?|tribes?|tribesmen|villages?|warriors?)\b"
)
_ONE_BEFORE: Final = re.compile(r"\b[Aa]n?[ \u00a0]$")
_CLAUSE: Final = 48


def namesake_places(text: str, places: PlaceIndex) -> Iterator[str]:
    """Yield the names of places that are called after a person of the text."""
    for found in _HONOURED.finditer(text):
        if _is_called_town_alone(text, found.group(1)):
            yield found.group(1)
    if "named" not in text:
        return
    for found in _NAMED_AFTER.finditer(text):
        name, key = found.group(1), alias_key(found.group(1))
        clause = text[max(0, found.start() - _CLAUSE) : found.start()].rpartition(". ")[2]
        told = _PLACE_WORDS.search(found.group(2)) or _PLACE_WORDS.search(clause)
        if told or key in places.cities or key in places.states:
            yield name


def _is_called_town_alone(text: str, name: str) -> bool:
    """Tell whether a text says that what a name stands for, alone, is a town."""
    alone = re.finditer(rf"(?<![\w.’'-]){re.escape(name)}(?![\w’'-])", text)
    return any(
        is_called_town(text, one.end()) and not _AFTER_NAME.search(text, 0, one.start())
        for one in alone
    )


def is_station(near: Near) -> bool:
    """Tell whether a name stands for what broadcasts: "Zorb aired the game"."""
    return not is_first_name(near.surface) and near.behind(_AIRED_AFTER)


def is_tribe(near: Near) -> bool:
    """Tell whether a name is a people's: "a Zorbii settlement"."""
    if is_first_name(near.surface) or not near.ahead(_ONE_BEFORE):
        return False
    full = rf"[A-Z][^\W\d_]+[ \u00a0]{re.escape(near.surface)}\b"
    return near.behind(_OF_TRIBE_AFTER) and re.search(full, near.text) is None
