"""Which words are given names, by the list of gender-guesser."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gender_guesser.detector import Detector

from builders.names import Gender
from builders.text import fold_key

_GENDERS: Final[Mapping[str, Gender]] = {
    "male": "male", "mostly_male": "male", "female": "female", "mostly_female": "female",
}  # fmt: skip

_SHORT: Final = 3


@lru_cache(maxsize=1)
def detector() -> Detector:
    """Return the list, loaded once."""
    return Detector(case_sensitive=False)


def _told(word: str) -> str:
    """Return what the list says of a word; of Simón what it says of Simon, if it lacks him.

    Of three letters too many are words of French or German: Île, für.
    """
    told: str = detector().get_gender(word)
    folds = told == "unknown" and len(word) > _SHORT
    return detector().get_gender(fold_key(word)) if folds else told


@lru_cache(maxsize=65536)
def is_first_name(word: str) -> bool:
    """Return whether the lists of first names hold a word at all."""
    return _told(word) != "unknown"


@lru_cache(maxsize=65536)
def gender_of(first: str) -> Gender:
    """Return whom a first name is mostly given to, empty where the lists are undecided."""
    return _GENDERS.get(_told(first), "")
