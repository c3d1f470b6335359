"""The states and provinces that cities lie in (Countries States Cities Database)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import countrystatecity_countries
import pyarrow as pa
import pyarrow.parquet as pq

from name_collections.relations import CITIES
from refresh.packages import wheel

PACKAGE = "countrystatecity-countries"


def _rows(countries: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    root = Path(str(countrystatecity_countries.__file__)).parent / "data" / "by-country"
    for path in root.glob("*/states.json"):
        for state in json.loads(path.read_bytes()):
            cities = path.parent / "states" / state["state_code"] / "cities.json"
            for city in json.loads(cities.read_bytes()) if cities.exists() else ():
                names = (" ".join(str(each["name"]).split()) for each in (state, city))
                yield countries[state["country_code"]], *names  # type: ignore[misc]


def write(path: Path, countries: Mapping[str, str]) -> None:
    """Write a Parquet file with the country, state and name of every city.

    `countries` maps ISO codes to short names of countries.
    """
    columns = zip(*sorted({row for row in _rows(countries) if all(row)}), strict=True)
    arrays = [pa.array(values, kind.type) for values, kind in zip(columns, CITIES, strict=True)]
    source = f"Countries States Cities Database, https://countrystatecity.in, {wheel(PACKAGE)}"
    schema = CITIES.with_metadata({"source": source, "license": "ODbL-1.0"})
    table = pa.Table.from_arrays(arrays, schema=schema)
    pq.write_table(table, path, compression="zstd", compression_level=19)
