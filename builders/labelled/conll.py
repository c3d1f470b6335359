"""Coreference files in CoNLL-2012 format (Pradhan et al. 2012): one token per line.

Renaming changes only the fourth column, which is the word. A new name must have as many words as
the old name, because parses, named-entity tags and clusters have to stay on the same lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from builders.errors import Fault, FixManyError
from builders.labelled.labelled_text import LabelledPart, UnalignedError, example
from builders.types import Row

_TOKEN: Final = re.compile(r"((?:\S+[ \t]+){3})(\S+)(.*)", re.DOTALL)
_BREAK: Final = re.compile("[ \n]")
OTHER_WORDS: Final = "a new name has more or fewer words than the old one"


def read(text: str, path: str) -> Iterator[LabelledPart]:
    """Yield each document of a file as a part. Raises FixManyError if lines have no word column."""
    lines = text.splitlines(keepends=True)
    faults = [
        Fault(f"line {n}", "columns", "expected document, part, number and word")
        for n, line in enumerate(lines, 1)
        if _is_token(line) and not _TOKEN.fullmatch(line)
    ]
    if faults:
        raise FixManyError(path, faults)
    start = 0
    for n, line in enumerate(lines, 1):
        if line.startswith("#end document") or n == len(lines):
            yield _document(lines[start:n], start + 1)
            start = n


def _is_token(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")


def _document(lines: Sequence[str], number: int) -> LabelledPart:
    sentences: list[list[str]] = [[]]
    for line in lines:
        if found := _TOKEN.fullmatch(line) if _is_token(line) else None:
            sentences[-1].append(found[2])
        elif sentences[-1]:
            sentences.append([])
    context = "\n".join(" ".join(words) for words in sentences if words)
    if not context:
        return LabelledPart("".join(lines))
    return LabelledPart("".join(lines), example(number, context), partial(_write, lines))


def _write(lines: Sequence[str], row: Row) -> str:
    words = _BREAK.split(row.example.context)
    tokens = [n for n, line in enumerate(lines) if _is_token(line)]
    if len(words) != len(tokens):
        raise UnalignedError(OTHER_WORDS)
    written = list(lines)
    for n, word in zip(tokens, words, strict=True):
        found = _TOKEN.fullmatch(lines[n])
        if found is not None:
            written[n] = f"{found[1]}{word}{found[3]}"
    return "".join(written)
