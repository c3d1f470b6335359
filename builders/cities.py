"""Tables of cities for which a present-day gazetteer does not suffice.

They are past cities, cities under former names, and cities that are better known than other places
of the same name. Names are keys made by `builders.places.alias_key`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from builders.lexicon.tables import groups, words

CITY_FIRST: Final[frozenset[str]] = words("places", "city_first")
PAST_CITIES: Final[frozenset[str]] = words("places", "past_cities")
WELL_KNOWN: Final[frozenset[str]] = words("places", "well_known")
CALLED_OTHERWISE: Final[Mapping[str, tuple[str, ...]]] = groups("places", "called_otherwise")
# Countries (by key) whose provinces are named after their capitals. Add a country here.
PROVINCES_OF_TOWNS: Final = frozenset(
    {"algeria", "bulgaria", "syria", "thailand", "tunisia", "turkey"}
)
