"""Countries whose names have the article: the Netherlands, the Roman Empire, the Gambia.

This is general knowledge on the ground layer, independent of any text. Names are compared by
`builders.places.alias_key`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from builders.countries import STATE_ENDS, STATE_STARTS
from builders.lexicon.tables import words
from builders.places import alias_key

_COUNTRIES_WITH_ARTICLE: Final[frozenset[str]] = words("places", "lands")
# Add a word that ends names with the article only.
_ENDS: Final[frozenset[str]] = STATE_ENDS | {
    "colonies", "colony", "commonwealth", "confederacy", "confederation", "dominion", "dynasty",
    "emirates", "federation", "horde", "indies", "islands", "league", "monarchy", "netherlands",
    "protectorate", "provinces", "republics", "shogunate", "state", "states", "union",
}  # fmt: skip
_STARTS: Final[frozenset[str]] = words("places", "starts")


@lru_cache(maxsize=4096)
def takes_article(name: str) -> bool:
    """Return whether a country with that name has the article."""
    key = alias_key(name)
    first, of, _ = key.partition(" of ")
    begins = bool(of) and (first in _STARTS or first.rpartition(" ")[2] in STATE_ENDS)
    ends = not of and key.rpartition(" ")[2] in _ENDS and " " in key
    return begins or ends or key in _COUNTRIES_WITH_ARTICLE or STATE_STARTS.match(key) is not None
