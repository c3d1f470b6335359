"""A writer of rows to a Parquet file.

Memory is bounded, and the bytes depend only on the rows.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from io import RawIOBase
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Final
from uuid import uuid4

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from builders.errors import FreeSpaceError
from builders.releases.logical import BLOCK, LogicalDigest
from builders.releases.manifest import FileRecord
from builders.releases.rows import SCHEMA, rows_to_table
from builders.types import Row

_GROUP_BYTES: Final = 6 * 2**20
"""The size in bytes above which a row group ends with the block of rows that was just added.

Row groups are small because many files are open at once. The size of a row group is the number of
its bytes that are hashed for the digest, because an Arrow table may use more memory than its rows
need.
"""

_SETTINGS: Final[dict[str, Any]] = {
    # Renamed passages hardly repeat: level 3 takes 50% more time to save 3% of the space.
    "compression": "zstd",
    "compression_level": 1,
    "write_page_index": True,
    # Range queries on passages are useless, and their statistics would contain whole passages.
    "write_statistics": ["id", "title", "changed"],
    "version": "2.6",
    # The card contains the features: older clients cannot read a schema stored by newer ones.
    "store_schema": False,
}

_REPEATING: Final = ("title", "context")
"""Columns in which neighbouring rows may have equal values."""

_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_CLOSED: Final = {errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.ENOENT, errno.EEXIST}
_NO_NAME: Final = {errno.ENAMETOOLONG, errno.ELOOP, errno.EISDIR, errno.EINVAL, errno.EILSEQ}


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn errors due to a full disk or an unwritable path into a FreeSpaceError that names `path`.

    Other errors inside the `with` block are not changed.
    """
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in _FULL:
            raise FreeSpaceError(f"{path}: {reason}; free some space and run again") from None
        if error.errno in _CLOSED:
            raise FreeSpaceError(f"{path}: {reason}; choose a folder you may write to") from None
        if error.errno in _NO_NAME:
            raise FreeSpaceError(f"{path}: {reason}; choose another name") from None
        raise


class ParquetRowWriter:
    """A context manager that writes rows to the Parquet file `path`.

    Rows are written to a temporary file, which is renamed to `path` if the `with` block ends
    without an error. The rows alone decide where a row group ends, so the bytes of the file do not
    depend on how the caller groups the rows. At most one row group is held in memory.
    """

    record: FileRecord
    """The record of the file for the manifest, set when the `with` block ends.

    The path in this record is the argument `name`, or else the name of the file.
    """

    def __init__(self, path: Path, name: str | None = None) -> None:
        self._path = path
        self._name = path.name if name is None else name
        # Machines that share a build may write the same file at once, with the same bytes.
        self._partial = path.with_name(f"{path.name}.{uuid4().hex[:12]}.partial")
        self._digest = LogicalDigest()
        self._pending: list[pa.Table] = []
        self._waiting = 0
        self._group: list[pa.Table] = []
        self._flushed = 0
        self._rows = self._changed = 0
        self._writer: pq.ParquetWriter | None = None

    def __enter__(self) -> ParquetRowWriter:
        with writing(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._sink = _HashingSink(self._partial.open("wb"))
        return self

    def write(self, rows: Iterable[Row]) -> None:
        """Append rows to the file."""
        self.write_table(rows_to_table(list(rows)))

    def write_table(self, table: pa.Table) -> None:
        """Append the rows of a table, which must have the columns of a release file (SCHEMA)."""
        self._pending.append(table)
        self._waiting += table.num_rows
        if self._waiting < BLOCK:
            return
        table = pa.concat_tables(self._pending)
        whole = self._waiting - self._waiting % BLOCK
        with writing(self._path):
            for start in range(0, whole, BLOCK):
                self._block(table.slice(start, BLOCK))
        self._pending = [table.slice(whole)]
        self._waiting -= whole

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            self._abandon()
            return
        try:
            with writing(self._path):
                self._finish()
        except BaseException:
            self._abandon()
            raise

    def _block(self, table: pa.Table) -> None:
        table = table.combine_chunks()
        self._digest.update(table)
        self._rows += table.num_rows
        self._changed += pc.sum(table.column("changed")).as_py() or 0
        self._group.append(table)
        if self._digest.bytes - self._flushed >= _GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        table = pa.concat_tables(self._group).combine_chunks()
        self._writer = self._writer or self._opened(table)
        self._writer.write_table(table, row_group_size=max(table.num_rows, 1))
        self._group, self._flushed = [], self._digest.bytes

    def _opened(self, first: pa.Table) -> pq.ParquetWriter:
        """Return a Parquet writer for a file whose first row group is `first`.

        Titles and passages are dictionary-encoded only if they repeat in this row group. Questions
        share passages before renaming but rarely after it, and a dictionary of distinct passages
        costs time and space.
        """
        repeating = [name for name in _REPEATING if _repeats(first.column(name))]
        sink = pa.PythonFile(self._sink, "w")
        return pq.ParquetWriter(sink, SCHEMA, use_dictionary=repeating, **_SETTINGS)

    def _finish(self) -> None:
        if self._waiting:
            self._block(pa.concat_tables(self._pending))
        if self._group:
            self._flush()
        (self._writer or self._opened(SCHEMA.empty_table())).close()
        self._sink.finish()
        self._partial.replace(self._path)
        logical = self._digest.hexdigest()
        self.record = FileRecord(
            path=self._name,
            rows=self._rows,
            changed=self._changed,
            bytes=self._sink.bytes,
            memory=self._digest.bytes,
            sha256=self._sink.hexdigest(),
            logical=logical,
        )

    def _abandon(self) -> None:
        self._sink.discard()
        if self._writer is not None:
            self._writer.close()
        # On a full disk, writing the rest of the buffer fails as well.
        with suppress(OSError):
            self._sink.close()
        self._partial.unlink(missing_ok=True)


def _repeats(column: pa.ChunkedArray) -> bool:
    """Return whether most values equal the value before them."""
    same = pc.sum(pc.equal(column.slice(1), column.slice(0, max(len(column) - 1, 0)))).as_py() or 0
    return 2 * same > len(column)


class _HashingSink(RawIOBase):
    """A file whose digest is computed while it is written, so that it need not be read again."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._hash = sha256()
        self.bytes = 0
        self._discarding = False

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        view = memoryview(data)
        if self._discarding:
            return view.nbytes
        self._file.write(view)
        self._hash.update(view)
        self.bytes += view.nbytes
        return view.nbytes

    def tell(self) -> int:
        return self.bytes

    def hexdigest(self) -> str:
        return self._hash.hexdigest()

    def discard(self) -> None:
        """Ignore all further writes, such as those of the Parquet writer when it is closed."""
        self._discarding = True

    def finish(self) -> None:
        """Flush the file to disk and close it."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def close(self) -> None:
        self._file.close()
        super().close()
