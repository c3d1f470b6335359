"""Names stored in columns, so that 150,000 cities load in milliseconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import starmap
from typing import Any, Final, overload

import pyarrow as pa
import pyarrow.compute as pc

from name_collections.name import Name

_CODED: Final = pa.dictionary(pa.int32(), pa.string())
SCHEMA: Final = pa.schema([
    ("text", pa.string()), ("span_type", _CODED), ("weight", pa.float64()), ("gender", _CODED),
    ("culture", _CODED), ("country", _CODED), ("risky", _CODED),
    ("male", pa.float64()), ("female", pa.float64()), ("kind", _CODED),
])  # fmt: skip
"""One column per field of Name, in the order of the fields."""

_CHUNK: Final = 4096


class Columns(Sequence[Name]):
    """A sequence of names, stored as a table with one column per field of Name.

    It equals any other sequence with the same names.
    """

    __slots__ = ("table",)

    def __init__(self, table: pa.Table) -> None:
        if "kind" not in table.column_names:  # written by an older version
            nothing = pa.array([""] * table.num_rows, pa.string()).dictionary_encode()
            table = table.append_column("kind", nothing)
        self.table = table.select(SCHEMA.names).cast(SCHEMA)

    @classmethod
    def of(cls, names: Iterable[Name]) -> Columns:
        """Return `names` as columns in the same order, without copying existing columns."""
        if isinstance(names, cls):
            return names
        rows = list(names)
        arrays = [pa.array([getattr(row, f.name) for row in rows], f.type) for f in SCHEMA]
        return cls(pa.Table.from_arrays(arrays, schema=SCHEMA))

    @classmethod
    def joined(cls, parts: Iterable[Iterable[Name]]) -> Columns:
        """Return the names of one or more sequences, one sequence after the other."""
        return cls(pa.concat_tables([cls.of(part).table for part in parts]))

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def __iter__(self) -> Iterator[Name]:
        return starmap(Name, self.rows())

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Yield the fields of every name as a tuple, in the order of the schema."""
        return self.fields(*SCHEMA.names)

    def fields(self, *names: str) -> Iterator[tuple[Any, ...]]:
        """Yield the fields `names` of every name as a tuple.

        This is faster than making Name objects.
        """
        table = self.table.select(names)
        for start in range(0, len(self), _CHUNK):
            chunk = table.slice(start, _CHUNK)
            columns = (_plain(column).to_pylist() for column in chunk.columns)
            yield from zip(*columns, strict=True)

    @overload
    def __getitem__(self, index: int) -> Name: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Name, ...]: ...
    def __getitem__(self, index: int | slice) -> Name | tuple[Name, ...]:
        if isinstance(index, slice):
            return tuple(Columns(self.table.take(list(range(*index.indices(len(self)))))))
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return next(iter(Columns(self.table.slice(index % len(self), 1))))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Columns({len(self)} names)"

    def where(self, conditions: Mapping[str, str]) -> Columns:
        """Return the names whose fields have the values in `conditions`."""
        return Columns(self.table.filter(self._mask(conditions))) if conditions else self

    def _mask(self, conditions: Mapping[str, str]) -> pa.ChunkedArray:
        masks = [_equals(self.table[field], value) for field, value in conditions.items()]
        return reduce(pc.and_, masks)

    def column(self, field: str) -> list[Any]:
        """Return the values of one field for all names."""
        return list(_plain(self.table[field]).to_pylist())

    def texts(self, conditions: Mapping[str, str] | None = None) -> tuple[str, ...]:
        """Return the sorted distinct texts of the names whose fields have the given values.

        `conditions` maps each field to its value. Without it, the texts of all names are
        returned.
        """
        column = self.table["text"]
        column = column.filter(self._mask(conditions)) if conditions else column
        return tuple(sorted(pc.unique(column).to_pylist()))

    def summed(self, field: str) -> tuple[float, ...]:
        """Return the sum of a numeric field for each text of `texts()`, in the same order."""
        totals = self.table.select(["text", field]).group_by("text").aggregate([(field, "sum")])
        pairs = zip(totals["text"].to_pylist(), totals[f"{field}_sum"].to_pylist(), strict=True)
        return tuple(float(total) for _, total in sorted(pairs))

    def counts(self, field: str) -> dict[str, int]:
        """Return the number of names for each value of a field, sorted by value."""
        counted = pc.value_counts(self.table[field]).to_pylist()
        return dict(sorted((str(entry["values"]), int(entry["counts"])) for entry in counted))


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return a column with its values instead of dictionary codes.

    Decoding all values at once is much faster than decoding one after the other.
    """
    return column.cast(pa.string()) if pa.types.is_dictionary(column.type) else column


def _equals(column: pa.ChunkedArray, value: str) -> pa.ChunkedArray:
    """Return, per value of a column, whether it equals `value`.

    If the column is dictionary-encoded, codes are compared instead of strings.
    """
    if not pa.types.is_dictionary(column.type):
        return pc.equal(column, value)
    chunks = []
    for chunk in column.chunks:
        code = pc.index(chunk.dictionary, pa.scalar(value, chunk.dictionary.type)).as_py()
        chunks.append(pc.equal(chunk.indices, code))
    return pa.chunked_array(chunks, pa.bool_())
