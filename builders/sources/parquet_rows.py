"""A reader of the rows of Parquet files, which reads batches of rows and only required columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, Literal

from builders.errors import Fault
from builders.sources.opening import UnreadableError, open_bytes
from builders.sources.recognition import HEAD, recognize

if TYPE_CHECKING:
    import pyarrow as pa

Shape = Literal["string", "int32"] | list["Shape"] | dict[str, "Shape"]
"""The type of a column: a string, a number, a list of values of a type, or a struct of fields."""
Columns = Mapping[str, Shape]

_BATCH_ROWS: Final = 1024
_LISTED: Final = 20
_WIDEST: Final = 60


def rows(
    paths: Sequence[Path], columns: Columns, only: tuple[str, str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the rows of files in order, as dicts with the keys of `columns`.

    If `only` is given (a column and a value), rows with another value in this column are left out.
    Raises UnreadableError for a file that is not Parquet or is damaged, or if one of the columns is
    missing or has another type than `columns` says.
    """
    for path in paths:
        yield from _rows(path, columns, only)


def distinct(paths: Sequence[Path], column: str) -> tuple[str, ...]:
    """Return the distinct values of a string column in all files, sorted."""
    found = {row[column] for row in rows(paths, {column: "string"})}
    return tuple(sorted(value for value in found if isinstance(value, str)))


def listed(names: Sequence[str]) -> str:
    """Return names as text for a message: the first few names, and the number of the others."""
    shown = [name if len(name) <= _WIDEST else f"{name[:_WIDEST]}…" for name in names[:_LISTED]]
    more = len(names) - len(shown)
    return (", ".join(shown) + (f" and {more:,} more" if more else "")) or "none"


def batches(source: IO[bytes], columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a Parquet file in batches; `columns`, if given, are the columns to read.

    The footer of a file may be forged. Therefore the batches do not depend on the sizes that the
    footer gives, and the rows are counted. Raises ValueError if the footer gives another number of
    rows, and the errors of pyarrow for a damaged file.
    """
    import pyarrow.parquet as pq

    with pq.ParquetFile(source, pre_buffer=False) as file:
        left = file.metadata.num_rows
        chosen = None if columns is None else list(columns)
        for batch in file.iter_batches(_BATCH_ROWS, columns=chosen, use_threads=False):
            left -= batch.num_rows
            yield batch
        if left:
            raise ValueError("has not as many rows as its footer says")


def _rows(path: Path, columns: Columns, only: tuple[str, str] | None) -> Iterator[dict[str, Any]]:
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    with open_bytes(path) as stream:
        _check_format(stream)
    try:
        with path.open("rb") as stream:
            metadata = pq.read_metadata(stream)
            schema = metadata.schema.to_arrow_schema()
            _check_columns(schema, columns, typed=metadata.num_rows > 0)
            for batch in batches(stream, list(columns)) if metadata.num_rows else ():
                wanted = batch.filter(pc.equal(batch.column(only[0]), only[1])) if only else batch
                yield from wanted.to_pylist()
    except UnicodeDecodeError:
        message = "damaged Parquet (a text is not UTF-8); fetch it again"
        raise UnreadableError("file", "bytes", message) from None
    except (OSError, ValueError, MemoryError, pa.ArrowException) as error:
        message = f"damaged or truncated Parquet ({_first_line(error)}); fetch it again"
        raise UnreadableError("file", "format", message) from None


def _value_type(kind: pa.DataType) -> pa.DataType:
    """Return the type of the values of a column, even if the column is dictionary-encoded."""
    from pyarrow import types

    return kind.value_type if types.is_dictionary(kind) else kind


def _check_format(stream: IO[bytes]) -> None:
    head = stream.read(HEAD)
    if not head.startswith(b"PAR1"):
        raise UnreadableError("file", "format", f"this is {recognize(head)}, expected Parquet")


def _check_columns(schema: pa.Schema, columns: Columns, *, typed: bool) -> None:
    """Raise UnreadableError with a fault for each column that is missing or there several times.

    With `typed`, a column with another type than `columns` says is a fault as well.
    """
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
    """Return whether `shape` describes an Arrow type, in whatever way Arrow stores its values.

    `within` says that the type is that of the values of a list or of a field of a struct. There,
    the null type fits every shape, because it is the type of values in lists that are all empty.
    """
    from pyarrow import types

    kind = _value_type(kind)
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
    return bool(types.is_string(kind) or types.is_large_string(kind))


def _written(shape: Shape) -> str:
    if isinstance(shape, dict):
        return f"{{{', '.join(f'{name}: {_written(inner)}' for name, inner in shape.items())}}}"
    return f"[{_written(shape[0])}]" if isinstance(shape, list) else shape


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
