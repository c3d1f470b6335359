"""What names are held against: built of the embedded collections and a few stated facts."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import Final

from name_collections import facts, store
from name_collections.lexicon import Lexicon
from name_collections.name import Name
from name_collections.risk import Witness, flag

_COMMON_FIRST: Final = 0.01
"""Per cent of bearers from which a first name makes a city of that name ambiguous."""
_COMMON_LAST: Final = 300
_IN_HEADLINES: Final = 5
_KNOWN_STATES: Final = frozenset({"United States", "Canada", "Australia"})


def build(lexicon: Lexicon, people: Iterable[Name], places: Iterable[Name]) -> Witness:
    """Build a witness of first and last names, and of places with their nationalities."""
    last: list[tuple[float, str]] = []
    common: set[str] = set()
    for name in people:
        if name.span_type == "LAST":
            last.append((-name.weight, name.text.lower()))
        elif name.weight >= _COMMON_FIRST:
            common.add(name.text.lower())
    common.update(text for _, text in sorted(last)[:_COMMON_LAST])
    lands: set[str] = set()
    spots: set[str] = set()
    for name in places:
        if name.span_type in {"COUNTRY", "NATIONALITY"}:
            lands.add(name.text.lower())
        elif name.span_type == "STATE" and name.country in _KNOWN_STATES:
            spots.add(name.text.lower())
    known = facts.read(facts.FOLDER / "known_places.txt")
    spots.update(item.lower() for items in known.values() for item in items)
    return Witness(lexicon, frozenset(lands | spots), frozenset(lands), frozenset(common))


@cache
def witness() -> Witness:
    """Return the witness of the embedded collections."""
    places = store.load("places")
    spots = [*places.select("COUNTRY", risky=True), *places.select("NATIONALITY", risky=True),
             *places.select("STATE", risky=True)]  # fmt: skip
    return build(Lexicon.load(), store.load("us-names").names, spots)


def proper_nouns(
    lexicon: Lexicon,
    held_against: Witness,
    spelled: Collection[str] = (),
    peoples: Collection[str] = (),
) -> list[Name]:
    """Return the proper nouns of a lexicon; those that no reader would take for one are flagged.

    Of a word whose spelling was not counted nobody can tell Icdc from ICDC, unless it is one of
    the names `spelled`, in small letters here. A plain word that was seen a few times stood in a
    headline. Many of one of the `peoples` are no name, unless the word is another's.
    """
    found = [
        Name(counts.form or word.capitalize(), "NNP", float(counts.total))
        for word, counts in lexicon.words.items()
        if counts.is_proper and any(char.isalpha() for char in word)
    ]

    def reason(name: Name) -> str:
        word = name.text.lower()
        if name.weight < 2:
            return "seen once"
        ones = () if word in spelled else _singulars(word)
        plain = not lexicon.plain.isdisjoint((word, *ones))
        if plain and name.weight <= _IN_HEADLINES:
            return "common word"
        if any(one in peoples for one in ones):
            return "name of a country or people"
        unknown = bool(spelled) and not lexicon.words[word].form and word not in spelled
        return "spelling not known" if unknown else ""

    flagged = flag(found, held_against)
    return [name if name.risky else replace(name, risky=reason(name)) for name in flagged]


def _singulars(word: str) -> list[str]:
    """Return the words of which this one may be the plural."""
    endings = (("ies", "y"), ("es", ""), ("s", ""))
    return [word.removesuffix(of_many) + of_one
            for of_many, of_one in endings if word.endswith(of_many)]  # fmt: skip
