"""Parquet files read with suspicion: what they hold is measured before it is unpacked.

A footer may lie, and a small file may stand for much: a page of zeros, one long text that a
million rows share, a list of a billion equal numbers. The headers of the pages are what the
reader goes by, so they are added up first (parquet.thrift: PageHeader, in Thrift's compact
protocol), and rows are then read in batches that fit. Footers are read here as well: pyarrow
ends the process where it is asked for a column of a damaged one (ColumnChunkMetaData), and
catches the same fault where it reads rows.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from builders.errors import FixInputError

LARGEST: Final = 256 * 2**20
"""Bytes of a row group, and of a batch of rows, uncompressed: builds end a group at 64 MiB."""

_MOST_VALUES: Final = 2**24
"""Values of a column of a row group: a repeated number takes no space in the file."""

_SMALL: Final = 1 << 20
"""Bytes of a file that is read whole."""

_BUFFER: Final = 1 << 18
_WINDOW: Final = 1 << 9
_LONGEST_HEADER: Final = 16 * 2**20
_DEEPEST: Final = 6

# Numbers of fields: FileMetaData, RowGroup, ColumnChunk, ColumnMetaData.
_ROW_GROUPS: Final = 4
_COLUMNS, _ROWS = 1, 3
_META_DATA: Final = 3
_PACKED_SIZE, _DATA_OFFSET, _DICTIONARY_OFFSET = 7, 9, 11

_DICTIONARY_PAGE: Final = 2
# By the field of a page header that describes the page: where its number of values stands, and
# where its encoding. Index pages are not here: nobody writes them.
_DESCRIPTIONS: Final = {5: (1, 2), 7: (1, 2), 8: (1, 4)}
# Plain, by dictionary, and runs: encodings whose size the headers tell. Prefixes that texts
# share are not among them.
_ENCODINGS: Final = {0, 2, 3, 8}

_UNREADABLE: Final = "holds page headers that cannot be read"

_Read = Callable[[int, int], bytes]
"""Reads bytes of a file, from a place on."""


def batches(
    path: Path, schema: pa.Schema, rows: int, columns: Sequence[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file in batches of at most `rows`, of some columns where they are given.

    Raises FixInputError for a file of another schema, for one that does not unpack to a
    reasonable size and for one that has other rows than its footer says, and whatever pyarrow
    raises for a damaged one.
    """
    with path.open("rb", buffering=0) as stream:
        whole = stream.read() if os.fstat(stream.fileno()).st_size <= _SMALL else b""
        # Buffered reading of others: fifty files are open side by side when a release is verified.
        file = pq.ParquetFile(
            pa.BufferReader(whole) if whole else path,
            pre_buffer=False,
            buffer_size=0 if whole else _BUFFER,
        )
        with file:
            if not file.schema_arrow.equals(schema, check_metadata=False):
                raise FixInputError("does not have the columns of a release")
            read = partial(_part, whole) if whole else partial(_read, stream)
            fitting = min(rows, _rows_that_fit(read, file))
            left = file.metadata.num_rows
            chosen = None if columns is None else list(columns)
            for batch in file.iter_batches(fitting, columns=chosen, use_threads=False):
                left -= batch.num_rows
                yield batch
            if left:
                raise FixInputError("does not have as many rows as its footer says")


def _part(data: bytes, at: int, size: int) -> bytes:
    return data[at : at + size]


def _read(stream: FileIO, at: int, size: int) -> bytes:
    stream.seek(at)
    return stream.read(size) or b""


@dataclass(slots=True)
class _Chunk:
    """What the pages of one column of one row group add up to."""

    bytes: int = 0
    values: int = 0
    dictionary: int = 0


def _rows_that_fit(read: _Read, file: pq.ParquetFile) -> int:
    """Return how many rows a batch may have whatever the dictionaries make of them."""
    width = file.metadata.num_columns
    repeated = [file.schema.column(column).max_repetition_level > 0 for column in range(width)]
    rows = LARGEST
    for group in _footer(file.metadata).get(_ROW_GROUPS, ()):
        if not group[_ROWS]:
            continue
        if len(group[_COLUMNS]) != width:
            raise FixInputError("has row groups that lack columns")
        total = 0
        for column, repeats in zip(group[_COLUMNS], repeated, strict=True):
            chunk = _measure(read, column.get(_META_DATA))
            total += chunk.bytes
            if repeats:
                total += chunk.values * chunk.dictionary
            elif chunk.dictionary:
                rows = min(rows, LARGEST // chunk.dictionary)
            if total > LARGEST or chunk.values > _MOST_VALUES:
                raise FixInputError("holds columns too large to be read safely")
    return max(rows, 1)


def _footer(meta: pq.FileMetaData) -> dict[int, Any]:
    """Return the footer as pyarrow understood it: it is written anew, so both see the same one."""
    if meta.serialized_size > _LONGEST_HEADER:
        raise FixInputError("has a footer too large to be read safely")
    sink = pa.BufferOutputStream()
    meta.write_metadata_file(sink)
    return _struct(sink.getvalue().to_pybytes(), len(b"PAR1"), 0, lists=True)[0]


def _measure(read: _Read, meta: dict[int, Any] | None) -> _Chunk:
    """Add up the pages of a column of a row group."""
    if meta is None:
        raise FixInputError("has columns that its footer does not describe")
    chunk = _Chunk()
    at = meta[_DATA_OFFSET]
    if 0 < (first := meta.get(_DICTIONARY_OFFSET, 0)) < at:
        at = first
    end = at + meta[_PACKED_SIZE]
    while at < end:
        header, length = _header(read, at, end)
        size, packed = _size(header, 2), _size(header, 3)
        found = [(field, header[field]) for field in _DESCRIPTIONS if field in header]
        if len(found) != 1 or not isinstance(found[0][1], dict):
            raise FixInputError("holds pages of an unknown kind")
        values, encoding = (_size(found[0][1], field) for field in _DESCRIPTIONS[found[0][0]])
        if encoding not in _ENCODINGS:
            raise FixInputError("holds pages of an encoding that no release has")
        if header.get(1) == _DICTIONARY_PAGE:
            chunk.dictionary += size
        else:
            chunk.values += values
        chunk.bytes += size
        at += length + packed
    return chunk


def _size(header: dict[int, Any], field: int) -> int:
    value = header.get(field)
    # Readers keep 32 bits of a longer number: they would see another one.
    if type(value) is not int or not 0 <= value < 2**31:
        raise FixInputError(_UNREADABLE)
    return value


def _header(read: _Read, at: int, end: int) -> tuple[dict[int, Any], int]:
    """Read the page header at a place; return its fields by number, and its length."""
    window = _WINDOW
    while True:
        data = read(at, min(window, end - at))
        try:
            return _struct(data, 0, 0, lists=False)
        except IndexError:
            if len(data) < window or window >= _LONGEST_HEADER:
                raise FixInputError("holds page headers that are cut off") from None
            window *= 32


def _struct(data: bytes, at: int, depth: int, *, lists: bool) -> tuple[dict[int, Any], int]:
    """Read a Thrift struct: its values by the numbers of their fields, None for those not kept."""
    if depth > _DEEPEST:
        raise FixInputError(_UNREADABLE)
    found: dict[int, Any] = {}
    field = 0
    while True:
        head = data[at]
        at += 1
        if not head:
            return found, at
        if head >> 4:
            field += head >> 4
        else:
            number, at = _varint(data, at)
            field = _signed(number)
        # Readers keep 16 bits of a longer number, and part of each field that comes twice.
        if field in found or not 0 <= field < 2**15:
            raise FixInputError(_UNREADABLE)
        kind = head & 15
        # A truth value is its kind.
        found[field], at = (
            (None, at) if kind in {1, 2} else _value(data, at, kind, depth, lists=lists)
        )


def _value(data: bytes, at: int, kind: int, depth: int, *, lists: bool) -> tuple[Any, int]:
    """Read an integer, a struct or, where they are looked for, a list; step over other values."""
    if kind in {4, 5, 6}:
        number, at = _varint(data, at)
        return _signed(number), at
    if kind == 12:
        return _struct(data, at, depth + 1, lists=lists)
    if kind == 8:
        number, at = _varint(data, at)
        return None, at + number
    if kind in {1, 2, 3, 7}:
        return None, at + (8 if kind == 7 else 1)
    if kind != 9 or not lists:
        raise FixInputError(_UNREADABLE)
    size, of = data[at] >> 4, data[at] & 15
    at += 1
    if size == 15:
        size, at = _varint(data, at)
    values = []
    for _ in range(size):
        value, at = _value(data, at, of, depth, lists=of == 12)
        values.append(value)
    return values, at


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while shift < 70:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7
    raise FixInputError(_UNREADABLE)


def _signed(number: int) -> int:
    return (number >> 1) ^ -(number & 1)
