"""The regions of the world in which countries and cities lie.

The figures on the card of a release show places in the colours of their regions.

The regions are those of the United Nations' statistics (M49). Names are compared by
`builders.places.alias_key`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from builders.lexicon.tables import tags
from builders.places import alias_key, country_key
from name_collections.collection import Columns, Name

REGIONS: Final = ("Africa", "Americas", "Asia", "Europe", "Oceania")
UNKNOWN: Final = "not known"

# If cities in several regions have the same name, the first of these regions is chosen, because
# settlers named new cities after old ones.
_OLDEST_FIRST: Final = ("Europe", "Asia", "Africa", "Americas", "Oceania")


_BY_COUNTRY: Final[Mapping[str, str]] = {
    country_key(name): region for name, region in tags("regions", "countries").items()
}
_BY_CITY: Final[Mapping[str, str]] = {
    alias_key(name): region for name, region in tags("regions", "cities").items()
}


# The words before the short name of a country in its official name, such as "Federal Republic of".
_FORM_OF_STATE: Final = re.compile(
    r"(?:[a-z' ]+ )?(?:republic|kingdom|state|union|commonwealth|sultanate|emirate|principality) "
    r"of (?:the )?"
)


def region_of_country(name: str) -> str:
    """Return the region of a country, given any of its names, or UNKNOWN."""
    key = country_key(name)
    short = country_key(_FORM_OF_STATE.sub("", key))
    return _BY_COUNTRY.get(key) or _BY_COUNTRY.get(short, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Regions:
    """A lookup of the regions in which countries and cities lie."""

    cities: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each name of cities, in lower case, all regions in which a gazetteer has such a city."""

    @classmethod
    def of(cls, names: Iterable[Name]) -> Regions:
        """Collect the regions of the cities among `names`; cities without a country are ignored."""
        countries: dict[str, frozenset[str]] = {}
        cities: dict[str, frozenset[str]] = {}
        towns = Columns.of(names).where({"span_type": "CITY"})
        for text, country in towns.fields("text", "country"):
            if not country:
                continue
            region = countries.get(country)
            if region is None:
                region = countries[country] = frozenset({region_of_country(country)})
            key = text.casefold()
            known = cities.get(key, region)
            cities[key] = region if known == region else known | region
        return cls(cities)

    def of_name(self, kind: str, name: str, home: str = "") -> str:
        """Return the region of a name of type `kind`, or UNKNOWN.

        Only the types COUNTRY and CITY have regions. If the gazetteer has a city of that name
        in the region `home`, the result is `home`. Otherwise a table of well-known cities
        decides, then the table of countries (for Singapore), and then the gazetteer. If the
        gazetteer has such cities in several regions, the result is the region in which the name
        is probably the oldest (see _OLDEST_FIRST). Callers set `home` to the region in which
        most of their places lie, or to "" if there is none.
        """
        if kind == "COUNTRY":
            return region_of_country(name)
        if kind != "CITY":
            return UNKNOWN
        found = self.cities.get(name.casefold(), frozenset())
        if home in found:
            return home
        known = _BY_CITY.get(alias_key(name)) or _BY_COUNTRY.get(country_key(name))
        return known or next((region for region in _OLDEST_FIRST if region in found), UNKNOWN)
