"""The use of words next to names: words that follow a name, and cues for persons or places.

These are tables and simple lookups for general English.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from builders.lexicon.tables import words
from builders.predicates import is_predicate

Sense = Literal["person", "place"]

DETERMINERS: Final[frozenset[str]] = words("usage", "determiners")

# What stands after an article and a name that is no modifier there: "crossed the Jordan into".
_BARE_AFTER: Final = re.compile(
    r"\s*(?:[.,;:!?)\]]|$)|\s+(?:and|or|but|to|into|in|on|at|from|of|by|with|for|near|is|was|were|"
    r"are|has|had|who|which|that|as|than|when|where|while|before|after|between|above|below)\b"
)

# What stands before or after the name of a people that is its language there.
_SPEAKING_BEFORE: Final = re.compile(
    r"\b(?:speak|speaks|spoke|spoken|speaking|fluent\s+in|translat(?:e|es|ed|ing)\s+(?:\w+\s+)?"
    r"(?:in)?to|translat(?:ed|ions?)\s+(?:\w+\s+)?from|learn(?:s|t|ed|ing)?)\s+$",
    re.IGNORECASE,
)
_LANGUAGE_AFTER: Final = re.compile(
    r"(?:-|\s+)(?:speak(?:ers?|ing)|languages?|dialects?|alphabet|grammar|translations?|"
    r"dictionary|vocabulary|words?\s+for)\b"
)
_IN_BEFORE: Final = re.compile(r"\b(?:in|into)\s+(?:both\s+)?$", re.IGNORECASE)
_SCHOOL_BEFORE: Final = re.compile(
    r"\b(?:teach|teaches|taught|teaching|stud(?:y|ies|ied|ying)|know|knows|knew|understood)\s+$",
    re.IGNORECASE,
)
_ENDS_AFTER: Final = re.compile(
    r"\s*(?:[.,;:!?)\]\"”]|$)|\s+(?:and|or)\s+[A-Z]\w+\s*(?:[.,;:!?]|$)|"
    r"\s+(?:to|at|from|by|for|is|was|were|that|which|when|while|before|after|but|on|with|as|in)\b"
)

# What stands in brackets behind the name of a work that is called like a place or a person.
_WORK_AFTER: Final = re.compile(
    r"[\s_]\((?:\d{4}[\s_])?(?:album|band|book|comics|film|magazine|musical|novel|opera|painting|"
    r"play|poem|song|TV[\s_]series|video[\s_]game)\)"
)

# What stands right before the name of such a work, or behind it where it is quoted.
_WORK_BEFORE: Final = re.compile(
    r"\b(?:album|film|movie|musical|novel|novella|opera|painting|poem|sitcom|song)\s+[\"“'‘*_]?$"
)
_QUOTE_BEFORE: Final = re.compile(r"[\"“]$")
_BY_AFTER: Final = re.compile(r"(?:,?[\"”],?|[\"”])\s+by\s+(?:\w+\s+)?[A-Z]")

_WORD_AFTER: Final = re.compile(r"\s+([a-z]+)\b")

_GO: Final = (
    r"(?:go|goes|going|went|gone|come|came|fly|flew|flown|move|moved|moving|travel|travell?ed|sail|"
    r"sailed|drive|drove|return|returned|emigrate|emigrated|flee|fled|send|sent|walk|walked|"
    r"march|marched|migrate|migrated|export|exported|arrive|arrived|trip|tour|journey|way|road|"
    r"back|native|hail|hailed|hails|deport|deported|exiled|ship|shipped|ambassador|visit|flight)"
)
_KIN: Final = (
    r"(?:wife|husband|son|sons|daughter|daughters|mother|father|parents?|brother|sister|aunt|uncle|"
    r"cousin|friend|widow|fianc[ée]e?|dog|hat|boat|car|house|desk|letters?|diary|will|death|birth|"
    r"career|childhood|voice|face|hand|hands|body|grave|novel|novels|poems?|songs?|band|coach)"
)
_STATE_NOUNS: Final = (
    r"(?:capital|north|south|east|west|centre|center|people|peoples|government|border|borders|king|"
    r"queen|president|republic|kingdom|city|town|state|states|province|coast|parts?|rest|"
    r"history|independence|population|map|economy|army|parliament|invasion|conquest|university|"
    r"mayor|governor|streets|region|shores?|outskirts|citizens?|inhabitants|languages?|territory|"
    r"lakes?|rivers?|deserts?|mountains|cities|towns|villages|ambassador|embassy|currency|"
    r"airports?|beach(?:es)?|harbou?rs?|suburbs?|skyline|subway|museums|markets?|ports?|shoreline|"
    r"most|area|size|climate|constitution|navy|flag|exports?|neighbours?|neighbors?)"
)

# Add a noun that only a place can have; it counts for the one above, too.
_NO_PERSON_HAS: Final = (
    r"(?:mayor|governor|population|parliament|coast|borders?|capital|economy|climate|currency|"
    r"outskirts|inhabitants|citizens|streets|suburbs|airports?|harbou?rs?|skyline|embassy)"
)


class Cue(NamedTuple):
    """A cue for one sense of an ambiguous name, with its weight."""

    sense: Sense
    weight: int
    before: re.Pattern[str] | None
    after: re.Pattern[str] | None


def _before(sense: Sense, weight: int, pattern: str) -> Cue:
    return Cue(sense, weight, re.compile(rf"(?:^|\b){pattern}\s+$", re.IGNORECASE), None)


def _after(sense: Sense, weight: int, pattern: str) -> Cue:
    return Cue(sense, weight, None, re.compile(pattern))


# Add what stands right before or right after a name and tells whether it is a person's or a
# place's, where it can be both. Four is as good as certain, one is a hint.
CUES: Final[tuple[Cue, ...]] = (
    _before("place", 4, r"(?:in|into|within|inside|near|throughout|across|via|outside|towards?)"),
    _before("place", 4, rf"{_GO}\s+(?:\w+\s+)?(?:to|from|for|through)"),
    _before("place", 4, rf"{_STATE_NOUNS}\s+of"),
    _before("place", 1, r"(?:to|from|of|through|around)"),
    _before("place", 3, r"(?:visit(?:s|ed|ing)?|leav(?:e|es|ing)|left|reach(?:ed)?|enter(?:s|ed)?|"
            r"tour(?:s|ed)?|cross(?:ed)?|invad(?:e|es|ed)|conquer(?:ed)?|ruled?|settled?|"
            r"northern|southern|eastern|western|central|modern|ancient|colonial)"),
    _before("place", 3, r"(?:he|she|they)\s+\w+"),
    _before("place", 3, r"(?:in|to|from|at|near)\s+(?-i:[A-Z]\w+),\s+(?:but\s+)?not"),
    _before("place", 3, r"(?:wars?|peace|treaty|treaties|relations?|ties|trade|talks|borders?|"
            r"alliance|pact|draw|drew(?:\s+\d+[-–]\d+)?|drawn|match|game|fixture)\s+with"),
    _after("place", 3, rf"['’]s\s+(?:\w+\s+)?{_STATE_NOUNS}\b"),
    _after("place", 3, rf"['’]s\s+(?:\w+\s+)?{_NO_PERSON_HAS}\b"),
    _after("place", 4, r"\s+(?:borders?|exports?|imports?|lies|shares|gained\s+independence|"
           r"(?:is|was|became)\s+an?\s+(?:\w+\s+)?(?:country|city|town|village|state|nation|"
           r"province|republic|kingdom|colony|member|port))\b"),
    _after("place", 4, r"\s+(?:is|was|became)\s+the\s+(?:\w+\s+)?(?:capital|seat|home|largest)\b"),
    _after("place", 4, r"\s+(?:state|city|county|province|proper|itself)\b"),
    _before("person", 3, r"(?:by|with|and\s+his|and\s+her|son|daughter|wife|husband|brother|sister|"
            r"named|called|friend|mr\.?|mrs\.?|ms\.?|dr\.?)"),
    _before("person", 2, r"(?:did|does|do|was|is|had|has|could|would|when|why|how|after|before|"
            r"because|that|said|asked|told)"),
    _after("person", 3, rf"['’]s\s+(?:\w+\s+)?{_KIN}\b"),
    _after("person", 3, r"\s+(?:who|himself|herself|was\s+(?:born|ill|married)|smiled|laughed|wept|"
           r"wrote|said|died|married|slept|sang|thought|felt|told|asked|replied|ate|sat)\b"),
)  # fmt: skip

# Add what makes a name a river's, a lake's or a mountain's wherever "the" stands before it.
WATERS: Final = r"(?:[Rr]iver|[Ll]ake|[Mm]ount|[Mm]ountains?|[Vv]alley|[Dd]esert|[Ss]ea|[Bb]asin)"

THINGS: Final[frozenset[str]] = words("usage", "things")

EPITHETS: Final[frozenset[str]] = words("usage", "epithets")

BEFORE_FAMILIES: Final[frozenset[str]] = words("usage", "before_families")

PLACE_NOUNS: Final[frozenset[str]] = words("usage", "place_nouns")

PREFIXES: Final[frozenset[str]] = words("usage", "prefixes")

ENDINGS: Final[frozenset[str]] = words("usage", "endings")

CLAUSE_STARTS: Final[frozenset[str]] = words("usage", "clause_starts")


def is_bare(after: str) -> bool:
    """Return whether a name ends its noun phrase, so that it modifies nothing."""
    following = _WORD_AFTER.match(after)
    return bool(_BARE_AFTER.match(after)) or (following is not None and is_predicate(following[1]))


def is_language(before: str, after: str) -> bool:
    """Return whether the name of a people is that of its language: spoke Danish, sung in Danish."""
    if _LANGUAGE_AFTER.match(after) or _SPEAKING_BEFORE.search(before):
        return True
    begins = _IN_BEFORE.search(before) or _SCHOOL_BEFORE.search(before)
    return begins is not None and _ENDS_AFTER.match(after) is not None


def is_titled_work(after: str) -> bool:
    """Return whether a bracket shows that a name is that of a work: Zell (film)."""
    return _WORK_AFTER.match(after) is not None


def is_named_as_work(before: str, after: str) -> bool:
    """Return whether the context shows that a name is that of a work: the film Zell."""
    if _WORK_BEFORE.search(before):
        return True
    return _QUOTE_BEFORE.search(before) is not None and _BY_AFTER.match(after) is not None
