"""Baby names of the United States by year of birth (names.zip with files yobYYYY.txt)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from name_collections.harvest.source import (
    Download,
    RawFile,
    Source,
    Tally,
    clean,
    first_name,
    lines,
    number,
    stem,
)  # fmt: skip
from name_collections.name import Name

_YEAR = re.compile(r"yob\d{4}\.txt")


def parse(files: Iterable[RawFile], tally: Tally) -> Iterator[Name]:
    """Yield first names, with counts summed over all years and the gender that the sums show."""
    counts: dict[str, list[float]] = {}
    for file in files:
        if not _YEAR.fullmatch(stem(file.name)):
            tally.drop("not a year's file")
            continue
        for line in lines(file.stream, tally):
            tally.read += 1
            _add(line, counts, tally)
    for text, (male, female) in counts.items():
        name = clean(text, tally)
        if name:
            yield first_name(name, male, female, "american")


def _add(line: str, counts: dict[str, list[float]], tally: Tally) -> None:
    fields = line.split(",")
    count = number(fields[-1])
    if len(fields) != 3 or fields[1] not in {"M", "F"} or count is None:
        tally.drop("not name,sex,count")
        return
    counts.setdefault(fields[0], [0.0, 0.0])["MF".index(fields[1])] += count


SOURCE = Source(
    name="ssa",
    help="baby names of the United States since 1880, by sex (names.zip)",
    licence="public domain (U.S. Social Security Administration)",
    attribution="U.S. Social Security Administration, National data on the frequency of given "
    "names in the population of births",
    collections={"*": "us-names"},
    downloads=(Download("https://www.ssa.gov/oact/babynames/names.zip", "names.zip"),),
    parse=parse,
)
