"""The names of countries, and which of them belong to the same country.

This is general knowledge, shared by recognition (is "Holland" a country?) and linking (is "U.S."
the United States?). Names are compared folded (`builders.text.fold_key`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from builders.lexicon.tables import groups
from builders.text import fold_key

_COUNTRY_ALIASES: Final[Mapping[str, tuple[str, ...]]] = groups("places", "country_aliases")


@lru_cache(maxsize=65536)
def alias_key(name: str) -> str:
    """Return a name folded, without full stops and without "the" at its start.

    Single letters are joined: "U. S." gives "us".
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
    """Return the folded key of a country, equal for all of its names."""
    key = alias_key(name)
    return _KEY_BY_ALIAS.get(key, key)


def countries_of_several_names() -> Collection[tuple[str, ...]]:
    """Return the names of every country with several names: ("Myanmar", "Burma")."""
    return _ALIASES_BY_KEY.values()


def country_names(key: str) -> tuple[str, ...]:
    """Return the names of the country with this key (see `country_key`), perhaps none."""
    return _ALIASES_BY_KEY.get(key, ())
