"""A digest of rows that does not change when the file format's writer does.

SHA-256 over blocks of BLOCK rows. A block is the number of its rows, then its leaf columns in
the order of the schema: for texts the UTF-8 lengths and the texts, for lists the number of
items and the items, for numbers the numbers; lengths, counts and numbers as little-endian
int32, truth values as one byte. Neither compression nor row groups nor pyarrow's version enter,
nor does the column `answer`, which says nothing that `gold_answers` does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import pyarrow as pa

from builders.releases.arrow_columns import Leaf, leaves

BLOCK: Final = 1024
"""Rows a block."""


_DERIVED: Final = ["answer"]


def digested(table: pa.Table) -> Iterator[Leaf]:
    """Yield the leaves that enter the digest.

    Raises FixInputError where they hold nulls.
    """
    return leaves(table.drop_columns(_DERIVED))


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
        self.add_block(table.num_rows, digested(table))

    def add_block(self, rows: int, columns: Iterable[Leaf]) -> None:
        """Add the leaves of a block of BLOCK rows, or of the last rows."""
        self._hash.update(rows.to_bytes(4, "little"))
        for leaf in columns:
            for values in (leaf.offsets[1:] - leaf.offsets[:-1], leaf.values):
                self._hash.update(values.data)
                self.bytes += values.nbytes
