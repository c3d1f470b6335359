"""Romanized Chinese names from the database ChineseNames, converted with its table of pinyin."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from name_collections.harvest.people import of_culture
from name_collections.harvest.source import (
    Download,
    RawFile,
    Source,
    Tally,
    first_name,
    number,
    stem,
)
from name_collections.name import Name
from name_collections.tables import Row, rows

_TREE = "https://raw.githubusercontent.com/psychbruce/ChineseNames/master/data-csv/"
_tables_of_people = of_culture("chinese")


def parse(files: Iterable[RawFile], tally: Tally) -> Iterator[Name]:
    """Yield the names in the tables of the database ChineseNames, in pinyin.

    The table top1000name.prov.csv has given names with counts by gender, and familyname.csv has
    surnames. Both are converted to pinyin with the table givenname.csv, which gives the pinyin of
    each character and must be among the files. Other tables are read as lists of romanized names.
    """
    pinyin: dict[str, str] = {}
    given: list[Row] = []
    family: list[tuple[str, float]] = []
    for file in files:
        name = stem(file.name)
        if name.endswith("top1000name.prov.csv"):
            given.extend(rows(file, tally))
        elif name.endswith("givenname.csv"):
            for row in rows(file, tally):
                pinyin.setdefault(row.get("character", ""), plain(row.get("pinyin", "")))
        elif name.endswith("familyname.csv"):
            family.extend(_family(file, tally))
        else:
            yield from _tables_of_people([file], tally)
    yield from _given_names(given, pinyin, tally)
    yield from _surnames(family, pinyin, tally)


def _given_names(given: list[Row], pinyin: dict[str, str], tally: Tally) -> Iterator[Name]:
    counts: dict[str, list[float]] = {}
    for row in given:
        tally.read += 1
        text = _spelled(row.get("name", ""), pinyin, tally)
        if text:
            people = counts.setdefault(text, [0.0, 0.0])
            people[0] += number(row.get("n.male")) or 0.0
            people[1] += number(row.get("n.female")) or 0.0
    for text, (male, female) in counts.items():
        yield first_name(text, male, female, "chinese")


def _family(file: RawFile, tally: Tally) -> Iterator[tuple[str, float]]:
    for row in rows(file, tally):
        tally.read += 1
        yield row.get("surname", ""), number(row.get("n.1930_2008")) or 1.0


def _surnames(
    family: list[tuple[str, float]], pinyin: dict[str, str], tally: Tally
) -> Iterator[Name]:
    weights: dict[str, float] = {}
    for characters, weight in family:
        text = _spelled(characters, pinyin, tally)
        if text:
            weights[text] = weights.get(text, 0.0) + weight
    for text, weight in weights.items():
        yield Name(text, "LAST", weight, culture="chinese")


def _spelled(characters: str, pinyin: dict[str, str], tally: Tally) -> str:
    """Return a name in pinyin, or "" if a character has no pinyin.

    In the latter case, the name is counted as dropped.
    """
    syllables = [pinyin.get(character, "") for character in characters]
    if not all(syllables) or not syllables:
        tally.drop("no pinyin")
        return ""
    text = syllables[0]
    for syllable in syllables[1:]:
        # Pinyin separates syllables that could be read otherwise: Yong'an, not Yongan.
        text += f"'{syllable}" if syllable[0] in "aeo" else syllable
    return text.capitalize()


def plain(pinyin: str) -> str:
    """Return pinyin without tones (lu for lǚ or lv3, wang for wang2), or "" if it is not pinyin."""
    folded = unicodedata.normalize("NFKD", pinyin.strip().lower().replace("v", "u"))
    text = "".join(char for char in folded if not unicodedata.combining(char)).rstrip("12345")
    return text if text.isascii() and text.isalpha() else ""


SOURCE = Source(
    name="chinese",
    help="Chinese given names and surnames in pinyin (ChineseNames, 1930-2008)",
    licence="CC-BY-NC-SA-4.0",
    attribution="Bao, H.-W.-S. (2021). ChineseNames: Chinese Name Database 1930-2008",
    collections={"*": "chinese"},
    downloads=(
        Download(f"{_TREE}givenname.csv", "givenname.csv"),
        Download(f"{_TREE}familyname.csv", "familyname.csv"),
        Download(f"{_TREE}top1000name.prov.csv", "top1000name.prov.csv"),
    ),
    parse=parse,
)
