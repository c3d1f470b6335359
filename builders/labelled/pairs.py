"""Sentence pairs in the format of MRPC: TSV without quoting, with these columns in a header.

Quality \\t #1 ID \\t #2 ID \\t #1 String \\t #2 String
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from builders.errors import Fault, FixManyError
from builders.labelled.labelled_text import Piece, example
from builders.types import Row

_COLUMNS = 5


def read(text: str, path: str) -> Iterator[Piece]:
    """Yield the header and the pairs. Raises FixManyError if lines do not have five columns."""
    lines = text.splitlines(keepends=True)
    faults = [
        Fault(f"line {n}", "columns", f"are {found}, expected {_COLUMNS} parted by tabs")
        for n, line in enumerate(lines, 1)
        if (found := line.count("\t") + 1) != _COLUMNS
    ]
    if faults:
        raise FixManyError(path, faults)
    for n, line in enumerate(lines, 1):
        columns = line.rstrip("\r\n").split("\t")
        if n == 1:
            yield Piece(line)
        else:
            yield Piece(line, example(n, columns[3], columns[4]), partial(_write, line))


def _write(line: str, row: Row) -> str:
    ending = line[len(line.rstrip("\r\n")) :]
    *before, _, _ = line.rstrip("\r\n").split("\t")
    return "\t".join([*before, row.example.context, row.example.question]) + ending
