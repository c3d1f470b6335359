"""A block of rows as plain lists, one a leaf column: what checks of every row are fast on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import pyarrow as pa

from builders.errors import FixInputError
from builders.releases.logical import BLOCK
from builders.releases.pages import LARGEST, batches
from builders.releases.rows import SCHEMA
from builders.types import Answer, Edit, Example, Row


@dataclass(frozen=True, slots=True)
class TextLists:
    """A list of texts for every row: that of row r is texts[ends[r]:ends[r + 1]]."""

    texts: list[str]
    ends: list[int]

    def of(self, row: int) -> list[str]:
        """Return the texts of a row."""
        return self.texts[self.ends[row] : self.ends[row + 1]]


@dataclass(frozen=True, slots=True)
class AnswerLists(TextLists):
    """Texts that have a place in the passage."""

    starts: list[int]

    def answers(self, row: int) -> tuple[Answer, ...]:
        """Return the answers of a row."""
        return tuple(map(Answer, self.of(row), self.starts[self.ends[row] : self.ends[row + 1]]))


@dataclass(frozen=True, slots=True)
class Columns:
    """The values of a block; edits of row r are fields[edit_ends[r]:edit_ends[r + 1]] and so on."""

    rows: int
    ids: list[str]
    titles: list[str]
    contexts: list[str]
    questions: list[str]
    answers: AnswerLists
    plausible: AnswerLists
    gold: TextLists
    fields: list[str]
    starts: list[int]
    ends: list[int]
    olds: list[str]
    news: list[str]
    types: list[str]
    entities: list[str]
    edit_ends: list[int]
    changed: list[bool]

    def example(self, row: int) -> Example:
        """Return the instance of a row; its dataset is not known here."""
        answers = self.answers.answers(row)
        gold = tuple(self.gold.of(row))
        return Example(
            id=self.ids[row],
            dataset="",
            title=self.titles[row],
            question=self.questions[row],
            context=self.contexts[row],
            answers=answers,
            gold_answers=gold,
            plausible_answers=self.plausible.answers(row),
            is_impossible=not answers and not gold,
        )

    def row(self, row: int) -> Row:
        """Return a row with its edits."""
        cut = slice(self.edit_ends[row], self.edit_ends[row + 1])
        leaves = (self.fields, self.starts, self.ends, self.olds, self.news, self.types)
        edits = map(Edit, *(leaf[cut] for leaf in leaves), self.entities[cut])
        return Row(self.example(row), tuple(edits))


def blocks(path: Path) -> Iterator[pa.Table]:
    """Yield the rows of a file as tables of BLOCK rows, the last one shorter.

    Raises FixInputError where the file, or BLOCK rows of it, are too large to be held.
    """
    pending: list[pa.Table] = []
    rows = size = 0
    for batch in batches(path, SCHEMA, BLOCK):
        pending.append(pa.Table.from_batches([batch]))
        rows += batch.num_rows
        size += batch.nbytes
        if size > LARGEST:
            raise FixInputError(f"holds {BLOCK} rows too large to be read safely")
        if rows >= BLOCK:
            table = pa.concat_tables(pending)
            yield table.slice(0, BLOCK)
            rows -= BLOCK
            pending = [table.slice(BLOCK)] if rows else []
            size = pending[0].nbytes if pending else 0
    if rows:
        yield pa.concat_tables(pending)


def columns(table: pa.Table) -> Columns:
    """Take a table without nulls apart."""
    arrays = {name: _whole(table.column(name)) for name in table.column_names}
    edits = arrays["edits"]
    fields, starts, ends, olds, news, types, entities = edits.flatten().flatten()
    return Columns(
        rows=table.num_rows,
        ids=arrays["id"].to_pylist(),
        titles=_texts(arrays["title"]),
        contexts=_texts(arrays["context"]),
        questions=arrays["question"].to_pylist(),
        answers=_answers(arrays["answers"]),
        plausible=_answers(arrays["plausible_answers"]),
        gold=TextLists(arrays["gold_answers"].flatten().to_pylist(), _ends(arrays["gold_answers"])),
        fields=_texts(fields),
        starts=starts.to_pylist(),
        ends=ends.to_pylist(),
        olds=_texts(olds),
        news=_texts(news),
        types=_texts(types),
        entities=_texts(entities),
        edit_ends=_ends(edits),
        changed=arrays["changed"].to_pylist(),
    )


def _whole(column: pa.ChunkedArray) -> pa.Array:
    return column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)


def _texts(array: pa.Array) -> list[str]:
    """Return the texts, equal ones as one object: cheaper to make, to compare and to hash."""
    encoded = array.dictionary_encode()
    values: list[str] = encoded.dictionary.to_pylist()
    return list(map(values.__getitem__, encoded.indices.to_pylist()))


def _ends(array: pa.Array) -> list[int]:
    return [0, *accumulate(array.value_lengths().to_pylist())]


def _answers(array: Any) -> AnswerLists:
    texts, starts = array.flatten()
    return AnswerLists(texts.flatten().to_pylist(), _ends(texts), starts.flatten().to_pylist())
