"""Whether a town is another one of the same name, by the state or country told after it.

Portland, Maine, is not the Portland that a passage has put in Oregon; Paris, Texas, is not the
Paris that it has spoken of without saying where that lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from builders.atlas import PlaceIndex
from builders.places import country_key
from builders.regions import UNKNOWN, Regions
from builders.spans.search_forms import Sought
from builders.spans.text_words import Words
from builders.types import Entity

_LONGEST: Final = 3
_BY_NAME: Final = Regions()
"""Knows the cities that everybody would look for in one place."""


def region_after(words: Words, end: int, index: PlaceIndex) -> str:
    """Return the state or country told after a town: the oregon of "Portland, Oregon"."""
    if end >= len(words) or words.between(end - 1) != ", " or not words.is_capital(end):
        return ""
    for last in range(min(end + _LONGEST, len(words)), end, -1):
        key = " ".join(words.words[end:last])
        if index.is_american_state(key) or index.is_country(key):
            return key
    return ""


def homes(
    words: Words, forms: Iterable[Sought], index: PlaceIndex
) -> Mapping[tuple[str, ...], str]:
    """Return for each form of a town what region is told where the passage first has it."""
    found: dict[tuple[str, ...], str] = {}
    for form in forms:
        size = len(form.words)
        places = words.positions(form.words[0]) if form.entity.type == "CITY" else []
        for at in places:
            if tuple(words.words[at : at + size]) == form.words:
                found.setdefault(form.words, region_after(words, at + size, index))
    return found


def is_elsewhere(town: Entity, region: str, home: str, index: PlaceIndex) -> bool:
    """Return whether a region told after a town is not the one where the passage has it."""
    american = index.is_american_state(region)
    if not home:
        return american and _BY_NAME.of_name("CITY", town.name) not in {UNKNOWN, "Americas"}
    if american == index.is_american_state(home):
        return home != region
    state, country = (region, home) if american else (home, region)
    return country_key(country) not in index.state_owners(state)


def is_no_country(words: Words, form: Sought, end: int, index: PlaceIndex) -> bool:
    """Return whether a country's name is a state's or a town's: the state of Georgia; Cuba, Texas.

    In a list (Cuba, Texas and Mexico) it is the country's.
    """
    at = end - len(form.words)
    if words.words[max(0, at - 2) : at] == ["state", "of"]:
        return index.is_american_state(" ".join(form.words))
    region = region_after(words, end, index)
    if not region or not index.is_american_state(region) or index.is_country(region):
        return False
    beyond = end + len(region.split())
    return words.words[beyond : beyond + 1] not in (["and"], ["or"])
