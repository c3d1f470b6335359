"""Reading of Parquet files that are not trusted: sizes are checked before data is unpacked.

A small file may unpack to very many bytes, for example a compressed page of zeros, a long text
that a million rows share, or a list of a billion equal numbers. The sizes in the footer may be
wrong. Therefore, the sizes in the headers of all pages are added up before rows are read, because
the Parquet reader relies on these sizes (PageHeader in parquet.thrift, in Thrift's compact
protocol). Rows are then read in batches of limited size.

The footer is parsed here as well. With a damaged footer, pyarrow ends the process instead of
raising an error when it is asked for the metadata of a column (ColumnChunkMetaData).
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

Row groups in the files that this package writes are far smaller.
"""

_MOST_VALUES: Final = 2**24
"""The largest number of values in a column of a row group.

The limit on bytes does not limit the number of values, because repeated numbers take no space in
the file.
"""

_SMALL: Final = 1 << 20
"""The largest size of a file that is read into memory as a whole, in bytes."""

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
"""A function that takes an offset and a size, and returns that many bytes of a file.

At the end of the file, fewer bytes are returned.
"""


def batches(
    path: Path, schema: pa.Schema, rows: int, columns: Sequence[str] | None = None
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a Parquet file in batches of at most `rows` rows.

    If `columns` is given, only these columns are read. Raises FixInputError if the schema of the
    file is not `schema`, if the file would unpack to too many bytes, or if it does not have the
    number of rows that its footer states. Errors that pyarrow raises for a damaged file are not
    caught.
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
    """The total sizes of all pages of one column in one row group."""

    bytes: int = 0
    """The uncompressed size of all pages."""
    values: int = 0
    """The number of values in all data pages."""
    dictionary: int = 0
    """The uncompressed size of the dictionary pages, in bytes."""


def _rows_that_fit(read: _Read, file: pq.ParquetFile) -> int:
    """Return the largest number of rows per batch with which no column can exceed LARGEST bytes.

    A value of a dictionary-encoded column is counted as large as the whole dictionary, because a
    file can repeat one long entry in every row. Raises FixInputError if a row group may unpack to
    more than LARGEST bytes, or if one of its columns is missing or has more than _MOST_VALUES
    values.
    """
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
    """Return the footer of a file as a mapping from Thrift field numbers to values.

    The footer is not read from the file. pyarrow serializes the footer that it parsed, and these
    bytes are parsed again here, because the values checked have to be those that pyarrow uses.
    """
    if meta.serialized_size > _LONGEST_HEADER:
        raise FixInputError("has a footer too large to be read safely")
    sink = pa.BufferOutputStream()
    meta.write_metadata_file(sink)
    return _struct(sink.getvalue().to_pybytes(), len(b"PAR1"), 0, lists=True)[0]


def _measure(read: _Read, meta: dict[int, Any] | None) -> _Chunk:
    """Read all page headers of a column in a row group, and return the sums of the page sizes.

    `meta` is the metadata of the column in the footer (ColumnMetaData), by field number. Raises
    FixInputError if a page cannot be read safely.
    """
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
    """Return the page header at offset `at`, and its length in bytes.

    The header maps the field numbers of Thrift to values. `end` is the offset at which the
    pages of the column end.
    """
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

    `depth` is the number of structs that contain it. Lists are read only if `lists` is
    true; for other types of values, see `_value`. Raises FixInputError if the struct cannot
    be read safely, and IndexError if `data` ends inside it.
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
    """Return the Thrift value at an offset, and the offset of its end.

    `kind` is the number of its Thrift type. Integers, structs and, if `lists` is true, lists are
    read. Booleans, bytes, doubles and strings are skipped, and None is returned for them. Raises
    FixInputError for any other type.
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
