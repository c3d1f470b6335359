"""Rows of Parquet files, a batch at a time: only the columns and rows asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Literal

from builders.errors import Fault
from builders.sources.opening import UnreadableError, open_bytes
from builders.sources.recognition import HEAD, recognize

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

Shape = Literal["string", "int32"] | list["Shape"] | dict[str, "Shape"]
"""What a column holds: a text, a number, a list of things, or a struct with these fields."""
Columns = Mapping[str, Shape]

_BATCH: Final = 1_000
_LISTED: Final = 20
_WIDEST: Final = 60


def rows(
    paths: Sequence[Path], columns: Columns, only: tuple[str, str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield rows as dicts of `columns`; with `only` = (column, value) just those rows.

    Raises UnreadableError for a file that is not Parquet, is damaged, or lacks a column.
    """
    for path in paths:
        yield from _rows(path, columns, only)


def distinct(paths: Sequence[Path], column: str) -> tuple[str, ...]:
    """Return the distinct values of a column of texts, sorted."""
    found = {row[column] for row in rows(paths, {column: "string"})}
    return tuple(sorted(value for value in found if isinstance(value, str)))


def listed(names: Sequence[str]) -> str:
    """Return names for a message: the first ones, and how many more there are."""
    shown = [name if len(name) <= _WIDEST else f"{name[:_WIDEST]}…" for name in names[:_LISTED]]
    more = len(names) - len(shown)
    return (", ".join(shown) + (f" and {more:,} more" if more else "")) or "none"


def _rows(path: Path, columns: Columns, only: tuple[str, str] | None) -> Iterator[dict[str, Any]]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open_bytes(path) as stream:
        _check_format(stream)
    with path.open("rb") as stream:
        try:
            file = pq.ParquetFile(stream)
            schema = file.schema_arrow
        except (OSError, ValueError, pa.ArrowException) as error:
            message = f"damaged or truncated Parquet ({_first_line(error)}); fetch it again"
            raise UnreadableError("file", "format", message) from None
        _check_columns(schema, columns, typed=file.metadata.num_rows > 0)
        try:
            for batch in file.iter_batches(
                _BATCH, _groups(file, only), list(columns), use_threads=False
            ):
                yield from _of_batch(batch, only)
        except UnicodeDecodeError:
            message = "damaged Parquet (a text is not UTF-8); fetch it again"
            raise UnreadableError("file", "bytes", message) from None
        except (OSError, ValueError, pa.ArrowException) as error:
            message = f"damaged Parquet ({_first_line(error)}); fetch it again"
            raise UnreadableError("file", "bytes", message) from None


def _check_format(stream: IO[bytes]) -> None:
    head = stream.read(HEAD)
    if not head.startswith(b"PAR1"):
        raise UnreadableError("file", "format", f"this is {recognize(head)}, expected Parquet")


def _check_columns(schema: pa.Schema, columns: Columns, *, typed: bool) -> None:
    """Raise UnreadableError with a fault for each column that is not there or of another type."""
    faults = []
    for name, shape in columns.items():
        there = schema.names.count(name)
        if not there:
            faults.append((name, f"no such column; there are {listed(schema.names)}"))
        elif there > 1:
            faults.append((name, f"there are {there} columns of this name; leave one"))
        elif typed and not _fits(kind := schema.field(name).type, shape):
            found = f"is a column of {listed([str(kind)])}"
            faults.append((name, f"{found}, expected {_written(shape)}"))
    if faults:
        first, *others = faults
        raise UnreadableError("file", *first, also=[Fault("file", *other) for other in others])


def _fits(kind: pa.DataType, shape: Shape, *, within: bool = False) -> bool:
    """Tell whether a type holds values of a shape, in whatever layout.

    A list that is empty in every row has no type within.
    """
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    if within and types.is_null(kind):
        return True
    if isinstance(shape, dict):
        return types.is_struct(kind) and all(
            kind.get_field_index(name) >= 0 and _fits(kind.field(name).type, inner, within=True)
            for name, inner in shape.items()
        )
    if isinstance(shape, list):
        is_list = types.is_list(kind) or types.is_large_list(kind)
        return is_list and _fits(kind.value_type, shape[0], within=True)
    if shape == "int32":
        return bool(types.is_integer(kind))
    return str(kind) in {"string", "large_string", "string_view"}


def _written(shape: Shape) -> str:
    if isinstance(shape, dict):
        return f"{{{', '.join(f'{name}: {_written(inner)}' for name, inner in shape.items())}}}"
    return f"[{_written(shape[0])}]" if isinstance(shape, list) else shape


def _groups(file: pq.ParquetFile, only: tuple[str, str] | None) -> list[int]:
    """Return the row groups that may hold rows asked for, as their statistics tell."""
    metadata = file.metadata
    groups = range(metadata.num_row_groups)
    if only is None:
        return list(groups)
    name, value = only
    places = [n for n in range(metadata.num_columns) if file.schema.column(n).path == name]
    return [
        group
        for group in groups
        if all(_may_hold(metadata.row_group(group).column(place), value) for place in places)
    ]


def _may_hold(chunk: pq.ColumnChunkMetaData, value: str) -> bool:
    known = chunk.statistics
    if known is None or not known.has_min_max:
        return True
    least, most = known.min, known.max
    return not (isinstance(least, str) and isinstance(most, str)) or least <= value <= most


def _of_batch(batch: pa.RecordBatch, only: tuple[str, str] | None) -> Iterator[dict[str, Any]]:
    if only is None:
        yield from batch.to_pylist()
        return
    asked = (value == only[1] for value in batch.column(only[0]).to_pylist())
    start = 0
    for wanted, run in groupby(asked):
        length = sum(1 for _ in run)
        if wanted:
            yield from batch.slice(start, length).to_pylist()
        start += length


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
