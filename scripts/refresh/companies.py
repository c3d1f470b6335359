"""Companies in stock indices, of which most names do not tell that they are companies."""

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

_NOTE: Final = re.compile(r" \([^)]*\)$")
_FORMS: Final = re.compile(
    r"(?:,? (?:(?:Inc|Corp|Ltd|Co|Oyj|Abp|ASA|KGaA|SCA)\b\.?|Incorporated|Corporation|Limited|plc"
    r"|PLC|Company|Companies|Holdings?|Group|Trust|REIT|AG|SE|SA|AB|NV|SpA|[SN]\.[AV]\.|S\.p\.A\."
    r"|L\.P\.))+$"
)
_VAGUE: Final = frozenset({"", "group", "foundation"})
"""The kinds by the words of a name that say too little (Thales Group, Northern Trust)."""
_AND: Final = re.compile(r" (?:&|and)$")
_CLUBS: Final = "Sports"
"""The industry of football clubs that have shares."""
_LEAST: Final = 3
_SHARE: Final = 0.4
"""The least share of a word's uses that are proper nouns, if the word is a whole name: Apple has
it, Target and Next have not."""


def names() -> Iterator[str]:
    """Yield the companies of stock indices, with and without what tells their legal form.

    Names whose words tell another kind (Deutsche Bank) are left out, and football clubs.
    """
    for index in INDICES.values():
        for company in index["companies"] or ():
            full = _NOTE.sub("", company["name"]).strip().removeprefix("The ").replace("’", "'")
            if _CLUBS not in (company.get("industries") or ()):
                short = _AND.sub("", _FORMS.sub("", full))
                yield from (name for name in (full, short) if _is_of_use(name))


def _is_of_use(name: str) -> bool:
    """Return whether a name is no common word, and tells neither a company nor another kind."""
    is_unique = kinds("ORGANIZATION").names.get(fold_key(name)) == UNIQUE
    is_name = " " in name or _is_mostly_a_name(name)
    told = _by_words().of(name)
    return told in _VAGUE and is_name and not is_unique and len(name) >= _LEAST


@cache
def _by_words() -> Kinds:
    """Return what tells kinds by the words of names alone, without the table to be written."""
    return replace(kinds("ORGANIZATION"), names={})


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
    """Return the text of organizations.txt, which lists the names."""
    lines = (
        "# Companies of stock indices whose names do not tell that they are such. From",
        f"# pytickersymbols {version('pytickersymbols')} (MIT). Written by",
        "# scripts/refresh_names.py.",
        f"company: {'; '.join(sorted(set(names())))}",
    )
    return "\n".join(lines) + "\n"
