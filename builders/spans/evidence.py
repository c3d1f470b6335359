"""What speaks for a name being what a recognizer took it for, before it is renamed.

A wrong type puts a person's name on a principle of physics. So an answer entity is renamed only
if something besides the recognizer speaks for its type: its own words, the words around its
mentions, or what the question asks for.
"""

from __future__ import annotations

import re
from typing import Final

from builders.names import is_form_of_state
from builders.spans.aliases import name_key, singular_nation
from builders.spans.answer_context import Seen, answer_names
from builders.spans.knowledge import DIRECTIONS
from builders.spans.organization_cues import is_organization
from builders.spans.person_cues import is_person
from builders.text import fold_key

# Add a word that stands before a place and hardly ever before a person or a thing. Countries and
# states may have "the" between (the Netherlands), a city has not: "in the Carnot cycle".
_BEFORE_PLACES: Final = (
    r"\b(?:in|at|from|near|of|to|into|towards?|around|outside|via|throughout|between|across|for|"
    r"leave|left|reach(?:ed)?|visit(?:ed)?|conquer(?:ed)?|invaded?)\s+"
)
_CITY_BEFORE: Final = re.compile(rf"{_BEFORE_PLACES}$", re.IGNORECASE)
_PLACE_BEFORE: Final = re.compile(rf"{_BEFORE_PLACES}(?:the\s+)?$", re.IGNORECASE)

_PLACES: Final = r"(?:capital|city|county|country|province|seaport|state|town|village)\b"
_NO_MORE: Final = r"(?!(?:and|at|by|for|from|in|near|of|on|to|who|whose|with)\b)"
# What says that it was a place: "Zorbia, also spelled Sorbia, the old capital of", "Zorb | city".
_IS_PLACE_AFTER: Final = re.compile(
    rf"(?:,[^.,;:()]{{1,40}})?(?:,| is| was| became) (?:an?|the|its) (?:{_NO_MORE}[\w'’-]+ ){{0,3}}"
    rf"{_PLACES}(?= (?:of|in|on|near)\b|[,.|])| \| (?:[\w-]+ ){{0,2}}{_PLACES}"
)
_FAR: Final = 96
# What may stand in a place's name around an answer that names it: "the", "(town), Zorbia".
_NO_PART: Final = re.compile(r"(?:the\s+)?|.*,\s*", re.IGNORECASE)
_NO_PART_AFTER: Final = re.compile(r"[.'’)\s]*(?:,|$)")
_FORM_BEFORE: Final = re.compile(r"\b(?:of|de|du|del)\s+(?:the\s+)?$", re.IGNORECASE)


def is_supported(seen: Seen) -> bool:
    """Return whether anything besides the recognizer speaks for the type of an answer entity."""
    if seen.entity.type == "PERSON":
        return is_person(seen)
    return is_organization(seen) if seen.entity.type == "ORG" else _is_place(seen)


def _is_place(seen: Seen) -> bool:
    entity = seen.entity
    if entity.type != "COUNTRY" and fold_key(entity.name) in DIRECTIONS:
        return False
    if is_form_of_state(entity.name) or _is_cut(seen) or _is_called_by_people(seen):
        return False
    if seen.asked.thing and not seen.asked.place and seen.is_answer:
        return False
    if entity.type == "COUNTRY" or seen.asked.place:
        return True
    kind = seen.knowledge.place_type(entity.name)
    if kind == "COUNTRY":
        return True
    is_city = "CITY" in {entity.type, kind}
    pattern = _CITY_BEFORE if is_city else _PLACE_BEFORE
    return any(
        pattern.search(before) or _IS_PLACE_AFTER.match(after)
        for before, after in seen.around(_FAR)
    )


def _is_cut(seen: Seen) -> bool:
    """Return whether an answer is a part of the place's name that names no place itself.

    "Zorbian" of the Zorbian Empire is none; Zorbia of the Kingdom of Zorbia is, and so is what
    stands before a comma.
    """
    text = seen.example.context
    whole = {m for start, end, m in seen.answered() if start <= m.start and m.end <= end}
    for start, end, m in seen.answered():
        if m in whole or not m.start <= start < end <= m.end:
            continue
        before, after = text[m.start : start], text[end : m.end]
        if _NO_PART.fullmatch(before) and _NO_PART_AFTER.match(after):
            continue
        if seen.knowledge.place_type(text[start:end]) is None and not _FORM_BEFORE.search(before):
            return True
    return False


def _is_called_by_people(seen: Seen) -> bool:
    """Return whether an answer names the country's people instead, who would keep their name."""
    names = {name for answer in seen.example.answers for name in answer_names(answer.text)}
    # The Philippines are no people, though somebody is Philippine.
    peoples = [name for name in names if seen.knowledge.place_type(name) is None]
    homes = {
        seen.knowledge.homelands.get(key, "")
        for people in map(fold_key, peoples)
        for key in (people, singular_nation(people))
    }
    country = name_key("COUNTRY", seen.entity.name)
    return any(name_key("COUNTRY", home) == country for home in homes - {""})
