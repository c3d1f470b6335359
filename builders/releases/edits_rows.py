"""Files of rows without their texts, for datasets that must not be redistributed.

The columns of such a Parquet file are:

    id, source, answer_starts, plausible_starts, edits, kept, changed

`source` is the digest of the source instance. With the user's own copy of the source instance, the
full row can be restored. The start offsets of answers are stored because they do not follow from
the edits if an answer is only a part of a renamed name. `kept` has the places where words stay
although they are renamed elsewhere in the row, and `changed` says whether there are edits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from builders.draws import digest
from builders.errors import FixInputError
from builders.releases.pages import batches
from builders.releases.parquet import writing
from builders.releases.rows import SCHEMA as ROW_SCHEMA
from builders.releases.undo import Gold, by_field, distinct, undo
from builders.types import Answer, Edit, Example, Kept, Row

SCHEMA: Final = pa.schema([
    pa.field("id", pa.string()),
    pa.field("source", pa.string()),
    pa.field("answer_starts", pa.list_(pa.field("element", pa.int32()))),
    pa.field("plausible_starts", pa.list_(pa.field("element", pa.int32()))),
    ROW_SCHEMA.field("edits"),
    ROW_SCHEMA.field("kept"),
    ROW_SCHEMA.field("changed"),
])  # fmt: skip
"""The columns of an edits-only file."""

_BATCH: Final = 1024


@dataclass(frozen=True, slots=True)
class EditsRow:
    """A row without its texts, as in an edits-only file."""

    id: str
    source: str
    """The digest of the source instance (see example_digest)."""
    answer_starts: tuple[int, ...]
    """The offsets of the answers in the renamed passage; answers without an offset are omitted."""
    plausible_starts: tuple[int, ...]
    """The offsets of the plausible (but wrong) answers in the renamed passage."""
    edits: tuple[Edit, ...]
    kept: tuple[Kept, ...] = ()
    """Places where words stay although the same words are renamed elsewhere in the row."""


def example_digest(example: Example) -> str:
    """Return a digest of all fields of a source instance that the rows of a release contain."""
    key: list[str | int] = [example.id, example.title, example.question, example.context]
    for answers in (_placed(example.answers), _placed(example.plausible_answers)):
        key.append(len(answers))
        for text, start in answers:
            key += (text, start)
    key.append(len(example.gold_answers))
    return digest((*key, *example.gold_answers)).hex()


def take_texts_out(row: Row, gold: Gold) -> EditsRow:
    """Return a row without its texts; raise FixInputError if its edits cannot be undone."""
    return EditsRow(
        row.example.id,
        example_digest(undo(row, gold=gold)),
        tuple(start for _, start in _placed(row.example.answers)),
        tuple(start for _, start in _placed(row.example.plausible_answers)),
        row.edits,
        row.kept,
    )


def put_texts_in(source: Example, row: EditsRow, gold: Gold) -> Row:
    """Apply the edits of a row to its source instance and return the full row.

    Raises FixInputError if the instance is not the one that the release was made from, or if the
    edits do not fit it.
    """
    if example_digest(source) != row.source:
        raise FixInputError("is not the instance that the release was made from")
    edits = by_field(row.edits)

    def redone(field: str, text: str) -> str:
        return redo_text(field, text, edits.get(field, ()))

    context = redone("context", source.context)
    answers = _answers("answer", source.answers, row.answer_starts, edits)
    gold_answers = (
        distinct(answer.text for answer in answers)
        if gold == "answers"
        else tuple(redone(f"gold:{n}", text) for n, text in enumerate(source.gold_answers))
    )
    made = replace(
        source,
        title=redone("title", source.title),
        question=redone("question", source.question),
        context=context,
        answers=answers,
        gold_answers=gold_answers,
        plausible_answers=_answers(
            "plausible", source.plausible_answers, row.plausible_starts, edits
        ),
    )
    for answer in (*made.answers, *made.plausible_answers):
        if answer.start is None or not context.startswith(answer.text, answer.start):
            raise FixInputError(f"an answer does not stand at {answer.start}")
    return Row(made, row.edits, row.kept)


def redo_text(field: str, text: str, edits: Sequence[Edit]) -> str:
    """Apply the edits of a field to its source text.

    Raises FixInputError if an edit does not fit the text.
    """
    pieces: list[str] = []
    done = 0
    for edit in edits:
        if edit.start < done or text[edit.start : edit.end] != edit.old:
            raise FixInputError(f"{field}: the edit at {edit.start}:{edit.end} does not fit")
        pieces += (text[done : edit.start], edit.new)
        done = edit.end
    pieces.append(text[done:])
    return "".join(pieces)


def write_edits(path: Path, rows: Sequence[EditsRow]) -> None:
    """Write an edits-only file; equal rows give equal bytes."""
    values = [
        {
            "id": row.id,
            "source": row.source,
            "answer_starts": row.answer_starts,
            "plausible_starts": row.plausible_starts,
            "edits": [asdict(edit) for edit in row.edits],
            "kept": [asdict(kept) for kept in row.kept],
            "changed": bool(row.edits),
        }
        for row in rows
    ]
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(
            pa.Table.from_pylist(values, schema=SCHEMA), path,
            compression="zstd", compression_level=3, use_dictionary=False, store_schema=False,
        )  # fmt: skip


def read_edits(place: Path) -> Iterator[EditsRow]:
    """Yield the rows of an edits-only file.

    Raises FixInputError if the file is not an edits-only file or is damaged.
    """
    try:
        for batch in batches(place, SCHEMA, _BATCH):
            yield from (_row(value) for value in batch.to_pylist())
    except FixInputError as error:
        raise FixInputError(f"{place}: not an edits-only file that can be read: {error}") from None
    except (pa.ArrowException, OSError, TypeError, ValueError) as error:
        reason = " ".join(str(error).split())[:200]
        raise FixInputError(f"{place}: not an edits-only file that can be read: {reason}") from None


def _row(value: dict[str, Any]) -> EditsRow:
    edits = tuple(Edit(**edit) for edit in value["edits"])
    kept = tuple(Kept(**each) for each in value["kept"])
    numbers = [*value["answer_starts"], *value["plausible_starts"]]
    if None in (value["id"], value["source"], *numbers) or bool(edits) != value["changed"]:
        raise ValueError("a value is null, or `changed` does not fit the edits")
    return EditsRow(
        value["id"], value["source"], tuple(value["answer_starts"]),
        tuple(value["plausible_starts"]), edits, kept,
    )  # fmt: skip


def _placed(answers: Sequence[Answer]) -> list[tuple[str, int]]:
    return [(answer.text, answer.start) for answer in answers if answer.start is not None]


def _answers(
    kind: str, answers: Sequence[Answer], starts: Sequence[int], edits: dict[str, tuple[Edit, ...]]
) -> tuple[Answer, ...]:
    texts = [text for text, _ in _placed(answers)]
    if len(texts) != len(starts):
        raise FixInputError(f"{kind}: {len(starts)} starts for {len(texts)} answers")
    return tuple(
        Answer(redo_text(f"{kind}:{n}", text, edits.get(f"{kind}:{n}", ())), start)
        for n, (text, start) in enumerate(zip(texts, starts, strict=True))
    )
