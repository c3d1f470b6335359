"""A digest of rows that does not change when the file format's writer does.

SHA-256 over blocks of BLOCK rows. A block is the number of its rows, then its leaf columns in
the order of the schema: for texts the UTF-8 lengths and the texts, for lists the number of
items and the items, for numbers the numbers; lengths, counts and numbers as little-endian
int32, truth values as one byte. Neither compression nor row groups nor pyarrow's version enter.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Final

import pyarrow as pa
import pyarrow.compute as pc

BLOCK: Final = 1024
"""Rows a block."""


class LogicalDigest:
    """Takes tables of any length, in order, and digests them in blocks of BLOCK rows.

    `bytes` counts what went into the digest: the size of the rows, uncompressed.
    """

    def __init__(self) -> None:
        self._hash = sha256()
        self._pending: list[pa.Table] = []
        self._rows = 0
        self.bytes = 0

    def update(self, table: pa.Table) -> None:
        """Add the rows of a table without nulls."""
        self._pending.append(table)
        self._rows += table.num_rows
        if self._rows < BLOCK:
            return
        table = pa.concat_tables(self._pending)
        whole = self._rows - self._rows % BLOCK
        for start in range(0, whole, BLOCK):
            self._block(table.slice(start, BLOCK))
        self._pending = [table.slice(whole)]
        self._rows -= whole

    def hexdigest(self) -> str:
        """Return the digest of all rows; nothing may be added afterwards."""
        if self._rows:
            self._block(pa.concat_tables(self._pending))
        self._pending, self._rows = [], 0
        return self._hash.hexdigest()

    def _block(self, table: pa.Table) -> None:
        self._hash.update(table.num_rows.to_bytes(4, "little"))
        for batch in table.combine_chunks().to_batches():
            for column in batch.columns:
                for buffer in _leaves(column):
                    self._hash.update(buffer)
                    self.bytes += buffer.nbytes


def _leaves(array: pa.Array) -> Iterator[memoryview]:
    kind = array.type
    if pa.types.is_struct(kind):
        for field in array.flatten():
            yield from _leaves(field)
    elif pa.types.is_list(kind):
        yield _numbers(array.value_lengths())
        yield from _leaves(array.flatten())
    elif pa.types.is_string(kind):
        yield _numbers(pc.binary_length(array))
        yield _texts(array)
    elif pa.types.is_boolean(kind):
        yield _numbers(array.cast(pa.int8()))
    else:
        yield _numbers(array)


def _numbers(array: pa.Array) -> memoryview:
    width = array.type.bit_width // 8
    data = array.buffers()[1]
    start = array.offset * width
    return memoryview(data)[start : start + len(array) * width] if data else memoryview(b"")


def _texts(array: pa.Array) -> memoryview:
    _, offsets, data = array.buffers()
    if data is None or not len(array):
        return memoryview(b"")
    places = memoryview(offsets).cast("i")
    return memoryview(data)[places[array.offset] : places[array.offset + len(array)]]
