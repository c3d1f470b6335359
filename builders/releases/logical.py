"""A digest of rows that does not depend on the version of the Parquet writer.

It is the SHA-256 over blocks of BLOCK rows. A block is the number of its rows followed by its
leaf columns in the order of the schema. Strings are written as their UTF-8 lengths and their
bytes, lists as their lengths and their items. Lengths, counts and numbers are little-endian
int32, booleans are one byte. Compression, row groups and the version of pyarrow have no
influence. The column `answer` is omitted, because it follows from `gold_answers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import pyarrow as pa

from builders.releases.arrow_columns import Leaf, leaves

BLOCK: Final = 1024
"""The number of rows per block."""


_DERIVED: Final = ["answer"]


def digested(table: pa.Table) -> Iterator[Leaf]:
    """Yield the leaf columns that enter the digest.

    Raises FixInputError if they contain nulls.
    """
    return leaves(table.drop_columns(_DERIVED))


class LogicalDigest:
    """A digest that is updated with tables of any length, in the order of the rows.

    `bytes` is the number of bytes that entered the digest: the uncompressed size of the rows.
    """

    def __init__(self) -> None:
        self._hash = sha256()
        self._pending: list[pa.Table] = []
        self._rows = 0
        self.bytes = 0

    def update(self, table: pa.Table) -> None:
        """Add the rows of a table that has no nulls."""
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
        """Return the digest of all rows; no rows may be added afterwards."""
        if self._rows:
            self._block(pa.concat_tables(self._pending))
        self._pending, self._rows = [], 0
        return self._hash.hexdigest()

    def _block(self, table: pa.Table) -> None:
        self.add_block(table.num_rows, digested(table))

    def add_block(self, rows: int, columns: Iterable[Leaf]) -> None:
        """Add the leaf columns of a block. Only the last block may have fewer than BLOCK rows."""
        self._hash.update(rows.to_bytes(4, "little"))
        for leaf in columns:
            for values in (leaf.offsets[1:] - leaf.offsets[:-1], leaf.values):
                self._hash.update(values.data)
                self.bytes += values.nbytes
