"""The span type of a first name, by gender-guesser (Yan et al. 2022, section 3.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from gender_guesser.detector import Detector

from builders.types import RenamingType

_SPAN_TYPES: Final[dict[str, RenamingType]] = {
    "male": "FIRST_MALE",
    "mostly_male": "FIRST_MALE",
    "female": "FIRST_FEMALE",
    "mostly_female": "FIRST_FEMALE",
}


@lru_cache(maxsize=1)
def _detector() -> Detector:
    return Detector(case_sensitive=False)


@lru_cache(maxsize=65536)
def is_first_name(word: str) -> bool:
    """Tell whether the lists of first names hold a word at all."""
    return bool(_detector().get_gender(word) != "unknown")


@lru_cache(maxsize=65536)
def first_name_type(first: str) -> RenamingType:
    """Return FIRST_MALE, FIRST_FEMALE or, where the lists are undecided, FIRST_NEUTRAL."""
    return _SPAN_TYPES.get(_detector().get_gender(first), "FIRST_NEUTRAL")
