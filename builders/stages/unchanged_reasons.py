"""The reasons why rows of a file are unchanged, stored so that a build can resume."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Final

import pyarrow as pa

from builders.errors import RetryLaterError
from builders.stages.shard_files import atomic_path

Reason = tuple[str, str]
"""The id of a row, and the reason why it is unchanged."""

_SCHEMA: Final = pa.schema([("id", pa.string()), ("reason", pa.string())])
_COMPRESSED: Final = pa.ipc.IpcWriteOptions(compression="lz4")


class NoteWriter:
    """A context manager that writes the reasons why rows are unchanged to an Arrow file.

    The file is written whole or not at all.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stack = ExitStack()

    def __enter__(self) -> NoteWriter:
        partial = self._stack.enter_context(atomic_path(self._path))
        self._writer = self._stack.enter_context(
            pa.ipc.new_file(str(partial), _SCHEMA, options=_COMPRESSED)
        )
        return self

    def write(self, reasons: Sequence[Reason]) -> None:
        """Add the reasons of some rows."""
        if reasons:
            columns = [pa.array(column, pa.string()) for column in zip(*reasons, strict=True)]
            self._writer.write_batch(pa.record_batch(columns, schema=_SCHEMA))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.__exit__(kind, error, trace)


def read_notes(path: Path) -> Iterator[list[Reason]]:
    """Yield the reasons in a file that a `NoteWriter` wrote, batch by batch.

    Raises RetryLaterError if the file cannot be read.
    """
    try:
        with pa.memory_map(str(path)) as source, pa.ipc.open_file(source) as reader:
            for number in range(reader.num_record_batches):
                columns = reader.get_batch(number).columns
                yield list(zip(*(column.to_pylist() for column in columns), strict=True))
    except (pa.ArrowException, OSError, ValueError) as error:
        raise RetryLaterError(
            f"{path}: cannot be read ({error}); remove it and run the command again"
        ) from None


@dataclass(frozen=True, slots=True)
class Notes:
    """A folder with the reasons why rows are unchanged, in one file for each file of a release."""

    folder: Path

    def place(self, path: str) -> Path:
        """Return the path of the file that says why rows of a release file are unchanged."""
        return self.folder / f"{sha256(path.encode()).hexdigest()[:32]}.arrow"

    def read(self, path: str) -> Iterator[Reason]:
        """Yield the id of each unchanged row of the release file `path`, with the reason."""
        for reasons in read_notes(self.place(path)):
            yield from reasons
