"""The names of states and peoples that are called after another country or people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from builders.countries import (
    PARTS_OF_A_PEOPLE,
    STATE_ENDS,
    STATE_STARTS,
    STATES_OF_A_COUNTRY,
)
from builders.text import fold_key

_FIRST_WORD: Final = re.compile(r"\w+[ -]")


def parts_of_state(name: str) -> Iterator[tuple[str, str, str]]:
    """Yield the ways to divide the name of a past state: what is before another name, it, after.

    The other name is that of a people if something follows it (Russian in "Russian Empire"), and
    otherwise that of a country or people (Germany in "Nazi Germany"). It need not be a real one.
    """
    people, space, last = name.rpartition(" ")
    if people and fold_key(last) in STATE_ENDS:
        yield "", people, f"{space}{last}"
    start = STATE_STARTS.match(name.lower())
    first = start or _FIRST_WORD.match(name)
    before = name[: first.end()] if first else ""
    if start or fold_key(before[:-1]) in STATES_OF_A_COUNTRY | PARTS_OF_A_PEOPLE:
        yield before, name[len(before) :], ""
