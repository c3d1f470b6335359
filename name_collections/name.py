"""Name and Provenance: one name, where it came from, and under which licence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SPAN_TYPES: Final[tuple[str, ...]] = (
    "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST", "NNP", "RARE",
    "COUNTRY", "STATE", "CITY", "PERSON", "LOCATION", "ORGANIZATION", "NATIONALITY",
)  # fmt: skip
"""Every kind of span that a name may be drawn for."""


OFFICIAL: Final = "official name"
"""Why a country's official name (Republic of Kenya) is not drawn: it is kept for its articles."""


TERRITORY: Final = "no sovereign state"
"""Why a territory (Bouvet Island) is not drawn as a country."""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A name that may be drawn for spans of type `span_type`.

    `weight` is a frequency in the source (1.0 where it gives none). `gender` is male, female,
    neutral or empty. `culture` is a culture or language, `country` the country the name or
    place belongs to (English short name), both empty where the source does not say. `risky`
    says why a name is not drawn by default (a common word such as Will); empty when it is safe.
    For a NATIONALITY, `country` is the country it belongs to. `male` and `female` are counts
    of bearers where the source has them (gender polarity and popularity are computed from them).
    `kind` says of an ORGANIZATION or LOCATION what it is (university, river), empty where its
    source does not say.
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
    """Where the raw bytes of a collection came from.

    `retrieved` is an ISO date and stands outside all digests; `sha256` is that of the raw
    bytes; `query` is the query text where there was one; `covers` names the kinds of name that
    came from there, comma-separated, empty when it is all of the collection.
    """

    url: str
    licence: str
    retrieved: str
    sha256: str
    query: str = ""
    attribution: str = ""
    """Who is to be named when the names are used."""
    covers: str = ""


POLAR: Final = 2.0


def gender_of(male: float, female: float) -> str:
    """Call a first name male or female if that count is MORE than twice the other, else neutral.

    Yan et al. 2022, section 3.2.
    """
    if male > POLAR * female:
        return "male"
    if female > POLAR * male:
        return "female"
    return "neutral"
