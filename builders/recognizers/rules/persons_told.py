"""Votes for persons whom a recognizer took for something else: their words or names tell better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.lands import TOWN_STARTS
from builders.names import HEADS_AFTER, ORG_WORDS, bare
from builders.places import alias_key
from builders.recognizers.rules.spoken_of import Told
from builders.types import EntityType, TypedSpan

Votes = dict[str, Counter[EntityType]]

_SURE: Final = 3
_NO_PERSONS: Final = frozenset({"PERSON", "NORP"})


def let_told_vote(
    spans: Sequence[TypedSpan],
    surfaces: Sequence[str],
    names: Sequence[str],
    votes: Votes,
    *,
    told: Sequence[Told],
    index: PlaceIndex,
) -> None:
    """Let "the jurist Zorbius" and "killed by Zorb" outweigh what a name was taken for.

    What is led or written by an organization may be just that.
    """
    by_start = {one.start: one for one in told}
    for span, surface, name in zip(spans, surfaces, names, strict=True):
        one = by_start.get(span.start)
        if one is None or span.type in _NO_PERSONS:
            continue
        given = has_given_name(surface) and not surface.endswith("s")
        if span.type == "ORG" and not one.surely and not given:
            continue
        is_town = alias_key(name) in index.cities and not one.surely
        if one.end >= span.end and not is_town and not is_known_place(name, index):
            votes[name]["PERSON"] += votes[name][span.type] + _SURE


def let_surnames_call(
    spans: Sequence[TypedSpan], surfaces: Sequence[str], names: Sequence[str], votes: Votes
) -> None:
    """Let a person called Zorbívar say that Simón Zorbívar, taken for a town, is that person.

    And the other way round: after José de San Zorb, San Zorb is that person.
    """
    persons = {
        surface
        for surface, name in zip(surfaces, names, strict=True)
        if votes[name].most_common(1)[0][0] == "PERSON"
    }
    tails = {tail for surface in persons for tail in _tails(surface)}
    for span, surface, name in zip(spans, surfaces, names, strict=True):
        if span.type in _NO_PERSONS:
            continue
        called = surface.rpartition(" ")[2] in persons and has_given_name(surface)
        if called or (" " in surface and surface in tails):
            votes[name]["PERSON"] += votes[name][span.type] + _SURE


def _tails(surface: str) -> Iterator[str]:
    """Yield the ends of two words or more of a name of three or more."""
    words = surface.split(" ")
    yield from (" ".join(words[at:]) for at in range(1, len(words) - 1))


def has_given_name(surface: str) -> bool:
    """Tell whether a name of several words begins as a person's and ends as nothing else's."""
    words = surface.split()
    if len(words) < 2 or not is_first_name(words[0]) or bare(words[0]) in TOWN_STARTS:
        return False
    return not {bare(word) for word in words[1:]} & (ORG_WORDS | HEADS_AFTER)


def is_known_place(name: str, index: PlaceIndex) -> bool:
    """Tell whether a name is that of a country, a state, a great city or a part of the world."""
    key = alias_key(name)
    great = index.is_famous_city(key) or index.is_region(key)
    return great or index.is_country(key) or key in index.states
