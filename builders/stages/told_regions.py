"""What a text tells about where places are: Boston, Massachusetts, and Bergen in Norway."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from builders.types import Mention
from name_collections.kinds import kinds

_BETWEEN: Final = re.compile(r",? in (?:the )?(?:\w+ern )?(?:(?:[A-Z]\w+ )?(\w+) of (?:the )?)?|, ")
_OF_COUNTRY: Final = re.compile(r" (\w+) of (?:the )?")
_PARTS: Final = frozenset({"district", "region", "state"})
"""The kinds of the words that may stand before a region: in the Indian state of Goa."""
_COMMA: Final = ", "
_JOINS: Final = re.compile(r", |,? (?:and|or|as well as) ")
_OPENING: Final = re.compile(r"\b(?:After|At|Before|By|For|From|In|Near|Of|On|Outside|To) $")
_REACH: Final = 8
_OUTWARD: Final = ("CITY", "STATE", "COUNTRY")
_PLACES: Final = frozenset({"CITY", "GPE", "LOC", "STATE", "COUNTRY"})


def told_regions(text: str, mentions: Iterable[Mention]) -> dict[str, str]:
    """Return the ids of the places in which a text says that other places are, by entity id.

    A place is in that which follows its name: after a comma (Boston, Massachusetts), or after "in"
    (Bergen in Norway, Boston in the U.S. state of Massachusetts). After a comma it is not if both
    may belong to a list (London, Wales and Ireland), or if the sentence may open with the first (In
    Munich, Britain agreed). `mentions` are those in the text, in order. The first place told
    counts.
    """
    places = [one for one in mentions if one.type in _PLACES]
    told: dict[str, str] = {}
    for at, (one, other) in enumerate(pairwise(places)):
        between = text[one.end : other.start]
        if one.entity == other.entity or not _is_told(_BETWEEN.fullmatch(between)):
            continue
        is_open = _OPENING.search(text, max(0, one.start - _REACH), one.start) is not None
        if between != _COMMA or not (is_open or _in_list(text, places, at)):
            told.setdefault(one.entity, _innermost(text, places[at + 1 : at + 3]).entity)
    return told


def _is_told(words: re.Match[str] | None) -> bool:
    """Return whether the words between two places tell that one is in the other."""
    if words is None:
        return False
    return words[1] is None or kinds("LOCATION").words.get(words[1]) in _PARTS


def _innermost(text: str, places: list[Mention]) -> Mention:
    """Return the first of one or two places, or the second if it is the state of the first."""
    one, other = places[0], places[-1]
    words = _OF_COUNTRY.fullmatch(text, one.end, other.start) if one is not other else None
    return other if words is not None and _is_told(words) else one


def _in_list(text: str, places: list[Mention], at: int) -> bool:
    """Return whether the place numbered `at` and the one after it may belong to a list of places.

    They do if a comma is before the first of them and a place before that, unless these are a city,
    its state and its country, or if another place of the same type, or "and" or "or", follows the
    second.
    """
    one, other = places[at : at + 2]
    is_joined = at > 0 and text[places[at - 1].end : one.start] == _COMMA
    is_joined &= tuple(each.type for each in places[at - 1 : at + 2]) != _OUTWARD
    joins = _JOINS.match(text, other.end)
    if is_joined or joins is None:
        return is_joined
    after = (each.start for each in places[at + 2 : at + 3] if each.type == other.type)
    return joins[0] != _COMMA or joins.end() in after
