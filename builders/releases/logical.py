"""A digest of the rows of a file, which does not depend on how Parquet stores them.

The digest is the SHA-256 of the rows in blocks of BLOCK rows. Each block is written as the number
of its rows, followed by its columns in the order of the schema. A column of strings is written as
the lengths of all strings in UTF-8 and then their bytes, a list column as the lengths of all lists
and then their items, and a struct column as the columns of its fields. Lengths, counts and numbers
are little-endian int32, and booleans are one byte. The column `answer` is omitted, because it
follows from `gold_answers`. Compression, row groups and the version of pyarrow do not change the
digest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final

import pyarrow as pa

from builders.releases.arrow_columns import Leaf, leaves

BLOCK: Final = 1024
"""The number of rows that are hashed together as one block."""


_DERIVED: Final = ["answer"]


def digested(table: pa.Table) -> Iterator[Leaf]:
    """Yield the flat columns (see Leaf) from which the digest of a table is computed.

    They are all columns but `answer`. Raises FixInputError if they contain nulls.
    """
    return leaves(table.drop_columns(_DERIVED))


class LogicalDigest:
    """A digest of rows, computed while tables of any length are added in the order of the rows.

    `bytes` is the uncompressed size of the rows that have been hashed so far.
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
        """Return the digest of all rows in hexadecimal; no rows may be added afterwards."""
        if self._rows:
            self._block(pa.concat_tables(self._pending))
        self._pending, self._rows = [], 0
        return self._hash.hexdigest()

    def _block(self, table: pa.Table) -> None:
        self.add_block(table.num_rows, digested(table))

    def add_block(self, rows: int, columns: Iterable[Leaf]) -> None:
        """Add a block of `rows` rows to the digest.

        `columns` are the flat columns of the block, as `digested` yields them. Every block
        except the last must have BLOCK rows.
        """
        self._hash.update(rows.to_bytes(4, "little"))
        for leaf in columns:
            for values in (leaf.offsets[1:] - leaf.offsets[:-1], leaf.values):
                self._hash.update(values.data)
                self.bytes += values.nbytes
