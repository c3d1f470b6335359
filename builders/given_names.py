"""Given names and their genders, and the words that are more often last names.

Genders are from the package gender-guesser and from a list of foreign names in Chinese. Whether a
word is more often a last name is computed from us-names, a collection of names in this package.
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
    """Return the Chinese characters with which the foreign names in the list are written."""
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
    """Return the gender of each foreign given name in Chinese characters (约翰).

    As in gender-guesser, it is "male", "female" or "andy" (either).
    """
    stated = _stated()
    return {
        name: gender or "andy"
        for gender, heading in (("male", "first male"), ("female", "first female"),
                                ("", "first neutral"))
        for name in stated[heading]
    }  # fmt: skip


def _told(word: str) -> str:
    """Return the gender that gender-guesser gives for a given name, or "unknown".

    If the word is unknown, it is looked up without diacritics (Simon for Simón). This is not done
    for words of at most three letters, because too many of them are French or German words (Île,
    für). Words in Chinese characters are looked up in the list of transliterated names.
    """
    if has_unspaced(word):
        return _genders().get(word, "unknown")
    told: str = detector().get_gender(word)
    folds = told == "unknown" and len(word) > _SHORT
    return detector().get_gender(fold_key(word)) if folds else told


@lru_cache(maxsize=65536)
def is_first_name(word: str) -> bool:
    """Return whether a word is a known given name, such as Simon or 约翰."""
    return _told(word) != "unknown"


@lru_cache(maxsize=65536)
def gender_of(first: str) -> Gender:
    """Return the gender of most people with a given name, or "" if it is unknown or undecided."""
    return _GENDERS.get(_told(first), "")


@lru_cache(maxsize=1)
def _last_names() -> frozenset[str]:
    """Return the words that are more often a last name than a given name in the United States.

    The words are folded. The collection us-names gives the share of people who have a name,
    separately for given names and last names.
    """
    shares: dict[str, float] = {}
    names = Columns.of(store.load("us-names").names)
    for text, span_type, share in names.fields("text", "span_type", "weight"):
        key = fold_key(text)
        shares[key] = shares.get(key, 0.0) + (share if span_type == "LAST" else -share)
    return frozenset(name for name, difference in shares.items() if difference > 0)


def is_mostly_last_name(word: str) -> bool:
    """Return whether a word is more often a last name than a given name in the United States.

    Returns False for a word that is neither, and for a known given name with diacritics, which the
    lists of names in the United States do not have (László).
    """
    is_given = not word.isascii() and detector().get_gender(word) != "unknown"
    return not is_given and fold_key(word) in _last_names()
