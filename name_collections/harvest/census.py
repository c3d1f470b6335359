"""Surnames from the 2010 United States census (zipped CSV; the last row is a total)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

from name_collections.casing import from_capitals
from name_collections.harvest.source import (
    Download,
    RawFile,
    Source,
    Tally,
    clean,
    lines,
    number,
    stem,
)  # fmt: skip
from name_collections.name import Name

_TOTAL = "ALL OTHER NAMES"


def parse(files: Iterable[RawFile], tally: Tally) -> Iterator[Name]:
    """Yield the surnames; the weight of a surname is the number of people with this surname."""
    for file in files:
        if not stem(file.name).endswith(".csv"):
            tally.drop("not the CSV file")
            continue
        yield from _rows(file, tally)


def _rows(file: RawFile, tally: Tally) -> Iterator[Name]:
    columns: dict[str, int] = {}
    for line in lines(file.stream, tally):
        try:
            fields = next(csv.reader([line]), [])
        except csv.Error:
            tally.drop("not a row")
            continue
        if not columns:
            columns = {field.strip().lower(): index for index, field in enumerate(fields)}
            if not {"name", "count"} <= columns.keys():
                tally.drop("file without the columns name and count")
                return
            continue
        tally.read += 1
        name = _name(fields, columns, tally)
        if name:
            yield name


def _name(fields: list[str], columns: dict[str, int], tally: Tally) -> Name | None:
    if len(fields) != len(columns):
        tally.drop("not a row")
        return None
    text, count = fields[columns["name"]], number(fields[columns["count"]])
    if text == _TOTAL:
        tally.drop("total, not a name")
        return None
    if count is None:
        tally.drop("no count")
        return None
    text = clean(text, tally)
    return Name(from_capitals(text), "LAST", count, culture="american") if text else None


SOURCE = Source(
    name="census",
    help="162,253 surnames of the United States, census of 2010 (names.zip)",
    licence="public domain (U.S. Census Bureau)",
    attribution="U.S. Census Bureau, Frequently Occurring Surnames from the 2010 Census",
    collections={"*": "us-names"},
    downloads=(
        Download(
            "https://www2.census.gov/topics/genealogy/2010surnames/names.zip", "2010surnames.zip"
        ),
    ),
    parse=parse,
)
