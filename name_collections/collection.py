"""Name, NameCollection and Provenance: names, where they came from, and under which licence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

SPAN_TYPES: Final[tuple[str, ...]] = (
    "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST", "NNP", "RARE",
    "COUNTRY", "STATE", "CITY", "PERSON", "LOCATION", "ORGANIZATION", "NATIONALITY",
)  # fmt: skip
"""Every kind of span that a name may be drawn for."""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """A name that may be drawn for spans of type `span_type`.

    `weight` is a frequency in the source (1.0 where it gives none). `gender` is male, female,
    neutral or empty. `culture` is a culture or language, `country` the country the name or
    place belongs to (English short name), both empty where the source does not say. `risky`
    says why a name is not drawn by default (a common word such as Will); empty when it is safe.
    For a NATIONALITY, `country` is the country it belongs to. `male` and `female` are counts
    of bearers where the source has them (gender polarity and popularity are computed from them).
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


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the raw bytes of a collection came from.

    `retrieved` is an ISO date and stands outside all digests; `sha256` is that of the raw
    bytes; `query` is the query text where there was one.
    """

    url: str
    licence: str
    retrieved: str
    sha256: str
    query: str = ""
    attribution: str = ""


@dataclass(frozen=True, slots=True)
class NameCollection:
    """A named, versioned set of names, sorted, with its provenance."""

    name: str
    names: tuple[Name, ...]
    provenance: tuple[Provenance, ...]
    digest: str = field(default="", compare=False)
    """SHA-256 over the canonical rows: survives a change of file format."""

    def pool(self, span_type: str, *, risky: bool = False, culture: str = "") -> tuple[str, ...]:
        """Return the distinct texts for a span type, sorted: what a uniform draw draws from."""
        return tuple(sorted({
            name.text
            for name in self.names
            if name.span_type == span_type
            and (risky or not name.risky)
            and (not culture or name.culture == culture)
        }))  # fmt: skip
