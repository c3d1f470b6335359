"""Checks of renamed answers and their offsets against the source, in blocks of many rows."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from builders.releases.packed_strings import (
    CodePoints,
    FlatTexts,
    Mask,
    Places,
    offsets_of,
    ranges,
    rows_of,
)
from builders.releases.row_blocks import KINDS, RowBlock
from builders.verification.edit_offsets import LocatedEdits

_ANSWER, _PLAUSIBLE, _GOLD = map(KINDS.index, ("answer", "plausible", "gold"))


class BlockAnswers:
    """The answers and plausible answers in a block of rows.

    Each answer has the index of its row, and its start offset in the passage of this row.
    """

    def __init__(self, contexts: FlatTexts, texts: FlatTexts, rows: Places, starts: Places) -> None:
        self._contexts = contexts
        self._points = CodePoints(contexts.data)
        self._texts = texts
        self.rows = rows
        self.starts = starts
        self.offsets = self._points.before(contexts.offsets)
        """The offset at which each passage starts, in code points."""

    @classmethod
    def of(cls, block: RowBlock) -> BlockAnswers:
        """Return the answers of a block of rows, followed by the plausible answers."""
        return cls(
            block.texts.cut(0, block.rows),
            block.texts.cut(block.first[_ANSWER], block.first[_GOLD]),
            np.concatenate([rows_of(block.ends[kind]) for kind in (_ANSWER, _PLAUSIBLE)]),
            block.starts,
        )

    @cached_property
    def match_passage(self) -> Mask:
        """Return, per answer, whether the passage has the answer text at the answer offset."""
        first, end = self.offsets[self.rows], self.offsets[self.rows + 1]
        inside = (self.starts >= 0) & (self.starts <= end - first)
        at = self._points.bytes_of(np.where(inside, first + self.starts, 0))
        inside &= at + self._texts.sizes <= self._contexts.offsets[self.rows + 1]
        sizes = np.where(inside, self._texts.sizes, 0)
        found = FlatTexts(offsets_of(sizes), self._contexts.data[ranges(at, sizes)])
        match_passage: Mask = inside & found.same(self._texts)
        return match_passage

    def first_inside(self, index: int, start: int, stop: int) -> int:
        """Return the first offset at which the text of an answer begins in its passage.

        `index` is the index of the answer. Only offsets from `start` up to, but excluding, `stop`
        are considered. Returns -1 if the text begins at none of them.
        """
        text = self._texts.text(index)
        passage = self._contexts.text(int(self.rows[index]))
        return passage.find(text, start, stop - 1 + max(len(text), 1))


def moved_as_edited(
    source: BlockAnswers, made: BlockAnswers, found: LocatedEdits, news: FlatTexts
) -> Mask:
    """Return, per answer, whether its offset changed as the edits of its passage require.

    For example, if a name before an answer becomes two letters longer, the offset of the answer
    grows by two. builders.releases.undo.undo_start defines the right offset of one answer, while
    this function compares those of many rows at once. `source` has the answers before renaming,
    and `made` has those after renaming. `found` has the places of all edits in the source texts,
    and `news` has their new names.
    """
    count = int(np.searchsorted(found.text, len(source.offsets) - 1))
    if not count:
        unmoved: Mask = made.starts == source.starts
        return unmoved
    rows, start, stop = found.text[:count], found.start[:count], found.stop[:count]
    lengths = CodePoints(news.data).before(news.offsets)
    length = (lengths[1:] - lengths[:-1])[found.index[:count]]
    grown = offsets_of(length - stop + start)
    new_start = start + grown[:-1] - grown[np.searchsorted(rows, rows)]
    # Offsets over all passages, with one added per passage to separate its end from the next start.
    base = made.offsets[:-1] + np.arange(len(made.offsets) - 1)
    at = np.searchsorted(base[rows] + new_start, base[made.rows] + made.starts, side="right") - 1
    edited = (at >= 0) & (rows[at] == made.rows)
    new_stop = new_start + length
    inside = edited & (made.starts < new_stop[at])
    places = np.where(edited, made.starts - new_stop[at] + stop[at], made.starts)
    # An answer that starts inside a name usually is the name, and starts where the name starts.
    places[inside] = start[at[inside]]
    for index in np.flatnonzero(inside & (places != source.starts)).tolist():
        edit = at[index]
        places[index] = source.first_inside(index, int(start[edit]), int(stop[edit]))
    right: Mask = (places == source.starts) & source.match_passage
    return right


def gold_is_distinct(block: RowBlock) -> Mask:
    """Return, per row, whether the gold answers are the answer texts without duplicates.

    The gold answers must be in the order in which the texts first occur among the answers.
    """
    first = block.first
    answers, gold = (block.texts.cut(first[kind], first[kind + 1]) for kind in (_ANSWER, _GOLD))
    texts, codes = FlatTexts.joined([answers, gold]).coded()
    answer_rows, gold_rows = rows_of(block.ends[_ANSWER]), rows_of(block.ends[_GOLD])
    answer_codes, gold_codes = codes[: len(answers)], codes[len(answers) :]
    _, kept = np.unique(answer_rows * len(texts) + answer_codes, return_index=True)
    kept.sort()
    rows, codes = answer_rows[kept], answer_codes[kept]
    right: Mask = np.bincount(rows, minlength=block.rows) == np.diff(block.ends[_GOLD])
    other = codes[right[rows]] != gold_codes[right[gold_rows]]
    right[rows[right[rows]][other]] = False
    return right
