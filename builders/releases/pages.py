"""Reading of Parquet files that are not trusted: sizes are checked before data is unpacked.

A small file may unpack to very many bytes, for example a compressed page of zeros, a long text
that a million rows share, or a list of a billion equal numbers. The footer may also be wrong. The
sizes in the page headers, which the Parquet reader relies on, are therefore added up first
(PageHeader in parquet.thrift, in Thrift's compact protocol), and rows are read in batches of
limited size. The footer is parsed here as well, because pyarrow ends the process when it is asked
for a column of a damaged footer (ColumnChunkMetaData), whereas reading rows raises an error.
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
"""The largest uncompressed size of a row group or a batch of rows, in bytes.

Row groups written by builds stay far below it.
"""

_MOST_VALUES: Final = 2**24
"""The largest number of values in a column of a row group.

Bytes do not limit it, because repeated numbers take no space in the file.
"""

_SMALL: Final = 1 << 20
"""The largest size of a file that is read whole, in bytes."""

_BUFFER: Final = 1 << 18
_WINDOW: Final = 1 << 9
_LONGEST_HEADER: Final = 16 * 2**20
_DEEPEST: Final = 6

# Field numbers in FileMetaData, RowGroup, ColumnChunk and ColumnMetaData.
_ROW_GROUPS: Final = 4
_COLUMNS, _ROWS = 1, 3
_META_DATA: Final = 3
_PACKED_SIZE, _DATA_OFFSET, _DICTIONARY_OFFSET = 7, 9, 11

_DICTIONARY_PAGE: Final = 2
# For each field of PageHeader that describes a page: the field numbers of the number of values
# and of the encoding. Index pages are omitted, because no library writes them.
_DESCRIPTIONS: Final = {5: (1, 2), 7: (1, 2), 8: (1, 4)}
# The encodings plain, dictionary and run length, whose unpacked size follows from the headers.
# Others are rejected, such as the delta encoding in which strings share prefixes.
_ENCODINGS: Final = {0, 2, 3, 8}

_UNREADABLE: Final = "holds page headers that cannot be read"

_Read = Callable[[int, int], bytes]
"""A function that reads a number of bytes of a file from an offset."""


def batches(
    path: Path, schema: pa.Schema, rows: int, columns: Sequence[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a file in batches of at most `rows` rows.

    If `columns` is given, only these are read. Raises FixInputError if the file has another schema,
    would unpack to too many bytes, or does not have the number of rows that its footer states.
    Errors of pyarrow for a damaged file are passed on.
    """
    with path.open("rb", buffering=0) as stream:
        whole = stream.read() if os.fstat(stream.fileno()).st_size <= _SMALL else b""
        # Larger files are buffered: fifty files are open at once when a release is verified.
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
    """The total sizes of the pages of a column in a row group."""

    bytes: int = 0
    values: int = 0
    dictionary: int = 0


def _rows_that_fit(read: _Read, file: pq.ParquetFile) -> int:
    """Return the number of rows per batch that keeps a batch small for all dictionary sizes."""
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
    """Return the footer as pyarrow parsed it.

    pyarrow serializes it again, so that its values and the values checked here are the same.
    """
    if meta.serialized_size > _LONGEST_HEADER:
        raise FixInputError("has a footer too large to be read safely")
    sink = pa.BufferOutputStream()
    meta.write_metadata_file(sink)
    return _struct(sink.getvalue().to_pybytes(), len(b"PAR1"), 0, lists=True)[0]


def _measure(read: _Read, meta: dict[int, Any] | None) -> _Chunk:
    """Return the total sizes of the pages of a column in a row group."""
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
    # Readers truncate longer numbers to 32 bits and would see another value.
    if type(value) is not int or not 0 <= value < 2**31:
        raise FixInputError(_UNREADABLE)
    return value


def _header(read: _Read, at: int, end: int) -> tuple[dict[int, Any], int]:
    """Read the page header at an offset; return its fields by number, and its length."""
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
    """Read a Thrift struct; return its values by field number, and the offset of its end.

    The value of a field that is skipped is None.
    """
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
        # Readers truncate longer numbers to 16 bits, and merge fields that occur twice.
        if field in found or not 0 <= field < 2**15:
            raise FixInputError(_UNREADABLE)
        kind = head & 15
        # A boolean has no bytes of its own: its value is its type.
        found[field], at = (
            (None, at) if kind in {1, 2} else _value(data, at, kind, depth, lists=lists)
        )


def _value(data: bytes, at: int, kind: int, depth: int, *, lists: bool) -> tuple[Any, int]:
    """Read an integer, a struct or, if `lists`, a list; skip other values.

    Returns the value, or None if it is skipped, and the offset of its end.
    """
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
