"""Which words are given names, by the list of gender-guesser."""

from __future__ import annotations

from functools import lru_cache

from gender_guesser.detector import Detector


@lru_cache(maxsize=1)
def detector() -> Detector:
    """Return the list, loaded once."""
    return Detector(case_sensitive=False)


@lru_cache(maxsize=65536)
def is_first_name(word: str) -> bool:
    """Tell whether the lists of first names hold a word at all."""
    return bool(detector().get_gender(word) != "unknown")
