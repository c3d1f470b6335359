"""One type a name: within a text all mentions of a name have the type that speaks for itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Final

from builders.atlas import PlaceIndex
from builders.names import ORG_WORDS, PERSON_NOUNS, bare, is_numeral, is_title, name_words
from builders.places import alias_key
from builders.recognizers.context import after, before, begins_sentence
from builders.recognizers.wholes import BYNAMES, NUMBERED
from builders.types import PLACE_TYPES, EntityType, TypedSpan

Spans = Sequence[TypedSpan]
Votes = dict[str, Counter[EntityType]]

# What a mention, and what is beside it, counts for.
_MENTION: Final = 2
_SURE: Final = 3

# Add a word that makes a name one of land or water when it ends it.
_LAND_WORDS: Final = frozenset({
    "gulf", "heights", "sea", "ocean", "river", "mountains", "islands", "island", "peninsula",
    "desert", "bay", "valley", "strait", "archipelago", "hills", "canal", "delta", "lake",
    "canyon", "falls", "glacier", "plateau", "highlands", "lowlands", "isles",
})  # fmt: skip
_TABLES: Final = PlaceIndex()  # Knows the countries of the past by itself.
_AND: Final = re.compile(r"(?:,|,? and|,? or|, as well as)(?: the)? $")
_PLACE_BEFORE: Final = re.compile(r"\b(?:in|into|from|to|within|near|throughout|across)[ \u00a0]$")


def with_one_type(text: str, spans: Spans, places: PlaceIndex | None = None) -> list[TypedSpan]:
    """Return the spans with one type a name: that of most mentions, or the surest one.

    With an index, the name of a country speaks for a place. A place after a preposition of place
    keeps its type: in "Chad Miller flew to Chad" the two are not one.
    """
    surfaces = [text[span.start : span.end] for span in spans]
    distinct = set(surfaces)
    names = {surface: _name(surface, distinct) for surface in distinct}
    bearers = _parts_of_persons(spans, surfaces)
    index = places or _TABLES
    votes: Votes = {}
    for span, surface in zip(spans, surfaces, strict=True):
        tally = votes.setdefault(names[surface], Counter())
        tally[span.type] += _MENTION
        is_country = surface not in bearers and index.is_country(alias_key(surface))
        for type_ in _evidence(text, span, surface, is_country=is_country):
            tally[type_] += _SURE
    _let_full_names_vote(bearers, votes)
    for span, type_ in _odd_ones_of_lists(text, spans):
        votes[names[text[span.start : span.end]]][type_] += _SURE
    types = {name: tally.most_common(1)[0][0] for name, tally in votes.items()}
    return [
        replace(
            span, type=_type_here(text, span, types[names[surface]], surface in bearers, places)
        )
        for span, surface in zip(spans, surfaces, strict=True)
    ]


def _type_here(
    text: str, span: TypedSpan, usual: EntityType, is_borne: bool, places: PlaceIndex | None
) -> EntityType:
    """Return the usual type of a name, unless where it stands says otherwise.

    Of a name that a person of the text bears and a country as well, what follows "in" or "to" is
    the place, and what begins a sentence and does something is the person.
    """
    if _is_sure_place(text, span, places):
        return span.type
    does = begins_sentence(text, span.start) and after(text, span.end).word.islower()
    return "PERSON" if is_borne and does and usual in PLACE_TYPES else usual


def _name(surface: str, surfaces: Collection[str]) -> str:
    """Return a name without its plural, if the text has the singular as well."""
    singular = surface[:-1] if surface.endswith("s") else surface
    return " ".join(name_words(singular if singular in surfaces else surface))


def _parts_of_persons(spans: Spans, surfaces: Sequence[str]) -> set[str]:
    """Return the first and last words of the full names of persons."""
    parts: set[str] = set()
    for span, surface in zip(spans, surfaces, strict=True):
        words = name_words(surface)
        if span.type == "PERSON" and len(words) > 1:
            parts |= {words[0], words[-1]}
    return parts


def _evidence(
    text: str, span: TypedSpan, surface: str, *, is_country: bool
) -> Iterator[EntityType]:
    """Yield the types that the name itself and the word before it speak for."""
    words = name_words(surface)
    if _is_announced(text, span.start) and span.type != "NORP":
        yield "PERSON"
    if len(words) > 1 and not is_country:
        yield from _by_its_words(span.type, words)
    if _is_a_people(text, span, surface):
        yield "NORP"
    if is_country and span.type not in PLACE_TYPES:
        yield "GPE"


def _by_its_words(type_: EntityType, words: Sequence[str]) -> Iterator[EntityType]:
    last = bare(words[-1])
    if last in _LAND_WORDS and type_ != "PERSON":
        yield "LOC"
    if last in ORG_WORDS or bare(words[0]) in ORG_WORDS:
        yield "ORG"
    numbered = len(words) == 2 and is_numeral(words[1]) and bare(words[0]) not in NUMBERED
    if numbered or (words[-2] == "the" and last in BYNAMES):
        yield "PERSON"


def _is_announced(text: str, start: int) -> bool:
    """Tell whether a title or a person's calling stands before a name ("the poet Virgil")."""
    near = before(text, start)
    if near.gap != " ":
        return False
    return is_title(near.word) if near.is_capital else near.key in PERSON_NOUNS


def _is_a_people(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether a plural stands like a people's: "the Normans", and "a Norman castle"."""
    if len(surface) < 5 or not surface.endswith("s") or not surface.isalpha():
        return False
    if text[max(0, span.start - 4) : span.start].casefold() != "the ":
        return False
    return re.search(rf"\b{re.escape(surface[:-1])} [a-z]", text) is not None


def _let_full_names_vote(bearers: Collection[str], votes: Votes) -> None:
    """Let a person's full name say that its first or last word alone is that person as well."""
    for word in sorted(bearers):
        tally = votes.get(word)
        if tally is not None and tally.keys() - PLACE_TYPES - {"NORP"}:
            tally["PERSON"] += _SURE


def _odd_ones_of_lists(text: str, spans: Spans) -> Iterator[tuple[TypedSpan, EntityType]]:
    """Yield the one name in a list of places that is none, and the others' type.

    "Rome, Caroline and Milan" are three places; only a single word gives way.
    """
    run: list[TypedSpan] = []
    for span, following in zip_longest(spans, spans[1:]):
        run.append(span)
        if following is None or not _AND.fullmatch(text, span.end, following.start):
            yield from _odd_one(text, run)
            run = []


def _odd_one(text: str, run: Spans) -> Iterator[tuple[TypedSpan, EntityType]]:
    if len(run) < 3:
        return
    kinds = [_kind(span.type) for span in run]
    usual, count = Counter(kinds).most_common(1)[0]
    if usual != "PLACE" or count != len(run) - 1:
        return
    odd = next(span for span, kind in zip(run, kinds, strict=True) if kind != usual)
    adjective = odd.type == "NORP" and after(text, odd.end).word.islower()
    if " " not in text[odd.start : odd.end] and not adjective:
        yield odd, Counter(s.type for s in run if s is not odd).most_common(1)[0][0]


def _kind(type_: EntityType) -> str:
    return "PLACE" if type_ in PLACE_TYPES else type_


def _is_sure_place(text: str, span: TypedSpan, places: PlaceIndex | None) -> bool:
    """Tell whether a place stands where places stand, and bears a name that places bear."""
    if span.type not in PLACE_TYPES:
        return False
    if _PLACE_BEFORE.search(text, max(0, span.start - 12), span.start) is None:
        return False
    key = alias_key(text[span.start : span.end])
    return places is None or places.is_country(key) or key in places.states
