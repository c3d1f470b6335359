"""Temporary files, each with a part of the rows of a large file; they are later joined in order."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final

import pyarrow as pa

from builders.errors import RetryLaterError
from builders.releases.rows import SCHEMA
from builders.stages.shard_files import atomic_path

_COMPRESSED: Final = pa.ipc.IpcWriteOptions(compression="lz4")


class PartWriter:
    """A context manager that writes rows to an Arrow file, which is written whole or not at all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stack = ExitStack()

    def __enter__(self) -> PartWriter:
        partial = self._stack.enter_context(atomic_path(self._path))
        self._writer = self._stack.enter_context(
            pa.ipc.new_file(str(partial), SCHEMA, options=_COMPRESSED)
        )
        return self

    def write_table(self, table: pa.Table) -> None:
        """Add the rows of a table to the file."""
        self._writer.write_table(table)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, trace)


def read_part(path: Path) -> Iterator[pa.Table]:
    """Yield the rows of a file that a `PartWriter` wrote, batch by batch.

    Raises RetryLaterError if the file cannot be read.
    """
    try:
        with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
            for number in range(reader.num_record_batches):
                yield pa.Table.from_batches([reader.get_batch(number)], schema=SCHEMA)
    except (pa.ArrowException, OSError) as error:
        raise RetryLaterError(
            f"{path}: cannot be read ({error}); remove it and run the command again"
        ) from None
