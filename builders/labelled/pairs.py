"""Sentence pairs in the format of MRPC: TSV without quoting, with these columns in a header.

Quality \\t #1 ID \\t #2 ID \\t #1 String \\t #2 String
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from builders.errors import Fault, FixInputError, FixManyError
from builders.labelled.labelled_text import LabelledPart, example
from builders.types import Row

_COLUMNS = 5


def read(text: str, path: str) -> Iterator[LabelledPart]:
    """Yield the header, and then each pair of sentences, as a part of the file.

    Raises FixManyError if lines do not have five columns.
    """
    lines = text.splitlines(keepends=True)
    faults = [
        Fault(f"line {n}", "columns", f"are {found}, expected {_COLUMNS} separated by tabs")
        for n, line in enumerate(lines, 1)
        if (found := line.count("\t") + 1) != _COLUMNS
    ]
    if faults:
        raise FixManyError(path, faults)
    for n, line in enumerate(lines, 1):
        columns = line.rstrip("\r\n").split("\t")
        if n == 1:
            yield LabelledPart(line)
        else:
            yield LabelledPart(line, example(n, columns[3], columns[4]), partial(_write, line))


def read_labels(path: Path) -> dict[tuple[str, str], str]:
    """Return the label of each pair of sentences, by the ids of its two sentences.

    Raises FixInputError if the file cannot be read, and FixManyError if lines do not have five
    columns or a pair occurs twice.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FixInputError(f"{path}: cannot be read: {error}") from None
    labels: dict[tuple[str, str], str] = {}
    faults = []
    for n, line in enumerate(lines[1:], 2):
        columns = line.split("\t")
        if len(columns) != _COLUMNS:
            message = f"are {len(columns)}, expected {_COLUMNS} separated by tabs"
            faults.append(Fault(f"line {n}", "columns", message))
            continue
        label, one, other, *_ = columns
        if (one, other) in labels:
            faults.append(Fault(f"line {n}", "ids", f"{one} and {other} occur twice"))
        labels[one, other] = label
    if faults:
        raise FixManyError(str(path), faults)
    return labels


def _write(line: str, row: Row) -> str:
    ending = line[len(line.rstrip("\r\n")) :]
    *before, _, _ = line.rstrip("\r\n").split("\t")
    return "\t".join([*before, row.example.context, row.example.question]) + ending
