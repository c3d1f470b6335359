"""Given names and their genders by the list of gender-guesser."""

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
    """Return the entry of a word, or of its folded form (Simon for Simón).

    Words of three letters are not folded: too many are words of French or German (Île, für).
    """
    told: str = detector().get_gender(word)
    folds = told == "unknown" and len(word) > _SHORT
    return detector().get_gender(fold_key(word)) if folds else told


@lru_cache(maxsize=65536)
def is_first_name(word: str) -> bool:
    """Return whether the lists of first names have a word."""
    return _told(word) != "unknown"


@lru_cache(maxsize=65536)
def gender_of(first: str) -> Gender:
    """Return the gender that a first name mostly has, or an empty string if undecided."""
    return _GENDERS.get(_told(first), "")
