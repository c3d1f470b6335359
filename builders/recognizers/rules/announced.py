"""Names that the words before them announce, and that a recognizer passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.names import (
    COMMON_WORDS,
    GENDERED_TITLES,
    HEADS_AFTER,
    MONTHS,
    OPENERS,
    ORG_WORDS,
    bare,
    is_numeral,
    is_title,
)
from builders.places import alias_key
from builders.recognizers.rules.context import CAPITALS, after, before, begins_sentence
from builders.recognizers.rules.described import HONOURED
from builders.recognizers.rules.lists import listed_kinds
from builders.recognizers.rules.peoples import is_people
from builders.recognizers.rules.runs import (
    before_codes,
    branches,
    capital_runs,
    countries,
    hyphened,
    lands,
    regions,
    ruled,
)
from builders.recognizers.rules.spoken_of import Told, can_be_first, is_name_of_person
from builders.recognizers.rules.town_slots import TOWNS
from builders.recognizers.rules.wholes import BYNAMES, FAMILY_GIVEN, NUMBERED, end_of_person
from builders.types import EntityType, TypedSpan

Bounds = tuple[int, int]
Spans = Sequence[TypedSpan]

_NUMBERED_NAME: Final = re.compile(
    r"\b([A-Z][^\W\d_]{2,})[ \u00a0]((?:X{0,3})(?:IX|IV|VI{1,3}|I{2,3}))\b(?!\.\w)"
)
_BYNAMED: Final = re.compile(r"\b([A-Z][^\W\d_]{2,})[ \u00a0]the[ \u00a0]([A-Z][a-z]+)\b")
_TITLED: Final = re.compile(
    r"\b([A-Z][a-z]+\.?)[ \u00a0](?=([A-Z][^\W\d_]{2,}(?:[ \u00a0][A-Z][^\W\d_]+)?))"
)
_OF_HOME: Final = re.compile(rf"[ \u00a0]of[ \u00a0]({CAPITALS})")
_AFTER_IN: Final = re.compile(rf"\b(?:in|near|from|outside)[ \u00a0]({CAPITALS})")
_AFTER_PLACE: Final = re.compile(r"\b(?:in|near|at|outside)[ \u00a0]([A-Z][^\W\d_]{4,})\b")
# Add a title that announces a name wherever it has a capital.
_ANNOUNCING: Final = frozenset(GENDERED_TITLES) - {
    "brother", "sister", "mother", "father", "uncle", "aunt", "don", "miss", "lord", "baron",
} | {
    "dr", "prof", "professor", "senator", "admiral", "archbishop", "archduke", "archduchess",
    "ayatollah", "bishop", "brigadier", "captain", "cardinal", "colonel", "commodore",
    "congressman", "congresswoman", "imam", "lieutenant", "mullah", "rabbi", "reverend",
    "sergeant", "sheikh",
}  # fmt: skip
# "The Marquis de Gelt": a title of another tongue, its particle and the name.
_NOBLE: Final = re.compile(
    r"\b(?:Marquise?|Comte|Comtesse|Vicomte|Duc|Duchesse|Chevalier|Sieur)[ \u00a0]"
    rf"(?:de[ \u00a0]la[ \u00a0]|des?[ \u00a0]|du[ \u00a0]|d['’])({CAPITALS})"
)
# Add a verb of conquest or travel whose object is a place.
_TO_PLACES: Final = re.compile(
    r"\b(?:captur(?:ed|ing)|besieg(?:ed|ing)|conquer(?:ed|ing)|sack(?:ed|ing)|reach(?:ed|ing)|"
    r"sailed (?:to|for|from)|marched (?:to|on|into)|landed (?:in|at)|left for|"
    r"arriv(?:ed|ing) (?:in|at)|"
    r"invad(?:ed|ing)|occup(?:ied|ying)|as far (?:[a-z]+ )?as|retreat(?:ed|ing) to|"
    r"moved to|fled to|exiled to|born (?:in|at|near)|buried (?:in|at)|died (?:in|at)|grew up in|"
    r"settled (?:in|at)|plunder(?:ed|ing)|siege of|fortress of|"
    rf"town of|city of|village of|port of|gates of|streets of)[ \u00a0]({CAPITALS})"
)
_AND_AFTER: Final = re.compile(r"[ \u00a0]and[ \u00a0]([A-Z][a-z]{3,})\b(?=[ .,;'’)])")
_AND_BEFORE: Final = re.compile(r"\b([A-Z][a-z]{3,})[ \u00a0]and[ \u00a0]$")
# The endings of faiths, peoples and plurals.
_KIND: Final = re.compile(
    r"(?:ism|ity|ians?|ans|ists?|ish|ese|ics?|ers|ions?|ment|ness|ogy|ophy|ship)$"
)
# Add a common word that is a surname beside a person: "Holm and Cook".
_SURNAMES_TOO: Final = frozenset({
    "baker", "ball", "banks", "bell", "black", "bond", "booth", "brooks", "brown", "butler",
    "carpenter", "carter", "cash", "clay", "cole", "cook", "cooper", "cotton", "cross", "dale",
    "drake", "ford", "foster", "fox", "frank", "grant", "gray", "green", "grey", "hall", "hardy",
    "hart", "heath", "hill", "holmes", "hood", "hunt", "hunter", "knight", "lamb", "lane", "lee",
    "marsh", "mason", "miller", "mills", "moore", "moss", "parker", "parks", "porter", "potter",
    "reed", "rivers", "shepherd", "smith", "snow", "stern", "stone", "swift", "taylor", "turner",
    "wade", "walker", "ward", "waters", "watt", "weaver", "webb", "wells", "wood", "woods", "young",
})  # fmt: skip
_REACH: Final = 32


def announced(
    text: str, spans: Spans, places: PlaceIndex | None, told: Sequence[Told] = ()
) -> Iterator[TypedSpan]:
    """Yield the persons, cities and countries that no span touches; `told` are persons."""
    taken = [(span.start, span.end) for span in spans]

    def free(found: Iterator[Bounds], type_: EntityType) -> Iterator[TypedSpan]:
        for start, end in found:
            if all(end <= left or right <= start for left, right in taken):
                taken.append((start, end))
                yield TypedSpan(start, end, type_)

    persons = ((start, end_of_person(text, start, end)) for start, end in sorted(_persons(text)))
    yield from free(persons, "PERSON")
    yield from free(_cities(text), "GPE")
    runs = capital_runs(text)
    yield from free(hyphened(text), "GPE")
    yield from free(countries(text, runs, places or PlaceIndex()), "GPE")
    yield from free(branches(text, runs, places or PlaceIndex()), "ORG")
    yield from free(regions(text, runs), "LOC")
    yield from free(lands(text), "LOC")
    yield from free(ruled(text, runs, places or PlaceIndex()), "GPE")
    yield from free(before_codes(text, runs, places or PlaceIndex()), "GPE")
    for kind, bounds in listed_kinds(text):
        yield from free(iter([bounds]), kind)
    yield from free(_towns_of_list(text, places or PlaceIndex()), "GPE")
    yield from free(_goals(text, places or PlaceIndex()), "CITY")
    ends = ((one.start, end_of_person(text, one.start, one.end)) for one in told)
    yield from free(ends, "PERSON")
    yield from free(_homes(text, spans, places or PlaceIndex()), "GPE")


def _homes(text: str, spans: Spans, places: PlaceIndex) -> Iterator[Bounds]:
    """Yield the towns that persons are of: "Ada Holm of Bergen"."""
    for span in spans:
        home = _OF_HOME.match(text, span.end) if span.type == "PERSON" else None
        if home is None:
            continue
        key = alias_key(home.group(1))
        if key in places.cities or PlaceIndex.is_famous_city(key):
            yield home.span(1)


def _cities(text: str) -> Iterator[Bounds]:
    """Yield famous cities after "in", "near" or "from"."""
    for named in _AFTER_IN.finditer(text):
        following = after(text, named.end())
        if following.gap != "-" and PlaceIndex.is_famous_city(alias_key(named.group(1))):
            yield named.span(1)


def joined(text: str, spans: Spans) -> Iterator[TypedSpan]:
    """Yield who is joined to a person by "and", and has no other meaning: "Ida and Holm"."""
    taken = [(span.start, span.end) for span in spans]
    for span in spans:
        if span.type != "PERSON":
            continue
        for found in (_AND_AFTER.match(text, span.end), _AND_BEFORE.search(text, *_near(span))):
            if found is None:
                continue
            start, end = found.span(1)
            apart = all(end <= left or right <= start for left, right in taken)
            if apart and _stands_alone(text, start, end):
                taken.append((start, end))
                yield TypedSpan(start, end, "PERSON")


def _near(span: TypedSpan) -> Bounds:
    return max(0, span.start - _REACH), span.start


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a word is no part of a longer name, no people, no place and no plain word."""
    surface, near, following = text[start:end], before(text, start), after(text, end)
    key = alias_key(surface)
    longer = following.is_capital or "-" in (following.gap, near.gap) or near.key == "of"
    longer = longer or (near.is_capital and not begins_sentence(text, near.start))
    known = PlaceIndex.is_famous_city(key) or PlaceIndex.is_region(key)
    known = known or (key in COMMON_WORDS and key not in _SURNAMES_TOO)
    plain = re.search(rf"\b{re.escape(surface.lower())}s?\b", text) is not None
    people = is_people(text, start, end) or _KIND.search(surface) is not None
    return not (longer or known or plain or people) and is_name_of_person(surface)


def _towns_of_list(text: str, places: PlaceIndex) -> Iterator[Bounds]:
    """Yield towns of the list after "in" or "near", unless they are words or first names."""
    for named in _AFTER_PLACE.finditer(text):
        surface, following = named.group(1), after(text, named.end())
        key = alias_key(surface)
        goes_on = following.gap == "-" or (following.is_capital and following.key not in OPENERS)
        is_word = key in COMMON_WORDS or re.search(rf"\b{re.escape(key)}\b", text) is not None
        if key in places.cities and not goes_on and not is_word and not is_first_name(surface):
            yield named.span(1)


def _goals(text: str, places: PlaceIndex) -> Iterator[Bounds]:
    """Yield what is reached, conquered or called a town; never a person or a people."""
    for named in (*_TO_PLACES.finditer(text), *TOWNS.finditer(text)):
        start, end = named.span(1)
        surface = named.group(1)
        keys = [bare(word) for word in surface.split()]
        known = any(is_first_name(word) or is_title(word) for word in surface.split())
        body = any(key in ORG_WORDS or key in HEADS_AFTER or key in OPENERS for key in keys)
        world = places.is_country(alias_key(surface)) or PlaceIndex.is_region(alias_key(surface))
        if (
            not world
            and surface != "Earth"
            and not MONTHS & set(keys)
            and not known
            and not body
            and not surface.isupper()
            and not is_people(text, start, end)
        ):
            yield start, end


def _persons(text: str) -> Iterator[Bounds]:
    """Yield persons whom a title, a numeral, a byname or the order of names announces."""
    for named in _TITLED.finditer(text):
        first, _, second = named.group(2).replace("\u00a0", " ").partition(" ")
        following = after(text, named.end(2))
        longer = following.is_capital and following.key not in OPENERS
        numbered = is_numeral(following.word)
        announcing = bare(named.group(1)) in _ANNOUNCING
        office = bool(second) and is_title(named.group(1)) and is_first_name(first)
        if not (announcing or office) or not can_be_first(first):
            continue
        if bare(second) in HEADS_AFTER or (longer and not numbered):
            continue
        whole = not second or can_be_first(second)
        yield named.start(2), named.end(2) if whole else named.start(2) + len(first)
    for named in _NUMBERED_NAME.finditer(text):
        near = before(text, named.start())
        in_name = near.is_capital and not is_title(near.word) and near.key not in OPENERS
        if in_name and bare(named.group(1)) in HONOURED and can_be_first(near.word):
            yield near.start, named.end(2)
        elif bare(named.group(1)) not in NUMBERED and can_be_first(named.group(1)) and not in_name:
            yield named.start(1), named.end(2)
    yield from (named.span(1) for named in _NOBLE.finditer(text))
    yield from (named.span() for named in FAMILY_GIVEN.finditer(text))
    for named in _BYNAMED.finditer(text):
        if bare(named.group(2)) in BYNAMES and can_be_first(named.group(1)):
            yield named.start(1), named.end(2)
