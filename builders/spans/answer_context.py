"""An answer entity where a passage speaks of it: what evidence for its type is drawn from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from builders.names import is_title, name_words, title_length
from builders.spans.expected_answer_type import Asked, asked
from builders.spans.knowledge import Knowledge
from builders.types import Entity, Example, Mention

_BEFORE: Final = 32
_AFTER: Final = 16
# What stands between the names of an answer, and before or after them.
_BETWEEN: Final = re.compile(r"\s*(?:,?\s+(?:and|or|as well as)\s+|[,;]\s+|\s*&\s*)\s*")
_EDGES: Final = re.compile(r"^(?:both\s+)?(?:the|an?)\s+|['’]s?$", re.IGNORECASE)


class Seen(NamedTuple):
    """An entity, its mentions in the passage, the question, and what is known of words."""

    entity: Entity
    example: Example
    mentions: Sequence[Mention]
    knowledge: Knowledge

    @property
    def asked(self) -> Asked:
        """Return what the question asks for."""
        return asked(self.example.question)

    def around(self, length: int = _AFTER) -> list[tuple[str, str]]:
        """Return the text before and after each mention."""
        text = self.example.context
        return [
            (text[max(0, m.start - _BEFORE) : m.start], text[m.end : m.end + length])
            for m in self.mentions
        ]

    @property
    def is_titled(self) -> bool:
        """Return whether a title stands before a mention."""
        return any(has_title(before) for before, _ in self.around())

    def answered(self) -> Iterator[tuple[int, int, Mention]]:
        """Yield where each answer starts and ends in the passage, with each mention."""
        for answer in self.example.answers:
            if answer.start is not None:
                for mention in self.mentions:
                    yield answer.start, answer.start + len(answer.text), mention

    @property
    def is_answer(self) -> bool:
        """Return whether an answer is the entity's name alone, or among other names alone."""
        return any(
            self.entity.name in names
            for answer in self.example.answers
            if (names := answer_names(answer.text))
        )


@lru_cache(maxsize=1024)
def answer_names(answer: str) -> tuple[str, ...]:
    """Return the names that an answer is made of, with and without titles; none if it has words.

    "the Zorb and Lady Ada Quist" gives Zorb and Ada Quist, "work for Zorb" nothing.
    """
    return tuple(name for whole in answer_items(answer) for name in (whole, _untitled(whole)))


@lru_cache(maxsize=1024)
def answer_items(answer: str) -> tuple[str, ...]:
    """Return the names of which an answer is made, titles and all; none if it has other words."""
    items = [_EDGES.sub("", item).strip(" .,;\"“”'") for item in _BETWEEN.split(answer)]
    return tuple(items) if all(item[:1].isupper() for item in items) else ()


def _untitled(name: str) -> str:
    words = name_words(name)
    return " ".join(words[title_length(words) :])


def has_title(before: str) -> bool:
    """Return whether a text ends in a title: "in 1851 Lady "."""
    words = before.rsplit(maxsplit=1)
    return bool(words) and words[-1][:1].isupper() and is_title(words[-1])
