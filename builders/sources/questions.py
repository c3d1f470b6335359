"""The questions of a passage: valid questions become examples, faulty questions are rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from builders.sources.record_reader import Passage, RecordReader
from builders.sources.source_reading import Item
from builders.types import Example

Build = Callable[[object, str, Passage, RecordReader], Example | None]
"""A function that builds an example from the JSON object of a question, or returns None.

The example may be used only if the reader noted no fault.
"""


def questions(
    record: Mapping[str, Any],
    where: str,
    passage: Passage,
    reader: RecordReader,
    build: Build,
    *,
    joint: str = ".",
) -> Iterator[Item]:
    """Yield an Example for each valid question in `record["qas"]`, a Rejected for each faulty one.

    If the passage itself is faulty, all of its questions are rejected together. `where` is the
    position of the record in messages, and `joint` separates this position from "qas".
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
