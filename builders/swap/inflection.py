"""Plural endings and case of names, and the transfer of both from an old to a new name.

For example, if "norman" becomes "aremu", then "normans" becomes "aremus" (Siro and Ajayi 2023,
section 4.1).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final

from builders.names import PARTICLES, bare
from builders.text import fold_key

_INITIALS: Final = re.compile(r"(?:[^\W\d_]\.[ -]?){2,}")
_SIBILANTS: Final = ("s", "x", "z", "ch", "sh")
# Endings of names of peoples whose plural equals the singular: the Beninese, the Irish.
_UNCHANGED_PEOPLES: Final = ("ese", "ish", "ch", "sh", "s")
SHORT_ACRONYM: Final = 5
"""The largest number of letters with which an upper-case name counts as an acronym."""
# Types with a smaller limit: JFK is an acronym, but JOHN and ROME are not. Add a type here.
_SHORT_ACRONYMS: Final = {
    "PERSON": 3, "FIRST_MALE": 1, "FIRST_FEMALE": 1, "FIRST_NEUTRAL": 1, "LAST": 1, "CITY": 3,
    "COUNTRY": 4, "STATE": 4,
}  # fmt: skip
_WORD_START: Final = re.compile(r"(?<![^\s_])\w")
_PEOPLE_TYPES: Final = frozenset({"NORP", "NATIONALITY"})


class Casing(Enum):
    """The way in which the case of a mention differs from that of the name."""

    AS_GIVEN = "as given"
    UPPER = "upper"
    LOWER = "lower"
    CAPITALIZED = "capitalized"
    WORDS_CAPITALIZED = "every word capitalized"
    SURNAME = "surname in capitals"
    SMALL_ARTICLE = "the article or particle in small letters"
    WORDLIKE = "an acronym written as a word"


def plurals(name: str) -> tuple[str, ...]:
    """Return the regular plurals of `name` that may occur in a text."""
    forms = [name + "es"] if name.lower().endswith(_SIBILANTS) else [name + "s"]
    if name.lower().endswith("y"):
        forms.append(name[:-1] + "ies")
    if name.lower().endswith("o"):
        forms.append(name + "es")
    return tuple(forms)


def pluralize(name: str, name_type: str) -> str:
    """Return the plural of a name, such as "Holts", "Marshes", "Kenyans" or "Beninese"."""
    lowered = name.lower()
    if name_type in _PEOPLE_TYPES and lowered.endswith(_UNCHANGED_PEOPLES):
        return name
    return name + ("es" if lowered.endswith(_SIBILANTS) else "s")


def casing_of(surface: str, name: str, last: str = "", *, is_acronym: bool = False) -> Casing:
    """Return how the case of a mention with the text `surface` differs from that of `name`.

    A mention with at least two letters, all in upper case, is UPPER, unless the name itself is an
    acronym in upper case (`is_acronym`), or the mention consists of initials (A.E.). `last` is the
    surname at the end of a person's name.
    """
    if surface.islower() and not name.islower():
        return Casing.LOWER
    cased = sum(1 for char in surface if char.isupper() or char.islower())
    is_short = (is_acronym and name.isupper()) or _INITIALS.fullmatch(surface)
    if cased > 1 and surface.isupper() and not is_short:
        return Casing.UPPER
    return _mixed_casing(surface, name, last)


def is_short_acronym(name: str, name_type: str) -> bool:
    """Return whether an upper-case name is short enough to be an acronym ("OPEC", "U.S.")."""
    letters = sum(map(str.isalpha, name))
    return letters <= _SHORT_ACRONYMS.get(name_type, SHORT_ACRONYM)


def _mixed_casing(surface: str, name: str, last: str) -> Casing:
    """Return how the case of a mention differs from that of a name.

    The mention must be neither LOWER nor UPPER (see `casing_of`). `surface` is its text,
    and `last` is the surname at the end of a person's name.
    """
    if last and name != last and _has_upper_surname(surface, last):
        return Casing.SURNAME
    if name.isupper() and len(name) > 1 and surface == name.capitalize():
        return Casing.WORDLIKE
    if _capitalizes_all(surface, name):
        return Casing.WORDS_CAPITALIZED
    if surface[:1].isupper() and name[:1].islower():
        return Casing.CAPITALIZED
    if surface[:1].islower() and name[:1].isupper() and _may_begin_in_lower_case(name):
        return Casing.SMALL_ARTICLE
    return Casing.AS_GIVEN


def _capitalizes_all(surface: str, name: str) -> bool:
    """Return whether a mention capitalizes all words of a name, even its lower-case words.

    An example is "Port Of Spain" for Port of Spain. `surface` is the text of the mention.
    """
    written, known = surface.replace("_", " ").split(), name.split()
    return (
        len(written) == len(known)
        and all(word[0].isupper() for word in written)
        and any(word[0].islower() for word in known[1:])
    )


def _has_upper_surname(surface: str, last: str) -> bool:
    """Return whether a mention writes the surname in upper case ("Henri DUVAL").

    `surface` is the text of the mention, and `last` the surname in its usual case.
    """
    surname = surface[-len(last) :]
    if surface[len(last) : len(last) + 1] == ",":  # DUVAL, Henri
        surname = surface[: len(last)]
    if fold_key(surname) != fold_key(last):  # Henri Duval III
        return False
    return surname.isupper() and not last.isupper()


def apply_casing(name: str, casing: Casing) -> str:
    """Return `name` in the given case; AS_GIVEN and SURNAME do not change it."""
    return _CASED.get(casing, str)(name)


def _capitalize_words(name: str) -> str:
    return _WORD_START.sub(lambda match: match[0].upper(), name)


def _lower_article(name: str) -> str:
    return name[:1].lower() + name[1:] if _may_begin_in_lower_case(name) else name


def _may_begin_in_lower_case(name: str) -> bool:
    """Return whether the first word of a name can be written in lower case.

    This is so only for an article or a particle before other words, such as The in The Lanterns.
    """
    first, _, rest = name.partition(" ")
    return bool(rest) and (first == "The" or bare(first) in PARTICLES)


_CASED: Final[Mapping[Casing, Callable[[str], str]]] = {
    Casing.UPPER: str.upper,
    Casing.LOWER: str.lower,
    Casing.CAPITALIZED: lambda name: name[:1].upper() + name[1:],
    Casing.WORDS_CAPITALIZED: _capitalize_words,
    Casing.SMALL_ARTICLE: _lower_article,
    Casing.WORDLIKE: lambda name: name.capitalize() if name.isupper() else name,
}
