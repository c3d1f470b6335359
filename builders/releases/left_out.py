"""left-out.parquet: the instances that were left out or left unchanged, and the reasons.

    id      the id of the source instance
    type    the answer type of entity renaming (PER, ORG, GPE, MIX); empty for EntSwap
    reason  the reason; builders.cards.glossary explains each
    kind    `left-out` if the data file lacks the instance; `unchanged` if it contains the instance
            without any renaming
    path    the path of this data file in the release

The manifest contains the number of these rows for each path, kind and reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from builders.errors import FixInputError
from builders.releases.pages import batches
from builders.releases.parquet import writing

LEFT_OUT: Final = "left-out.parquet"
SCHEMA: Final = pa.schema([
    pa.field(name, pa.string(), nullable=False) for name in ("id", "type", "reason", "kind", "path")
])  # fmt: skip

_GROUP_ROWS: Final = 1 << 16
_BLOCK: Final = 1 << 12
"""The number of rows converted to columns at once; a row group consists of whole blocks."""
_BATCH_ROWS: Final = 1 << 14


class LeftOut(NamedTuple):
    """A row of left-out.parquet: an instance that a data file lacks or contains unchanged."""

    id: str
    type: str
    reason: str
    kind: Literal["left-out", "unchanged"]
    path: str


class LeftOutWriter:
    """A context manager that writes left-out.parquet.

    The file appears when the `with` block ends without an error. Until then, the rows are in a
    temporary file. Row groups end at fixed row numbers, so the bytes depend only on the rows and
    their order.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(path.name + ".partial")
        self._waiting: list[LeftOut] = []
        self._group: list[pa.RecordBatch] = []

    def __enter__(self) -> LeftOutWriter:
        with writing(self._path):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = pq.ParquetWriter(
                self._partial, SCHEMA, compression="zstd", version="2.6", store_schema=False,
                use_dictionary=["type", "reason", "kind", "path"], write_statistics=["path"],
            )  # fmt: skip
        return self

    def write(self, rows: Iterable[LeftOut]) -> None:
        """Add rows to the file."""
        for row in rows:
            self._waiting.append(row)
            if len(self._waiting) == _BLOCK:
                self._block()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with writing(self._path):
            if kind is None:
                self._block()
                self._flush()
            self._writer.close()
            if kind is None:
                self._partial.replace(self._path)
            else:
                self._partial.unlink(missing_ok=True)

    def _block(self) -> None:
        columns = list(zip(*self._waiting, strict=True)) or [()] * len(SCHEMA)
        arrays = [pa.array(column, pa.string()) for column in columns]
        self._group.append(pa.record_batch(arrays, schema=SCHEMA))
        self._waiting = []
        if len(self._group) * _BLOCK == _GROUP_ROWS:
            self._flush()

    def _flush(self) -> None:
        if not self._group:
            return
        with writing(self._path):
            table = pa.Table.from_batches(self._group, schema=SCHEMA)
            self._writer.write_table(table, row_group_size=_GROUP_ROWS)
        self._group = []


def left_out_batches(folder: Path) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a release's left-out.parquet in batches.

    Raises FixInputError if the file cannot be read.
    """
    place = folder / LEFT_OUT
    if place.is_symlink() or not place.is_file():
        raise FixInputError(f"{place}: missing; every release has it: build or pull it again")
    try:
        for batch in batches(place, SCHEMA, _BATCH_ROWS):
            batch.validate(full=True)  # finds strings that are not UTF-8
            yield batch
    except FixInputError as error:
        raise FixInputError(f"{place}: {error}") from None
    except (pa.ArrowException, OSError, ValueError) as error:
        reason = " ".join(str(error).split())[:200]
        raise FixInputError(f"{place}: not a Parquet file that can be read: {reason}") from None


def read_left_out(folder: Path) -> Iterator[LeftOut]:
    """Yield the instances that a release left out or left unchanged, in the order of the file."""
    for batch in left_out_batches(folder):
        yield from map(LeftOut, *(column.to_pylist() for column in batch.columns))
