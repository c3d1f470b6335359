"""Parquet rows of `mrqa-workshop/mrqa` on the Hugging Face Hub.

The columns are subset, context, qid, question: string; answers: [string]; detected_answers: {text:
[string], char_spans: [{start: [int32], end: [int32]}], ...}, where the n-th text belongs to the
n-th char_spans and ends are INCLUSIVE; context_tokens: {tokens: [string], offsets: [int32]}.

In the Hub copy the passages are stripped of surrounding whitespace, but the offsets are those of
the original passages. The offset of the first token is the number of stripped characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeGuard

from builders.sources.mrqa import question
from builders.sources.opening import UnreadableError
from builders.sources.parquet_rows import Columns, Shape, distinct, listed, rows
from builders.sources.record_reader import Passage, RecordReader
from builders.sources.source_reading import Item

_NUMBERS: Final[Shape] = ["int32"]
_COLUMNS: Final[Columns] = {
    "subset": "string",
    "context": "string",
    "context_tokens": {"offsets": _NUMBERS},
    "qid": "string",
    "question": "string",
    "detected_answers": {
        "text": ["string"],
        "char_spans": [{"start": _NUMBERS, "end": _NUMBERS}],
    },
    "answers": ["string"],
}
# The names of subsets on the Hub that differ from the names of the datasets.
_SUBSETS: Final = {"NaturalQuestions": "NaturalQuestionsShort", "TriviaQA": "TriviaQA-web"}


def scan(paths: Sequence[Path], dataset: str, subset: str = "") -> Iterator[Item]:
    """Yield the questions of one subset in order.

    The default subset is the one that belongs to `dataset`, such as TriviaQA-web for TriviaQA.
    Raises UnreadableError if the files have no rows of the subset.
    """
    reader = RecordReader()
    passage = Passage(dataset, "", "")
    subset = subset or _SUBSETS.get(dataset, dataset)
    number = -1
    for number, row in enumerate(rows(paths, _COLUMNS, only=("subset", subset))):
        where = f"{subset} row {number}"
        passage = passage.or_same("", reader.text(row, "context", where))
        detected = _objects(row, _stripped(row, passage.context), where, reader)
        example = question({**row, "detected_answers": detected}, where, passage, reader)
        yield example if example is not None and reader.clean else reader.rejected()
    if number < 0:
        held = listed(distinct(paths, "subset"))
        message = f"holds no rows of {subset!r}; it holds {held}"
        raise UnreadableError("file", "subset", message)


def _stripped(row: dict[str, Any], context: str) -> int:
    """Return the number of characters stripped from the beginning of the passage."""
    tokens = row["context_tokens"]
    offsets = tokens.get("offsets") if isinstance(tokens, dict) else None
    if not offsets or not _are_numbers(offsets):
        return 0
    return max(0, offsets[0] - (len(context) - len(context.lstrip())))


def _objects(
    row: dict[str, Any], stripped: int, where: str, reader: RecordReader
) -> list[dict[str, Any]]:
    """Return the detected answers of a row as a list of objects, as in the JSONL format.

    The number `stripped` is subtracted from all offsets.
    """
    detected = row["detected_answers"]
    if not isinstance(detected, dict) or not {"text", "char_spans"} <= set(detected):
        reader.note(where, "detected_answers", "expected {text: [string], char_spans: [...]}")
        return []
    texts, spans = (reader.items(detected, key, where) for key in ("text", "char_spans"))
    if len(texts) != len(spans):
        reader.note(where, "detected_answers", f"{len(texts)} texts, but {len(spans)} char_spans")
    return [
        {"text": text, "char_spans": _pairs(span, stripped)}
        for text, span in zip(texts, spans, strict=False)
    ]


def _pairs(span: object, stripped: int) -> list[object]:
    """Return the spans in a struct {start: [...], end: [...]} as a list of pairs [start, end].

    The number `stripped` is subtracted from all offsets. A malformed struct is returned unchanged
    as the only item of a list, for later checks to report.
    """
    if not isinstance(span, dict):
        return [span]
    starts, ends = span.get("start"), span.get("end")
    if not (_are_numbers(starts) and _are_numbers(ends) and len(starts) == len(ends)):
        return [span]
    return [[start - stripped, end - stripped] for start, end in zip(starts, ends, strict=True)]


def _are_numbers(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(number) is int for number in value)


def scan_file(path: Path, dataset: str, subset: str = "") -> Iterator[Item]:
    """Yield the questions of one subset of a file.

    The default subset is the one that belongs to `dataset`, such as TriviaQA-web for
    TriviaQA.
    """
    return scan((path,), dataset, subset)
