"""What a question asks for: somebody, a body of people, a place or a thing.

The words of a question tell the type of its answer where a recognizer, which has read the passage
alone, may be wrong: who "distributes the game" may be a firm, but "which company" never is a man.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from builders.names import PERSON_NOUNS

# Add a noun that a question asks for when its answer is a firm, a team or a school: a body that
# may be called like a person or a place.
_FIRM_NOUNS: Final = (
    "agenc(?:y|ies)|airline|automaker|band|bank|brand|brewer(?:y|ies)?|broadcaster|"
    "carrier|chain|contractor|grocer|insurer|operator|provider|business|"
    "carmaker|channel|charity|club|college|compan(?:y|ies)|corporation|developer|employer|"
    "enterprise|firm|franchise|(?:rock|pop|girl|vocal)\\s+group|institut(?:e|ion)|label|magazine|"
    "maker|manufacturer|museum|network|newspaper|orchestra|organi[sz]ation|publisher|railroad|"
    "railway|retailer|school|sponsor|station|studio|supplier|team|universit(?:y|ies)"
)
# Add a noun that a question asks for when its answer is another body of people.
_BODY_NOUNS: Final = (
    "airport|alliance|association|bod(?:y|ies)|church|coalition|commission|committee|conference|"
    "council|court|department|denomination|entit(?:y|ies)|federation|foundation|group|hospital|"
    "league|militia|ministry|movement|part(?:y|ies)|societ(?:y|ies)|tribunal|union"
)
BODY_NOUNS: Final = f"{_FIRM_NOUNS}|{_BODY_NOUNS}"
"""Nouns of organizations: what they are called, as a part of a pattern."""
# Add a noun that a question asks for when its answer is a country, a state or a city.
_PLACE_NOUNS: Final = (
    "area|capital|cit(?:y|ies)|colon(?:y|ies)|countr(?:y|ies)|empire|homeland|kingdom|location|"
    "nation|place|port|power|province|region|settlement|state|territor(?:y|ies)|town|village"
)
_SETTLED_NOUNS: Final = "cit(?:y|ies)|countr(?:y|ies)|nation|province|state|town|village|suburb"
# Add a noun that a question asks for when its answer is a work, a product or a people, even one
# that is called like a person.
_THING_NOUNS: Final = (
    "album|aircraft|book|boat|car|culture|film|game|language|law|magazine|model|movie|novel|opera|"
    "lake|mountain|ocean|river|sea|valley|play|poem|product|ship|show|song|software|"
    "theor(?:y|em|ies)|treaty|vehicle|truck|vessel|weapon"
)
# Add a noun that a question asks for when its answer is a person; callings are known already.
_MORE_PERSONS: Final = frozenset({
    "man", "men", "woman", "women", "person", "individual", "figure", "partner", "rival", "heir",
    "successor", "predecessor", "assistant", "founder", "owner", "chairman", "captain", "winner",
    "opponent", "candidate", "nominee", "designer", "host", "star", "creator", "songwriter",
    "rapper", "theorist", "thinker", "lover", "fiancée", "fiancee", "ally", "deputy", "monarch",
    "lord", "lady", "nobleman", "manager", "astronaut", "pilot", "criminal", "assassin", "killer",
})  # fmt: skip
_ASKING: Final = r"\b(?:what|which|whose|name)\s+(?:(?!type|kind|sort)[\w'’-]+\s+){0,2}"
_CALLED: Final = r"\bnames?\s+of\s+(?:[\w'’-]+\s+){1,3}"
# Whose answer is one of a body, or what it has: "which company's founder", "what team captain".
_NOT_ITS: Final = (
    r"(?!['’-])(?!\s+(?:" + "|".join(sorted(PERSON_NOUNS)) + r"|captain|chairman|chief|executive|"
    r"founder|head|manager|member|name|official|owner|owned|act|law|policy|product|service)s?\b)"
)
# What somebody thinks up is a thing: a network of wires, a bank of keys.
_NOT_MADE: Final = r"(?!\s+(?:is|was|are|were)\s+(?:designed|invented)\b)"


def _asking(nouns: str, but: str = "") -> re.Pattern[str]:
    """Return a pattern for "which (old) <noun>" and "the name of the <noun>"."""
    return re.compile(rf"(?:{_ASKING}|{_CALLED})(?:{nouns})s?\b{_NOT_ITS}{but}", re.IGNORECASE)


_WHO: Final = re.compile(r"\b(?:who|whom|whose)\b", re.IGNORECASE)
_PERSON: Final = _asking("|".join(sorted(PERSON_NOUNS | _MORE_PERSONS)))
_BODY: Final = _asking(BODY_NOUNS, _NOT_MADE)
_FIRM: Final = _asking(_FIRM_NOUNS, _NOT_MADE)
_WHERE: Final = re.compile(r"\bwhere\b", re.IGNORECASE)
_PLACE: Final = _asking(_PLACE_NOUNS)
_SETTLED: Final = _asking(_SETTLED_NOUNS)
_KIND: Final = re.compile(
    r"\b(?:what|which)\s+(?:type|kind|sort|form|class|category|style)s?\s+of\b", re.IGNORECASE
)
# The verb after a thing keeps out "which ship captain".
_THING: Final = re.compile(
    rf"\b(?:what|which)\s+(?:[\w'’-]+\s+){{0,2}}(?:{_THING_NOUNS})s?"
    r"(?:['’]s|\s+(?:is|was|are|were|do|does|did|has|had|have|can|could|will|would|by|of|that))\b",
    re.IGNORECASE,
)


class Asked(NamedTuple):
    """What a question asks for, as far as its words tell; several where it has several.

    `body` is any organization, `firm` one that may be called like a person or a place; `place`
    anything that lies somewhere, `settled` what is named to be a country, a state or a city.
    """

    who: bool
    person: bool
    body: bool
    firm: bool
    place: bool
    settled: bool
    thing: bool


@lru_cache(maxsize=1024)
def asked(question: str) -> Asked:
    """Return what a question asks for."""
    where = _WHERE.search(question) is not None
    return Asked(
        who=_WHO.search(question) is not None,
        person=_PERSON.search(question) is not None,
        body=_BODY.search(question) is not None,
        firm=_FIRM.search(question) is not None,
        place=where or _PLACE.search(question) is not None,
        settled=_SETTLED.search(question) is not None,
        thing=_THING.search(question) is not None or _KIND.search(question) is not None,
    )
