"""What the words around a name say it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from builders.atlas import PlaceIndex
from builders.names import COMMON_WORDS, HEADS_OF, OPENERS, ORG_WORDS, bare
from builders.places import alias_key
from builders.recognizers.context import before
from builders.text import fold_key
from builders.types import EntityType, TypedSpan

# Add a noun that says after "X is a" or "X, a" that X is an organization.
_BODY_NOUNS: Final = (
    "agency|airline|association|bank|band|broadcaster|charity|club|company|corporation|federation|"
    "firm|foundation|label|league|magazine|manufacturer|movement|network|newspaper|"
    "organi[sz]ation|orchestra|party|publisher|retailer|school|society|startup|studio|subsidiary|"
    "team|think tank|union|university"
)
_IS_A_BODY: Final = re.compile(
    r"(?:,|[ \u00a0](?:is|was))[ \u00a0]an?[ \u00a0]"
    rf"(?:(?!(?:of|for|in|by|to)\b)[\w'’-]+[ \u00a0]){{0,4}}(?:{_BODY_NOUNS})"
    r"(?=[.,;:)]|[ \u00a0](?:that|which|of|headquartered|founded)\b)"
)
_KIN_AFTER: Final = re.compile(
    r",[ \u00a0](?:[A-Z][^\W\d_]+['’]s|his|her)[ \u00a0]"
    r"(?:son|daughter|brother|sister|wife|widow|husband|father|mother|nephew|niece|cousin|uncle)\b"
)
_OFFICE_OF: Final = re.compile(
    r"\b(?:[Ee]arl|[Dd]uke|[Cc]ount|[Cc]ountess|[Dd]uchess|[Bb]ishop|[Aa]rchbishop|[Kk]ing|[Qq]ueen|"
    r"[Mm]ayor|[Pp]rince|[Pp]rincess|[Aa]bbot|[Gg]overnor|[Ll]ord|[Bb]aron)[ \u00a0]of[ \u00a0]$"
)
# Add what a person does and a town hardly ever.
_PERSON_DOES: Final = re.compile(
    r"[ \u00a0](?:(?:in particular|himself|herself|also|later|then|once)[ \u00a0])?"
    r"(?:asserted|argued|"
    r"believed|thought|wrote|said|felt|married|died|was born|was aware|invented|discovered|noted|"
    r"knew|feared|hoped|told|asked|replied|observed|realized|theorized|published)\b"
)
# Add what is done to or by a firm before "by".
_BODY_BEFORE: Final = re.compile(
    r"\b(?:operated|owned|manufactured|acquired|marketed|distributed|employed)[ \u00a0]by[ \u00a0]$"
)
_REGION_AFTER: Final = re.compile(
    r"[ \u00a0](?:region|province|district|county|peninsula|valley|archipelago)\b"
)
_WHERE_AFTER: Final = re.compile(r",?[ \u00a0]where[ \u00a0](?:he|she|they|it|his|her|the|a)\b")
_REACH: Final = 24
_LIST: Final = 160
_IN_BEFORE: Final = re.compile(r"\b(?:[Ii]n|[Aa]t|[Nn]ear|[Ff]rom)[ \u00a0]$")
_LARGER_AFTER: Final = re.compile(r",[ \u00a0]([A-Z][^\W\d_]+(?:[ \u00a0][A-Z][^\W\d_]+)*)")
# Add a word that begins the name of a party, a movement or a firm in another language.
_FOREIGN_BODIES: Final = frozenset({
    "ansar", "banco", "banque", "compagnie", "gama'a", "gesellschaft", "harakat",
    "hizb", "jaish", "jama'at", "jamaat", "jamiat", "jund", "lashkar",
    "parti", "partido", "partito", "societa", "societe", "tehrik", "tehreek", "verein",
})  # fmt: skip
# Add a plural that gives its kind to all places of the list before it.
_SHARED_HEADS: Final = re.compile(
    r"\b(?:[A-Z][^\W\d_]+,[ \u00a0])*[A-Z][^\W\d_]+,?[ \u00a0]and[ \u00a0]"
    r"[A-Z][^\W\d_]+[ \u00a0](?:Islands|Mountains|Rivers|Lakes|Seas|Hills|Valleys|Straits|Oceans)\b"
)

# Words before "of" that are no person's name.
_NOBODY: Final = ORG_WORDS | HEADS_OF | COMMON_WORDS | {
    "city", "colony", "commonwealth", "community", "county", "duchy", "empire", "friends", "isle",
    "kingdom", "lord", "lords", "province", "queens", "republic", "sons", "state", "states",
    "temple", "town", "village",
}  # fmt: skip


def surroundings(
    text: str, span: TypedSpan, surface: str, places: PlaceIndex
) -> Iterator[EntityType]:
    """Yield the types that the words around a mention speak for."""
    alone = " " not in surface
    if alone and span.type in {"PERSON", "ORG"} and _OFFICE_OF.search(text, *_ahead(span)):
        yield "GPE"
    if alone and span.type in {"GPE", "LOC"} and _does_as_person(text, span, surface, places):
        yield "PERSON"
    if alone and span.type != "PERSON" and _KIN_AFTER.match(text, span.end):
        yield "PERSON"
    if alone and span.type == "PERSON" and _BODY_BEFORE.search(text, *_ahead(span)):
        yield "ORG"
    if alone and span.type in {"PERSON", "ORG"} and _is_region(text, span):
        yield "LOC"
    if alone and span.type == "PERSON" and _WHERE_AFTER.match(text, span.end):
        yield "GPE"
    if span.type != "ORG" and (_IS_A_BODY.match(text, span.end) or _is_foreign_body(surface)):
        yield "ORG"
    if span.type in {"ORG", "PERSON", "LOC"} and _is_town_of(text, span, surface, places):
        yield "GPE"


def _does_as_person(text: str, span: TypedSpan, surface: str, places: PlaceIndex) -> bool:
    key = alias_key(surface)
    known = places.is_country(key) or places.is_famous_city(key) or PlaceIndex.is_region(key)
    return not known and _PERSON_DOES.match(text, span.end) is not None


def _ahead(span: TypedSpan) -> tuple[int, int]:
    return max(0, span.start - _REACH), span.start


def _is_region(text: str, span: TypedSpan) -> bool:
    return _REGION_AFTER.match(text, span.end) is not None and text[span.start - 1 :][:1] != "-"


def _is_foreign_body(surface: str) -> bool:
    key = fold_key(surface).replace("’", "'").removeprefix("al-")
    return re.split(r"[ -]", key)[0] in _FOREIGN_BODIES


def _is_town_of(text: str, span: TypedSpan, surface: str, places: PlaceIndex) -> bool:
    """Tell whether a name stands as a town does: "in X, Egypt"."""
    if any(bare(word) in ORG_WORDS for word in surface.split()):
        return False
    if _IN_BEFORE.search(text, max(0, span.start - 6), span.start) is None:
        return False
    larger = _LARGER_AFTER.match(text, span.end)
    key = alias_key(larger.group(1)) if larger else ""
    return bool(key) and (places.is_country(key) or key in places.states)


def of_shared_heads(text: str, span: TypedSpan) -> bool:
    """Tell whether a name is one of several with one head: "the A, B and C Islands"."""
    return any(
        found.start() <= span.start and span.end <= found.end()
        for found in _SHARED_HEADS.finditer(text, max(0, span.start - _LIST), span.end + _LIST)
    )


def is_person_of(text: str, surface: str) -> bool:
    """Tell whether "Conrad of Montferrat" is a person: the text has Conrad alone as well.

    A body has an article where it is called by its first word alone.
    """
    first, of, origin = surface.partition(" of ")
    if not of or " " in first or " " in origin or bare(first) in _NOBODY:
        return False
    alone = list(re.finditer(rf"\b{re.escape(first)}\b(?! of )", text))
    return bool(alone) and not any(_is_of_a_body(before(text, m.start()).word) for m in alone)


def _is_of_a_body(word_before: str) -> bool:
    key = bare(word_before)
    return key == "the" or (word_before[:1].isupper() and key not in OPENERS)
