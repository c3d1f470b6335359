"""Finding the rows of a block that may break an invariant, all rows at once.

A row that passes here is right by builders.releases.check, whose invariants 1 to 4 are computed
on arrays; a row that does not pass is looked at there. This is the hot path of `verify`: what it
does is done for a block, not for a row.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
import pyarrow as pa

from builders.releases.block import KINDS, Block
from builders.releases.check import fold_text
from builders.releases.flat import Mask, Places
from builders.releases.located import Located, SourceTexts, located, remade
from builders.releases.naming import names_faulty
from builders.releases.placed import Answers, gold_is_distinct, moved_as_edited
from builders.releases.undo import Gold

_LARGEST: Final = 16 * 2**20
"""Bytes of the texts of two blocks that are screened at once."""


class SourceBlock:
    """The source rows that several blocks are compared with, and what was found out of them."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._repeated: dict[int, SourceBlock] = {1: self}

    @cached_property
    def answers(self) -> Answers:
        """Return the answers and their places."""
        return Answers(self.block)

    @cached_property
    def gold_is_distinct(self) -> Mask:
        """Tell in which rows the gold answers are the distinct answer texts."""
        return gold_is_distinct(self.block)

    @cached_property
    def held(self) -> list[str]:
        """Return all texts of each row, folded, with a bar between two."""
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

    def repeated(self, times: int) -> SourceBlock:
        """Return the rows several times over, one time after the other."""
        found = self._repeated.get(times)
        if found is None:
            table = pa.concat_tables([self.block.table] * times)
            found = self._repeated[times] = _Repeated(Block.of(table), self)
        return found

    def taken(self, rows: Places) -> SourceBlock:
        """Return some of the rows."""
        return SourceBlock(self.block.taken(rows))


class _Repeated(SourceBlock):
    """The rows of a source block several times over: what was found out holds of each time."""

    def __init__(self, block: Block, once: SourceBlock) -> None:
        super().__init__(block)
        self._once = once

    @cached_property
    def held(self) -> list[str]:
        return self._once.held * (self.block.rows // self._once.block.rows)


class Screen:
    """Screens blocks of rows by what the gold answers and the new names of their dataset are."""

    def __init__(self, gold: Gold, *, distinct_names: bool) -> None:
        self._gold = gold
        self._distinct_names = distinct_names
        # Gold answers that are the distinct answer texts have no edits of their own.
        self._kinds = len(KINDS) - (gold == "answers")

    def suspects(self, source: SourceBlock, block: Block) -> list[int]:
        """Return the rows of `block` that may not be made from the same row of `source`."""
        rows = np.arange(block.rows)
        if len(source.block.texts.data) + len(block.texts.data) > _LARGEST:
            half = block.rows // 2
            return self._found(source, block, (rows[:half], rows[half:])) if half else [0]
        texts = SourceTexts(source.block, self._kinds)
        found = located(texts, block.edits)
        fits = _alike(source.block, block, self._kinds)
        fits[found.rows[~found.fits]] = False
        if not fits.all():
            rest = self._found(source, block, [rows[fits]]) if fits.any() else []
            return sorted([*rest, *rows[~fits].tolist()])
        suspects: list[int] = np.flatnonzero(self._faulty(source, block, texts, found)).tolist()
        return suspects

    def _found(self, source: SourceBlock, block: Block, parts: Sequence[Places]) -> list[int]:
        """Return the suspects of parts of a block, each screened for itself."""
        return [
            int(part[row])
            for part in parts
            for row in self.suspects(source.taken(part), block.taken(part))
        ]

    def _faulty(
        self, source: SourceBlock, block: Block, texts: SourceTexts, found: Located
    ) -> Mask:
        """Tell which rows are faulty of those that are like their source and have edits in it."""
        faulty: Mask = block.changed != (block.edits.ends[1:] > block.edits.ends[:-1])
        made = remade(texts, block.edits, found)
        faulty[found.rows[made.faulty]] = True
        faulty[texts.rows[~made.texts.same(block.texts.cut(0, len(made.texts)))]] = True
        answers = Answers(block)
        right = answers.stand & moved_as_edited(source.answers, answers, found, block.edits.news)
        faulty[answers.rows[~right]] = True
        if self._gold == "answers":
            faulty |= ~(source.gold_is_distinct & gold_is_distinct(block))
        held = (lambda: source.held) if self._distinct_names else None
        faulty |= names_faulty(block.edits, held)
        return faulty


def _alike(source: Block, block: Block, kinds: int) -> Mask:
    """Tell which rows have the id of their source and as many texts of each kind."""
    alike = block.ids.same(source.ids) & ~(source.uneven | block.uneven)
    for one, other in zip(source.ends[:kinds], block.ends, strict=False):
        alike &= np.diff(one) == np.diff(other)
    return alike
