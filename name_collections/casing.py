"""Restores the usual casing of names that a source prints in upper case."""

from __future__ import annotations

import re
from typing import Final

# Surnames whose apostrophe the United States census removes. Add a surname if the spelling with an
# apostrophe is the only common spelling.
_O_NAMES: Final = frozenset({
    "OBRIEN", "OBRYAN", "OBRYANT", "OBANNON", "OCALLAGHAN", "OCONNELL", "OCONNER", "OCONNOR",
    "ODONNELL", "ODONOGHUE", "ODONOHUE", "ODOWD", "ODRISCOLL", "ODWYER", "OFARRELL", "OFLAHERTY",
    "OFLYNN", "OGORMAN", "OGRADY", "OHAGAN", "OHALLORAN", "OHANLON", "OHARE", "OHEARN", "OKEEFE",
    "OKEEFFE", "OKELLY", "OLEARY", "OLOUGHLIN", "OMALLEY", "OMEARA", "ONEAL", "ONEIL", "ONEILL",
    "OQUINN", "OREILLY", "ORILEY", "OROURKE", "OSHAUGHNESSY", "OSHEA", "OSULLIVAN", "OTOOLE",
})  # fmt: skip


def from_capitals(text: str) -> str:
    """Return an upper-case name in its usual casing, such as McCoy, O'Brien, Chia-Hao or Smith."""
    if text in _O_NAMES:
        return "O'" + text[1:].capitalize()
    parts = re.split(r"([\s'’-])", text)
    return "".join(_word(part) for part in parts)


def _word(word: str) -> str:
    if word.startswith("MC") and len(word) > 4:
        return "Mc" + word[2:].capitalize()
    return word.capitalize()
