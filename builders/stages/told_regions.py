"""What a text tells about where places are: Boston, Massachusetts, and Bergen in Norway."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from builders.types import Mention

_BETWEEN: Final = re.compile(r",? in (?:the )?|, ")
_COMMA: Final = ", "
_JOINS: Final = re.compile(r", |,? (?:and|or|as well as) ")
_PLACES: Final = frozenset({"CITY", "GPE", "LOC", "STATE", "COUNTRY"})


def told_regions(text: str, mentions: Iterable[Mention]) -> dict[str, str]:
    """Return the ids of the places in which a text says that other places are, by entity id.

    A place is in that which follows its name: after a comma (Boston, Massachusetts), or after "in"
    (Bergen in Norway). After a comma it is not if both may belong to a list (London, Wales and
    Ireland). `mentions` are those in the text, in order. The first place told counts.
    """
    places = [one for one in mentions if one.type in _PLACES]
    told: dict[str, str] = {}
    for at, (one, other) in enumerate(pairwise(places)):
        between = text[one.end : other.start]
        if _BETWEEN.fullmatch(between):
            if between == _COMMA and _in_list(text, places, at):
                continue
            told.setdefault(one.entity, other.entity)
    return told


def _in_list(text: str, places: list[Mention], at: int) -> bool:
    """Return whether the place numbered `at` and the one after it may belong to a list of places.

    They do if a comma is before the first of them and a place before that, or if another place of
    the same type, or "and" or "or", follows the second.
    """
    one, other = places[at : at + 2]
    is_joined = at > 0 and text[places[at - 1].end : one.start] == _COMMA
    joins = _JOINS.match(text, other.end)
    if is_joined or joins is None:
        return is_joined
    after = (each.start for each in places[at + 2 : at + 3] if each.type == other.type)
    return joins[0] != _COMMA or joins.end() in after
