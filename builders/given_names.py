"""Given names and their genders, and the words that are more often last names.

Genders are from the package gender-guesser and from a list of foreign names in Chinese. Whether a
word is more often a last name is computed from us-names, a collection of names in this package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import log
from typing import Final

from gender_guesser.detector import Detector

from builders.lexicon.tables import table
from builders.names import PARTICLES, Gender, bare, undotted
from builders.text import fold_key, has_unspaced
from name_collections import facts, store
from name_collections.columns import Columns

_GENDERS: Final[Mapping[str, Gender]] = {
    "male": "male", "mostly_male": "male", "female": "female", "mostly_female": "female",
}  # fmt: skip

_SHORT: Final = 3
_TRANSLITERATED: Final = "transliterated.txt"
_LEAST: Final = 3
_LONGEST: Final = 4
"""The most letters of an ending that is counted."""
_FEWEST: Final = 5
"""The least number of names with an ending that is counted."""
_GIVEN: Final = frozenset({"FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL"})
_COMMON: Final = 0.9
"""The least share of the bearers of a given name by whose gender it is told."""


@lru_cache(maxsize=1)
def detector() -> Detector:
    """Return gender-guesser's detector with its list of given names, loaded once."""
    return Detector(case_sensitive=False)


_COUNTRIES: Final[Mapping[str, str]] = {
    country: listed for listed, its in table("genders")["countries"].items() for country in its
}
"""The countries of gender-guesser's list, by the key of the country."""


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
    """Return the gender of most people with a given name, or "" if it is unknown or undecided.

    A double name that is not known (Charlotte-Catherine) has the gender of both its parts.
    """
    told = _told(first)
    one, hyphen, other = first.partition("-")
    is_double = bool(hyphen) and " " not in first and bare(one) not in PARTICLES
    if told == "unknown" and is_double:
        both = {gender_of(one), gender_of(other)}
        return both.pop() if len(both) == 1 else ""
    return _GENDERS.get(told, "")


@lru_cache(maxsize=65536)
def gender_in(first: str, country: str) -> Gender:
    """Return the gender of most people with a given name in a country, or "" if undecided.

    In Italy, Andrea is a man. `country` is a `country_key`. If the country is unknown, or the list
    does not tell which people have the name there, the gender of most people with the name anywhere
    is returned.
    """
    return gender_there(first, country) or gender_of(first)


def gender_there(first: str, country: str) -> Gender:
    """Return the gender of most people with a given name in a country, or "" if undecided."""
    told = detector().get_gender(first, _COUNTRIES[country]) if country in _COUNTRIES else ""
    return _GENDERS.get(told, "")


@lru_cache(maxsize=1)
def _counted() -> Mapping[str, Gender]:
    """Return the genders of the given names that in the United States are those of one gender."""
    names = Columns.of(store.load("us-names").names)
    found: dict[str, Gender] = {}
    for text, span_type, men, women in names.fields("text", "span_type", "male", "female"):
        if span_type in _GIVEN and max(men, women) >= _COMMON * (men + women):
            found[text] = "male" if men > women else "female"
    return found


def counted_gender(first: str) -> Gender:
    """Return the gender of nine in ten Americans with a given name, or "" if there is none.

    They are counted by the Social Security Administration (Vincente: men).
    """
    return _counted().get(first, "")


@lru_cache(maxsize=1)
def _endings() -> Mapping[str, float]:
    """Return the log-odds that a name is a man's, by its ending of up to `_LONGEST` letters.

    They are counted in the names that gender-guesser gives to men or to women alone. Men and women
    count equally, however many names each has.
    """
    men, women = Counter[str](), Counter[str]()
    for name, genders in detector().names.items():
        if list(genders) == ["male"]:
            men.update(_endings_of(name))
        elif list(genders) == ["female"]:
            women.update(_endings_of(name))
    both = (men + women).items()
    scale = women[""] / men[""]
    return {
        ending: log(scale * (men[ending] + 0.5) / (women[ending] + 0.5))
        for ending, n in both
        if n >= _FEWEST
    }


def _endings_of(name: str) -> list[str]:
    """Return the endings of a name, folded, the longest first and the empty one last."""
    key = fold_key(name)
    return [key[len(key) - n :] for n in range(min(len(key), _LONGEST), -1, -1)]


def male_leaning(first: str) -> float:
    """Return the log-odds that a given name is a man's if men and women are equally frequent.

    They are estimated from the name's ending, and are 0 if it has none that other names have.
    """
    return next((_endings()[one] for one in _endings_of(first) if one in _endings()), 0.0)


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


def is_personal(word: str) -> bool:
    """Return whether a word is a given name, or more often a last name than a given name."""
    return is_first_name(word) or is_mostly_last_name(word)
