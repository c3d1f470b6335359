"""The questions of a passage, one by one: sound ones as examples, faulty ones as rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from builders.sources.record_reader import Passage, RecordReader
from builders.sources.source_reading import Item
from builders.types import Example

Build = Callable[[object, str, Passage, RecordReader], Example | None]
"""Builds an example out of one record; it is worth something only if the reader stays clean."""


def questions(
    record: Mapping[str, Any],
    where: str,
    passage: Passage,
    reader: RecordReader,
    build: Build,
    *,
    joint: str = ".",
) -> Iterator[Item]:
    """Yield what `record["qas"]` holds; questions of a faulty passage are lost with it.

    `where` names the place of the record; `joint` stands between it and "qas".
    """
    items = reader.items(record, "qas", where)
    lost = not reader.clean
    for number, item in enumerate(items):
        example = build(item, f"{where}{joint}qas[{number}]", passage, reader)
        if example is not None and reader.clean:
            yield example
        elif not lost:
            yield reader.rejected()
    if lost:  # the questions were looked at for faults of their own, and go with their passage
        yield reader.rejected(len(items) or 1)
