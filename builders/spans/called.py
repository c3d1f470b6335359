"""What a firm is called, where a passage names one of its products in full.

"They left Zorb, who sold the Zorb Comet": the longer name is tied to the firm, and names a thing.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from builders.names import ORG_WORDS, name_words
from builders.spans.knowledge import DESIGNATORS
from builders.spans.surroundings import Seen
from builders.text import fold_key
from builders.types import Entity

_ARTICLE: Final = re.compile(r"\b(?:the|an?)\s+$", re.IGNORECASE)


def called(seen: Seen) -> Entity:
    """Return the entity by its short name, if that is in an answer and the longer one a thing's.

    A thing has an article before it, which the firm has not.
    """
    entity, text = seen.entity, seen.example.context
    words = name_words(entity.name)
    if entity.type != "ORG" or len(words) < 2 or _is_body(words):
        return entity
    short = words[0]
    named = {text[m.start : m.end] for a, b, m in seen.answered() if a <= m.start and m.end <= b}
    things = [_ARTICLE.search(before) for before, _ in _around(seen, entity.name)]
    firms = [_ARTICLE.search(before) for before, _ in _around(seen, short)]
    if named == {short} and things and all(things) and not any(firms):
        return replace(entity, name=short)
    return entity


def _is_body(words: tuple[str, ...]) -> bool:
    keys = {fold_key(word).strip(".,") for word in words[1:]}
    return not keys.isdisjoint(DESIGNATORS | ORG_WORDS)


def _around(seen: Seen, surface: str) -> list[tuple[str, str]]:
    """Return what stands around the mentions that are written so."""
    text = seen.example.context
    alike = [m for m in seen.mentions if text[m.start : m.end] == surface]
    return seen._replace(mentions=alike).around()
