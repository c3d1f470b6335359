"""The check whether a city is another city with the same name, by the state or country after it.

"Portland, Maine" is not the Portland that a passage has located in Oregon. "Paris, Texas" is not
a Paris that the passage mentioned without a region.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from builders.atlas import PlaceIndex
from builders.places import country_key
from builders.regions import UNKNOWN, Regions
from builders.spans.search_forms import SearchForm
from builders.spans.text_words import Words
from builders.types import Entity

_LONGEST: Final = 3
_BY_NAME: Final = Regions()
"""The regions of cities with a single well-known location."""


def region_after(words: Words, end: int, index: PlaceIndex) -> str:
    """Return the folded state or country after a city: oregon for "Portland, Oregon"."""
    if end >= len(words) or words.between(end - 1) != ", " or not words.is_capital(end):
        return ""
    for last in range(min(end + _LONGEST, len(words)), end, -1):
        key = " ".join(words.words[end:last])
        if index.is_american_state(key) or index.is_country(key):
            return key
    return ""


def homes(
    words: Words, forms: Iterable[SearchForm], index: PlaceIndex
) -> Mapping[tuple[str, ...], str]:
    """Return, for each form of a city, the region after its first mention in the passage."""
    found: dict[tuple[str, ...], str] = {}
    for form in forms:
        size = len(form.words)
        places = words.positions(form.words[0]) if form.entity.type == "CITY" else []
        for at in places:
            if tuple(words.words[at : at + size]) == form.words:
                found.setdefault(form.words, region_after(words, at + size, index))
    return found


def is_elsewhere(town: Entity, region: str, home: str, index: PlaceIndex) -> bool:
    """Return whether the region after a city differs from the region in the passage."""
    american = index.is_american_state(region)
    if not home:
        return american and _BY_NAME.of_name("CITY", town.name) not in {UNKNOWN, "Americas"}
    if american == index.is_american_state(home):
        return home != region
    state, country = (region, home) if american else (home, region)
    return country_key(country) not in index.state_owners(state)


def is_not_country(words: Words, form: SearchForm, end: int, index: PlaceIndex) -> bool:
    """Return whether the name of a country is that of a state or city: "the state of Georgia".

    "Cuba, Texas" is a city, but in a list ("Cuba, Texas and Mexico") Cuba is the country.
    """
    at = end - len(form.words)
    if words.words[max(0, at - 2) : at] == ["state", "of"]:
        return index.is_american_state(" ".join(form.words))
    region = region_after(words, end, index)
    if not region or not index.is_american_state(region) or index.is_country(region):
        return False
    beyond = end + len(region.split())
    return words.words[beyond : beyond + 1] not in (["and"], ["or"])
