"""Checks of renamed rows against their source instances, before a file is finished."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Final

import pyarrow as pa

from builders.errors import ReportBugError
from builders.releases.arrow_columns import leaves
from builders.releases.packed_strings import FlatTexts, rows_of
from builders.releases.row_blocks import RowBlock
from builders.releases.rows import rows_to_table
from builders.releases.undo import Gold, undo
from builders.stages.batch import Batch, NewNames
from builders.types import Row
from builders.verification.answer_offsets import BlockAnswers
from builders.verification.screen import SourceBlock, suspects

_PLACED: Final = ("answers", "plausible_answers")
_EVERY: Final = 256
"""One row in every 256 of a file, and at least one row, is also rendered separately."""
_MOST_BYTES: Final = 32 << 20
"""The number of bytes of rows kept in memory above which the rows are compared."""
_MOST_FILES: Final = 16
"""The largest number of files whose rows are kept in memory until they are compared."""


class Checks:
    """A check of the rows that are made from one batch of instances for several files.

    In every row, the answers must be at their offsets. To save time, only one row of each instance,
    from one of the renamed files, is compared with its source instance; `files` is the number of
    these files. An instance whose element of `anew` is False has been compared before and need not
    be compared again. (`verify` checks every row of every file.) Rows that look wrong and a few
    others are also made one by one. They must equal the rows of the file, and undoing their edits
    must restore the source instance. Raises ReportBugError if a check fails.
    """

    def __init__(self, batch: Batch, files: int, gold: Gold, anew: Sequence[bool]) -> None:
        self._batch = batch
        self._files = files
        self._gold = gold
        self._anew = anew
        self._seen = 0
        self._bytes = 0
        self._places: list[tuple[int, NewNames]] = []
        self._alone: set[int] = set()
        self._tables: list[pa.Table] = []

    def add(self, news: NewNames, table: pa.Table, *, is_original: bool = False) -> None:
        """Check the rows of the next file.

        In an original file, which has the rows before renaming, only the answers are checked.
        """
        self._check_answers(table)
        if is_original:
            return
        start, end = (table.num_rows * n // self._files for n in (self._seen, self._seen + 1))
        self._seen += 1
        alone = min(max(1, table.num_rows // _EVERY), end - start)
        rows = [*range(start, start + alone)]
        rows += [row for row in range(start + alone, end) if self._anew[row]]
        self._alone.update(range(len(self._places), len(self._places) + alone))
        self._places += zip(rows, repeat(news), strict=False)
        self._tables.append(_copied(table, rows))
        self._bytes += self._tables[-1].nbytes
        if self._bytes > _MOST_BYTES or len(self._tables) >= _MOST_FILES:
            self.compare()

    def compare(self) -> None:
        """Compare the rows added since the last call with their source instances.

        Call this method after the last file.
        """
        if not self._places:
            return
        templates, table = self._batch.templates, pa.concat_tables(self._tables)
        source = rows_to_table([Row(templates[n].example) for n, _ in self._places])
        screened = SourceBlock(RowBlock.of(source), self._gold)
        self._alone.update(suspects(screened, RowBlock.of(table), distinct_names=False))
        chosen = sorted(self._alone)
        self._render([self._places[at] for at in chosen], table.take(chosen))
        self._places, self._alone, self._tables, self._bytes = [], set(), [], 0

    def _render(self, places: Sequence[tuple[int, NewNames]], together: pa.Table) -> None:
        rows = [self._batch.row(n, news) for n, news in places]
        for (n, _), row in zip(places, rows, strict=True):
            if row.edits and undo(row, gold=self._gold) != self._batch.templates[n].example:
                raise self._bug(n, "undoing the edits fails")
        alone = rows_to_table(rows)
        if not alone.equals(together):
            differs = next(
                n for at, (n, _) in enumerate(places)
                if not alone.slice(at, 1).equals(together.slice(at, 1))
            )  # fmt: skip
            raise self._bug(differs, "a row differs from the one rendered alone")

    def _check_answers(self, table: pa.Table) -> None:
        contexts, *placed = leaves(table.select(["context", *_PLACED]))
        for lists, texts, _, starts in (placed[:4], placed[4:]):
            if not len(starts.values):
                continue
            rows = rows_of(lists.offsets)
            answers = BlockAnswers(FlatTexts.of(contexts), FlatTexts.of(texts), rows, starts.values)
            if not answers.match_passage.all():
                raise self._bug(int(rows[~answers.match_passage][0]), "an answer lost its place")

    def _bug(self, n: int, what: str) -> ReportBugError:
        example = self._batch.templates[n].example
        return ReportBugError(f"{example.dataset} {example.id}: {what}")


def _copied(table: pa.Table, rows: Sequence[int]) -> pa.Table:
    """Return a copy of some rows of a table.

    A slice would keep the whole table in memory.
    """
    if not rows or rows[-1] - rows[0] >= len(rows):
        return table.take(pa.array(rows, pa.int64()))
    part = table.slice(rows[0], len(rows))
    # Joining with an empty table is a fast way to copy the rows.
    return pa.concat_tables([part, table.slice(0, 0)]).combine_chunks()
