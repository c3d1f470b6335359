"""The names of countries, and which of them belong to the same country.

Recognition uses this knowledge (is "Holland" a country?), and so does linking (is "U.S." the United
States?). Names are compared folded, without case and accents (see `builders.text.fold_key`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from builders.lexicon.tables import groups, tags
from builders.text import fold_key

_COUNTRY_ALIASES: Final[Mapping[str, tuple[str, ...]]] = groups("places", "country_aliases")


@lru_cache(maxsize=65536)
def alias_key(name: str) -> str:
    """Return a name in the form in which the names of places are compared.

    It is folded (without case and accents), without full stops and without "the" at its start. A
    name of single letters becomes one word: "U. S." gives "us".
    """
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
    """Return a key that is the same for all names of a country.

    For example, "Holland" and "The Netherlands" both give "netherlands". For any other
    name, the key is only the name in a normalized form (see `alias_key`).
    """
    key = alias_key(name)
    return _KEY_BY_ALIAS.get(key, key)


_FIRST_WORDS: Final[Mapping[str, tuple[str, ...]]] = groups("places", "first_words")
_TOWNS: Final[Mapping[str, str]] = tags("places", "towns_by_longer_names")
_LONG: Final = {short: long for long, shorts in _FIRST_WORDS.items() for short in shorts}
SPELLED_IN_TWO_WAYS: Final = tuple(f"{word} " for pair in _LONG.items() for word in pair)
"""The beginnings of folded names of places for which `place_keys` returns several spellings."""


def place_keys(name: str) -> tuple[str, ...]:
    """Return the folded name of a place and, if it has one, its other spelling or shorter name.

    An abbreviation at the start (St. Louis) can be written out (Saint Louis), and the other way
    round. Abbreviations are returned with and without the full stop.
    """
    key = fold_key(name)
    first, _, rest = key.partition(" ")
    if not rest:
        return (key,)
    if alias_key(name) in _TOWNS:
        return key, _TOWNS[alias_key(name)]
    long = _LONG.get(first.rstrip("."), first)
    shorts = (short + stop for short in _FIRST_WORDS.get(long, ()) for stop in (".", ""))
    return tuple(dict.fromkeys([key, *(f"{word} {rest}" for word in (long, *shorts))]))


def countries_of_several_names() -> Collection[tuple[str, ...]]:
    """Return, for every country with several names, all of its names: ("Myanmar", "Burma")."""
    return _ALIASES_BY_KEY.values()


def country_names(key: str) -> tuple[str, ...]:
    """Return all names of the country with this key (see `country_key`).

    The result is empty for a country with only one name, and for a key of no country.
    """
    return _ALIASES_BY_KEY.get(key, ())
