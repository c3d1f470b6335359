"""The questions of a passage: valid ones become examples, faulty ones are rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from builders.sources.record_reader import Passage, RecordReader
from builders.sources.source_reading import Item
from builders.types import Example

Build = Callable[[object, str, Passage, RecordReader], Example | None]
"""A function that builds an example from a record, which the reader must find without faults."""


def questions(
    record: Mapping[str, Any],
    where: str,
    passage: Passage,
    reader: RecordReader,
    build: Build,
    *,
    joint: str = ".",
) -> Iterator[Item]:
    """Yield the questions in `record["qas"]`, of which faulty ones are Rejected.

    If the passage itself is faulty, all of its questions are rejected. `where` is the position of
    the record in messages, and `joint` separates it from "qas".
    """
    items = reader.items(record, "qas", where)
    lost = not reader.clean
    for number, item in enumerate(items):
        example = build(item, f"{where}{joint}qas[{number}]", passage, reader)
        if example is not None and reader.clean:
            yield example
        elif not lost:
            yield reader.rejected()
    if lost:  # the questions were checked for faults, and are rejected with their passage
        yield reader.rejected(len(items) or 1)
