"""The names of companies in stock indices, of which most do not tell that they are companies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.metadata import version
from typing import Any, Final

from pytickersymbols.indices_data import INDICES

from builders.text import fold_key
from name_collections.kinds import UNIQUE, kinds
from name_collections.lexicon import Lexicon

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
_LEAST: Final = 3
_SHARE: Final = 0.4
"""The least share of a word's uses that are proper nouns, if the word is a whole name: Apple has
it, Target and Next have not."""


def names() -> Iterator[str]:
    """Yield the names of the companies, with and without what tells their legal form.

    Names whose words tell another kind (Deutsche Bank) are left out, and football clubs.
    """
    words_alone = replace(kinds("ORGANIZATION"), names={})  # ignore the table to be written
    lexicon = Lexicon.load()
    for listed in _listed(INDICES):
        full = _NOTE.sub("", listed).strip().removeprefix("The ")
        for name in dict.fromkeys((full, _FORMS.sub("", full))):
            if (
                len(name) >= _LEAST
                and words_alone.of(name) in _SAID_OF_COMPANIES
                and kinds("ORGANIZATION").names.get(fold_key(name)) != UNIQUE
                and (" " in name or _is_mostly_a_name(name, lexicon))
            ):
                yield name


def _listed(indices: Mapping[str, Any]) -> Iterator[str]:
    for index in indices.values():
        for company in index["companies"] or ():
            if _CLUBS not in (company.get("industries") or ()):
                yield company["name"]


def _is_mostly_a_name(word: str, lexicon: Lexicon) -> bool:
    counted = lexicon.words.get(word.lower())
    if counted is None:
        return not lexicon.is_common(word)
    return counted.proper >= _SHARE * counted.total


def table() -> str:
    """Return the text of organizations.txt, which lists the names."""
    lines = (
        "# Companies whose names do not tell that they are such. From pytickersymbols",
        f"# {version('pytickersymbols')} (MIT), the companies of 20 stock indices; written by",
        "# scripts/refresh_names.py.",
        f"company: {'; '.join(sorted(set(names())))}",
    )
    return "\n".join(lines) + "\n"
