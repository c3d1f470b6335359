"""Builds the word lists of the gazetteer from published packages and short hand-made lists.

Sources: countrystatecity-countries (ODbL), gender-guesser's name dictionary (GFDL), `names` (US
Census, public domain), Faker (MIT), WordNet (WordNet licence), and the word clusters and casing of
spacy-lookups-data (MIT). stated_names.tsv.gz has names by kind that were written down from general
knowledge (CC0). The lists from WordNet and spacy-lookups-data are made by
scripts/refresh_word_lists.py. The hand-made lists (words.ini) contain general words. Names from
evaluation texts must not be added to them.
"""

from __future__ import annotations

import gzip
import importlib
import json
import pkgutil
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from configparser import ConfigParser
from itertools import chain
from pathlib import Path
from typing import Any, Final

import spacy

from builders.recognizers.bundled.gazetteer import LONGEST_PHRASE, Gazetteer

Phrase = tuple[str, ...]

LISTS: Final = ConfigParser()
LISTS.read(Path(__file__).with_name("words.ini"), encoding="utf-8")


def words(name: str) -> tuple[str, ...]:
    """Return the list called `name` in words.ini, which contains either words or phrases."""
    section = LISTS[name]
    if "phrases" in section:
        return tuple(" ".join(phrase.split()) for phrase in section["phrases"].split("|"))
    return tuple(section["words"].split())


DEMONYM_ENDINGS: Final = ("n", "an", "ian", "ean", "ese", "ish", "i", "ite", "er", "ic")
STATE_ENDINGS: Final = ("n", "an", "ian", "ese")
FIRST_COMMON: Final = 2500
LAST_COMMON: Final = 4000
PLACE_PARTS_AT_LEAST: Final = 15
# Hand-made lists of words from which names are generated.
NAME_PARTS: Final = (
    "byname", "body", "landmark", "landmark_before", "realm", "topic", "cause", "trade", "team",
)  # fmt: skip


def build_gazetteer() -> Gazetteer:
    """Build the recognizer's gazetteer: word lists, lists of phrases, and word clusters."""
    handmade = ("particle", "title", "byname", "calendar", "place_head", "org_head",
                "org_suffix", "work_head", "faith")  # fmt: skip
    lists = {name: set(words(name)) for name in handmade}
    lists["title"] |= {f"{title}." for title in words("title")}
    lists["numeral"] = set(_numerals(40))
    lists["demonym"] = set(_plurals(words("demonym")))
    lists |= _person_words()
    lists |= cased_words()
    places = places_by_kind()
    lists |= _place_words(places, lists["common"])
    lists["demonym_derived"] = set(_derived(places)) - lists["common"]
    known = known_names()
    lists |= {name: {p[0] for p in found if len(p) == 1} for name, found in known.items()}
    phrases = {name: {p for p in found if len(p) > 1} for name, found in (places | known).items()}
    return Gazetteer.build(lists, phrases, clusters())


def _rows(name: str) -> Iterator[tuple[str, str]]:
    with gzip.open(Path(__file__).with_name(name), "rt", encoding="utf-8", newline="") as lines:
        for line in lines:
            left, _, right = line.rstrip("\n").partition("\t")
            yield left, right


def clusters() -> dict[str, int]:
    """Map frequent words (case-sensitive) to the numbers of their Brown clusters."""
    return {word: int(number) for word, number in _rows("word_clusters.tsv.gz")}


def known_names() -> dict[str, set[Phrase]]:
    """Return the names of WordNet and of stated_names.tsv.gz, by kind.

    Each name is a tuple of lower-cased tokens. An example of a key is "known_person".
    """
    tokenizer = spacy.blank("en").tokenizer
    found: dict[str, set[Phrase]] = {}
    for kind, name in chain(_rows("wordnet_names.tsv.gz"), _rows("stated_names.tsv.gz")):
        phrase = tuple(token.lower_ for token in tokenizer(name))
        if len(phrase) <= LONGEST_PHRASE:
            found.setdefault(f"known_{kind}", set()).add(phrase)
    return found


def _numerals(up_to: int) -> Iterator[str]:
    steps = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
    for number in range(1, up_to + 1):
        rest, numeral = number, ""
        for value, sign in steps:
            numeral += sign * (rest // value)
            rest %= value
        yield numeral


def peoples() -> frozenset[str]:
    """Return the hand-made lists of demonyms (with plurals), faiths and parties, in lower case."""
    return frozenset(_plurals(words("demonym"))) | set(words("faith"))


def countries() -> frozenset[str]:
    """Return the names, in lower case, of today's countries and of those in words.ini (Persia)."""
    return frozenset({c["name"].lower() for c in _country_rows()} | set(words("country")))


def _country_rows() -> list[dict[str, Any]]:
    package = Path(importlib.import_module("countrystatecity_countries").__file__ or "").parent
    rows: list[dict[str, Any]] = json.loads(
        (package / "data" / "countries.json").read_text("utf-8")
    )
    return rows


def _plurals(singulars: Iterable[str]) -> Iterator[str]:
    for word in singulars:
        yield word
        if not word.endswith(("ese", "ish", "sh", "ch", "s", "men")):
            yield f"{word}s"


def _person_words() -> dict[str, set[str]]:
    """Return sets of given names and of last names, in lower case.

    The keys are "first", "last" (frequent names), "first_rare" and "last_rare" (other names).
    """
    base = Path(importlib.import_module("names").__file__ or "").parent
    firsts = [_census(base / f"dist.{sex}.first") for sex in ("male", "female")]
    lasts = _census(base / "dist.all.last")
    first = {name for ranked in firsts for name in ranked[:FIRST_COMMON]}
    first_rare = {name for ranked in firsts for name in ranked} | set(_gender_guesser())
    last, last_rare = set(lasts[:LAST_COMMON]), set(lasts)
    for provider in _faker_people():
        first_rare |= set(_faker_names(provider, "first_names"))
        last_rare |= set(_faker_names(provider, "last_names"))
    return {
        "first": first, "first_rare": first_rare - first, "last": last,
        "last_rare": last_rare - last,
    }  # fmt: skip


def _census(path: Path) -> list[str]:
    return [line.split()[0].lower() for line in path.read_text("ascii").splitlines() if line]


def _gender_guesser() -> Iterator[str]:
    package = Path(importlib.import_module("gender_guesser").__file__ or "").parent
    for line in (package / "data" / "nam_dict.txt").read_text("utf-8").splitlines():
        if line[:1] in "=#" or not line.strip():
            continue
        name = line[3:29].strip().lower()
        yield from {name.replace("+", ""), *name.split("+")}


def _faker_people() -> Iterator[object]:
    package = importlib.import_module("faker.providers.person")
    for module in pkgutil.iter_modules(package.__path__):
        if module.ispkg:
            yield importlib.import_module(f"faker.providers.person.{module.name}").Provider


def _faker_names(provider: object, kind: str) -> Iterator[str]:
    for attribute in dir(provider):
        names = getattr(provider, attribute)
        if attribute.startswith(kind) and isinstance(names, (tuple, list, dict)):
            for name in names:
                if isinstance(name, str) and re.fullmatch(r"[^\W\d_]{2,}", name):
                    yield name.lower()


def cased_words() -> dict[str, set[str]]:
    """Return the words that are not rare, in lower case, by their usual casing.

    The keys are "common" (usually in lower case), "proper" (usually capitalized) and "mixed".
    """
    found: dict[str, set[str]] = {"common": set(), "proper": set(), "mixed": set()}
    for word, kind in _rows("word_casing.tsv.gz"):
        found[kind].add(word)
    return found


def places_by_kind() -> dict[str, set[Phrase]]:
    """Map each kind of place (such as "state") to names, as tuples of lower-cased tokens."""
    package = Path(importlib.import_module("countrystatecity_countries").__file__ or "").parent
    rows = _country_rows()
    names: dict[str, set[str]] = {
        "country": set(countries()),
        "city_major": {c["capital"] for c in rows},
        "region": {c["subregion"] for c in rows} | set(words("region")),
        "state": set(), "city": set(),
    }  # fmt: skip
    for country in rows:
        for zone in country["timezones"]:
            names["city_major"].add(zone["zoneName"].rsplit("/")[-1].replace("_", " "))
    for path in sorted((package / "data" / "by-country").rglob("*.json")):
        kind = "state" if path.name == "states.json" else "city"
        names[kind] |= {entry["name"] for entry in json.loads(path.read_text("utf-8"))}
    names["state"] |= {_short_state(name) for name in names["state"]}
    tokenizer = spacy.blank("en").tokenizer
    return {
        kind: {
            phrase
            for name in found
            if 0 < len(phrase := tuple(t.lower_ for t in tokenizer(name))) <= LONGEST_PHRASE
        }
        for kind, found in names.items()
    }


def _short_state(name: str) -> str:
    return re.sub(
        r" (Province|State|Region|County|District|Governorate|Prefecture|Oblast|Department"
        r"|Municipality|Parish|Krai|Canton|Voivodeship)$",
        "",
        name,
    )


def _place_words(places: dict[str, set[Phrase]], common: set[str]) -> dict[str, set[str]]:
    parts = Counter(word for phrase in places["city"] if len(phrase) > 1 for word in phrase)
    words = {kind: {p[0] for p in found if len(p) == 1} for kind, found in places.items()}
    words["city"] -= common
    words["place_part"] = {
        word for word, n in parts.items() if n >= PLACE_PARTS_AT_LEAST and word.isalpha()
    } - common
    return words


def _derived(places: dict[str, set[Phrase]]) -> Iterator[str]:
    """Yield possible demonyms of places in lower case, formed by adding every regular ending.

    The places are countries, states, regions and major cities whose names are single words. Many of
    the results are not real words.
    """
    for kind in ("country", "state", "region", "city_major"):
        endings = STATE_ENDINGS if kind == "state" else DEMONYM_ENDINGS
        for phrase in places[kind]:
            stem = phrase[0]
            if len(phrase) == 1 and len(stem) > 4 and stem.isalpha():
                stems = {stem, stem[:-1] if stem[-1] in "aeiouy" else stem}
                stems |= {stem[:-2]} if stem.endswith(("ia", "ea", "io")) else set()
                for base in stems:
                    for ending in endings:
                        yield from (base + ending, base + ending + "s")


def name_pools() -> dict[str, list[str]]:
    """Return the words from which names for training are generated, in lists by kind.

    Examples of kinds are "first", "last" and "city". The words have their usual casing.
    """
    base = Path(importlib.import_module("names").__file__ or "").parent
    package = Path(importlib.import_module("countrystatecity_countries").__file__ or "").parent
    firsts = [n for sex in ("male", "female") for n in _census(base / f"dist.{sex}.first")]
    firsts += sorted({n for n in _gender_guesser() if n.isalpha()})
    lasts = _census(base / "dist.all.last")[:20000]
    for provider in _faker_people():
        firsts += sorted(set(_faker_names(provider, "first_names")))
        lasts += sorted(set(_faker_names(provider, "last_names")))
    cities = {
        entry["name"]
        for path in sorted((package / "data" / "by-country").rglob("*.json"))
        for entry in json.loads(path.read_text("utf-8"))
    }
    latin = re.compile(r"[A-Za-zÀ-ɏ][A-Za-zÀ-ɏ'. -]{2,24}")
    return {
        "first": [n.title() for n in firsts if latin.fullmatch(n)],
        "last": [n.title() for n in lasts if latin.fullmatch(n)],
        "city": sorted(n for n in cities if latin.fullmatch(n) and n[0].isupper()),
        "demonym": sorted(word.title() for word in words("demonym")),
        "people": _plain_peoples(),
        "numeral": [n.upper() for n in _numerals(12)],
        "particle": list(words("particle")),
        **{
            kind: [word.title().replace(" Of", " of").replace("'S", "'s") for word in words(kind)]
            for kind in NAME_PARTS
        },
    }


def _plain_peoples() -> list[str]:
    """Return the one-word names of peoples that have a regular plural."""
    names = {name for kind, name in _rows("wordnet_names.tsv.gz") if kind == "people"}
    return sorted(n for n in names if re.fullmatch(r"[A-Z][a-z]{3,}(?<!man)(?<!m[ea]n)", n))
