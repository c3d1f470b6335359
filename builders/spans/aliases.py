"""Aliases: which names of places, organizations and nationalities belong to one entity.

`name_key` gives a name a key that is equal for all spellings and well-known aliases, such as "U.S."
and "United States", or "Norman" and "Normans". Other functions recognize short forms that are clear
only in a passage, such as "Commission" after "European Commission", or "EEC" after "European
Economic Community".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from builders.countries import STATE_STARTS
from builders.lexicon.tables import table, tags
from builders.names import ORG_WORDS
from builders.places import alias_key, country_key, country_names
from builders.text import fold_key

_TABLE: Final = table("linking")
_LEGAL_FORMS: Final = frozenset(_TABLE["legal_forms"])
_SPELLINGS: Final[Mapping[str, str]] = _TABLE["spellings"]
_UNINITIALLED: Final = frozenset(_TABLE["uninitialled"])
_SHORT_COUNTRIES: Final = frozenset(_TABLE["short_countries"])
_CONNECTORS: Final = frozenset(_TABLE["connectors"])
_PLACE_HEADS: Final = frozenset(_TABLE["place_heads"])
_MEN_IN_THE_SINGULAR: Final = frozenset(_TABLE["men_in_the_singular"])
_PLACE_ADDITIONS: Final = frozenset(_TABLE["place_additions"])
_FORMS: Final = tuple(f"{start} " for start in _TABLE["place_starts"])
_ADJECTIVE: Final[Mapping[str, str]] = {
    **tags("nationalities", "nations"),
    **{
        word: adjective
        for adjective, others in _TABLE["nations"].items()
        for word in (adjective, *others.split(", "))
    },
}


@lru_cache(maxsize=65536)
def name_key(type_: str, surface: str) -> str:
    """Return a key for a name of this type, equal for all its spellings and known aliases."""
    if type_ == "NORP":
        return nationality_key(surface)
    if type_ == "ORG":
        return " ".join(org_words(surface))
    if type_ in {"COUNTRY", "GPE"}:
        key = country_key(surface)
        return key if country_names(key) else _place_key(surface)
    return _place_key(surface)


@lru_cache(maxsize=65536)
def nationality_key(surface: str) -> str:
    """Return the key of a nationality: the same for the words Swedish, Swede and Swedes."""
    singular = singular_nation(fold_key(surface).replace("-", " ").strip("."))
    return _ADJECTIVE.get(singular, singular)


def singular_nation(word: str) -> str:
    """Return the singular of a nationality: "Normans" gives "Norman", "Swiss" is unchanged."""
    if word.endswith("men") and word.casefold() not in _MEN_IN_THE_SINGULAR:
        return word[:-3] + "man"
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        return word[:-1]
    return word


def singular_people(people: str) -> str:
    """Return the singular of the name of a people as it is written (Swede for Swedes).

    "Swedes" is then found as the plural of "Swede", and the new name gets a plural ending, too.
    """
    key = fold_key(people)
    return people[:-1] if singular_nation(key) == key[:-1] else people


@lru_cache(maxsize=65536)
def org_words(surface: str) -> tuple[str, ...]:
    """Return the words of an organization's name in lower case and without diacritics.

    The article "the", punctuation, and legal forms such as Ltd. are left out. A short name of a
    country at the start (US) is replaced by the long name.
    """
    name = fold_key(surface).replace("-", " ").replace("&", " and ").removeprefix("the ")
    bare = (word.replace(".", "").strip(",;'\"") for word in name.split())
    words = [word for word in bare if word]
    while len(words) > 1 and words[-1] in _LEGAL_FORMS:
        words.pop()
    if len(words) > 1 and words[0] in _SHORT_COUNTRIES:
        words[:1] = country_key(words[0]).split()
    return tuple(_SPELLINGS.get(word, word) for word in words)


@lru_cache(maxsize=65536)
def acronyms(surface: str) -> frozenset[str]:
    """Return the possible acronyms of a name of two or more words, in lower case.

    "Organization of Petroleum Exporting Countries" gives "opec" and, with the "of", "oopec".
    """
    name = fold_key(surface).replace("-", " ").replace("/", " ").removeprefix("the ")
    words = [word for word in (piece.strip("(),.'") for piece in name.split()) if word]
    content = [word for word in words if word not in _UNINITIALLED]
    while content and content[-1] in _LEGAL_FORMS:
        content.pop()
    if len(content) < 2:
        return frozenset()
    short = "".join(word[0] for word in content)
    capitals = "".join(char for char in surface if char.isupper())
    found = {short, "".join(word[0] for word in words), fold_key(capitals)}
    if content[0].replace(".", "") in _SHORT_COUNTRIES and len(content) > 2:
        found.add(short[1:])
    return frozenset(found)


@lru_cache(maxsize=8192)
def is_acronym(surface: str) -> bool:
    """Return whether a name looks like an acronym.

    It does if it is one word of two to eight letters, with at least two capitals and at most one
    letter in lower case.
    """
    letters = [char for char in surface if char.isalpha()]
    if not 2 <= len(letters) <= 8 or " " in surface.strip():
        return False
    return sum(char.isupper() for char in letters) >= max(2, len(letters) - 1)


def is_short_form(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """Return whether the words of one organization's name are a short form of another name.

    "Commission" is a short form of "European Commission", and "Court" of "Court of Justice". But
    "European Union" is not a short form of "Court of the European Union" or "European Union Law".
    """
    size = len(short)
    at = next((at for at in range(len(full)) if full[at : at + size] == short), None)
    if not short or at is None or _CONNECTORS & set(full[:at]):
        return False
    rest = full[at + size :]
    return not rest or rest[0] == "of" or short[-1] not in ORG_WORDS


def place_forms(type_: str, surface: str) -> tuple[str, ...]:
    """Return possible shorter names of a place, folded: "pacific" for the Pacific Ocean.

    Mexico is not returned for Mexico City, because it is a country.
    """
    key = name_key(type_, surface)
    shorter = []
    before, _, last = key.rpartition(" ")
    if last in _PLACE_HEADS:
        shorter.append(before)
    first, _, behind = key.partition(" ")
    if first in _PLACE_HEADS:
        shorter.append(behind)
    shorter.extend(key[len(form) :] for form in _FORMS if key.startswith(form))
    shorter.append(without_addition(key))
    state = STATE_STARTS.match(key)
    # Names in the list of countries have no short form here: "Congo" and "Korea" each mean two
    # countries.
    if state is not None and not country_names(key):
        shorter.append(key[state.end() :])
    if type_ == "CITY":
        shorter = [form for form in shorter if not country_names(form)]
    return tuple(form for form in shorter if form)


def without_addition(name: str) -> str:
    """Return the name of a town without an addition such as "upon Tyne", or "" if it has none."""
    words = name.split()
    at = next((n for n, word in enumerate(words) if word in _PLACE_ADDITIONS), 0)
    return " ".join(words[:at])


def _place_key(surface: str) -> str:
    words = alias_key(surface).replace("-", " ").replace(",", "").split()
    return " ".join("saint" if w == "st" else "mount" if w == "mt" else w for w in words)


def fullest(surfaces: Iterable[str]) -> str:
    """Return the fullest name of an entity: the one with the most words.

    Of several such names, the longest is returned, and one in capitals only if all are in capitals.
    """
    return max(surfaces, key=lambda name: (len(name.split()), not name.isupper(), len(name)))
