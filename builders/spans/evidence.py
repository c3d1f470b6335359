"""What speaks for a name being what a recognizer took it for, before it is renamed.

A wrong type puts a person's name on a principle of physics. So an answer entity is renamed only
if something besides the recognizer speaks for its type: its own words, the words around its
mentions, or what the question asks for. Who has a first and a last name needs nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from builders.names import EVENT_HEADS, is_title
from builders.spans.gender import is_first_name
from builders.spans.knowledge import DESIGNATORS, Knowledge
from builders.text import fold_key
from builders.types import Entity, Example, Mention

# Add a noun that a question asks for when its answer is an organization.
_ORGANIZATION_NOUNS: Final = (
    "agenc(?:y|ies)|airline|airport|alliance|association|band|bank|bod(?:y|ies)|brand|broadcaster|"
    "business|channel|charity|church|club|coalition|college|commission|committee|compan(?:y|ies)|"
    "corporation|council|court|department|employer|enterprise|federation|firm|foundation|group|"
    "institut(?:e|ion)|label|league|manufacturer|ministry|movement|museum|network|newspaper|"
    "organi[sz]ation|part(?:y|ies)|publisher|railway|school|studio|team|union|universit(?:y|ies)"
)
# Add a noun that a question asks for when its answer is a country, a state or a city.
_PLACE_NOUNS: Final = (
    "area|capital|cit(?:y|ies)|colon(?:y|ies)|countr(?:y|ies)|empire|homeland|kingdom|location|"
    "nation|place|port|power|province|region|settlement|state|territor(?:y|ies)|town|village"
)
_ASKS_WHO: Final = re.compile(r"\b(?:who|whom|whose)\b", re.IGNORECASE)
_ASKS_ORGANIZATION: Final = re.compile(
    rf"\b(?:what|which|whose|name)\s+(?:[\w'’-]+\s+){{0,2}}(?:{_ORGANIZATION_NOUNS})s?\b",
    re.IGNORECASE,
)
_ASKS_PLACE: Final = re.compile(
    rf"\bwhere\b|\b(?:what|which|name)\s+(?:[\w'’-]+\s+){{0,2}}(?:{_PLACE_NOUNS})s?\b",
    re.IGNORECASE,
)
# Add a word that stands before a place and hardly ever before a person or a thing.
_PLACE_BEFORE: Final = re.compile(
    r"\b(?:in|at|from|near|of|to|into|towards?|around|outside|via|throughout|between|across|for|"
    r"leave|left|reach(?:ed)?|visit(?:ed)?|conquer(?:ed)?|invaded?)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_PERSON_AFTER: Final = re.compile(
    r"(?:['’]s\b|\s+(?:who|himself|herself|was born|wrote|said|argued|died|married|"
    r"had|has|developed|invented|proposed|published|described|discovered|founded|believed)\b)"
)
# Add a word that makes a name of capitalized words something else: a case, a treaty, a theory.
_NO_ORGANIZATION: Final[frozenset[str]] = frozenset({
    "act", "agreement", "amendment", "award", "case", "charter", "class", "code", "constitution",
    "convention", "cup", "declaration", "directive", "doctrine", "effect", "equation", "law",
    "mark", "prize", "principle", "programme", "program", "protocol", "report", "statute",
    "theorem", "theory", "treaty", "type", "v", "v.", "vs",
})  # fmt: skip
_BEFORE: Final = 24
_AFTER: Final = 16


def is_supported(
    entity: Entity, example: Example, mentions: Iterable[Mention], knowledge: Knowledge
) -> bool:
    """Tell whether anything besides the recognizer speaks for the type of an answer entity."""
    own = [m for m in mentions if m.field == "context" and m.entity == entity.id]
    if entity.type == "PERSON":
        return _is_person(entity, example, own, knowledge)
    if entity.type == "ORG":
        return _is_organization(entity, example)
    return _is_place(entity, example, own, knowledge)


def _is_person(
    entity: Entity, example: Example, mentions: Iterable[Mention], knowledge: Knowledge
) -> bool:
    who = _ASKS_WHO.search(example.question) is not None
    if not who and _ASKS_ORGANIZATION.search(example.question):
        return False
    if len(entity.name.split()) > 1:
        return True
    if knowledge.lexicon.is_common(fold_key(entity.name)):
        return False
    if who or is_first_name(entity.name):
        return True
    return any(
        _PERSON_AFTER.match(example.context[m.end : m.end + _AFTER])
        or _has_title(example.context[max(0, m.start - _BEFORE) : m.start])
        for m in mentions
    )


def _has_title(before: str) -> bool:
    words = before.split()
    return bool(words) and words[-1][:1].isupper() and is_title(words[-1])


def _is_organization(entity: Entity, example: Example) -> bool:
    words = [fold_key(word).strip(".,") for word in entity.name.split()]
    if any(word in EVENT_HEADS or word in _NO_ORGANIZATION for word in words):
        return False
    if len(words) > 1 and any(word in DESIGNATORS for word in words):
        return True
    if _ASKS_ORGANIZATION.search(example.question):
        return True
    return entity.name.isupper() and _ASKS_WHO.search(example.question) is not None


def _is_place(
    entity: Entity, example: Example, mentions: Iterable[Mention], knowledge: Knowledge
) -> bool:
    if entity.type == "COUNTRY" or _ASKS_PLACE.search(example.question):
        return True
    if knowledge.place_type(entity.name) == "COUNTRY":
        return True
    return any(
        _PLACE_BEFORE.search(example.context[max(0, m.start - _BEFORE) : m.start]) for m in mentions
    )
