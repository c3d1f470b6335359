"""Conversion of rows to Arrow tables and back, column by column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from builders.types import Answer, Edit, Example, Kept, Row


def list_of(kind: pa.DataType) -> pa.DataType:
    """Return the Arrow type of lists whose items have the type `kind`."""
    # Parquet names the items of a list "element". The same name here makes the schemas equal.
    return pa.list_(pa.field("element", kind))


ANSWERS: Final = pa.struct(
    [pa.field("text", list_of(pa.string())), pa.field("answer_start", list_of(pa.int32()))]
)
EDIT: Final = pa.struct([
    pa.field("field", pa.string()), pa.field("start", pa.int32()), pa.field("end", pa.int32()),
    pa.field("old", pa.string()), pa.field("new", pa.string()),
    pa.field("type", pa.string()), pa.field("entity", pa.string()),
])  # fmt: skip
KEPT: Final = pa.struct([
    pa.field("field", pa.string()), pa.field("start", pa.int32()), pa.field("end", pa.int32()),
    pa.field("reason", pa.string()),
])  # fmt: skip

SCHEMA: Final = pa.schema([
    pa.field("id", pa.string()),
    pa.field("title", pa.string()),
    pa.field("context", pa.string()),
    pa.field("question", pa.string()),
    pa.field("answers", ANSWERS),
    pa.field("gold_answers", list_of(pa.string())),
    pa.field("answer", pa.string()),
    pa.field("plausible_answers", ANSWERS),
    pa.field("edits", list_of(EDIT)),
    pa.field("kept", list_of(KEPT)),
    pa.field("changed", pa.bool_()),
])  # fmt: skip
"""The columns of every file of a release.

`answer` is the first gold answer, or empty if there is none. It is for evaluation harnesses that
read the target from a single string column.
"""


def rows_to_table(rows: Sequence[Row]) -> pa.Table:
    """Return rows as a table with the columns of SCHEMA.

    The column `answers` does not contain answers without an offset in the passage.
    """
    examples = [row.example for row in rows]
    edits = [row.edits for row in rows]
    gold = _list_array([example.gold_answers for example in examples], pa.string())
    columns = [
        pa.array([example.id for example in examples], pa.string()),
        pa.array([example.title for example in examples], pa.string()),
        pa.array([example.context for example in examples], pa.string()),
        pa.array([example.question for example in examples], pa.string()),
        _answers_array([example.answers for example in examples]),
        gold,
        first_of(gold),
        _answers_array([example.plausible_answers for example in examples]),
        _structs_array(edits, EDIT),
        _structs_array([row.kept for row in rows], KEPT),
        pa.array([bool(each) for each in edits], pa.bool_()),
    ]
    return pa.Table.from_arrays(columns, schema=SCHEMA)


def first_of(lists: pa.ListArray) -> pa.Array:
    """Return the first string of each list, or an empty string if the list is empty."""
    starts = pc.if_else(pc.greater(lists.value_lengths(), 0), lists.offsets[:-1], None)
    return pc.fill_null(lists.values.take(starts), "")


def table_to_rows(table: pa.Table, dataset: str = "") -> Iterator[Row]:
    """Yield the rows of a table.

    Each row gets `dataset` as the name of its dataset, because the table does not contain it.
    """
    columns = (
        *(table.column(name).to_pylist() for name in ("id", "title", "question", "context")),
        _answers(table.column("answers")),
        _lists(table.column("gold_answers")),
        _answers(table.column("plausible_answers")),
        _structs(table.column("edits"), Edit),
        _structs(table.column("kept"), Kept),
    )
    for id_, title, question, context, answers, gold, plausible, edits, kept in zip(
        *columns, strict=True
    ):
        unanswerable = not answers and not gold
        yield Row(
            Example(id_, dataset, title, question, context, answers, gold, plausible, unanswerable),
            edits,
            kept,
        )


def read_rows(path: Path, dataset: str = "", *, batch: int = 1024) -> Iterator[Row]:
    """Yield the rows of a file in order, with at most `batch` rows in memory at a time.

    Each row gets `dataset` as the name of its dataset, because the file does not contain this name.
    """
    with pq.ParquetFile(path) as file:
        for record_batch in file.iter_batches(batch_size=batch, use_threads=False):
            yield from table_to_rows(pa.Table.from_batches([record_batch]), dataset)


def _offsets(lists: Iterable[Sequence[Any]]) -> pa.Array:
    return pa.array([0, *accumulate(map(len, lists))], pa.int32())


def _list_array(lists: Sequence[Sequence[Any]], kind: pa.DataType) -> pa.Array:
    values = pa.array(list(chain.from_iterable(lists)), kind)
    return pa.ListArray.from_arrays(_offsets(lists), values, type=list_of(kind))


def _answers_array(lists: Sequence[Sequence[Answer]]) -> pa.Array:
    placed = [[answer for answer in answers if answer.start is not None] for answers in lists]
    flat = list(chain.from_iterable(placed))
    offsets = _offsets(placed)
    texts = pa.array([answer.text for answer in flat], pa.string())
    starts = pa.array([answer.start for answer in flat], pa.int32())
    return pa.StructArray.from_arrays(
        [
            pa.ListArray.from_arrays(offsets, texts, type=list_of(pa.string())),
            pa.ListArray.from_arrays(offsets, starts, type=list_of(pa.int32())),
        ],
        fields=list(ANSWERS),
    )


def _structs_array(lists: Sequence[Sequence[Edit | Kept]], kind: pa.StructType) -> pa.Array:
    flat = list(chain.from_iterable(lists))
    values = [pa.array(list(map(attrgetter(leaf.name), flat)), leaf.type) for leaf in kind]
    structs = pa.StructArray.from_arrays(values, fields=list(kind))
    return pa.ListArray.from_arrays(_offsets(lists), structs, type=list_of(kind))


def _one(column: pa.ChunkedArray) -> pa.Array:
    chunk = column.combine_chunks()
    return pa.concat_arrays(chunk.chunks) if isinstance(chunk, pa.ChunkedArray) else chunk


def _cut(values: Sequence[Any], lengths: Sequence[int]) -> list[tuple[Any, ...]]:
    ends = [0, *accumulate(lengths)]
    return [tuple(values[start:end]) for start, end in pairwise(ends)]


def _lists(column: pa.ChunkedArray) -> list[tuple[Any, ...]]:
    array = _one(column)
    return _cut(array.flatten().to_pylist(), array.value_lengths().to_pylist())


def _answers(column: pa.ChunkedArray) -> list[tuple[Answer, ...]]:
    texts, starts = _one(column).flatten()
    flat = list(map(Answer, texts.flatten().to_pylist(), starts.flatten().to_pylist()))
    return _cut(flat, texts.value_lengths().to_pylist())


def _structs(column: pa.ChunkedArray, made: Callable[..., Any]) -> list[tuple[Any, ...]]:
    array = _one(column)
    leaves = (leaf.to_pylist() for leaf in array.flatten().flatten())
    return _cut(list(map(made, *leaves)), array.value_lengths().to_pylist())
