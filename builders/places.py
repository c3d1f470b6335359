"""Countries under all their names.

Ground floor, shared by recognition (is "Holland" a country?) and linking (is "U.S." the
United States?). General knowledge, compared folded (`builders.text.fold_key`).
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from builders.text import fold_key

# Add a country that is called by several names: its usual short name, then the other ones.
# An alias in capitals alone ("US") is read as a country only where it is written in capitals.
_COUNTRY_ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "United States": (
        "U.S.",
        "U.S.A.",
        "US",
        "USA",
        "United States of America",
        "America",
        "U.S",
        "U.S.A",
    ),
    "United Kingdom": (
        "U.K.",
        "UK",
        "Britain",
        "Great Britain",
        "U.K",
        "United Kingdom of Great Britain and Northern Ireland",
    ),
    "Netherlands": ("Holland", "Kingdom of the Netherlands", "The Netherlands"),
    "Soviet Union": (
        "USSR",
        "U.S.S.R.",
        "Soviet Russia",
        "Union of Soviet Socialist Republics",
    ),
    "Russia": ("Russian Federation",),
    "China": ("People's Republic of China", "PRC", "P.R.C.", "Mainland China"),
    "Taiwan": ("Republic of China", "ROC"),
    "Germany": ("Federal Republic of Germany", "Deutschland"),
    "West Germany": ("FRG",),
    "East Germany": ("GDR", "German Democratic Republic"),
    "United Arab Emirates": ("UAE", "U.A.E.", "Emirates"),
    "South Korea": ("Republic of Korea", "ROK"),
    "North Korea": ("Democratic People's Republic of Korea", "DPRK"),
    "Democratic Republic of the Congo": (
        "DRC",
        "DR Congo",
        "Congo-Kinshasa",
        "Zaire",
        "Democratic Republic of Congo",
    ),
    "Congo": ("Republic of the Congo", "Republic of Congo", "Congo-Brazzaville"),
    "Côte d'Ivoire": ("Ivory Coast", "Cote d'Ivoire (Ivory Coast)"),
    "Myanmar": ("Burma",),
    "Sri Lanka": ("Ceylon",),
    "Thailand": ("Siam",),
    "Iran": ("Persia", "Islamic Republic of Iran"),
    "Eswatini": ("Swaziland",),
    "Cape Verde": ("Cabo Verde",),
    "Czech Republic": ("Czechia",),
    "Timor-Leste": ("East Timor",),
    "Vatican City": ("Holy See", "Vatican", "Vatican City State (Holy See)"),
    "North Macedonia": ("FYROM", "Republic of Macedonia"),
    "Bosnia and Herzegovina": (
        "Bosnia",
        "Bosnia-Herzegovina",
        "Bosnia & Herzegovina",
        "Bosnia and Hercegovina",
    ),
    "Trinidad and Tobago": ("Trinidad & Tobago", "Trinidad"),
    "Antigua and Barbuda": ("Antigua & Barbuda",),
    "Saint Kitts and Nevis": ("St. Kitts and Nevis", "Saint Kitts & Nevis"),
    "Saint Vincent and the Grenadines": ("St. Vincent and the Grenadines",),
    "Saint Lucia": ("St. Lucia",),
    "São Tomé and Príncipe": ("Sao Tome & Principe",),
    "Gambia": ("The Gambia", "Gambia The"),
    "Bahamas": ("The Bahamas",),
    "Turkey": ("Türkiye", "Republic of Turkey"),
    "Ireland": ("Republic of Ireland", "Eire", "Irish Republic", "Irish Free State"),
    "Syria": ("Syrian Arab Republic",),
    "Venezuela": ("Bolivarian Republic of Venezuela",),
    "Bolivia": ("Plurinational State of Bolivia",),
    "Tanzania": ("United Republic of Tanzania",),
    "Moldova": ("Republic of Moldova",),
    "Laos": ("Lao People's Democratic Republic",),
    "Brunei": ("Brunei Darussalam",),
    "South Africa": ("Republic of South Africa", "RSA"),
    "France": ("French Republic",),
    "Italy": ("Italian Republic",),
    "Poland": ("Republic of Poland",),
    "India": ("Republic of India", "Bharat"),
    "Pakistan": ("Islamic Republic of Pakistan",),
    "Egypt": ("Arab Republic of Egypt",),
    "Mexico": ("United Mexican States",),
    "Australia": ("Commonwealth of Australia",),
    "Fiji": ("Fiji Islands",),
    "Palestine": ("State of Palestine", "Palestinian Territory Occupied"),
    "Hong Kong": ("Hong Kong S.A.R.",),
    "Macau": ("Macao", "Macau S.A.R."),
}


@lru_cache(maxsize=65536)
def alias_key(name: str) -> str:
    """Return a name folded, without full stops and a leading article: "U. S." gives "us"."""
    words = fold_key(name).split()
    if words[:1] == ["the"] and len(words) > 1:
        del words[0]
    if all(len(word.strip(".")) == 1 for word in words):
        return "".join(words).replace(".", "")
    return " ".join(word.replace(".", "") for word in words)


_ALIASES_BY_KEY: Final[dict[str, tuple[str, ...]]] = {
    alias_key(name): (name, *aliases) for name, aliases in _COUNTRY_ALIASES.items()
}
_KEY_BY_ALIAS: Final[dict[str, str]] = {
    alias_key(alias): key for key, names in _ALIASES_BY_KEY.items() for alias in names
}


def country_key(name: str) -> str:
    """Return the one folded key of a country, whatever name it is called by."""
    key = alias_key(name)
    return _KEY_BY_ALIAS.get(key, key)


def countries_of_several_names() -> Collection[tuple[str, ...]]:
    """Return the names of every country that has more than one: ("Myanmar", "Burma")."""
    return _ALIASES_BY_KEY.values()


def country_names(key: str) -> tuple[str, ...]:
    """Return the names of the country with this key (see `country_key`); may be empty."""
    return _ALIASES_BY_KEY.get(key, ())
