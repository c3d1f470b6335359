"""Name and Provenance: a name, and the source and licence of names."""

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
    """A name that can replace a span of type `span_type`.

    `weight` is a frequency in the source (1.0 if the source has no frequencies). `gender` is
    male, female, neutral or empty. `culture` is a culture or language. `country` is the country
    (English short name) of the name, place or nationality. Both are empty if the source does not
    state them. `risky` is the reason why a name is not sampled by default (for example, "common
    word" for Will), and empty for a safe name. `male` and `female` are the numbers of people with
    the name, if the source has them; gender polarity and popularity are computed from these.
    `kind` is the kind of an ORGANIZATION or LOCATION (university, river), and empty if unknown.
    """

    text: str
    span_type: str
    weight: float = 1.0
    gender: str = ""
    culture: str = ""
    country: str = ""
    risky: str = ""
    male: float = 0.0
    female: float = 0.0
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Provenance:
    """The origin of the raw data of a collection.

    `retrieved` is an ISO date and is excluded from all digests. `sha256` is the digest of the raw
    bytes. `query` is the text of the query, if a query was used. `covers` lists, separated by
    commas, the groups of names that came from this source; an empty `covers` means the whole
    collection.
    """

    url: str
    licence: str
    retrieved: str
    sha256: str
    query: str = ""
    attribution: str = ""
    """Whom to credit when the names are used."""
    covers: str = ""


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
