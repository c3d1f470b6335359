"""The columns of an Arrow table as NumPy arrays that share its memory.

Nested columns are divided into leaf columns: columns of strings, numbers or booleans, and the
offsets of lists. Digests, and checks that examine every row, are computed on these arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow import lib

from builders.errors import FixInputError

Numbers = npt.NDArray[np.signedinteger[Any]]
Bytes = npt.NDArray[np.uint8]

_NONE: Final[Numbers] = np.empty(0, np.int32)


class Leaf(NamedTuple):
    """The values of a column of strings, numbers or booleans, or the offsets of a list column."""

    offsets: Numbers
    """Where each list or string starts, counted from 0, followed by the end of the last one.

    Empty for a column of numbers or booleans.
    """
    values: npt.NDArray[Any]
    """The numbers, booleans or bytes of UTF-8 strings; empty for a list column."""


def leaves(table: pa.Table) -> Iterator[Leaf]:
    """Yield the leaf columns of a table in the order of its schema.

    A list column is followed by the columns of its items. Raises FixInputError if the table
    contains nulls.
    """
    for column in table.columns:
        yield from _leaves(column.chunk(0) if column.num_chunks == 1 else _one(column))


def _one(column: pa.ChunkedArray) -> pa.Array:
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)


def _leaves(array: Any) -> Iterator[Leaf]:
    if array.null_count:
        raise FixInputError("holds nulls; a release has none")
    kind = array.type
    match kind.id:
        case lib.Type_STRUCT:
            for field in range(kind.num_fields):
                yield from _leaves(array.field(field))
        case lib.Type_LIST:
            offsets, first, end = _offsets(array)
            yield Leaf(offsets, _NONE)
            yield from _leaves(array.values.slice(first, end - first))
        case lib.Type_STRING:
            offsets, first, end = _offsets(array)
            yield Leaf(offsets, _view(array.buffers()[2], np.uint8)[first:end])
        case lib.Type_BOOL:
            bits = np.unpackbits(_view(array.buffers()[1], np.uint8), bitorder="little")
            yield Leaf(_NONE, bits[array.offset : array.offset + len(array)])
        case _:
            numbers = _view(array.buffers()[1], kind.to_pandas_dtype())
            yield Leaf(_NONE, numbers[array.offset : array.offset + len(array)])


def _offsets(array: Any) -> tuple[Numbers, int, int]:
    """Return the offsets of an array of lists or strings, and the range of its values.

    An array may use only a part of its memory: its values lie there from the returned start
    to the returned end. The offsets are counted from this start.
    """
    if not len(array):
        return np.zeros(1, np.int32), 0, 0
    offsets = _view(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1]
    first, end = int(offsets[0]), int(offsets[-1])
    return (offsets - first if first else offsets), first, end


def _view(buffer: pa.Buffer | None, kind: Any) -> npt.NDArray[Any]:
    # An array without values may have no memory.
    return np.frombuffer(buffer, kind) if buffer is not None and buffer.size else np.empty(0, kind)
