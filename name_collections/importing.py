"""Makes a collection from a table of names of one culture, which the user provides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Final

from name_collections import store
from name_collections.collection import Name, NameCollection, Provenance
from name_collections.errors import FixNamesFileError
from name_collections.harvest.source import RawFile, Tally, first_name, name_fault
from name_collections.name import SPAN_TYPES
from name_collections.risk import ReferenceNames, flag
from name_collections.tables import rows

_IDENTIFIER: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_REQUIRED: Final = ("name", "type")
_COLUMNS: Final = (*_REQUIRED, "gender", "count", "male", "female", "country", "kind")
_FIRST_ROW: Final = 2
"""The number of the first row after the header."""
_GENDERS: Final[Mapping[str, tuple[float, float]]] = {
    "male": (1, 0), "m": (1, 0), "female": (0, 1), "f": (0, 1),
    "neutral": (1, 1), "n": (1, 1), "": (1, 1),
}  # fmt: skip


def import_table(
    path: Path,
    culture: str,
    reference_names: ReferenceNames,
    *,
    licence: str,
    attribution: str,
    retrieved: str,
) -> NameCollection:
    """Return the collection named `culture` from a CSV or TSV table with a header.

    The required columns are `name` and `type` (first, last or a span type). The optional columns
    are `count`, `country` and `kind`. First names can also have a `gender` (male, female, neutral),
    or the counts `male` and `female`. Names are flagged as risky by the same rules as the embedded
    names. Raises FixNamesFileError with a list of all faults.
    """
    check_identifier(culture)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FixNamesFileError(f"{path}: cannot be read ({error.strerror})") from error
    faults: list[str] = []
    names = list(_names(RawFile(path.name, BytesIO(data)), culture, faults))
    if faults or not names:
        raise FixNamesFileError(f"{path}: {_listed(faults) or 'holds no row with a name'}")
    source = Provenance(
        f"file:{path.name}", licence, retrieved, sha256(data).hexdigest(), "", attribution
    )
    return store.make(culture, flag(names, reference_names), [source])


_MOST_LISTED: Final = 50


def _listed(faults: Sequence[str]) -> str:
    """Return one text with the first fifty faults and the number of the other faults."""
    more = len(faults) - _MOST_LISTED
    return "; ".join([*faults[:_MOST_LISTED], *([f"and {more} more"] if more > 0 else [])])


def check_identifier(name: str) -> None:
    """Raise FixNamesFileError if a text cannot be used as the name of a collection."""
    if not _IDENTIFIER.fullmatch(name):
        raise FixNamesFileError(f"--as {name}: use small letters, digits and dashes")


def _names(file: RawFile, culture: str, faults: list[str]) -> Iterator[Name]:
    tally = Tally()
    for number, row in enumerate(rows(file, tally), 2):
        if number == _FIRST_ROW:
            faults.extend(_column_faults(row))
            if faults:
                return
        try:
            yield _name(row, culture)
        except ValueError as error:
            faults.append(f"row {number}: {error}")
    faults.extend(f"{count} x {reason}" for reason, count in tally.dropped.items())


def _column_faults(row: Mapping[str, str]) -> Iterator[str]:
    """Yield a message for each column of a table that is missing or misspelled.

    `row` is the first row of the table. If no column of the header is known to contain names,
    `row` has the whole header as its only value.
    """
    header = re.split(r"[;,\t]", row["name"].lower()) if [*row] == ["name"] else []
    columns = [column.strip() for column in header] if len(header) > 1 else [*row]
    for column in columns:
        near = get_close_matches(column, _COLUMNS, 1) if column not in _COLUMNS else ()
        if near:
            yield f"column {column!r:.40}: did you mean {near[0]}?"
    for column in _REQUIRED:
        if column not in columns:
            yield f"no column {column}; the columns are {', '.join(map(repr, columns)):.400}"


def _name(row: Mapping[str, str], culture: str) -> Name:
    text = " ".join(row.get("name", "").split())
    if fault := name_fault(text) if text else "no name":
        raise ValueError(fault)
    country = row.get("country", "").strip()
    wanted = row.get("type", "").strip()
    count = _number(row, "count", 1.0)
    if wanted.lower() == "first":
        gender = row.get("gender", "").strip().lower()
        if gender not in _GENDERS:
            raise ValueError(f"gender {gender!r}; expected male, female or neutral")
        male, female = (share * count for share in _GENDERS[gender])
        male, female = _number(row, "male", male), _number(row, "female", female)
        return first_name(text, male, female, culture, country)
    span_type = "LAST" if wanted.lower() == "last" else wanted.upper()
    # First names are given as `first`, with their gender in the column `gender`.
    allowed = [each for each in SPAN_TYPES if not each.startswith("FIRST")]
    if span_type not in allowed:
        raise ValueError(f"type {wanted!r}; expected first, last or one of {', '.join(allowed)}")
    kind = row.get("kind", "").strip().lower()
    return Name(text, span_type, count, "", culture, country, kind=kind)


def _number(row: Mapping[str, str], column: str, otherwise: float) -> float:
    text = row.get(column, "").strip()
    if not re.fullmatch(r"\d*\.?\d*", text):
        raise ValueError(f"{column} {text!r}: expected a number")
    return float(text) if text.strip(".") else otherwise
