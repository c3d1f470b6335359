"""Reads the passages that were written for training, with questions and marked names.

written.txt.gz has articles in plain text:

    # Rjukan
    P: In 1906 {P:Knut Tveit} moved to {G:Rjukan}, before the {M:Treaty of Karlstad} was ratified.
    Q: Where did {P:Tveit} move in 1906?

A name inside a longer name is not marked. The letter is the type (see `TYPES`). M marks names of
other types, such as events, works and products.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

WRITTEN: Final = Path(__file__).with_name("written.txt.gz")
TYPES: Final = {"P": "PERSON", "O": "ORG", "G": "GPE", "L": "LOC", "N": "NORP", "M": "MISC"}

_MARK: Final = re.compile(r"\{([POGLNM]):([^{}]+)\}")
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])[\"”)]? (?=[\"“(]?[A-Z0-9])")


@dataclass(frozen=True, slots=True)
class WrittenText:
    """The text of a passage or question, with its names in order as (start, end, type)."""

    kind: Literal["passage", "question"]
    text: str
    names: tuple[tuple[int, int, str], ...]

    def sentences(self) -> Iterator[WrittenText]:
        """Yield the sentences of the text with their names. A name is never divided."""
        start = 0
        for match in _SENTENCE_END.finditer(self.text):
            if not any(s < match.end() and match.start() < e for s, e, _ in self.names):
                yield self._part(start, match.end() - 1)
                start = match.end()
        yield self._part(start, len(self.text))

    def _part(self, start: int, end: int) -> WrittenText:
        names = ((s - start, e - start, t) for s, e, t in self.names if start <= s and e <= end)
        return WrittenText(self.kind, self.text[start:end], tuple(names))


@dataclass(frozen=True, slots=True)
class WrittenPassage:
    """A passage with its questions, written for training."""

    article: str
    """The title of the article that contains the passage."""
    texts: tuple[WrittenText, ...]
    """The passage, followed by its questions."""


def written_passages(path: Path = WRITTEN) -> Iterator[WrittenPassage]:
    """Yield the passages of a file in the format of written.txt.gz, in their order."""
    article, texts = "", list[WrittenText]()
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            mark, _, body = line.rstrip("\n").partition(" ")
            if mark in {"#", "P:"} and texts:
                yield WrittenPassage(article, tuple(texts))
                texts = []
            if mark == "#":
                article = body
            elif mark in {"P:", "Q:"}:
                texts.append(_text("passage" if mark == "P:" else "question", body))
    if texts:
        yield WrittenPassage(article, tuple(texts))


def _text(kind: Literal["passage", "question"], body: str) -> WrittenText:
    pieces, names, length, done = [], [], 0, 0
    for match in _MARK.finditer(body):
        before = body[done : match.start()]
        start = length + len(before)
        length = start + len(match[2])
        pieces += [before, match[2]]
        names.append((start, length, TYPES[match[1]]))
        done = match.end()
    return WrittenText(kind, "".join([*pieces, body[done:]]), tuple(names))
