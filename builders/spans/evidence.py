"""What speaks for a name being what a recognizer took it for, before it is renamed.

A wrong type puts a person's name on a principle of physics. So an answer entity is renamed only
if something besides the recognizer speaks for its type: its own words, the words around its
mentions, or what the question asks for. Who has a first and a last name needs nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from builders.given_names import is_first_name
from builders.names import EVENT_HEADS, is_title
from builders.spans.knowledge import DESIGNATORS, DIRECTIONS, Knowledge
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
# Add what is said of an organization before or after its name, and hardly ever of a thing.
_ORGANIZATION_BEFORE: Final = re.compile(
    r"\b(?:(?:company|firm|bank|newspaper|manufacturer|publisher|broadcaster|airline|retailer|band|"
    r"organi[sz]ation|agency|charity|(?:chairman|founder|member|employee|shareholder)s?\s+of|"
    r"employed\s+by|acquired\s+by|owned\s+by|work(?:s|ed|ing)?\s+for)\s+(?:the\s+)?)$",
    re.IGNORECASE,
)
_ORGANIZATION_AFTER: Final = re.compile(
    r"(?:['’]s?\s+(?:chairman|founder|headquarters|employees|members|shareholders|subsidiary)\b|"
    r"\s+(?:announced|proclaimed|acquired|hired|employs|employed|sued)\b|"
    rf"(?:,|\s+(?:is|was))\s+an?\s+(?:[\w-]+\s+){{0,2}}(?:{_ORGANIZATION_NOUNS})\b)"
)
# Add a noun that a question asks for when its answer is a work, a product or a people, even one
# that is called like a person. The verb after it keeps out "which ship captain".
_ASKS_THING: Final = re.compile(
    r"\b(?:what|which)\s+(?:[\w'’-]+\s+){0,2}(?:album|aircraft|book|boat|car|culture|film|game|"
    r"language|magazine|model|movie|novel|opera|play|poem|product|ship|show|song|software|"
    r"vehicle|truck|vessel|weapon)s?"
    r"(?:['’]s|\s+(?:is|was|are|were|do|does|did|has|had|have|can|could|will|would|by|of|that))\b",
    re.IGNORECASE,
)
# Add a word that stands before a place and hardly ever before a person or a thing. Countries and
# states may have "the" between (the Netherlands), a city has not: "in the Carnot cycle".
_BEFORE_PLACES: Final = (
    r"\b(?:in|at|from|near|of|to|into|towards?|around|outside|via|throughout|between|across|for|"
    r"leave|left|reach(?:ed)?|visit(?:ed)?|conquer(?:ed)?|invaded?)\s+"
)
_CITY_BEFORE: Final = re.compile(rf"{_BEFORE_PLACES}$", re.IGNORECASE)
_PLACE_BEFORE: Final = re.compile(rf"{_BEFORE_PLACES}(?:the\s+)?$", re.IGNORECASE)
_PERSON_AFTER: Final = re.compile(
    r"(?:['’]s\b|\s+(?:who|himself|herself|was born|wrote|said|argued|died|married|"
    r"had|has|developed|invented|proposed|published|described|discovered|founded|believed)\b)"
)
# "The Zorb Blue and", "the Zorb Blue 500": a thing; "the Ada Quist letters" are a person's.
_ARTICLE_BEFORE: Final = re.compile(r"\b(?:the|an?)\s+$", re.IGNORECASE)
_THING_AFTER: Final = re.compile(r"[.,;:)]|\s+(?:and|or|is|was|are|were|has|had)\b|$")
_NUMBER_AFTER: Final = re.compile(r"[ -]\d+\b(?!\))")
_CASE_BEFORE: Final = re.compile(r"\bvs?\.?\s+$")
_CASE_AFTER: Final = re.compile(r"\s+vs?\.?\s")
# Add a word that makes a name of capitalized words something else: a case, a treaty, a theory,
# a date.
_NO_ORGANIZATION: Final[frozenset[str]] = frozenset({
    "act", "agreement", "amendment", "award", "case", "charter", "class", "code", "constitution",
    "convention", "cup", "declaration", "directive", "doctrine", "effect", "equation", "law",
    "mark", "prize", "principle", "programme", "program", "protocol", "report", "statute",
    "theorem", "theory", "treaty", "type", "v", "v.", "vs", "january", "february", "april", "june",
    "july", "september", "october", "november", "december",
})  # fmt: skip
_BEFORE: Final = 24
_AFTER: Final = 16
_FAR_AFTER: Final = 60
_ACRONYM: Final = 5


def is_supported(
    entity: Entity, example: Example, mentions: Iterable[Mention], knowledge: Knowledge
) -> bool:
    """Tell whether anything besides the recognizer speaks for the type of an answer entity."""
    own = [m for m in mentions if m.field == "context" and m.entity == entity.id]
    if entity.type == "PERSON":
        return _is_person(entity, example, own, knowledge)
    if entity.type == "ORG":
        return _is_organization(entity, example, own)
    return _is_place(entity, example, own, knowledge)


def _is_person(
    entity: Entity, example: Example, mentions: Sequence[Mention], knowledge: Knowledge
) -> bool:
    who = _ASKS_WHO.search(example.question) is not None
    if _is_acronym(entity.name):
        return False
    around = [_around(m, example) for m in mentions]
    titled = any(_has_title(before) for before, _ in around)
    if not who and (
        _ASKS_ORGANIZATION.search(example.question)
        or (_ASKS_THING.search(example.question) and not titled)
        or any(_is_thing(before, after) for before, after in around)
    ):
        return False
    if len(entity.name.split()) > 1:
        return True
    is_common = knowledge.lexicon.is_common(fold_key(entity.name))
    if is_common or _is_plural(entity.name, example.context, knowledge):
        return False
    if who or _is_word_or_people(entity.name, example.context):
        return who
    return (
        titled
        or is_first_name(entity.name)
        or any(_PERSON_AFTER.match(after) for _, after in around)
    )


def _around(mention: Mention, example: Example, length: int = _AFTER) -> tuple[str, str]:
    """Return the text before and after a mention of the passage."""
    text = example.context
    return (
        text[max(0, mention.start - _BEFORE) : mention.start],
        text[mention.end : mention.end + length],
    )


def _is_acronym(name: str) -> bool:
    return name.isalpha() and name.isupper() and 1 < len(name) <= _ACRONYM


def _is_thing(before: str, after: str) -> bool:
    if _NUMBER_AFTER.match(after):
        return True
    return bool(_ARTICLE_BEFORE.search(before) and _THING_AFTER.match(after))


def _is_word_or_people(name: str, text: str) -> bool:
    """Tell whether a text also has a word in small letters, or as a people ("the Normans")."""
    word = re.escape(name)
    return re.search(rf"\b(?:{re.escape(name.lower())}|{word}s)\b", text) is not None


def _is_plural(name: str, text: str, knowledge: Knowledge) -> bool:
    """Tell whether a name means several ("Zorbians"): a people's, or a text has one of them."""
    one = name.removesuffix("s")
    if one == name or is_first_name(name) or is_first_name(one):
        return False
    return fold_key(one) in knowledge.homelands or (
        re.search(rf"\b{re.escape(one)}\b(?!['’])", text) is not None
    )


def _has_title(before: str) -> bool:
    words = before.split()
    return bool(words) and words[-1][:1].isupper() and is_title(words[-1])


def _is_organization(entity: Entity, example: Example, mentions: Sequence[Mention]) -> bool:
    words = [fold_key(word).strip(".,") for word in entity.name.split()]
    if any(word in EVENT_HEADS or word in _NO_ORGANIZATION for word in words):
        return False
    # What a question names is not what it asks for.
    named = re.search(rf"\b{re.escape(entity.name)}\b", example.question) is not None
    if not named and _ASKS_ORGANIZATION.search(example.question):
        return True
    around = [_around(m, example, _FAR_AFTER) for m in mentions]
    if around and all(_is_party_of_a_case(before, after) for before, after in around):
        return False
    if len(words) > 1 and any(word in DESIGNATORS for word in words):
        return True
    if not named and entity.name.isupper() and _ASKS_WHO.search(example.question):
        return True
    return not _ASKS_PLACE.search(example.question) and any(
        _ORGANIZATION_BEFORE.search(before) or _ORGANIZATION_AFTER.match(after)
        for before, after in around
    )


def _is_party_of_a_case(before: str, after: str) -> bool:
    return bool(_CASE_BEFORE.search(before) or _CASE_AFTER.match(after))


def _is_place(
    entity: Entity, example: Example, mentions: Sequence[Mention], knowledge: Knowledge
) -> bool:
    if entity.type != "COUNTRY" and fold_key(entity.name) in DIRECTIONS:
        return False
    if entity.type == "COUNTRY" or _ASKS_PLACE.search(example.question):
        return True
    kind = knowledge.place_type(entity.name)
    if kind == "COUNTRY":
        return True
    is_city = "CITY" in {entity.type, kind}
    pattern = _CITY_BEFORE if is_city else _PLACE_BEFORE
    return any(pattern.search(_around(m, example)[0]) for m in mentions)
