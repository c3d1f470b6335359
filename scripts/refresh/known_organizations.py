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
_SAID_OF_COMPANIES: Final = frozenset({"", "group", "foundation"})
"""The kinds that the words of a company's name may tell: Carlyle Group, Northern Trust."""
_AND: Final = re.compile(r" (?:&|and)$")
_CLUBS: Final = "Sports"
"""The industry of football clubs that have shares."""
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
            full = _NOTE.sub("", company["name"]).strip().removeprefix("The ").replace("’", "'")
            if _CLUBS not in (company.get("industries") or ()):
                short = _AND.sub("", _FORMS.sub("", full))
                yield from (name for name in (full, short) if _is_untold(name))


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
    """Return the text of organizations.txt, which lists the names."""
    lines = (
        "# Companies of stock indices whose names do not tell that they are such. From",
        f"# pytickersymbols {version('pytickersymbols')} (MIT). Written by",
        "# scripts/refresh_names.py.",
        f"company: {'; '.join(sorted(set(_companies())))}",
    )
    return "\n".join(lines) + "\n"
