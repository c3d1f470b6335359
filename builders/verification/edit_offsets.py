"""Finding the source text of each edit, and applying the edits, in blocks of many rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from builders.releases.packed_strings import CodePoints, FlatTexts, Mask, Places, cuts_word, rows_of
from builders.releases.row_blocks import KINDS, LISTED, BlockEdits, BlockKept, RowBlock

_NOWHERE: Final = (-1, 0)
_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,7}")


class SourceTexts:
    """The texts of source rows that edits can change, with their offsets in code points.

    Only the first `kinds` fields in KINDS (the list of the text fields) are included. The
    last of these fields, the gold answers, has no edits of its own if a source has no
    separate list of gold answers. In this case, `kinds` leaves it out.
    """

    def __init__(self, block: RowBlock, kinds: int) -> None:
        self.texts = block.texts.cut(0, block.first[kinds])
        self.ends = block.ends[:kinds]
        self.firsts = np.stack(
            [ends[:-1] + first for ends, first in zip(self.ends, block.first, strict=False)]
        )
        self.counts = np.stack([ends[1:] - ends[:-1] for ends in self.ends])
        self.rows = np.concatenate([rows_of(ends) for ends in self.ends])
        self.points = CodePoints(self.texts.data)
        self.offsets = self.points.before(self.texts.offsets)
        """The offset at which each text starts, in code points."""


@dataclass(frozen=True, slots=True)
class LocatedEdits:
    """The edits of a block of rows with their places in the source texts, sorted by source text.

    The class also represents kept mentions: places where the words of a renamed name stay.
    """

    index: Places
    """The index of each edit in the block."""
    rows: Places
    """The row of each edit."""
    text: Places
    """The index of the text that contains the edit, in SourceTexts.texts."""
    start: Places
    """The start of the edit in this text, in code points."""
    stop: Places
    """The end of the edit in this text, in code points."""
    fits: Mask
    """Whether the text exists and is long enough to contain the edit.

    An edit that overlaps the previous edit, or whose new name is empty, does not fit either.
    """

    def taken(self, which: Mask) -> LocatedEdits:
        """Return only the edits for which `which` is true."""
        return LocatedEdits(
            self.index[which], self.rows[which], self.text[which], self.start[which],
            self.stop[which], self.fits[which],
        )  # fmt: skip


def located(source: SourceTexts, edits: BlockEdits) -> LocatedEdits:
    """Return the edits of a block of rows, each with its place in the source texts.

    The result also says which edits overlap or have an empty new name (see LocatedEdits.fits).
    """
    found = placed(source, edits)
    text, start, stop = found.text, found.start, found.stop
    found.fits[edits.news.sizes[found.index] == 0] = False
    found.fits[1:] &= (text[1:] != text[:-1]) | (stop[:-1] <= start[1:])
    return found


def placed(source: SourceTexts, spans: BlockEdits | BlockKept) -> LocatedEdits:
    """Return edits or kept mentions (see Kept), each with its place in the source texts.

    Unlike in the result of `located`, an edit `fits` even if it overlaps another edit or
    has an empty new name.
    """
    rows = rows_of(spans.ends)
    fields, codes = spans.fields.coded()
    places = np.array([_field(field) for field in fields] or [_NOWHERE])
    kinds, numbers = places[:, 0][codes], places[:, 1][codes]
    known = (kinds >= 0) & (kinds < len(source.counts))
    kinds = np.where(known, kinds, 0)
    known &= numbers < source.counts[kinds, rows]
    text = source.firsts[kinds, rows] + np.where(known, numbers, 0)
    index = np.argsort(text, kind="stable")
    text, start, stop = text[index], spans.starts[index], spans.stops[index]
    fits = known[index] & (start >= 0) & (start < stop)
    fits &= stop <= source.offsets[np.minimum(text + 1, len(source.texts))] - source.offsets[text]
    return LocatedEdits(index, rows[index], text, start, stop, fits)


@lru_cache(maxsize=4096)
def _field(field: str) -> tuple[int, int]:
    """Return the index of a field in KINDS, and the number of its text, counted from 0.

    For example, the field "answer:2" has the index of "answer" and the number 2. The index is -1
    for an unknown field.
    """
    kind, _, number = field.partition(":")
    if kind not in KINDS or (kind in LISTED) != (field != kind):
        return _NOWHERE
    if kind in LISTED and not (
        number.isdecimal() and len(number) < 9 and number == str(int(number))
    ):
        return _NOWHERE
    return KINDS.index(kind), int(number or 0)


@dataclass(frozen=True, slots=True)
class Remade:
    """The texts that result from applying edits to the source texts, and which edits are faulty."""

    texts: FlatTexts
    """The resulting texts, in the order of the source texts."""
    faulty: Mask
    """Whether each edit is faulty, in the order of the located edits."""


def remade(source: SourceTexts, edits: BlockEdits, found: LocatedEdits) -> Remade:
    """Return the texts that result from applying the located edits to the source texts.

    An edit is faulty if the source text does not have the old name at the offset, or if the old or
    the new name starts or ends inside a word of its text.
    """
    texts, count = source.texts, len(found.text)
    numbers = np.arange(len(texts) + 1)
    # A text with n edits is divided into 2n + 1 pieces, and every second piece is an old name.
    firsts = numbers + 2 * np.searchsorted(found.text, numbers)
    names = found.text + 1 + 2 * np.arange(count)
    bounds = np.empty(len(texts) + 2 * count + 1, np.int64)
    bounds[firsts] = texts.offsets
    base = source.offsets[found.text]
    bounds[names] = source.points.bytes_of(base + found.start)
    bounds[names + 1] = source.points.bytes_of(base + found.stop)
    pieces = FlatTexts.joined([FlatTexts(bounds, texts.data), edits.news])
    order = np.arange(len(bounds) - 1)
    order[names] = len(order) + found.index
    made = pieces.taken(order)
    olds = np.empty(count, np.int64)
    olds[found.index] = names
    faulty = ~pieces.taken(olds).same(edits.olds)[found.index]
    for data, offsets in ((texts.data, bounds), (made.data, made.offsets)):
        first, end = offsets[firsts[found.text]], offsets[firsts[found.text + 1]]
        for at in (offsets[names], offsets[names + 1]):
            inside = np.flatnonzero((first < at) & (at < end))
            faulty[inside] |= cuts_word(data, at[inside])
    return Remade(FlatTexts(made.offsets[firsts], made.data), faulty)
