"""The names that an answer consists of."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from builders.names import name_words, title_length

# Separators between the names of an answer, and text to remove at both ends.
_BETWEEN: Final = re.compile(r"\s*(?:,?\s+(?:and|or|as well as)\s+|[,;]\s+|\s*&\s*)\s*")
_EDGES: Final = re.compile(r"^(?:both\s+)?(?:the|an?)\s+|['’]s?$", re.IGNORECASE)


@lru_cache(maxsize=1024)
def answer_names(answer: str) -> tuple[str, ...]:
    """Return the names that an answer consists of, each both with and without its title.

    "the Zorb and Lady Ada Quist" gives Zorb (twice), Lady Ada Quist and Ada Quist. The result is
    empty if a part of the answer does not begin with a capital, as in "work for Zorb".
    """
    return tuple(name for whole in answer_items(answer) for name in (whole, _untitled(whole)))


@lru_cache(maxsize=1024)
def answer_items(answer: str) -> tuple[str, ...]:
    """Return the names that an answer consists of, with titles.

    The result is empty if a part of the answer does not begin with a capital.
    """
    items = [_EDGES.sub("", item).strip(" .,;\"“”'") for item in _BETWEEN.split(answer)]
    return tuple(items) if all(item[:1].isupper() for item in items) else ()


def _untitled(name: str) -> str:
    words = name_words(name)
    return " ".join(words[title_length(words) :])
