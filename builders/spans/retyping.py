"""The type of an answer entity by what the question asks for, where a recognizer disagrees.

A recognizer reads the passage alone. "Which company distributed it?" is answered by a company,
though it be called like a person; "Where was he born?" by no Lorraine that is a woman. Only a name
that is the answer, alone or among other names, is taken for something else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from builders.given_names import is_first_name
from builders.names import is_title, name_words, title_length
from builders.spans.answer_context import Seen
from builders.spans.organization_cues import looks_like_body
from builders.types import Entity, EntityType

_TOWNS: Final = frozenset({"GPE", "STATE", "CITY", "LOC"})


def retyped(seen: Seen) -> Entity:
    """Return the entity with the type that the question tells, most often its own."""
    type_ = _type(seen)
    if type_ is None or type_ == seen.entity.type:
        return seen.entity
    return replace(seen.entity, type=type_)


def _type(seen: Seen) -> EntityType | None:
    entity, asked = seen.entity, seen.asked
    somebody = asked.who or asked.person
    if _is_asked_body(seen, somebody=somebody):
        return "ORG" if seen.is_answer else None
    if somebody and not asked.body and entity.type != "PERSON" and _is_like_person(seen):
        return "PERSON" if seen.is_answer else None
    if asked.place and not somebody and not asked.body and _is_like_place(seen):
        return "GPE" if seen.is_answer else None
    return None


def _is_asked_body(seen: Seen, *, somebody: bool) -> bool:
    """Return whether a firm is asked for, or a body that has one name; "the Huguenots" stay."""
    entity, asked = seen.entity, seen.asked
    if looks_like_body(seen) and not seen.is_titled:
        return entity.type not in {"ORG", "NORP", "COUNTRY"}
    if somebody or not asked.body or seen.is_titled:
        return False
    first, _, last = entity.name.partition(" ")
    if entity.type == "PERSON":
        full = is_first_name(first) and seen.knowledge.is_surname(last)
        return (asked.firm and not full) or not last
    return asked.firm and entity.type in _TOWNS


def _is_like_person(seen: Seen) -> bool:
    """Return whether a name is a person's by a title, or by a first name before another word."""
    entity = seen.entity
    if entity.type not in {*_TOWNS, "ORG"} or looks_like_body(seen):
        return False
    words = name_words(entity.name)
    rest = words[title_length(words) :]
    if len(rest) < len(words):
        return len(rest) < 3
    borne = len(words) == 2 and is_first_name(words[0]) and seen.knowledge.is_surname(words[1])
    return (borne or (seen.is_titled and len(words) < 3)) and not is_title(words[-1])


def _is_like_place(seen: Seen) -> bool:
    """Return whether a database has a name that a recognizer did not take for a place's."""
    entity = seen.entity
    if seen.is_titled or seen.knowledge.place_type(entity.name) is None:
        return False
    return entity.type == "PERSON" or (seen.asked.settled and entity.type in {"ORG", "LOC"})
