"""What is said of a town after its name: what became of it, where it lies, what it is today."""

from __future__ import annotations

import re
from typing import Final

from builders.given_names import gender_of
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITALS
from builders.recognizers.rules.near import Near

# What is built upon a river or a hill.
_FOUNDED: Final = re.compile(r"\b(?:built|established|founded|laid out)[ \u00a0]$")
_ON_WATER: Final = re.compile(
    rf"[ \u00a0](?:at the mouth of|beside|near|on(?: the banks of| the shores? of)?)"
    rf"[ \u00a0](?:the[ \u00a0])?{CAPITALS}"
)
# "Zorb, today's Quell", "Zorb, now Quell in Peru": a town by its name of today.
_TODAY: Final = re.compile(
    r",[ \u00a0](?:(modern|present-day|today['’]s)|now|today)[ \u00a0]"
    rf"({CAPITALS})(?=[.,;)]|( in ))"
)
# "Zorb, in Holmshire, where": by the land it lies in.
_IN_LAND: Final = re.compile(
    rf",[ \u00a0]in[ \u00a0]({CAPITALS})(?:[.;)]|,[ \u00a0](?:and|as|but|by|from|near|on|or|to|"
    r"where|which|with)\b)"
)
_OF_LAND: Final = re.compile(rf"[ \u00a0]in[ \u00a0]({CAPITALS})")
# Add what becomes of towns, and of persons who bear no known town's name.
_BECOMES: Final = re.compile(
    r"[ \u00a0](?:capitulated|fell|surrendered|was[ \u00a0](?:again[ \u00a0])?"
    r"(?:besieged|bombarded|bombed|burned|captured|fortified|occupied|razed|rebuilt|recaptured|retaken|sacked|stormed|"
    r"taken|walled))[ \u00a0](?:at|by|down|during|in|on|to)\b"
)


def is_told_behind(near: Near) -> bool:
    """Tell whether what follows a name is said of a town."""
    return _becomes(near) or _is_told_where(near)


def is_of_land(near: Near) -> bool:
    """Tell whether "in" and a land follow a name: "Zorb in Holmshire"."""
    return _lies_in(near, _OF_LAND)


def _is_told_where(near: Near) -> bool:
    """Tell whether a text tells where a town lies, or what it is called today."""
    if near.span.type == "LOC" or (" " in near.surface and near.span.type == "ORG"):
        return False
    if _is_called_today(near) or (near.ahead(_FOUNDED) and near.behind(_ON_WATER)):
        return True
    if near.span.type == "PERSON" and not gender_of(near.surface):
        return _lies_in(near, _IN_LAND)
    return False


def _is_called_today(near: Near) -> bool:
    today = _TODAY.match(near.text, near.span.end)
    if today is None:
        return False
    surely = today[1] is not None or today[3] is not None
    return surely or near.places.is_listed_city(alias_key(today[2]))


def _lies_in(near: Near, pattern: re.Pattern[str]) -> bool:
    land = pattern.match(near.text, near.span.end)
    key = alias_key(land[1]) if land else ""
    if not key or near.places.is_famous_city(key):
        return False
    return bool(near.places.state_owners(key)) or near.places.is_region(key)


def _becomes(near: Near) -> bool:
    """Tell whether "X fell in 1544" is said of a town."""
    return near.span.type == "PERSON" and near.is_rather_town() and near.behind(_BECOMES)
