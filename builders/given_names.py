"""Given names and their genders, and the words that are more often last names.

Genders are from gender-guesser and a list of foreign names in Chinese; the frequencies are those of
the embedded collection us-names.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from gender_guesser.detector import Detector

from builders.names import Gender, undotted
from builders.text import fold_key, has_unspaced
from name_collections import facts, store
from name_collections.columns import Columns

_GENDERS: Final[Mapping[str, Gender]] = {
    "male": "male", "mostly_male": "male", "female": "female", "mostly_female": "female",
}  # fmt: skip

_SHORT: Final = 3
_TRANSLITERATED: Final = "transliterated.txt"
_LEAST: Final = 3


@lru_cache(maxsize=1)
def detector() -> Detector:
    """Return gender-guesser's detector with its list of given names, loaded once."""
    return Detector(case_sensitive=False)


@lru_cache(maxsize=1)
def _stated() -> Mapping[str, tuple[str, ...]]:
    return facts.read(facts.FOLDER / _TRANSLITERATED)


@lru_cache(maxsize=1)
def _sounds() -> frozenset[str]:
    """Return the Chinese characters that occur in the listed transliterations of foreign names."""
    return frozenset("".join(name for names in _stated().values() for name in names))


def spells_sounds(text: str) -> bool:
    """Return whether all characters of a text are used to write foreign names in Chinese."""
    return bool(text) and _sounds().issuperset(text)


def is_transliterated(name: str) -> bool:
    """Return whether a name in Chinese characters is a foreign name (约翰·史密斯, 戴维斯).

    The name has dots or is in the list of such names, or it has three or more characters that are
    all used in these names.
    """
    if not has_unspaced(name):
        return False
    if undotted(name) != name or any(name in names for names in _stated().values()):
        return True
    return len(name) >= _LEAST and spells_sounds(name)


@lru_cache(maxsize=1)
def _genders() -> Mapping[str, str]:
    """Return the gender of each transliterated given name (约翰), in gender-guesser's words."""
    stated = _stated()
    return {
        name: gender or "andy"
        for gender, heading in (("male", "first male"), ("female", "first female"),
                                ("", "first neutral"))
        for name in stated[heading]
    }  # fmt: skip


def _told(word: str) -> str:
    """Return the gender that gender-guesser gives for a word or its folded form (Simon for Simón).

    Words in Chinese characters are looked up in the list of transliterated names. Words of at most
    three letters are not folded, because too many of them are French or German words (Île, für).
    """
    if has_unspaced(word):
        return _genders().get(word, "unknown")
    told: str = detector().get_gender(word)
    folds = told == "unknown" and len(word) > _SHORT
    return detector().get_gender(fold_key(word)) if folds else told


@lru_cache(maxsize=65536)
def is_first_name(word: str) -> bool:
    """Return whether a word is in the lists of first names."""
    return _told(word) != "unknown"


@lru_cache(maxsize=65536)
def gender_of(first: str) -> Gender:
    """Return the gender that a first name mostly has, or an empty string if undecided."""
    return _GENDERS.get(_told(first), "")


@lru_cache(maxsize=1)
def _last_names() -> frozenset[str]:
    """Return the folded words that more people in the United States have as a last name.

    The collection has the share of the people who have a name, separately for first and last names.
    """
    shares: dict[str, float] = {}
    names = Columns.of(store.load("us-names").names)
    for text, span_type, share in names.fields("text", "span_type", "weight"):
        key = fold_key(text)
        shares[key] = shares.get(key, 0.0) + (share if span_type == "LAST" else -share)
    return frozenset(name for name, difference in shares.items() if difference > 0)


def is_mostly_last_name(word: str) -> bool:
    """Return whether a word is more often a last name than a first name in the United States.

    Words that are in neither list are not.
    """
    return fold_key(word) in _last_names()
