"""The odd one of a list: "Rome, Caroline and Milan" are three towns."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.names import ORG_WORDS, bare
from builders.places import alias_key
from builders.recognizers.rules.context import after, before
from builders.recognizers.rules.near import is_borne
from builders.recognizers.rules.peoples import is_people
from builders.recognizers.rules.persons_told import is_known_place
from builders.recognizers.rules.spoken_of import is_name_of_person
from builders.types import PLACE_TYPES, EntityType, TypedSpan

_ADVERB: Final = r"(?:,? (?:[a-z]+ly|also|even|finally|later|then),?)?"
_AND: Final = re.compile(rf"(?:,|,? and|,? or|, as well as){_ADVERB}(?: the)? $")
_JOINS_LAST: Final = re.compile(r"\b(?:and|or)\b")
# Add a noun that tells of several persons who bear one name of a body.
_OF_BANDS: Final = re.compile(r"\b(?:acts?|artists?|bands?|compan(?:y|ies)|firms?|groups?)\b")
_LIST_AHEAD: Final = 80
_PLACED: Final = re.compile(r"\b(?:in|at|near|from|between|outside|out of)[ \u00a0]$")
_PAIR: Final = 2
_WAY_AHEAD: Final = 24
_TOWNS: Final = frozenset({"GPE", "CITY"})
# Add a place before a list or a way whose members may have been taken for anything.
_LIST_BEFORE: Final = re.compile(r"[a-z,][ \u00a0](?:at|from|in|near|through|via)[ \u00a0]$")
_WAY_BEFORE: Final = re.compile(r"\b[Ff]rom[ \u00a0]$")
# Add what goes from one person to another.
_SENT_BEFORE: Final = re.compile(
    r"\b(?:cards?|dedications?|emails?|gifts?|letters?|lines?|loans?|messages?|notes?|passed|passes|"
    r"telegrams?|went|words?)[ \u00a0][Ff]rom[ \u00a0]$"
)
_TO: Final = re.compile(r"[ \u00a0](?:to|as far as|through to|via)[ \u00a0]$")


Odd = tuple[TypedSpan, EntityType]
"""A span, and what the others of its list say it is."""


def odd_ones_of_lists(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[Odd]:
    """Yield the names in lists of places or peoples that are none, and the others' type.

    "Rome, Caroline and Milan" are three places; only a single word gives way. "From Selma to
    Montgomery" one goes between two.
    """
    run: list[TypedSpan] = []
    for span, following in zip_longest(spans, spans[1:]):
        run.append(span)
        if following is None or not _AND.fullmatch(text, span.end, following.start):
            yield from _odd_one(text, run, places)
            run = []
    for pair in pairwise(spans):
        if _TO.fullmatch(text, pair[0].end, pair[1].start):
            yield from _odd_end(text, pair, places)


def _odd_one(text: str, run: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[Odd]:
    if len(run) == _PAIR:
        yield from _odd_of_two(text, run[0], run[1], places)
    if len(run) <= _PAIR:
        return
    kinds = [_kind(span.type) for span in run]
    usual, count = Counter(kinds).most_common(1)[0]
    if usual not in {"PLACE", "NORP", "PERSON"} or count != len(run) - 1:
        yield from _odd_towns(text, run, places)
        return
    odd = next(span for span, kind in zip(run, kinds, strict=True) if kind != usual)
    if usual == "PERSON":
        if odd.type == "ORG" and _is_person_of_list(text, run, odd):
            yield odd, "PERSON"
        return
    adjective = odd.type == "NORP" and after(text, odd.end).word.islower()
    if " " not in text[odd.start : odd.end] and not adjective:
        yield odd, Counter(s.type for s in run if s is not odd).most_common(1)[0][0]


def _odd_of_two(
    text: str, first: TypedSpan, second: TypedSpan, places: PlaceIndex
) -> Iterator[Odd]:
    """Yield the second of "in Oslo and Zorb", or the land of "near Zorb, Norway"."""
    one, other = text[first.start : first.end], text[second.start : second.end]
    if _kind(first.type) != "PLACE" or places.is_country(alias_key(one)):
        return
    if _PLACED.search(text, max(0, first.start - 12), first.start) is None:
        return
    if second.type == "ORG" and other.isalpha() and not other.isupper():
        yield second, "GPE" if is_known_place(other, places) else "CITY"
        return
    listed = places.is_listed_city(alias_key(other)) and not is_first_name(other)
    joined = text[first.end : second.start] == " and "
    if second.type == "PERSON" and joined and listed and not is_borne(text, other):
        yield second, "CITY"


def _odd_towns(text: str, run: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[Odd]:
    """Yield what was taken for bodies and persons in a list of towns: "soldiers from A, B and C".

    At least one must have been taken for a town, and all must be able to be towns.
    """
    towns = [span for span in run if span.type in _TOWNS]
    if not towns or _LIST_BEFORE.search(text, max(0, run[0].start - 12), run[0].start) is None:
        return
    others = [span for span in run if span.type not in PLACE_TYPES]
    if all(_is_town(text, span, places) for span in others):
        yield from ((span, "CITY") for span in others)


def _odd_end(text: str, pair: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[Odd]:
    """Yield the end of a way, or its start, that was taken for no place."""
    ahead = max(0, pair[0].start - _WAY_AHEAD), pair[0].start
    if _WAY_BEFORE.search(text, *ahead) is None or _SENT_BEFORE.search(text, *ahead):
        return
    odd = [span for span in pair if span.type in {"PERSON", "ORG"}]
    if len(odd) == 1 and {span.type for span in pair} & _TOWNS:
        surface = text[odd[0].start : odd[0].end]
        if _is_town(text, odd[0], places) and not is_people(text, odd[0].start, odd[0].end):
            yield odd[0], "GPE" if is_known_place(surface, places) else "CITY"


def _is_town(text: str, span: TypedSpan, places: PlaceIndex) -> bool:
    """Tell whether a single word may be a town: nobody of the text is called so."""
    surface = text[span.start : span.end]
    if not surface.isalpha() or surface.isupper() or bare(surface) in ORG_WORDS:
        return False
    if span.type == "NORP" or is_borne(text, surface):
        return False
    return places.is_listed_city(alias_key(surface)) or not is_first_name(surface)


def _kind(type_: EntityType) -> str:
    return "PLACE" if type_ in PLACE_TYPES else type_


def _is_person_of_list(text: str, run: Sequence[TypedSpan], odd: TypedSpan) -> bool:
    """Tell whether a body among persons is one of them, and no band or firm with its people."""
    surface = text[odd.start : odd.end]
    plural = " " not in surface and surface.endswith("s")
    if (
        plural
        or re.search(r"&| [a-z]", surface)
        or not is_name_of_person(surface)
        or before(text, odd.start).key == "the"
    ):
        return False
    if odd is run[-1] and _JOINS_LAST.search(text, run[-2].end, odd.start) is None:
        return False
    return _OF_BANDS.search(text, max(0, run[0].start - _LIST_AHEAD), run[-1].end) is None


def other_names_in_brackets(
    text: str, spans: Sequence[TypedSpan], index: PlaceIndex
) -> Iterator[TypedSpan]:
    """Yield the word in brackets after a town: it is a town as well ("Danzig (Gdansk)")."""
    for span, following in pairwise(spans):
        bracketed = (
            text[span.end : following.start] == " ("
            and text[following.end : following.end + 1] == ")"
        )
        if not bracketed or span.type not in {"GPE", "CITY"} or following.type == "NORP":
            continue
        names = (text[one.start : one.end] for one in (span, following))
        if any(index.is_country(alias_key(name)) for name in names):
            continue
        if _is_said_once(text, text[following.start : following.end]):
            yield following


def _is_said_once(text: str, surface: str) -> bool:
    """Tell whether a name is one word, no acronym, and stands once in a text."""
    if " " in surface or surface.isupper():
        return False
    return len(re.findall(rf"\b{re.escape(surface)}\b", text)) == 1
