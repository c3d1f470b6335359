"""Rows of Parquet files, streamed through `datasets`: only the columns and rows asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from builders.sources.opening import UnreadableError, open_bytes
from builders.sources.recognition import HEAD, recognize


def rows(
    paths: Sequence[Path], columns: Sequence[str], only: tuple[str, str] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield rows as dicts of `columns`; with `only` = (column, value) just those rows.

    Raises UnreadableError for a file that is not Parquet, is damaged, or lacks a column.
    """
    filled = [path for path in paths if _count(path, columns, only)]
    if not filled:
        return
    import datasets  # takes a second: nobody who reads plain files should wait for it
    import pyarrow as pa
    from datasets.exceptions import DatasetsError

    try:
        yield from datasets.load_dataset(
            "parquet",
            data_files={"rows": [str(path) for path in filled]},
            split="rows",
            streaming=True,
            columns=list(columns),
            filters=[(only[0], "==", only[1])] if only else None,
        )
    except (OSError, ValueError, TypeError, pa.ArrowException, DatasetsError) as error:
        raise UnreadableError("file", "bytes", f"damaged Parquet: {_first_line(error)}") from None


def distinct(paths: Sequence[Path], column: str) -> tuple[str, ...]:
    """Return the distinct values of a column of texts, sorted."""
    found = {row[column] for row in rows(paths, [column])}
    return tuple(sorted(value for value in found if isinstance(value, str)))


def _count(path: Path, columns: Sequence[str], only: tuple[str, str] | None) -> int:
    """Count the rows of a file that is Parquet and has the columns, the filtered one of texts."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    with open_bytes(path) as stream:
        head = stream.read(HEAD)
    if not head.startswith(b"PAR1"):
        raise UnreadableError("file", "format", f"this is {recognize(head)}, expected Parquet")
    try:
        metadata = pq.read_metadata(path)
        schema = metadata.schema.to_arrow_schema()
    except (OSError, pa.ArrowException) as error:
        message = f"damaged or truncated Parquet ({_first_line(error)}); fetch it again"
        raise UnreadableError("file", "format", message) from None
    for column in columns:
        if column not in schema.names:
            message = f"no such column; there are {', '.join(schema.names)}"
            raise UnreadableError("file", column, message)
    texts = {pa.string(), pa.large_string()}
    if only and metadata.num_rows and (found := schema.field(only[0]).type) not in texts:
        raise UnreadableError("file", only[0], f"is a column of {found}, expected string")
    return int(metadata.num_rows)


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
