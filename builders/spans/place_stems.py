"""The part of a place's name by which other things are called: Tundzha in Tundzha River."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from builders.countries import TOWN_NOUNS
from builders.spans.knowledge import DIRECTIONS
from builders.text import fold_key
from name_collections.kinds import kinds

_KINDS: Final = frozenset(kinds("LOCATION").words) | TOWN_NOUNS
"""Words that say what kind of place a name names (river, lake, city)."""


def place_stem(name: str, is_word: Callable[[str], bool] | None = None) -> str:
    """Return a place's name without the words for its kind, or an empty string if there are none.

    Lake Tana and the Tana River give Tana. If `is_word` is given, which says whether a folded word
    is English, the stem must not be an English word or a direction (Green Lake, North River).
    """
    words = name.split()
    while len(words) > 1 and words[-1].lower() in _KINDS:
        words.pop()
    while len(words) > 1 and words[0].lower() in _KINDS:
        del words[0]
    stem = " ".join(words)
    if stem == name or stem.lower() in _KINDS:
        return ""
    tells = len(words) > 1 or is_word is None or not is_word(fold_key(stem))
    return stem if tells and fold_key(stem) not in DIRECTIONS else ""
