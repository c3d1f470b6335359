"""Rows of a file in blocks of many rows, as NumPy arrays, for fast checks of every row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa

from builders.errors import FixInputError
from builders.releases.arrow_columns import Leaf, leaves
from builders.releases.logical import BLOCK
from builders.releases.packed_strings import FlatTexts, Mask, Places
from builders.releases.pages import LARGEST, batches
from builders.releases.rows import SCHEMA, table_to_rows
from builders.types import Row

WHOLE: Final = ("context", "question", "title")
LISTED: Final = ("answer", "plausible", "gold")
KINDS: Final = (*WHOLE, *LISTED)
"""The text fields of a row, in the order of `RowBlock.texts`.

The fields with one text per row (WHOLE) come before those with a list of texts (LISTED).
"""


@dataclass(frozen=True, slots=True)
class BlockEdits:
    """The edits of a block of consecutive rows, ordered by row.

    Each array except `ends` has one element per edit.
    """

    ends: Places
    """The edits of row r are those from `ends[r]` up to, but excluding, `ends[r + 1]`."""
    fields: FlatTexts
    starts: Places
    stops: Places
    """The end offsets of the edited spans."""
    olds: FlatTexts
    """The old names."""
    news: FlatTexts
    """The new names."""
    types: FlatTexts
    entities: FlatTexts

    def __len__(self) -> int:
        return len(self.starts)


@dataclass(frozen=True, slots=True)
class BlockKept:
    """The places in a block of rows where words were deliberately not renamed (see `Kept`).

    The same words are a renamed name elsewhere in the row. The places are ordered by row. Each
    array except `ends` has one element per place.
    """

    ends: Places
    """The places of row r are those from `ends[r]` up to, but excluding, `ends[r + 1]`."""
    fields: FlatTexts
    starts: Places
    stops: Places
    """The end offsets of the places."""
    reasons: FlatTexts


@dataclass(frozen=True, slots=True)
class RowBlock:
    """Consecutive rows of a file as arrays, without nulls."""

    table: pa.Table
    """The same rows as an Arrow table."""
    leaves: tuple[Leaf, ...]
    """The leaf columns of the table."""
    ids: FlatTexts
    texts: FlatTexts
    """The texts of all rows, field after field, in the order of KINDS."""
    first: tuple[int, ...]
    """The index in `texts` of the first text of each field, followed by the number of all texts."""
    ends: tuple[Places, ...]
    """For each field k, where the texts of each row end, counted from `first[k]`.

    The texts of row r are those from `ends[k][r]` up to, but excluding, `ends[k][r + 1]`.
    """
    starts: Places
    """The start offsets of all answers, followed by those of all plausible answers."""
    start_ends: tuple[Places, Places]
    """The same as `ends`, for the start offsets of answers and for those of plausible answers.

    Both are counted from 0, although `starts` has the offsets of answers before the others.
    """
    edits: BlockEdits
    kept: BlockKept
    answer: FlatTexts
    """The column `answer`: the first gold answer of each row."""
    changed: Mask
    """The column `changed`: whether the row has edits."""

    @classmethod
    def of(cls, table: pa.Table) -> RowBlock:
        """Return the rows of a table as a block; raise FixInputError if the table has nulls."""
        found = tuple(leaves(table))
        ids, titles, contexts, questions, *lists, changed = found
        answers, gold, answer = lists[:4], lists[4:6], lists[6]
        plausible, edits, kept = lists[7:11], lists[11:19], lists[19:]
        kinds = [
            *(FlatTexts.of(leaf) for leaf in (contexts, questions, titles)),
            *(FlatTexts.of(leaf) for leaf in (answers[1], plausible[1], gold[1])),
        ]
        one_each = np.arange(table.num_rows + 1)
        return cls(
            table=table,
            leaves=found,
            ids=FlatTexts.of(ids),
            texts=FlatTexts.joined(kinds),
            first=tuple(np.cumsum([0, *map(len, kinds)]).tolist()),
            ends=(one_each,) * len(WHOLE) + tuple(map(_ends, (answers[0], plausible[0], gold[0]))),
            starts=np.concatenate([_numbers(answers[3]), _numbers(plausible[3])]),
            start_ends=(_ends(answers[2]), _ends(plausible[2])),
            edits=_edits(edits),
            kept=_kept(kept),
            answer=FlatTexts.of(answer),
            changed=_numbers(changed) != 0,
        )

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.changed)

    @property
    def uneven(self) -> Mask:
        """Return, for each row, whether it has more or fewer answer texts than answer offsets.

        The same is checked for plausible answers.
        """
        found = np.zeros(self.rows, np.bool_)
        for ends, place_ends in zip(self.ends[len(WHOLE) :], self.start_ends, strict=False):
            found |= np.diff(ends) != np.diff(place_ends)
        return found

    @property
    def answer_is_first(self) -> Mask:
        """Return, for each row, whether its value in the column `answer` is correct.

        The value must be the first gold answer, or empty if there are no gold answers.
        """
        gold = self.ends[KINDS.index("gold")]
        some = np.diff(gold) > 0
        right: Mask = self.answer.sizes == 0
        first = self.texts.taken(self.first[KINDS.index("gold")] + gold[:-1][some])
        right[some] = self.answer.taken(np.flatnonzero(some)).same(first)
        return right

    def row(self, row: int) -> Row:
        """Return the row with this index and its edits.

        The name of its dataset is "", because a block does not contain it.
        """
        return next(table_to_rows(self.table.slice(row, 1)))

    def taken(self, rows: Places) -> RowBlock:
        """Return a block that has only the rows with the given indices."""
        return RowBlock.of(self.table.take(pa.array(rows)))


def _edits(found: Sequence[Leaf]) -> BlockEdits:
    lists, fields, starts, stops, olds, news, types, entities = found
    return BlockEdits(
        ends=_ends(lists), fields=FlatTexts.of(fields),
        starts=_numbers(starts), stops=_numbers(stops),
        olds=FlatTexts.of(olds), news=FlatTexts.of(news), types=FlatTexts.of(types),
        entities=FlatTexts.of(entities),
    )  # fmt: skip


def _kept(found: Sequence[Leaf]) -> BlockKept:
    lists, fields, starts, stops, reasons = found
    return BlockKept(
        _ends(lists), FlatTexts.of(fields), _numbers(starts), _numbers(stops),
        FlatTexts.of(reasons),
    )  # fmt: skip


def _ends(leaf: Leaf) -> Places:
    return leaf.offsets.astype(np.int64)


def _numbers(leaf: Leaf) -> Places:
    return leaf.values.astype(np.int64)


def blocks(path: Path) -> Iterator[pa.Table]:
    """Yield the rows of a file as tables of BLOCK rows; the last table may be shorter.

    Raises FixInputError if the file is invalid, or if BLOCK rows are too large to be held in
    memory.
    """
    pending: list[pa.Table] = []
    rows = 0
    for batch in batches(path, SCHEMA, BLOCK):
        pending.append(pa.Table.from_batches([batch]))
        rows += batch.num_rows
        # The size of a single batch was checked before it was read.
        if len(pending) > 1 and sum(table.nbytes for table in pending) > LARGEST:
            raise FixInputError(f"holds {BLOCK} rows too large to be read safely")
        if rows >= BLOCK:
            table = pa.concat_tables(pending)
            yield table.slice(0, BLOCK)
            rows -= BLOCK
            pending = [table.slice(BLOCK)] if rows else []
    if rows:
        yield pa.concat_tables(pending)
