"""What is said of towns alone, or of persons, whatever a recognizer took the name for."""

from __future__ import annotations

import re
from typing import Final

_REACH: Final = 40
# Add what happens to people in a place.
_LIVED_BEFORE: Final = re.compile(
    r"\b(?:[Bb]orn|buried|raised|grew up|brought up|baptised|baptized|interred|settled|resided|"
    r"headquartered|imprisoned)[ \u00a0](?:in|at|near)[ \u00a0]$"
)
_TOWN: Final = (
    r"(?:city|town|village|capital|seat|suburb|seaport|hamlet|borough|municipality|market town|"
    r"settlement|county seat)"
)
# Of "a sailor from a town" the town is another.
_NO_MORE: Final = r"(?!(?:and|at|by|for|from|in|near|of|on|to|who|whose|with)\b)"
# "Zorb, a small town near Oslo", "Zorb is the capital of": not "Ada, the village doctor".
_IS_A_TOWN: Final = re.compile(
    r"(?:,| is| was|, now| became)[ \u00a0](?:now[ \u00a0])?(?:an?|the|its|their)[ \u00a0]"
    rf"(?:{_NO_MORE}[\w'’-]+[ \u00a0]){{0,3}}{_TOWN}"
    r"(?=[.,;:)]|[ \u00a0](?:of|in|on|near|where|that|which|at)\b)"
)
_PART: Final = r"(?:district|quarter|neighbou?rhood|ward|peninsula|island|river|lake|valley)"
_IS_A_PART: Final = re.compile(
    rf"(?:,| is| was)[ \u00a0](?:an?|the)[ \u00a0](?:{_NO_MORE}[a-z-]+[ \u00a0]){{0,2}}{_PART}"
    r"[ \u00a0](?:of|in|on|near)[ \u00a0](?:the[ \u00a0])?[A-Z]"
)
# Add what tells where something lies by a town.
_NEAR_BEFORE: Final = re.compile(
    r"\b(?:[Nn]ear|outside|(?:north|south)(?:east|west)? of|(?:east|west) of|"
    r"(?:miles|kilomet(?:re|er)s|km) from)[ \u00a0]$"
)
# Add who or what is somewhere; nobody is "in" a firm.
_BEEN_BEFORE: Final = re.compile(
    r"\b(?:arrived|died|house|houses|life|live[ds]?|lives|living|met|school|schools|shop|shops|spent|"
    r"stayed|taught|work|worked|working|years)[ \u00a0]in[ \u00a0]$"
)
# Add what is said of rivers alone, before the article.
_RIVER_BEFORE: Final = re.compile(
    r"\b(?:banks? of|flow(?:s|ed|ing)? into|tributar(?:y|ies) of|mouth of|basin of|"
    r"along|crossed|crossing|sail(?:ed|ing)[ \u00a0](?:up|down))[ \u00a0]the[ \u00a0]$"
)
_OWNS_AFTER: Final = re.compile(
    r"['’]s[ \u00a0](?:[a-z]+[ \u00a0])?(?:ashes|aunt|brother|childhood|cousin|daughter|farm|"
    r"father|grave|husband|mother|nephew|niece|sister|son|tomb|uncle|widow|wife)\b"
)


def is_lived_in(text: str, start: int) -> bool:
    """Tell whether people are born, buried or settled in what a name stands for."""
    return _LIVED_BEFORE.search(text, max(0, start - _REACH), start) is not None


def is_landmark(text: str, start: int) -> bool:
    """Tell whether a text says where something lies by what a name stands for."""
    return _NEAR_BEFORE.search(text, max(0, start - _REACH), start) is not None


def is_river(text: str, start: int) -> bool:
    """Tell whether what a name stands for has banks, a mouth or tributaries."""
    return _RIVER_BEFORE.search(text, max(0, start - _REACH), start) is not None


def is_been_in(text: str, start: int) -> bool:
    """Tell whether somebody is, works or goes there, and has no share or trust in it."""
    return _BEEN_BEFORE.search(text, max(0, start - _REACH), start) is not None


def is_called_town(text: str, end: int) -> bool:
    """Tell whether the text goes on to say that what it named is a town."""
    return _IS_A_TOWN.match(text, end) is not None


def is_called_part(text: str, end: int) -> bool:
    """Tell whether the text goes on to say that what it named is a part of a town or a land."""
    return _IS_A_PART.match(text, end) is not None


def owns_as_person(text: str, end: int) -> bool:
    """Tell whether what a name stands for has kin, a farm or a grave."""
    return _OWNS_AFTER.match(text, end) is not None
