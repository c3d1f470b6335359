"""Articles of names: the Netherlands, the Roman Empire, the Gambia; a Kenyan, an Angolan.

This is general knowledge on the ground layer, independent of any text. Names are compared by
`builders.places.alias_key`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from builders.countries import STATE_ENDS, STATE_STARTS
from builders.lexicon.tables import words
from builders.places import alias_key
from builders.text import fold_key

_COUNTRIES_WITH_ARTICLE: Final[frozenset[str]] = words("places", "lands")
# Add a word that ends names with the article only.
_ENDS: Final[frozenset[str]] = STATE_ENDS | {
    "colonies", "colony", "commonwealth", "confederacy", "confederation", "dominion", "dynasty",
    "emirates", "federation", "horde", "indies", "islands", "league", "monarchy", "netherlands",
    "protectorate", "provinces", "republics", "shogunate", "state", "states", "union",
}  # fmt: skip
_STARTS: Final[frozenset[str]] = words("places", "starts")
_VOWELS: Final = frozenset("aeio")
# The sound is not clear from the spelling: Umar and Uganda, Ewa and Ewing, acronyms, digits.
_UNCLEAR: Final = re.compile(r"[Uu]|[Ee][uw]|[A-Z]{2}|[\W\d_]")


@lru_cache(maxsize=4096)
def takes_article(name: str) -> bool:
    """Return whether a country with that name has the article."""
    key = alias_key(name)
    first, of, _ = key.partition(" of ")
    begins = bool(of) and (first in _STARTS or first.rpartition(" ")[2] in STATE_ENDS)
    ends = not of and key.rpartition(" ")[2] in _ENDS and " " in key
    return begins or ends or key in _COUNTRIES_WITH_ARTICLE or STATE_STARTS.match(key) is not None


@lru_cache(maxsize=4096)
def takes_an(name: str) -> bool | None:
    """Return whether the indefinite article of a name is "an", or None if that is unclear."""
    return None if _UNCLEAR.match(name) else fold_key(name)[:1] in _VOWELS
