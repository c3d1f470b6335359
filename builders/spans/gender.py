"""The span type of a first name, by the library gender-guesser (Yan et al. 2022, section 3.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from builders.given_names import gender_of
from builders.names import Gender
from builders.types import RenamingType

SPAN_TYPES: Final[Mapping[Gender, RenamingType]] = {
    "male": "FIRST_MALE", "female": "FIRST_FEMALE", "": "FIRST_NEUTRAL",
}  # fmt: skip
"""The span types of the first names of men and women, and of those that both have."""


def first_name_type(first: str) -> RenamingType:
    """Return FIRST_MALE, FIRST_FEMALE or, if gender-guesser does not decide, FIRST_NEUTRAL."""
    return SPAN_TYPES[gender_of(first)]
