"""Rows in the format of the library `datasets`, one question per row, in a file or data frame.

The columns id, context and question are strings; title, plausible_answers and other columns are
optional. The column answers is {text: [...], answer_start: [...]} or a list of {text,
answer_start}, and is empty for a question without an answer.
"""

from __future__ import annotations

import ast
import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias

from builders.errors import FixInputError
from builders.sources import parquet_rows, saved_rows
from builders.sources.json_decoding import MalformedError, decode
from builders.sources.opening import UnreadableError, open_bytes
from builders.sources.recognition import HEAD, ROWS, recognize
from builders.sources.record_reader import Passage, RecordReader
from builders.sources.source_reading import Item
from builders.sources.squad import question

if TYPE_CHECKING:
    import pyarrow as pa

Record: TypeAlias = tuple[str, Any]
"""The position of a row ("row 7") and the row."""
_NEEDED: Final = ("id", "context", "question")
_ANSWERS: Final = ("answers", "plausible_answers")
_LONGEST_CELL: Final = 1 << 30


@dataclass(frozen=True, slots=True)
class RowFormat:
    """A kind of file or folder that contains rows, with its reader and the way to detect it."""

    help: str
    """The name of the format in messages."""
    read: Callable[[Path], Iterator[Record]]
    mark: re.Pattern[bytes] | None = None
    """A pattern of the first bytes of the file, after decompression; None for a folder."""
    member: str = ""
    """The name of a file that all folders of this kind contain; empty if the kind is a file."""
    is_lines: bool = False
    """Whether each row is a line of JSON."""


def row_format(path: Path) -> RowFormat | None:
    """Return the row format of a path, detected by content, or None if the path has no rows."""
    if path.is_dir():
        inside = (row for row in ROW_FORMATS if row.member and (path / row.member).is_file())
        return next(inside, None)
    try:
        with open_bytes(path) as stream:
            head = stream.read(HEAD)
    except UnreadableError:
        return None  # the reader reports why it cannot be read
    return next((row for row in ROW_FORMATS if row.mark and row.mark.match(head)), None)


def columns_of(path: Path) -> tuple[str, ...]:
    """Return the names of the columns in the first row, or () if there are no rows."""
    chosen = row_format(path)
    try:
        first = next(chosen.read(path), None) if chosen else None
    except UnreadableError:
        return ()
    return tuple(first[1]) if first and isinstance(first[1], dict) else ()


def scan(path: Path, dataset: str) -> Iterator[Item]:
    """Yield the questions of a file or folder with one row per question, in order.

    Raises UnreadableError if the file is damaged or has none of the row formats.
    """
    chosen = row_format(path)
    if chosen is None:
        with open_bytes(path) as stream:
            found = recognize(stream.read(HEAD))
        message = f"this is {found}, expected rows: {ROW_FORMATS_HELP}"
        raise UnreadableError("file", "format", message)
    _check_columns(chosen, path)
    reader = RecordReader()
    passage = Passage(dataset, "", "")
    for where, value in chosen.read(path):
        row = reader.record(value, where, "row")
        if row is None:
            yield reader.rejected()
            continue
        row = {**listed_answers(row), "title": row.get("title") or ""}
        row["is_impossible"] = not row.setdefault("answers", [])
        if isinstance(row.get("id"), int):
            row["id"] = str(row["id"])
        passage = passage.or_same(reader.title(row, where), reader.text(row, "context", where))
        example = question(row, where, passage, reader)
        yield example if example is not None and reader.clean else reader.rejected()


def _check_columns(chosen: RowFormat, path: Path) -> None:
    """Raise UnreadableError if a table lacks the column id, context or question.

    JSON files are not checked, because each of their rows may have other fields.
    """
    columns = () if chosen.is_lines or chosen.read is _list else columns_of(path)
    missing = [name for name in _NEEDED if name not in columns]
    if columns and missing:
        shown = ", ".join(map(repr, columns))
        message = f"no column {', '.join(missing)}; the columns are {shown:.400}"
        raise UnreadableError("file", "columns", message)


def listed_answers(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of a row with answers as lists of {text, answer_start}, as in SQuAD JSON.

    Columns without a value are left out. If there are not as many texts as offsets, the answers are
    not changed, and later checks report them.
    """
    made = {key: value for key, value in row.items() if value is not None}
    for key in _ANSWERS:
        value = made.get(key)
        if not isinstance(value, dict):
            continue
        texts, starts = value.get("text"), value.get("answer_start")
        if isinstance(texts, list) and isinstance(starts, list) and len(texts) == len(starts):
            pairs = zip(texts, starts, strict=True)
            made[key] = [{"text": text, "answer_start": start} for text, start in pairs]
    return made


def rows_of(data: object) -> Iterator[dict[str, Any]]:
    """Yield the rows of a pandas or polars frame, an Arrow table, or an iterable of mappings.

    Raises FixInputError for anything else.
    """
    if hasattr(data, "__arrow_c_stream__"):
        import pyarrow as pa

        yield from pa.table(data).to_pylist()
        return
    if not isinstance(data, Iterable) or isinstance(data, (str, bytes, Mapping)):
        raise FixInputError(f"{type(data).__name__}: expected a path, a frame or rows as mappings")
    for number, row in enumerate(data):
        if not isinstance(row, Mapping):
            raise FixInputError(f"row {number}: is a {type(row).__name__}, expected a mapping")
        yield dict(row)


def write_rows(data: object, path: Path) -> None:
    """Write the rows of `data` to a file as JSON lines.

    A build reads its sources several times, but `data` may be an iterator, which can be read only
    once. Raises FixInputError for rows that JSON cannot express.
    """
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number, row in enumerate(rows_of(data)):
            try:
                file.write(json.dumps(row) + "\n")
            except (TypeError, ValueError) as error:
                raise FixInputError(f"row {number}: {error}") from None


def _lines(path: Path) -> Iterator[Record]:
    with open_bytes(path) as stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                yield f"line {number}", _decoded(line, f"line {number}")


def _list(path: Path) -> Iterator[Record]:
    with open_bytes(path) as stream:
        items = _decoded(stream.read(), "file")
    yield from ((f"row {number}", item) for number, item in enumerate(items))


def _decoded(data: bytes, where: str) -> Any:
    try:
        return decode(data)
    except MalformedError as error:
        raise UnreadableError(where, "JSON", str(error)) from None


def _csv(path: Path) -> Iterator[Record]:
    csv.field_size_limit(_LONGEST_CELL)
    with open_bytes(path) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8-sig", newline="")
        try:
            for number, row in enumerate(csv.DictReader(text, strict=True)):
                yield f"row {number}", {key: _cell(value) for key, value in row.items() if key}
        except UnicodeDecodeError:
            raise UnreadableError("file", "bytes", "is not UTF-8; save it as UTF-8") from None
        except csv.Error as error:
            raise UnreadableError("file", "format", f"damaged CSV ({error})") from None


def _cell(value: str | None) -> object:
    """Return the value of a CSV field; a list or object in JSON or Python syntax is parsed."""
    if not value or value[0] not in "[{":
        return value
    try:
        return json.loads(value)
    except ValueError:
        pass
    try:
        return ast.literal_eval(_WithoutArrays().visit(ast.parse(value, mode="eval")))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return value


class _WithoutArrays(ast.NodeTransformer):
    """A transformer that replaces array([...], dtype=...), as in CSV files, by the list in it.

    `Dataset.to_csv` writes lists of numbers in this way.
    """

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Return the list in a call of `array`, and any other call unchanged.

        Then `ast.literal_eval` refuses the other calls.
        """
        is_array = isinstance(node.func, ast.Name) and node.func.id == "array"
        return node.args[0] if is_array and len(node.args) == 1 else node


def _parquet(path: Path) -> Iterator[Record]:
    return _batches(path, parquet_rows.batches)


def _arrow_file(path: Path) -> Iterator[Record]:
    import pyarrow as pa

    def batches(stream: IO[bytes]) -> Iterator[pa.RecordBatch]:
        reader = pa.ipc.open_file(stream)
        return (reader.get_batch(number) for number in range(reader.num_record_batches))

    return _batches(path, batches)


def _arrow_stream(path: Path) -> Iterator[Record]:
    import pyarrow as pa

    return _batches(path, pa.ipc.open_stream)


def _batches(
    path: Path, batches: Callable[[IO[bytes]], Iterable[pa.RecordBatch]]
) -> Iterator[Record]:
    import pyarrow as pa

    number = 0
    try:
        with open_bytes(path) as stream:
            for batch in batches(stream):
                for row in batch.to_pylist():
                    yield f"row {number}", row
                    number += 1
    except (ValueError, OSError, MemoryError, pa.ArrowException) as error:
        message = f"damaged or truncated ({str(error).splitlines()[0]}); fetch it again"
        raise UnreadableError("file", "format", message) from None


def _mark(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"(?:\xef\xbb\xbf)?" + pattern)


# A new format needs a function that yields the rows of a path, and a row here.
ROW_FORMATS: Final[tuple[RowFormat, ...]] = (
    RowFormat("a Parquet file", _parquet, mark=_mark(rb"PAR1")),
    RowFormat("an Arrow file", _arrow_file, mark=_mark(rb"ARROW1")),
    RowFormat("an Arrow stream", _arrow_stream, mark=_mark(rb"\xff\xff\xff\xff")),
    RowFormat("a folder of `save_to_disk`", saved_rows.one, member="state.json"),
    RowFormat("a split of a DatasetDict", saved_rows.splits, member="dataset_dict.json"),
    RowFormat("a JSON list of objects", _list, mark=_mark(rb"\s*\[\s*\{")),
    RowFormat(
        "JSON lines with context and question",
        _lines,
        mark=_mark(rb'\s*\{[^\n]*"context"\s*:'),
        is_lines=True,
    ),
    RowFormat(
        "CSV whose first line names the columns",
        _csv,
        mark=_mark(
            rb'(?=[^\n{]*\b(?:answers|context|id|question|text|title)\b)["\w]+(?:,["\w ]+)+\r?\n'
        ),
    ),
)
ROW_FORMATS_HELP: Final = ", ".join(row.help for row in ROW_FORMATS)


def holds_rows(path: Path) -> bool:
    """Return whether a path is in a row format (one row per question), not SQuAD JSON or MRQA."""
    chosen = row_format(path)
    if chosen is None or not chosen.is_lines:
        return chosen is not None
    with open_bytes(path) as stream:
        return recognize(stream.read(HEAD)) == ROWS
