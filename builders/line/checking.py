"""What rows are held against before they are written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pyarrow as pa

from builders.errors import ReportBugError
from builders.line.batch import Batch, News
from builders.releases.rows import rows_to_table
from builders.releases.undo import Gold, undo

Drawn = tuple[News, str]
"""The new names of a row, and why it may be that nothing of it is renamed."""

_PLACED: Final = ("answers", "plausible_answers")


def check(
    batch: Batch, drawn: Sequence[Drawn], table: pa.Table, *, part: tuple[int, int], gold: Gold
) -> None:
    """Hold the rows of a file against the first two invariants; raise ReportBugError.

    Answers are looked up in every row. `part` (n, of) chooses every of-th row: it is rendered
    alone, must read the same, and is undone. With another n for each of the files of a shard,
    every instance is undone once. (`verify` undoes every row.)
    """
    _check_answers(batch, table)
    at, step = part
    some = range(at, len(drawn), step)
    if not some:
        return
    rows = [batch.templates[n].render(drawn[n][0]) for n in some]
    if not rows_to_table(rows).equals(table.take(pa.array(some, pa.int32()))):
        raise _bug(batch, some[0], "a row differs from the one rendered alone")
    for n, row in zip(some, rows, strict=True):
        if row.edits and undo(row, gold=gold) != batch.templates[n].example:
            raise _bug(batch, n, "undoing the edits fails")


def _check_answers(batch: Batch, table: pa.Table) -> None:
    contexts = table.column("context").to_pylist()
    for name in _PLACED:
        texts, starts = table.column(name).combine_chunks().flatten()
        rows = [
            n for n, count in enumerate(texts.value_lengths().to_pylist()) for _ in range(count)
        ]
        stands = map(
            str.startswith,
            map(contexts.__getitem__, rows),
            texts.flatten().to_pylist(),
            starts.flatten().to_pylist(),
        )
        lost = next((n for n, there in zip(rows, stands, strict=True) if not there), None)
        if lost is not None:
            raise _bug(batch, lost, "an answer lost its place")


def _bug(batch: Batch, n: int, what: str) -> ReportBugError:
    example = batch.templates[n].example
    return ReportBugError(f"{example.dataset} {example.id}: {what}")
