"""Reads given names and surnames of a culture from tables, for several sources of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from name_collections.casing import from_capitals
from name_collections.harvest.source import (
    Parse,
    RawFile,
    Tally,
    clean,
    first_name,
    number,
    stem,
)
from name_collections.name import Name
from name_collections.risk import is_latin
from name_collections.tables import Row, rows

# Column names by content, in order of preference.
_FIRST: Final = ("first_name", "firstname", "given_name", "givenname", "preusuel", "prenom")
_LAST: Final = ("surname", "surnames", "last_name", "lastname", "family_name", "apellido", "caste")
_ANY: Final = ("name", "names", "nombre", "nom", "term", "title")
_COUNT: Final = ("count", "frequency", "nombre", "frec", "frequency_first", "n", "freq", "valeur")
_GENDER: Final = ("gender", "sex", "sexe", "sexo")
_MALE: Final = frozenset({"m", "male", "1", "boy", "h", "homme", "hombre", "masculine"})
_FEMALE: Final = frozenset({"f", "female", "2", "girl", "femme", "mujer", "w", "feminine"})
_FEMALE_FILE: Final = re.compile(r"female|girl|femme|fille|women|feminine|mujer")
_MALE_FILE: Final = re.compile(r"male|boy|homme|garcon|men\b|masculine|hombre")
_LAST_FILE: Final = re.compile(r"surname|last|family|caste|apellido")
_NOT_NAMES: Final = frozenset({"_prenoms_rares", "nan", "na", "null", "none"})
_WIKI_SPECIAL: Final = re.compile(r"^(?:Category|Help|Special|Portal|Wikipedia|Template|List of)\b")
_WIKI_TAIL: Final = re.compile(r"\s*\([^)]*\)$")
_NAME: Final = re.compile(r"[^\W\d_]+(?:[ '’ʼʻ-][^\W\d_]+)*")


def of_culture(culture: str) -> Parse:
    """Return a parser for tables of given names and surnames of a culture."""

    def parse(files: Iterable[RawFile], tally: Tally) -> Iterator[Name]:
        counts: dict[str, list[float]] = {}
        last: dict[str, float] = {}
        for file in files:
            for row in rows(file, tally):
                tally.read += 1
                _sort(row, stem(file.name), counts, last, tally)
        for text, (male, female) in counts.items():
            yield first_name(text, male, female, culture)
        for text, weight in last.items():
            yield Name(text, "LAST", weight, culture=culture)

    return parse


def _sort(
    row: Row, file: str, counts: dict[str, list[float]], last: dict[str, float], tally: Tally
) -> None:
    """Add the name in a row to the first names (`counts`) or to the last names (`last`).

    The columns of the row and the name of its file show whether the name is a first name or a last
    name. `counts` has the male and the female count of each first name, and `last` has the count of
    each last name. A first name without a gender is dropped.
    """
    given, family = _field(row, _FIRST), _field(row, _LAST)
    text = given or family or _field(row, _ANY)
    weight = number(_field(row, _COUNT) or 1) or 1.0
    is_last = not given and (bool(family) or bool(_LAST_FILE.search(file)) or "title" in row)
    gender = "" if is_last else _gender(row, file)
    name = _spelled(text, tally, is_last=is_last)
    if not name:
        return
    if is_last:
        last[name] = last.get(name, 0.0) + weight
    elif gender:
        counts.setdefault(name, [0.0, 0.0])[gender == "female"] += weight
    else:
        tally.drop("neither a gender nor a surname")


def _field(row: Row, columns: tuple[str, ...]) -> str:
    return next((row[column] for column in columns if row.get(column)), "")


def _gender(row: Row, file: str) -> str:
    stated = _field(row, _GENDER).strip().lower()
    if stated in _FEMALE or (not stated and _FEMALE_FILE.search(file)):
        return "female"
    return "male" if stated in _MALE or (not stated and _MALE_FILE.search(file)) else ""


def _spelled(text: str, tally: Tally, *, is_last: bool) -> str:
    """Return a name in its usual spelling, or "" if the text is not a name.

    In the latter case, the text is counted as dropped.
    """
    if text.strip().lower() in _NOT_NAMES or _WIKI_SPECIAL.match(text):
        tally.drop("placeholder or page, no name")
        return ""
    text = clean(_WIKI_TAIL.sub("", text), tally)
    if not text:
        return ""
    if not is_last:
        text = text.split()[0]  # in lists of persons the given name comes first
    if fault := _fault(text):
        tally.drop(fault)
        return ""
    return from_capitals(text.upper()) if text.isupper() or text.islower() else text


def _fault(text: str) -> str:
    if not _NAME.fullmatch(text):
        return "signs"
    if len(text) < 2:
        return "one letter"
    return "" if is_latin(text) else "not romanized"
