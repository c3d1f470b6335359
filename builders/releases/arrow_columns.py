"""Leaf columns of an Arrow table as NumPy views of its memory.

Digests, and checks that examine every row, are computed on these arrays.
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
    """The values of a leaf column, or the offsets of a list column.

    `offsets` start at 0. For a list column they delimit the items of each list, and `values` is
    empty. For a string column they delimit the strings, and `values` are the UTF-8 bytes. A
    column of numbers or booleans has no `offsets`.
    """

    offsets: Numbers
    values: npt.NDArray[Any]


def leaves(table: pa.Table) -> Iterator[Leaf]:
    """Yield the leaves of a table in the order of its schema.

    Raises FixInputError if the table contains nulls.
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
    """Return the offsets of an array, counted from 0, and where its values start and end."""
    if not len(array):
        return np.zeros(1, np.int32), 0, 0
    offsets = _view(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1]
    first, end = int(offsets[0]), int(offsets[-1])
    return (offsets - first if first else offsets), first, end


def _view(buffer: pa.Buffer | None, kind: Any) -> npt.NDArray[Any]:
    # An array without values may have no memory.
    return np.frombuffer(buffer, kind) if buffer is not None and buffer.size else np.empty(0, kind)
