"""The classes Name (a name) and Provenance (the source and licence of names)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SPAN_TYPES: Final[tuple[str, ...]] = (
    "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST", "NNP", "RARE",
    "COUNTRY", "STATE", "CITY", "PERSON", "LOCATION", "ORGANIZATION", "NATIONALITY",
)  # fmt: skip
"""All the span types that a name can replace."""


OFFICIAL: Final = "official name"
"""The reason why official names of countries (Republic of Kenya) are not sampled by default."""


TERRITORY: Final = "no sovereign state"
"""The reason why territories (Bouvet Island) are not sampled as countries."""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A name that can replace a span of type `span_type`."""

    text: str
    span_type: str
    weight: float = 1.0
    """The frequency in the source, or 1.0 if the source has no frequencies."""
    gender: str = ""
    """One of male, female and neutral, or empty."""
    culture: str = ""
    """A culture or language, or empty if the source states none."""
    country: str = ""
    """The short English name of the country that the name belongs to, or empty if unknown.

    Some cities with names in Chinese characters have a country code instead.
    """
    risky: str = ""
    """The reason why the name is not sampled by default (for Will, "common word").

    It is empty for a name that is sampled.
    """
    male: float = 0.0
    """How frequent the name is among men, in the unit of the source, or 0.0 if unknown."""
    female: float = 0.0
    kind: str = ""
    """The kind of an ORGANIZATION or LOCATION (university, river), or empty if unknown."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of the raw data of a collection."""

    url: str
    licence: str
    retrieved: str
    """An ISO date, which is excluded from all digests."""
    sha256: str
    """The digest of the raw bytes."""
    query: str = ""
    attribution: str = ""
    """Whom to credit when the names are used."""
    covers: str = ""
    """The span types whose names come from this source, separated by commas, or empty for all.

    FIRST stands for first names of any gender.
    """


POLAR: Final = 2.0


def gender_of(male: float, female: float) -> str:
    """Return the gender whose count is MORE than twice the other count, or else "neutral".

    Yan et al. 2022, section 3.2.
    """
    if male > POLAR * female:
        return "male"
    if female > POLAR * male:
        return "female"
    return "neutral"
