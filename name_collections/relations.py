"""Relations between names: capitals of countries, cities of states, countries of places."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq

from name_collections import facts

FOLDER: Final = Path(__file__).parent / "data" / "relations"
CITIES: Final = pa.schema([
    ("country", pa.dictionary(pa.int32(), pa.string())),
    ("state", pa.dictionary(pa.int32(), pa.string())),
    ("city", pa.string()),
])  # fmt: skip
"""The columns of cities.parquet. Its rows are sorted."""

LOCATED: Final = pa.schema([
    ("span_type", pa.dictionary(pa.int32(), pa.string())),
    ("name", pa.string()),
    ("country", pa.dictionary(pa.int32(), pa.string())),
])  # fmt: skip
"""The columns of located.parquet. Its rows are sorted."""


@lru_cache(maxsize=1)
def capitals() -> Mapping[str, tuple[str, ...]]:
    """Map each country of the world to its capitals."""
    return facts.read(FOLDER / "capitals.txt")


@lru_cache(maxsize=1)
def lesser_capitals() -> Mapping[str, tuple[str, ...]]:
    """Map countries to those of their capitals that have larger namesakes elsewhere (Hamilton)."""
    return facts.read(FOLDER / "lesser_capitals.txt")


@lru_cache(maxsize=1)
def largest_towns() -> Mapping[str, tuple[str, ...]]:
    """Map countries to their towns that are far larger than all namesakes elsewhere (Boston)."""
    return facts.read(FOLDER / "largest_towns.txt")


@lru_cache(maxsize=1)
def shores() -> Mapping[str, str]:
    """Map each island country to "island", and each country without a coast to "landlocked"."""
    listed = facts.read(FOLDER / "shores.txt")
    return {country: shore for shore, countries in listed.items() for country in countries}


@lru_cache(maxsize=1)
def peoples() -> Mapping[str, tuple[str, ...]]:
    """Map each country of Africa to the peoples that live there, such as the Yoruba."""
    return facts.read(FOLDER / "peoples.txt")


@lru_cache(maxsize=1)
def demonyms() -> Mapping[str, tuple[str, ...]]:
    """Map each well-known city, state or region to the names of its people (Bavarian)."""
    return facts.read(FOLDER / "demonyms.txt")


@lru_cache(maxsize=1)
def cities() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Map each pair of a country and one of its states (or provinces) to its sorted cities."""
    rows = _table("cities.parquet")
    states = rows.group_by(["country", "state"], use_threads=False).aggregate([("city", "list")])
    return {(row["country"], row["state"]): tuple(row["city_list"]) for row in states.to_pylist()}


@lru_cache(maxsize=1)
def located() -> tuple[tuple[str, str, str], ...]:
    """Return a tuple (span type, name, country) for each well-known place, university and school.

    The span type is LOCATION for a place, and ORGANIZATION for a university or school. A name in
    several countries has a tuple for each of them.
    """
    columns = _table("located.parquet").to_pydict().values()
    return tuple(zip(*columns, strict=True))


def _table(file: str) -> pa.Table:
    with pq.ParquetFile(FOLDER / file) as opened:
        return opened.read(use_threads=False)
