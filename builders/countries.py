"""Tables of past countries, of regions, and of words in the names of such places.

They have what a present-day gazetteer lacks or lists as something else. Names are keys
made by `builders.places.alias_key`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from builders.lexicon.tables import groups, tags, words

PAST_COUNTRIES: Final[frozenset[str]] = words("places", "past_countries")
RARELY_PAST: Final[frozenset[str]] = words("places", "rarely_past")

STATE_ENDS: Final = words("places", "state_ends")

# The beginnings of long names of states. Add a word here.
STATE_STARTS: Final = re.compile(
    r"(?:(?:arab|autonomous|cooperative|crown|democratic|federal|federative|first|grand|hashemite|"
    r"islamic|people's|second|socialist|soviet|third|united) )*"
    r"(?:kingdom|duchy|principality|sultanate|emirate|khanate|empire|republic) of (?:the )?"
)
PROVINCE_ENDS: Final = words("places", "province_ends")
COUNTRY_MODIFIERS: Final = words("places", "country_modifiers")
# Words before the name of a country or people that tell which of its states is meant.
STATES_OF_A_COUNTRY: Final = COUNTRY_MODIFIERS | words("places", "past_states")
PARTS_OF_A_PEOPLE: Final = words("places", "parts_of_peoples")
ENGLAND: Final = "england"
# Countries that are part of another country, which gazetteers list as states. Add one here.
HOME_COUNTRIES: Final = frozenset({ENGLAND, "scotland", "wales", "northern ireland"})
HOME_NATIONALITIES: Final = tags("places", "home_peoples")

SUCCESSORS: Final[Mapping[str, tuple[str, ...]]] = groups("places", "successors")
"""The countries of today that lie where a past country did, first the one with its capital."""

REGIONS: Final[frozenset[str]] = words("places", "regions")

COUNTIES: Final[frozenset[str]] = words("places", "counties")

PHYSICAL_WORDS: Final = words("places", "physical_words")

AREA_ENDS: Final = words("places", "area_ends")
# The modifiers of a country's name that denote a part of it (Northern Ireland).
DIRECTIONS: Final = frozenset({"northern", "southern", "western", "eastern", "central"})
# Words before "of" and a place's name that stay when the name is replaced (City of Westminster).
PLACE_HEADS: Final = words("places", "heads_of_places")
# Words that turn the name of a country, state or region into that of a part (Lower Saxony).
AREA_STARTS: Final = words("places", "area_starts")
TOWN_STARTS: Final = words("places", "town_starts")
TOWN_ENDS: Final = words("places", "town_ends")
TOWN_NOUNS: Final = words("places", "town_nouns")

USA: Final = "united states"
BRITAIN: Final = "united kingdom"
STATE_SHORT: Final[frozenset[str]] = words("places", "state_short")
STATE_CODES: Final[frozenset[str]] = words("places", "state_codes")

# Countries whose states are mentioned more often than towns with the same name. Add one here.
FEDERAL: Final = frozenset({USA, "canada", "australia", "india"})


def people_of_state(key: str) -> str:
    """Return the people after which a state is named, or an empty string.

    The name and the result are folded: "mongol empire" gives "mongol".
    """
    people, _, last = key.rpartition(" ")
    return people if last in STATE_ENDS else ""
