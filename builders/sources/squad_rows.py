"""Parquet rows of `rajpurkar/squad_v2` (and `rajpurkar/squad`) on the Hugging Face Hub.

The columns are id, title, context, question: string; answers: {text: [string], answer_start:
[int32]}. Both lists are empty for an unanswerable question. The Hub copy has no plausible answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from builders.sources.parquet_rows import Columns, rows
from builders.sources.record_reader import Passage, RecordReader
from builders.sources.source_reading import Item
from builders.sources.squad import question

_COLUMNS: Final[Columns] = {
    "id": "string",
    "title": "string",
    "context": "string",
    "question": "string",
    "answers": {"text": ["string"], "answer_start": ["int32"]},
}


def scan(paths: Sequence[Path], dataset: str) -> Iterator[Item]:
    """Yield the questions of Parquet files in order; each row is a question."""
    reader = RecordReader()
    passage = Passage(dataset, "", "")
    for number, row in enumerate(rows(paths, _COLUMNS)):
        where = f"row {number}"
        passage = passage.or_same(reader.title(row, where), reader.text(row, "context", where))
        answers = _objects(row, where, reader)
        record = {**row, "answers": answers, "is_impossible": not answers}
        example = question(record, where, passage, reader)
        yield example if example is not None and reader.clean else reader.rejected()


def _objects(row: dict[str, Any], where: str, reader: RecordReader) -> list[dict[str, Any]]:
    """Return the answers of a row as a list of objects, as in SQuAD JSON."""
    answers = row["answers"]
    if not isinstance(answers, dict) or set(answers) != {"text", "answer_start"}:
        reader.note(where, "answers", "expected {text: [string], answer_start: [int32]}")
        return []
    texts, starts = (reader.items(answers, key, where) for key in ("text", "answer_start"))
    if len(texts) != len(starts):
        reader.note(where, "answers", f"{len(texts)} texts, but {len(starts)} offsets")
    return [
        {"text": text, "answer_start": start} for text, start in zip(texts, starts, strict=False)
    ]


def scan_file(path: Path, dataset: str) -> Iterator[Item]:
    """Yield the questions of one Parquet file in order."""
    return scan((path,), dataset)
