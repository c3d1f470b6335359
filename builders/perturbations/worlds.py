"""Relations between new names: for example, which cities and nationality belong to a country."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from builders.perturbations.pools import Pool

_EMPTY: Final = Pool(())
_NOWHERE: Final = frozenset[str]()


@dataclass(frozen=True, slots=True)
class World:
    """For each country that can be drawn, its people, its capital, its cities and its states.

    `towns` has the cities of states, by country and state, as far as they are known. `located` has
    the countries of organizations and of other places, by their names.
    """

    nationalities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    capitals: Mapping[str, str] = field(default_factory=dict)
    cities: Mapping[str, Pool] = field(default_factory=dict)
    states: Mapping[str, Pool] = field(default_factory=dict)
    towns: Mapping[tuple[str, str], Pool] = field(default_factory=dict)
    located: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def cities_of(self, country: str) -> Pool:
        """Return the cities of a country without its capital."""
        return self.cities.get(country, _EMPTY)

    def states_of(self, country: str) -> Pool:
        """Return the states and provinces of a country."""
        return self.states.get(country, _EMPTY)

    def is_in(self, name: str, country: str) -> bool:
        """Return whether an organization or place that can be drawn is in a country."""
        return country in self.located.get(name, _NOWHERE)

    def towns_of(self, country: str, state: str) -> Pool:
        """Return the cities that are known to lie in a state of a country."""
        return self.towns.get((country, state), _EMPTY)


def renamed_after(name: str, called: Mapping[str, str]) -> str:
    """Return a name in which renamed names are replaced: Bank of Kano for Bank of Boston.

    `called` maps old names to new names; longer old names are replaced first. Returns an empty
    string if the name contains none of them.
    """
    for old in sorted(called, key=lambda each: (-len(each), each)):
        if old != name and old in name:
            new = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", lambda _, n=called[old]: n, name)  # type: ignore[misc]
            if new != name:
                return new
    return ""
