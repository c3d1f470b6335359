"""The Countries States Cities Database, read from its gzipped JSON exports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from name_collections import places
from name_collections.harvest.source import Download, RawFile, Source, Tally, clean, stem
from name_collections.jsonarray import items
from name_collections.name import Name

_RELEASE = "https://github.com/dr5hn/countries-states-cities-database/releases/latest/download/"


def parse(files: Iterable[RawFile], tally: Tally) -> Iterator[Name]:
    """Yield the names in countries.json, states.json, cities.json, or the export that joins them.

    In that export, each country contains its states, and each state its cities. In the separate
    files, records of states and cities normally have a `country_name`. If they have only a
    `country_code`, countries.json must come before them (it does in sorted order).
    """
    codes: dict[str, str] = {}
    for file in files:
        name = stem(file.name)
        if not name.endswith(".json"):
            tally.drop("not a JSON export")
            continue
        for record in items(file.stream, file.name):
            tally.read += 1
            if not isinstance(record, Mapping) or not isinstance(record.get("name"), str):
                tally.drop("record without a name")
                continue
            yield from _record(record, codes, tally)


def _record(record: Mapping[str, Any], codes: dict[str, str], tally: Tally) -> Iterator[Name]:
    if "iso3" in record:
        yield from _country(record, codes, tally)
        return
    land = _country_of(record, codes)
    span_type = "CITY" if "state_id" in record or "state_name" in record else "STATE"
    yield from _named(record["name"], span_type, land, tally)
    for city in _children(record, "cities"):
        tally.read += 1
        yield from _named(city.get("name"), "CITY", land, tally)


def _country(record: Mapping[str, Any], codes: dict[str, str], tally: Tally) -> Iterator[Name]:
    land = clean(places.country(record), tally)
    if not land:
        return
    codes[str(record.get("iso2") or "")] = land
    yield Name(land, "COUNTRY", country=land)
    yield from places.nationalities(record)
    for state in _children(record, "states"):
        tally.read += 1
        yield from _named(state.get("name"), "STATE", land, tally)
        for city in _children(state, "cities"):
            tally.read += 1
            yield from _named(city.get("name"), "CITY", land, tally)
    for city in _children(record, "cities"):
        tally.read += 1
        yield from _named(city.get("name"), "CITY", land, tally)


def _country_of(record: Mapping[str, Any], codes: Mapping[str, str]) -> str:
    named = record.get("country_name")
    if isinstance(named, str):
        return places.country({"name": named})
    return codes.get(str(record.get("country_code") or ""), "")


def _children(record: Mapping[str, Any], key: str) -> Iterator[Mapping[str, Any]]:
    children = record.get(key)
    if isinstance(children, list):
        yield from (child for child in children if isinstance(child, Mapping))


def _named(text: object, span_type: str, land: str, tally: Tally) -> Iterator[Name]:
    if not isinstance(text, str):
        tally.drop("record without a name")
        return
    if not land:
        tally.drop("country unknown")
        return
    if name := clean(text, tally):
        yield Name(name, span_type, country=land)


SOURCE = Source(
    name="countries-states-cities",
    help="250 countries with nationalities, 5,300 states, 150,000 cities (JSON exports)",
    licence="ODbL-1.0",
    attribution="Countries States Cities Database, https://countrystatecity.in",
    collections={"*": "places"},
    downloads=(
        Download(
            f"{_RELEASE}json-countries%2Bstates%2Bcities.json.gz",
            "countries+states+cities.json.gz",
        ),
    ),
    parse=parse,
)
