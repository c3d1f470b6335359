"""Relations between new names: for example, the cities and the nationalities of a country."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from builders.countries import PLACE_HEADS
from builders.perturbations.pools import Pool

_EMPTY: Final = Pool(())
_NOWHERE: Final = frozenset[str]()

COAST: Final = "coast"

_HEAD: Final = re.compile(rf"(?:{'|'.join(sorted(PLACE_HEADS))}) of (?=[^\W\d_])", re.IGNORECASE)
_JOINS: Final = re.compile(r"\s+(?:and|&)\s+|\s*[-–/]\s*")


@dataclass(frozen=True, slots=True)
class World:
    """The countries and states to which new names belong, so that related names stay related.

    If Peru becomes Kenya, for example, a city in Peru can become a city in Kenya.
    """

    nationalities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The nationalities of each country."""
    capitals: Mapping[str, str] = field(default_factory=dict)
    """The capital of each country."""
    cities: Mapping[str, Pool] = field(default_factory=dict)
    """The cities of each country, except its capital."""
    states: Mapping[str, Pool] = field(default_factory=dict)
    """The states and provinces of each country."""
    towns: Mapping[tuple[str, str], Pool] = field(default_factory=dict)
    """The cities that are known to lie in a state, by country and state."""
    located: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The countries of each organization or other place."""
    shores: Mapping[str, str] = field(default_factory=dict)
    """Whether a country is an island country ("island") or has no coast ("landlocked")."""
    peoples: Mapping[str, str] = field(default_factory=dict)
    """The people of each country of the world, by the folded name of the country."""

    def cities_of(self, country: str) -> Pool:
        """Return the cities of a country, except its capital."""
        return self.cities.get(country, _EMPTY)

    def states_of(self, country: str) -> Pool:
        """Return the states and provinces of a country."""
        return self.states.get(country, _EMPTY)

    def is_in(self, name: str, country: str) -> bool:
        """Return whether an organization or place called `name` is known to be in a country."""
        return country in self.located.get(name, _NOWHERE)

    def is_at(self, country: str, shore: str) -> bool:
        """Return whether a country fits what a text tells about its coast (see `fits_shore`)."""
        return fits_shore(self.shores.get(country, COAST), shore)

    def towns_of(self, country: str, state: str) -> Pool:
        """Return the cities that are known to lie in a state of a country."""
        return self.towns.get((country, state), _EMPTY)


def fits_shore(own: str, told: str) -> bool:
    """Return whether a country can be what a text tells about it.

    Both are "island" for an island country, "landlocked" for a country without a coast, and "coast"
    for another country. If `told` is empty, any country fits.
    """
    return not told or own == told or (told == COAST and own == "island")


def renamed_after(name: str, called: Mapping[str, str]) -> str:
    """Return a name with the old names in it replaced by their new names.

    If Boston became Kano, for example, "Bank of Boston" becomes "Bank of Kano". `called` maps old
    names to new names; longer old names are replaced first. Returns an empty string if the name
    contains no old name, or if it joins an old name to a name that is not renamed: "Tyne and Wear"
    does not become "Benue and Wear".
    """
    olds = sorted((old for old in called if old != name and old in name), key=_longest_first)
    # New South Wales is not called after Wales.
    start = r"(?<!\w)(?<!New )(?<!New South )"
    pattern = re.compile(rf"{start}(?:{'|'.join(map(re.escape, olds))})(?!\w)")
    found = [match.span() for match in pattern.finditer(name)] if olds else []
    starts, ends = ({start for start, _ in found}, {end for _, end in found})
    if any((gap.start() in ends) != (gap.end() in starts) for gap in _JOINS.finditer(name)):
        return ""
    return pattern.sub(lambda match: called[match[0]], name) if found else ""


def with_place_head(new: str, old: str) -> str:
    """Return the new name of a place after the words that begin the old one: "County of"."""
    head = _HEAD.match(old)
    return f"{head[0]}{new}" if head and not PLACE_HEADS & set(new.lower().split()) else new


def _longest_first(name: str) -> tuple[int, str]:
    return -len(name), name
