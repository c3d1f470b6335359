"""Countries and words for places that no present-day gazetteer has, as tables.

Keys are those of `builders.places.alias_key`.
"""

from __future__ import annotations

import re
from typing import Final

from builders.lexicon.tables import tags, words

PAST_COUNTRIES: Final[frozenset[str]] = words("places", "past_countries")
RARELY_PAST: Final[frozenset[str]] = words("places", "rarely_past")

STATE_ENDS: Final = words("places", "state_ends")

# Add what a state's name may begin with.
STATE_STARTS: Final = re.compile(
    r"(?:(?:arab|autonomous|cooperative|crown|democratic|federal|federative|first|grand|hashemite|"
    r"islamic|people's|second|socialist|soviet|third|united) )*"
    r"(?:kingdom|duchy|principality|sultanate|emirate|khanate|empire|republic) of (?:the )?"
)
PROVINCE_ENDS: Final = words("places", "province_ends")
COUNTRY_MODIFIERS: Final = words("places", "country_modifiers")
# Add a country within a country: a gazetteer calls it a state.
HOME_COUNTRIES: Final = frozenset({"england", "scotland", "wales", "northern ireland"})
HOME_NATIONALITIES: Final = tags("places", "home_peoples")

REGIONS: Final[frozenset[str]] = words("places", "regions")

COUNTIES: Final[frozenset[str]] = words("places", "counties")

PHYSICAL_WORDS: Final = words("places", "physical_words")

AREA_ENDS: Final = words("places", "area_ends")
# Of a country's modifiers, those that say which part of it is meant.
DIRECTIONS: Final = frozenset({"northern", "southern", "western", "eastern", "central"})
# Add a word that makes a part of a country, a state or a region of its name.
AREA_STARTS: Final = frozenset({"inner", "lower", "outer", "upper"})
TOWN_STARTS: Final = words("places", "town_starts")

USA: Final = "united states"
BRITAIN: Final = "united kingdom"
STATE_SHORT: Final[frozenset[str]] = words("places", "state_short")
STATE_CODES: Final[frozenset[str]] = words("places", "state_codes")

# Add a country whose states are spoken of more than towns of the same name.
FEDERAL: Final = frozenset({USA, "canada", "australia", "india"})


def people_of_state(key: str) -> str:
    """Return the people that a state is named after ("mongol empire"), or an empty string.

    The name and the result are folded.
    """
    people, _, last = key.rpartition(" ")
    return people if last in STATE_ENDS else ""
