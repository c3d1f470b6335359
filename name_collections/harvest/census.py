"""Surnames from the United States census: of 2020 (Excel workbook) or of 2010 (zipped CSV).

The last row is the total of all rarer names. In the workbook, lines of a title come before the
headings of the columns, by which the names and the numbers of people are found.
"""

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
from name_collections.workbook import rows

_TOTAL = "ALL OTHER NAMES"
_NAME, _COUNT = "LAST NAME", "FREQUENCY"
_WORKBOOK = "names2020_lastnames"


def parse(files: Iterable[RawFile], tally: Tally) -> Iterator[Name]:
    """Yield the surnames; the weight of a surname is the number of people with this surname.

    Raises FixNamesFileError for a damaged workbook.
    """
    for file in files:
        if stem(file.name).endswith(".csv"):
            yield from _rows(file, tally)
        elif stem(file.name).startswith(_WORKBOOK):
            yield from _rows_of_workbook(file, tally)
        else:
            tally.drop("neither the CSV file of 2010 nor the workbook of 2020")


def _rows_of_workbook(file: RawFile, tally: Tally) -> Iterator[Name]:
    found = rows(file.stream, file.name)
    heads = ([_spaced(str(cell)).upper() for cell in row] for row in found)
    head = next((head for head in heads if _NAME in head), [])
    count = next((at for at, text in enumerate(head) if text.startswith(_COUNT)), None)
    if count is None:
        tally.drop(f"workbook without the columns {_NAME} and {_COUNT}")
        return
    for row in found:
        tally.read += 1
        text = row[head.index(_NAME)]
        name = _named("" if text is None else str(text), row[count], tally)
        if name:
            yield name


def _spaced(text: str) -> str:
    return " ".join(text.split())


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
    return _named(fields[columns["name"]], fields[columns["count"]], tally)


def _named(text: str, people: object, tally: Tally) -> Name | None:
    count = number(str(people).replace(",", ""))
    if _spaced(text).upper() == _TOTAL:
        tally.drop("total, not a name")
        return None
    if count is None:
        tally.drop("no count")
        return None
    text = clean(text, tally)
    return Name(from_capitals(text), "LAST", count, culture="american") if text else None


SOURCE = Source(
    name="census",
    help="156,621 surnames of the United States, census of 2020; with --input also those of 2010",
    licence="public domain (U.S. Census Bureau)",
    attribution="U.S. Census Bureau, Frequently Occurring Last Names in the 2020 Census (with "
    "--input perhaps Frequently Occurring Surnames from the 2010 Census)",
    collections={"*": "us-names"},
    downloads=(
        Download(
            "https://www2.census.gov/topics/genealogy/2020surnames/"
            "Names2020_LastNames_RaceHispanic.xlsx",
            "Names2020_LastNames_RaceHispanic.xlsx",
        ),
    ),
    parse=parse,
)
