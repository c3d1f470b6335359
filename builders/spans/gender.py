"""The span type of a first name, by gender-guesser (Yan et al. 2022, section 3.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from builders.given_names import detector
from builders.types import RenamingType

_SPAN_TYPES: Final[dict[str, RenamingType]] = {
    "male": "FIRST_MALE",
    "mostly_male": "FIRST_MALE",
    "female": "FIRST_FEMALE",
    "mostly_female": "FIRST_FEMALE",
}


@lru_cache(maxsize=65536)
def first_name_type(first: str) -> RenamingType:
    """Return FIRST_MALE, FIRST_FEMALE or, where the lists are undecided, FIRST_NEUTRAL."""
    return _SPAN_TYPES.get(detector().get_gender(first), "FIRST_NEUTRAL")
