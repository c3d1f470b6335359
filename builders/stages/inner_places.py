"""The countries, states, cities and peoples in names that stay, such as Cape Town Opera.

An organization of a kind for which there are no new names is still called after the new city.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Final

from builders.articles import is_noun
from builders.countries import HOME_COUNTRIES
from builders.given_names import is_personal
from builders.places import country_key
from builders.spans.knowledge import DIRECTIONS
from builders.stages.event_names import is_whole_name
from builders.stages.homes import Homes
from builders.text import fold_key
from builders.types import Entity, EntityType

_LONGEST: Final = 3
_SHORTEST: Final = 4
"""The most words and the least letters of a place's name that is looked for."""


def inner_places(name: str, homes: Homes, is_word: Callable[[str], bool]) -> Iterator[Entity]:
    """Yield the known places and peoples in a name of several words, as entities.

    Words that are also English words or personal names (the Warren Commission) are left out, except
    for countries and states after "of". So is a people after "of" (Organization of American
    States). A name without an English word yields nothing. `is_word` says whether a folded word is
    English.
    """
    words = name.split()
    if not any(is_word(fold_key(word)) for word in words if len(word) >= _SHORTEST):
        return
    parts = sorted(combinations(range(len(words) + 1), 2), key=lambda part: part[0] - part[1])
    taken: set[int] = set()
    for start, end in parts:
        part, at = " ".join(words[start:end]), len(" ".join(words[:start])) + (start > 0)
        if end - start > _LONGEST or part == name or taken.intersection(range(start, end)):
            continue
        kind = _place_type(part, homes, is_word, after_of=words[max(0, start - 1)] == "of")
        if kind and (not start or is_whole_name(name, at, at + len(part), kind, is_word)):
            taken.update(range(start, end))
            key = country_key(part) if kind == "COUNTRY" else fold_key(part)
            yield Entity(f"{kind}:{key}", kind, part)


def _place_type(
    part: str, homes: Homes, is_word: Callable[[str], bool], *, after_of: bool
) -> EntityType | None:
    """Return the type of a place or people that some words of a name are, or None."""
    key = fold_key(part)
    if not part[:1].isupper() or key in DIRECTIONS or len(part) < _SHORTEST:
        return None
    if homes.country_of_people(part):
        return None if after_of else "NORP"
    if is_word(key) or is_word(key.removesuffix("s")):
        return None
    land, is_one = country_key(part), " " not in part
    kind: EntityType | None = None
    if land in homes.lands or land in HOME_COUNTRIES:
        kind = "COUNTRY"
    elif ("STATE", key) in homes.places:
        kind = "STATE"
    elif ("CITY", key) in homes.places:
        # There are towns called Rugby and Jesus.
        return None if is_one and (is_noun(key) or is_personal(part)) else "CITY"
    return kind if after_of or not (is_one and is_personal(part)) else None
