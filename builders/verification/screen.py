"""A fast search for the rows that might break an invariant, in blocks of many rows.

`verify` spends most of its time here. Therefore, all rows of a block are examined at once, with
operations on arrays. A row that is not found satisfies invariants 1 to 4. Every row that is found
is checked by row_check.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
import pyarrow as pa

from builders.releases.packed_strings import Mask, Places
from builders.releases.row_blocks import KINDS, RowBlock
from builders.releases.undo import Gold
from builders.verification.answer_offsets import BlockAnswers, gold_is_distinct, moved_as_edited
from builders.verification.edit_offsets import LocatedEdits, SourceTexts, located, remade
from builders.verification.left_names import SourceNames, left_faulty
from builders.verification.name_collisions import names_faulty
from builders.verification.row_check import fold_text

_LARGEST: Final = 16 * 2**20
"""The largest size of the texts of a block and its source block, in bytes.

Larger blocks are divided into halves, which are examined separately.
"""


class SourceBlock:
    """A block of source rows, with derived values for the comparison with renamed rows.

    The renamed rows of several files are compared with the same source rows. Therefore, each value
    is computed only once and then kept.
    """

    def __init__(self, block: RowBlock, gold: Gold) -> None:
        self.block = block
        self.gold = gold
        self._repeated: dict[int, SourceBlock] = {1: self}

    @cached_property
    def texts(self) -> SourceTexts:
        """Return the texts that edits can change: titles, questions, passages and answers."""
        # Gold answers that are the distinct answer texts have no separate edits.
        return SourceTexts(self.block, len(KINDS) - (self.gold == "answers"))

    @cached_property
    def answers(self) -> BlockAnswers:
        """Return the answers and plausible answers of the rows, with their offsets."""
        return BlockAnswers.of(self.block)

    @cached_property
    def gold_is_distinct(self) -> Mask:
        """Return, per row, whether the gold answers are the distinct answer texts."""
        return gold_is_distinct(self.block)

    @cached_property
    def held(self) -> list[str]:
        """Return all texts of each row as one string, joined by "|".

        The texts are folded to lower case without diacritics (see fold_key).
        """
        texts, codes = self.block.texts.coded()
        folded = list(map(fold_text, texts))
        texts = list(map(folded.__getitem__, codes.tolist()))
        firsts, ends = self.block.first, [ends.tolist() for ends in self.block.ends]
        return [
            "|".join(
                text
                for first, end in zip(firsts, ends, strict=False)
                for text in texts[first + end[row] : first + end[row + 1]]
            )
            for row in range(self.block.rows)
        ]

    @cached_property
    def names(self) -> SourceNames:
        """Return the object that finds the occurrences of a name in the texts of the rows."""
        return SourceNames(self.block, self.gold)

    def repeated(self, times: int) -> SourceBlock:
        """Return a block with `times` copies of this whole block, one after the other."""
        found = self._repeated.get(times)
        if found is None:
            table = pa.concat_tables([self.block.table] * times)
            found = self._repeated[times] = _Repeated(self, RowBlock.of(table))
        return found

    def taken(self, rows: Places) -> SourceBlock:
        """Return a source block that has only the rows with the given indices."""
        return SourceBlock(self.block.taken(rows), self.gold)


class _Repeated(SourceBlock):
    """A source block that has all rows of another block several times in succession.

    Several files made from these rows are compared with it at once, each with one copy.
    """

    def __init__(self, once: SourceBlock, block: RowBlock) -> None:
        super().__init__(block, once.gold)
        self._once = once

    @cached_property
    def held(self) -> list[str]:
        return self._once.held * (self.block.rows // self._once.block.rows)

    @cached_property
    def names(self) -> SourceNames:
        return self._once.names


def suspects(source: SourceBlock, block: RowBlock, *, distinct_names: bool) -> list[int]:
    """Return the indices of the rows of `block` that might break one of the invariants 1 to 4.

    builders.verification.findings lists the invariants. Row r of `block` was made from row r of
    `source`. With `distinct_names`, it is also a fault if a new name occurs in the source row.
    """
    rows = np.arange(block.rows)
    if len(source.block.texts.data) + len(block.texts.data) > _LARGEST:
        half = block.rows // 2
        parts = (rows[:half], rows[half:])
        return _of_parts(source, block, parts, distinct_names) if half else [0]
    found = located(source.texts, block.edits)
    fits = _alike(source, block)
    fits[found.rows[~found.fits]] = False
    if not fits.all():
        rest = [rows[fits]] if fits.any() else []
        return sorted([*rows[~fits].tolist(), *_of_parts(source, block, rest, distinct_names)])
    faulty = _faulty(source, block, found)
    faulty |= left_faulty(source.names, source.texts, block, found)
    faulty |= names_faulty(block.edits, (lambda: source.held) if distinct_names else None)
    return [int(row) for row in np.flatnonzero(faulty)]


def _of_parts(
    source: SourceBlock, block: RowBlock, parts: Sequence[Places], distinct_names: bool
) -> list[int]:
    """Return the indices of the rows that might break an invariant (see `suspects`).

    `parts` has arrays of row indices. Only these rows are examined, one array after the
    other.
    """
    return [
        int(part[row])
        for part in parts
        for row in suspects(source.taken(part), block.taken(part), distinct_names=distinct_names)
    ]


def _alike(source: SourceBlock, block: RowBlock) -> Mask:
    """Return, per row, whether it has the id of the source row, and as many texts in each field.

    The result is false if the row or its source row has more answer texts than answer offsets, or
    fewer.
    """
    alike = block.ids.same(source.block.ids) & ~(source.block.uneven | block.uneven)
    for one, other in zip(source.texts.ends, block.ends, strict=False):
        alike &= np.diff(one) == np.diff(other)
    return alike


def _faulty(source: SourceBlock, block: RowBlock, found: LocatedEdits) -> Mask:
    """Return, per row, whether it differs from the source row with the edits applied.

    A row is also faulty if its columns `changed`, `answer` or `gold_answers` contradict its other
    columns. `found` has the edits of the block, with their places in the texts of the source block.
    """
    faulty: Mask = block.changed != (block.edits.ends[1:] > block.edits.ends[:-1])
    made = remade(source.texts, block.edits, found)
    faulty[found.rows[made.faulty]] = True
    right = made.texts.same(block.texts.cut(0, len(made.texts)))
    faulty[source.texts.rows[~right]] = True
    answers = BlockAnswers.of(block)
    right = answers.match_passage & moved_as_edited(
        source.answers, answers, found, block.edits.news
    )
    faulty[answers.rows[~right]] = True
    faulty |= ~block.answer_is_first
    if source.gold == "answers":
        faulty |= ~(source.gold_is_distinct & gold_is_distinct(block))
    return faulty
