"""Romanized Chinese names from ChineseNames, with surnames spelled by its table of pinyin."""

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
    """Read givenname.csv (characters with pinyin and counts) and familyname.csv.

    Other tables are read as lists of romanized names. A surname is spelled by the pinyin of its
    characters, so givenname.csv must be among the files.
    """
    pinyin: dict[str, str] = {}
    given: dict[str, list[float]] = {}
    family: list[tuple[str, float]] = []
    for file in files:
        name = stem(file.name)
        if name.endswith("givenname.csv"):
            for row in rows(file, tally):
                _given(row, pinyin, given, tally)
        elif name.endswith("familyname.csv"):
            family.extend(_family(file, tally))
        else:
            yield from _tables_of_people([file], tally)
    for text, (male, female) in given.items():
        yield first_name(text, male, female, "chinese")
    yield from _surnames(family, pinyin, tally)


def _given(row: Row, pinyin: dict[str, str], given: dict[str, list[float]], tally: Tally) -> None:
    tally.read += 1
    character, spelled = row.get("character", ""), plain(row.get("pinyin", ""))
    if not character or not spelled:
        tally.drop("no pinyin")
        return
    pinyin.setdefault(character, spelled)
    counts = given.setdefault(spelled.capitalize(), [0.0, 0.0])
    counts[0] += number(row.get("n.male")) or 0.0
    counts[1] += number(row.get("n.female")) or 0.0


def _family(file: RawFile, tally: Tally) -> Iterator[tuple[str, float]]:
    for row in rows(file, tally):
        tally.read += 1
        yield row.get("surname", ""), number(row.get("n.1930_2008")) or 1.0


def _surnames(
    family: list[tuple[str, float]], pinyin: dict[str, str], tally: Tally
) -> Iterator[Name]:
    weights: dict[str, float] = {}
    for characters, weight in family:
        if not characters or any(char not in pinyin for char in characters):
            tally.drop("no pinyin")
            continue
        text = "".join(pinyin[char] for char in characters).capitalize()
        weights[text] = weights.get(text, 0.0) + weight
    for text, weight in weights.items():
        yield Name(text, "LAST", weight, culture="chinese")


def plain(pinyin: str) -> str:
    """Return pinyin without tones (lu for lǚ, wang for wang2), or "" if it is not pinyin."""
    folded = unicodedata.normalize("NFKD", pinyin.strip().lower())
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
    ),
    parse=parse,
)
