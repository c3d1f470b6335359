"""Builds the lists of words and names that decide whether a name is risky.

A risky name could be confused with something else, and is not sampled as a new name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from functools import cache
from typing import Final

from name_collections import facts, store
from name_collections.lexicon import Lexicon
from name_collections.name import Name
from name_collections.risk import ReferenceNames, flag

_COMMON_FIRST: Final = 0.01
"""A city name is risky if at least this percentage of people has it as a first name."""
_COMMON_LAST: Final = 300
_IN_HEADLINES: Final = 5
_KNOWN_STATES: Final = frozenset({"United States", "Canada", "Australia"})


def build(lexicon: Lexicon, people: Iterable[Name], places: Iterable[Name]) -> ReferenceNames:
    """Return the lists that decide whether a name is risky (could be confused with something else).

    They are built from a lexicon, names of people, and names of places.
    """
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
    return ReferenceNames(lexicon, frozenset(lands | spots), frozenset(lands), frozenset(common))


@cache
def reference_names() -> ReferenceNames:
    """Return the lists that decide whether a name is risky (could be confused with something else).

    They are built from the embedded collections.
    """
    places = store.load("places")
    spots = [*places.select("COUNTRY", risky=True), *places.select("NATIONALITY", risky=True),
             *places.select("STATE", risky=True)]  # fmt: skip
    return build(Lexicon.load(), store.load("us-names").names, spots)


def proper_nouns(
    lexicon: Lexicon,
    references: ReferenceNames,
    spelled: Collection[str] = (),
    peoples: Collection[str] = (),
) -> list[Name]:
    """Return the proper nouns of a lexicon, with `risky` set for those that should not be sampled.

    In addition to the rules of `risk.flag`, a word is risky if it was seen only once, if it is an
    ordinary dictionary word that was seen only a few times (probably in headlines), or if it is
    the plural of a name in `peoples`. `spelled` are lower-case words whose usual spelling is known.
    They never count as plurals. If `spelled` is given, a word is also risky if its usual spelling
    is known neither from `spelled` nor from the lexicon. For example, Icdc might be the acronym
    ICDC.
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

    flagged = flag(found, references)
    return [name if name.risky else replace(name, risky=reason(name)) for name in flagged]


def _singulars(word: str) -> list[str]:
    """Return the words whose plural this word may be."""
    endings = (("ies", "y"), ("es", ""), ("s", ""))
    return [word.removesuffix(of_many) + of_one
            for of_many, of_one in endings if word.endswith(of_many)]  # fmt: skip
