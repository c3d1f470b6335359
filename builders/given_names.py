"""Which words are given names, by the list of gender-guesser."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gender_guesser.detector import Detector

from builders.names import Gender

_GENDERS: Final[Mapping[str, Gender]] = {
    "male": "male", "mostly_male": "male", "female": "female", "mostly_female": "female",
}  # fmt: skip


@lru_cache(maxsize=1)
def detector() -> Detector:
    """Return the list, loaded once."""
    return Detector(case_sensitive=False)


@lru_cache(maxsize=65536)
def is_first_name(word: str) -> bool:
    """Tell whether the lists of first names hold a word at all."""
    return bool(detector().get_gender(word) != "unknown")


@lru_cache(maxsize=65536)
def gender_of(first: str) -> Gender:
    """Return whom a first name is mostly given to, empty where the lists are undecided."""
    return _GENDERS.get(detector().get_gender(first), "")
