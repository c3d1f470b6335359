"""Reads countries and nationalities from records of the Countries States Cities Database."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from name_collections.name import Name

# Database names that do not occur in ordinary text, with the usual names.
_CLEAN: Final[dict[str, str]] = {
    "Aland Islands": "Åland Islands",
    "Fiji Islands": "Fiji",
    "Hong Kong S.A.R.": "Hong Kong",
    "Macau S.A.R.": "Macau",
    "Man (Isle of)": "Isle of Man",
    "Palestinian Territory Occupied": "Palestine",
    "Pitcairn Island": "Pitcairn Islands",
    "Saint-Martin (French part)": "Saint Martin",
    "Sint Maarten (Dutch part)": "Sint Maarten",
    "The Bahamas": "Bahamas",
    "The Gambia": "Gambia",
    "Vatican City State (Holy See)": "Vatican City",
    "Virgin Islands (British)": "British Virgin Islands",
    "Virgin Islands (US)": "United States Virgin Islands",
}


def country(record: Mapping[str, Any]) -> str:
    """Return the short English name of a country record."""
    name = str(record["name"]).strip()
    return _CLEAN.get(name, name)


def nationalities(record: Mapping[str, Any]) -> Iterator[Name]:
    """Yield each nationality of a country record (`Argentine, Argentinian`) as a separate name."""
    for text in str(record.get("nationality") or "").split(","):
        if text.strip():
            yield Name(text.strip(), "NATIONALITY", country=country(record))
