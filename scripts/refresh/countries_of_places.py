"""The countries of well-known places (from WordNet) and of universities and schools (from Swot).

Swot is a list of the internet domains of universities and schools.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from builders.places import country_key
from name_collections.kinds import is_narrower, kinds
from name_collections.relations import LOCATED
from refresh import universities, world_places
from refresh.packages import node, node_version

_DOMAINS = {"uk": "GB", "edu": "US"}
"""Top-level domains that are not the code of their country. Only Americans get .edu domains."""


def of_places(countries: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the countries of each place that WordNet counts as part of a country.

    `countries` maps ISO codes to short names of countries.
    """
    synsets = world_places.synsets()
    by_key = {country_key(name): name for name in countries.values()}

    @cache
    def owners(offset: str) -> frozenset[str]:
        words, wholes = synsets[offset].words, synsets[offset].wholes
        own = {by_key.get(country_key(word.replace("_", " "))) for word in words} - {None}
        if own:
            return frozenset(filter(None, own))
        return frozenset[str]().union(*map(owners, wholes))

    found: dict[str, set[str]] = {}
    for offset, (words, _, classes, _) in synsets.items():
        for name in (word.replace("_", " ") for word in words if classes):
            if name[:1].isupper() and len(name) > 2 and country_key(name) not in by_key:
                found.setdefault(name, set()).update(owners(offset))
    return found


def _places(countries: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield ("LOCATION", name, country) for each place that WordNet counts as part of a country."""
    for name, found in of_places(countries).items():
        yield from (("LOCATION", name, country) for country in found)


def _organizations(countries: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield ("ORGANIZATION", name, country) for each school or university with a domain.

    The country follows from the top-level domain.
    """
    folder = node(universities.PACKAGE) / "data" / "lib" / "domains"
    for domain in sorted(path for path in folder.iterdir() if path.is_dir()):
        country = countries.get(_DOMAINS.get(domain.name, domain.name.upper()))
        for file in sorted(domain.rglob("*.txt")) if country else ():
            yield from (("ORGANIZATION", name, str(country)) for name in _names(file))


_OF = re.compile(r"University of ([A-Z][\w'’-]+)")


def _names(file: Path) -> Iterator[str]:
    """Yield the full names of universities and schools in a file of Swot, a list of domains.

    For University of Durham, Durham University is yielded too.
    """
    for line in file.read_text("utf-8", "replace").splitlines():
        name = " ".join(re.split(r",| \(| - | – |/|#", line)[0].split()).strip(" .")
        kind = kinds("ORGANIZATION").of(name)
        known = kind in {"university", "school"} or is_narrower(kind, "university")
        if known and 2 <= len(name.split()) <= 7 and name[:1].isupper() and not name.isupper():
            yield name
            if of := _OF.fullmatch(name):
                yield f"{of[1]} University"


def write(path: Path, countries: Mapping[str, str]) -> None:
    """Write a Parquet file with the type, name and country of every place and organization.

    `countries` maps ISO codes to short names of countries.
    """
    rows = sorted({*_places(countries), *_organizations(countries)})
    arrays = [
        pa.array(values, kind.type)
        for values, kind in zip(zip(*rows, strict=True), LOCATED, strict=True)
    ]
    packages = (
        ("WordNet, Princeton University", world_places.PACKAGE),
        ("JetBrains Swot", universities.PACKAGE),
    )
    source = "; ".join(f"{work}, in {name} {node_version(name)}" for work, name in packages)
    schema = LOCATED.with_metadata({"source": source, "license": "WordNet-3.0 AND MIT"})
    table = pa.Table.from_arrays(arrays, schema=schema)
    pq.write_table(table, path, compression="zstd", compression_level=19)
