"""The stem of a place's name, by which others are called (Tundzha River), and its number."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Final

from builders.countries import TOWN_NOUNS
from builders.lexicon.tables import words
from builders.text import fold_key

_DIRECTIONS: Final = words("words_of_names", "directions")


def place_stem(
    name: str, kinds: Container[str], is_word: Callable[[str], bool] | None = None
) -> str:
    """Return a place's name without the words for its kind, or an empty string if it has none.

    Lake Tana and the Tana River give Tana. `kinds` are the words for kinds of places, except those
    for kinds of towns. If `is_word` is given, which says whether a folded word is English, the stem
    must not be an English word or a direction (Green Lake, North River).
    """
    left = name.split()
    while len(left) > 1 and _tells(left[-1], kinds):
        left.pop()
    while len(left) > 1 and _tells(left[0], kinds):
        del left[0]
    stem = " ".join(left)
    if stem == name or _tells(stem, kinds):
        return ""
    is_name = len(left) > 1 or is_word is None or not is_word(fold_key(stem))
    return stem if is_name and fold_key(stem) not in _DIRECTIONS else ""


def is_plural(name: str, kinds: Mapping[str, str]) -> bool:
    """Return whether the word that tells the kind of a place is plural: Mountains, Islands.

    `kinds` has the words for kinds of places, each with its kind.
    """
    words = name.lower().split()
    return any(word[-1] == "s" and word in kinds and word[:-1] in kinds for word in words)


def _tells(word: str, kinds: Container[str]) -> bool:
    return word.lower() in kinds or word.lower() in TOWN_NOUNS
