"""Wikidata by SPARQL: names of African origin in six categories, queried country by country.

The categories and relations are from Siro and Ajayi 2023, section 4.2: country in Africa, city of
a country in Africa, person born in a city of a country in Africa. Nationality, location and
organization follow the same pattern. Each query is limited to one country. It requests the items
after the last item of the previous page, because then later pages cost no more than the first. The
label of an item is the English label, or else the label for all languages (`mul`), because many
names of persons have only the latter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from name_collections.harvest.source import (
    RawFile,
    Source,
    Tally,
    clean,
    first_name,
    stem,
)
from name_collections.jsonarray import items
from name_collections.name import Name

ENDPOINT: Final = "https://query.wikidata.org/sparql"
PAGE: Final = 2000
ENTITY: Final = "http://www.wikidata.org/entity/"
_PREFIXES: Final = f"""\
PREFIX wd: <{ENTITY}>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""

# Classes of places and organizations whose items have proper names.
_LOCATIONS: Final = {
    "river": "Q4022", "lake": "Q23397", "mountain": "Q8502", "mountain range": "Q46831",
    "national park": "Q46169", "island": "Q23442", "desert": "Q8514", "region": "Q82794",
    "waterfall": "Q34038", "cape": "Q185113", "bay": "Q39594", "volcano": "Q8072",
}  # fmt: skip
_ORGANIZATIONS: Final = {
    "university": "Q3918", "bank": "Q22687", "airline": "Q46970", "business": "Q4830453",
    "football club": "Q476028", "newspaper": "Q11032", "political party": "Q7278",
    "non-governmental organization": "Q79913", "ministry": "Q192350", "hospital": "Q16917",
    "broadcaster": "Q15265344", "company": "Q783794",
}  # fmt: skip


def _labelled(item: str, name: str) -> str:
    """Return the SPARQL pattern that binds ?name to the label of ?item."""
    languages = "".join(
        f"OPTIONAL {{ ?{item} rdfs:label ?{name}_{language} . "
        f'FILTER(LANG(?{name}_{language}) = "{language}") }} '
        for language in ("en", "mul")
    )
    return f"{languages}BIND(COALESCE(?{name}_en, ?{name}_mul) AS ?{name})"


# The pattern that matches the ?item of each category in the country {country}.
_PATTERNS: Final[dict[str, str]] = {
    "country": "?item wdt:P31 wd:Q3624078 ; wdt:P30 wd:Q15 . "
    "FILTER NOT EXISTS { ?item wdt:P576 ?ended }",
    "nationality": "BIND(wd:{country} AS ?item)",
    "city": "?item wdt:P31/wdt:P279* wd:Q515 ; wdt:P17 wd:{country} .",
    "person": "?item wdt:P31 wd:Q5 ; wdt:P19 ?place . ?place wdt:P17 wd:{country} .",
    "location": "VALUES ?class { {locations} } ?item wdt:P31 ?class ; wdt:P17 wd:{country} .",
    "organization": "VALUES ?class { {organizations} } "
    "?item wdt:P31 ?class ; wdt:P17 wd:{country} .",
}
# The details requested for the items of a page, in addition to their labels.
_DETAILS: Final = {
    "nationality": '?item wdt:P1549 ?demonym . FILTER(LANG(?demonym) = "en")',
    "person": "OPTIONAL { ?item wdt:P21 ?gender } "
    f"OPTIONAL {{ ?item wdt:P735 ?given_item . {_labelled('given_item', 'given')} }} "
    f"OPTIONAL {{ ?item wdt:P734 ?family_item . {_labelled('family_item', 'family')} }}",
}
_EXTRA: Final = {"nationality": "?demonym", "person": "?gender ?given ?family"}
CATEGORIES: Final = tuple(_PATTERNS)
_SPAN_TYPES: Final = {
    "country": "COUNTRY", "nationality": "NATIONALITY", "city": "CITY", "person": "PERSON",
    "location": "LOCATION", "organization": "ORGANIZATION",
}  # fmt: skip
_GENDERS: Final = {
    "Q6581097": "male",
    "Q6581072": "female",
    "Q2449503": "male",
    "Q1052281": "female",
}
_ITEM: Final = re.compile(r"Q\d+")
_FILE: Final = re.compile(rf"({'|'.join(CATEGORIES)})(?:[-_].*)?\.json")
_TAIL: Final = re.compile(r"\s*(?:\([^)]*\)|,.*)$")


def query(category: str, country: str = "", after: str = "", limit: int = PAGE) -> str:
    """Return the text of the query for one page of a category, such as "city".

    `country` and `after` are ids of Wikidata items (Q114 is Kenya) or empty. The page contains the
    first `limit` items after the item `after`. Raises ValueError if `country` or `after` is not an
    id of an item.
    """
    for item in (country, after):
        if item and not _ITEM.fullmatch(item):
            raise ValueError(f"not an item of Wikidata: {item!r}")
    pattern = _PATTERNS[category]
    for name, classes in (("locations", _LOCATIONS), ("organizations", _ORGANIZATIONS)):
        pattern = pattern.replace(f"{{{name}}}", " ".join(f"wd:{c}" for c in classes.values()))
    pattern = pattern.replace("{country}", country)
    past = f'FILTER(STR(?item) > "{ENTITY}{after}") ' if after else ""
    extra = _EXTRA.get(category, "")
    return (
        f"{_PREFIXES}SELECT DISTINCT ?item ?label {extra} WHERE {{\n"
        f"  {{ SELECT DISTINCT ?item ?label WHERE {{ {pattern} {past}\n"
        f"    {_labelled('item', 'label')} FILTER(BOUND(?label))\n"
        f"  }} ORDER BY STR(?item) LIMIT {limit} }}\n  {_DETAILS.get(category, '')}\n"
        f"}} ORDER BY STR(?item) ?label {extra}\n"
    )


def parse(files: Iterable[RawFile], tally: Tally) -> Iterator[Name]:
    """Yield the names in query results that are saved as JSON arrays of flat rows.

    There is one file per category and country, such as `city-Q114.json`. A table downloaded
    from the query service as JSON has the same format. Rows may state their `country`. Of
    several rows for the same item in a category, only the first is used, but an item may
    have several nationality names, and each of these is used once.
    """
    seen: set[tuple[str, str]] = set()
    for file in files:
        match = _FILE.fullmatch(stem(file.name))
        if not match:
            tally.drop("not a saved result")
            continue
        for row in items(file.stream, file.name):
            tally.read += 1
            if not isinstance(row, Mapping):
                tally.drop("not a row")
                continue
            yield from _names(match.group(1), row, seen, tally)


def _names(
    category: str, row: Mapping[str, Any], seen: set[tuple[str, str]], tally: Tally
) -> Iterator[Name]:
    item = _text(row, "item").rpartition("/")[2]
    label = _text(row, "demonym" if category == "nationality" else "label")
    key = (category, item + (label if category == "nationality" else ""))
    if not label or _ITEM.fullmatch(label):
        tally.drop("item without an English label")
        return
    if not item or key in seen:
        tally.drop("item seen before" if item else "row without an item")
        return
    seen.add(key)
    text = clean(_TAIL.sub("", label), tally)
    if not text:
        return
    country = _text(row, "country") or (text if category == "country" else "")
    if category == "person":
        yield from _person(text, row, country, tally)
    else:
        yield Name(text, _SPAN_TYPES[category], country=country)


def _person(text: str, row: Mapping[str, Any], country: str, tally: Tally) -> Iterator[Name]:
    """Yield up to three names of a person, from the full name `text` and a query result's row.

    The first is the full name, shortened to its last two words. If the full name has
    several words, the family name follows (the last word, if the row has no family name).
    The given name is yielded if the row has both the given name and the gender.
    """
    gender = _GENDERS.get(_text(row, "gender").rpartition("/")[2], "")
    words = text.split()
    yield Name(" ".join(words[-2:]), "PERSON", gender=gender, culture="african", country=country)
    family = clean(_text(row, "family") or words[-1], tally)
    if family and len(words) > 1:
        yield Name(family, "LAST", culture="african", country=country)
    given = _text(row, "given")
    if given and gender and (given := clean(given, tally)):
        yield first_name(
            given, float(gender == "male"), float(gender == "female"), "african", country
        )


def _text(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    return value if isinstance(value, str) else ""


_WHERE: Final = {
    "COUNTRY": "african-countries",
    "NATIONALITY": "african-nationalities",
    "CITY": "african-cities",
    "LOCATION": "african-locations",
    "ORGANIZATION": "african-organizations",
    "PERSON": "african-persons",
    "LAST": "african-persons",
    "*": "african",
}

SOURCE = Source(
    name="wikidata-africa",
    help="African countries, cities, persons, nationalities, locations, organizations (SPARQL)",
    licence="CC0-1.0",
    attribution="Wikidata",
    collections=_WHERE,
    parse=parse,
    queries=CATEGORIES,
)
PERSONS = Source(
    name="african-persons",
    help="persons born in African countries, with given and family names and country (SPARQL)",
    licence="CC0-1.0",
    attribution="Wikidata",
    collections=_WHERE,
    parse=parse,
    queries=("country", "person"),
)
