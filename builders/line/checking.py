"""What rows are held against before their files are finished."""

from __future__ import annotations

from itertools import chain, repeat
from typing import Final

import pyarrow as pa

from builders.errors import ReportBugError
from builders.line.batch import Batch, News
from builders.releases.rows import rows_to_table
from builders.releases.undo import Gold, undo
from builders.types import Row

_PLACED: Final = ("answers", "plausible_answers")
_MOST_BYTES: Final = 32 << 20
"""Tables that wait to be compared are held whole; this bounds them."""


class Checks:
    """Holds the rows of a shard's files against the first two invariants.

    Answers are looked up in every row. Of every file another part of the rows is rendered alone,
    must read the same, and is undone: with all files of the shard every instance was undone once.
    (`verify` undoes every row.) Faults raise ReportBugError.
    """

    def __init__(self, batch: Batch, files: int, gold: Gold) -> None:
        self._batch = batch
        self._files = files
        self._gold = gold
        self._seen = 0
        self._bytes = 0
        self._places: list[int] = []
        self._rows: list[Row] = []
        self._tables: list[pa.Table] = []

    def add(self, news: News, table: pa.Table) -> None:
        """Check the rows of the next file."""
        self._check_answers(table)
        start, end = (table.num_rows * n // self._files for n in (self._seen, self._seen + 1))
        self._seen += 1
        for n in range(start, end):
            row = self._batch.row(n, news)
            if row.edits and undo(row, gold=self._gold) != self._batch.templates[n].example:
                raise self._bug(n, "undoing the edits fails")
            self._rows.append(row)
        self._places += range(start, end)
        self._tables.append(table.slice(start, end - start))
        self._bytes += table.nbytes
        if self._bytes > _MOST_BYTES:
            self.compare()

    def compare(self) -> None:
        """Compare what was rendered alone since the last time; due after the last file."""
        if not self._tables:
            return
        alone, together = rows_to_table(self._rows), pa.concat_tables(self._tables)
        if not alone.equals(together):
            differs = next(
                n for n, place in enumerate(self._places)
                if not alone.slice(n, 1).equals(together.slice(n, 1))
            )  # fmt: skip
            raise self._bug(self._places[differs], "a row differs from the one rendered alone")
        self._places, self._rows, self._tables, self._bytes = [], [], [], 0

    def _check_answers(self, table: pa.Table) -> None:
        contexts = table.column("context").to_pylist()
        for name in _PLACED:
            texts, starts = table.column(name).combine_chunks().flatten()
            found = texts.flatten().to_pylist()
            if not found:
                continue
            counts = texts.value_lengths().to_pylist()
            rows = list(chain.from_iterable(map(repeat, range(len(counts)), counts)))
            passages = map(contexts.__getitem__, rows)
            stands = list(map(str.startswith, passages, found, starts.flatten().to_pylist()))
            if not all(stands):
                raise self._bug(rows[stands.index(False)], "an answer lost its place")

    def _bug(self, n: int, what: str) -> ReportBugError:
        example = self._batch.templates[n].example
        return ReportBugError(f"{example.dataset} {example.id}: {what}")
