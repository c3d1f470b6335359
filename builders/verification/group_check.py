"""Checks of an original file (with rows that are not renamed) and all files made from it.

The files are read at the same time, in blocks of many rows, and compared row by row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from builders.draws import digest
from builders.releases.arrow_columns import leaves
from builders.releases.logical import LogicalDigest, digested
from builders.releases.manifest import FileRecord
from builders.releases.quoting import shown
from builders.releases.row_blocks import RowBlock, blocks
from builders.releases.rows import table_to_rows
from builders.releases.undo import Gold
from builders.types import Example, Progress
from builders.verification.edit_values import edit_broken, entities_broken, suspicious_rows
from builders.verification.findings import Findings
from builders.verification.release_contents import UNREADABLE
from builders.verification.row_check import broken_in_original, broken_in_row
from builders.verification.screen import SourceBlock, suspects
from builders.verification.world_pairs import Check, Relations, rows_with_pairs

_BATCH_ROWS: Final = 4096
_BATCH_BYTES: Final = 8 * 2**20
"""The size at which a batch of blocks from several files is compared with the source, in bytes."""

_UNEVEN: Final = "has not one place for every answer"
_NOT_FIRST: Final = "`answer` is not the first of `gold_answers`"


@dataclass(slots=True)
class Verification:
    """The settings, findings and row count of one verification, for all files of the release."""

    folder: Path
    """The folder of the release."""
    findings: Findings
    """The faults found so far."""
    distinct_names: bool
    """Whether a new name that also occurs in the source instance is a fault."""
    progress: Progress
    """Called after each block of rows, with the number of its rows."""
    types: Mapping[str, frozenset[str]]
    """The span types that the edits of a file may have, by the path of the file."""
    relations: Relations
    """The countries to which names belong."""
    worlds: Mapping[str, Check]
    """For each file in which related names have to stay related, the check that they do."""
    rows: int = 0
    """The number of rows read so far."""


@dataclass(slots=True)
class _File:
    """A data file that is being read."""

    record: FileRecord
    """The manifest's record of the file."""
    tables: Iterator[pa.Table]
    """The blocks of rows that have not been read yet."""
    parts: list[_Part] = field(default_factory=list)
    """The Parquet files with its rows that have been opened so far."""
    broken: bool = False
    """Whether the file cannot be read further; this has been reported."""
    differs: bool = False
    """Whether the rows of the file do not match those of its original; this has been reported."""


@dataclass(slots=True)
class _Part:
    """A Parquet file with all rows of a data file, or with some of the rows of a large one.

    The digest and the counts are those of the rows read so far.
    """

    record: FileRecord
    digest: LogicalDigest = field(default_factory=LogicalDigest)
    rows: int = 0
    changed: int = 0


class SourceIndex:
    """An index of a source dataset: the position of each instance, and a digest of its content."""

    def __init__(self, examples: Iterable[Example]) -> None:
        self._places = {
            example.id: (position, _fingerprint(example))
            for position, example in enumerate(examples)
        }
        self.questions = len(self._places)

    def has(self, example_id: str) -> bool:
        """Return whether the source has an instance with this id."""
        return example_id in self._places

    def position(self, example: Example) -> int | None:
        """Return the position of an instance in the source dataset, counted from 0.

        Returns None if the source has no instance with this id, or if the source's instance
        with this id has other content.
        """
        position, fingerprint = self._places.get(example.id, (-1, b""))
        return position if fingerprint == _fingerprint(example) else None


class GroupCheck:
    """The check of an original file, whose rows are not renamed, and the files made from it.

    The files are read together. `gold` says whether the gold answers in these files are a separate
    list ("list") or the distinct answer texts ("answers"). If `index` is given, the original file
    is compared with this source dataset. Without an original, the rows of the files cannot be
    compared, and only their counts and digests are checked.
    """

    def __init__(
        self,
        verification: Verification,
        files: Sequence[FileRecord],
        original: FileRecord | None = None,
        gold: Gold = "list",
        index: SourceIndex | None = None,
    ) -> None:
        self._verification = verification
        self._findings = verification.findings
        self._gold = gold
        self._original = self._open(original) if original is not None else None
        self._files = [self._open(record) for record in files]
        self._seen: set[str] = set()
        self._index = index
        self._position = -1

    def run(self) -> None:
        """Check all rows of the files, then compare row counts and digests with the manifest."""
        for made in self._files:
            self._compare_rows(made)
        more = True
        while more:
            table = self._next(self._original) if self._original else None
            source = SourceBlock(RowBlock.of(table), self._gold) if table is not None else None
            if source is not None and self._original is not None:
                self._check_original(self._original.record.path, source)
            more = self._check_files(source) or source is not None
        for file in (self._original, *self._files):
            if file is not None and not file.broken:
                self._close(file)

    def _open(self, record: FileRecord) -> _File:
        parts: list[_Part] = []
        return _File(record, self._tables(record, parts), parts)

    def _tables(self, record: FileRecord, parts: list[_Part]) -> Iterator[pa.Table]:
        """Yield the rows of a data file as tables of many rows each, in order.

        A data file can consist of several Parquet files, which are added to `parts` when opened.
        """
        for each in record.files():
            parts.append(_Part(each))
            yield from blocks(self._verification.folder / each.path)

    def _next(self, file: _File) -> pa.Table | None:
        """Return the next block of rows of a file, and update the digest and counts of the file.

        Returns None at the end of the file, and also if it cannot be read, which is reported.
        """
        if file.broken:
            return None
        try:
            table = next(file.tables, None)
            if table is None:
                return None
            # Finds strings that are not UTF-8.
            table.validate(full=True)
            columns = tuple(leaves(table))
            known = tuple(digested(table))
        except UNREADABLE as error:
            self._findings.add(file.record.path, "", 5, f"cannot be read: {shown(str(error), 200)}")
            file.broken = True
            return None
        part = file.parts[-1]
        part.digest.add_block(table.num_rows, known)
        part.rows += table.num_rows
        part.changed += int(np.count_nonzero(columns[-1].values))
        self._verification.rows += table.num_rows
        self._verification.progress(table.num_rows)
        return table

    def _check_files(self, source: SourceBlock | None) -> bool:
        """Compare the next block of rows of each file with the source rows.

        Returns whether any file had another block. `source` is None if there is no original, or if
        it has no more rows. Blocks of several files are compared at once, because this is faster.
        """
        found = False
        batch: list[tuple[str, pa.Table]] = []
        rows = size = 0
        for file in self._files:
            table = self._next(file)
            if table is None:
                continue
            found = True
            if file.differs:
                continue
            if source is None or source.block.rows != table.num_rows:
                self._name_uncompared(file.record.path, source, table)
                continue
            batch.append((file.record.path, table))
            rows += table.num_rows
            # The source block is counted for each file, because it is repeated for each file.
            size += table.get_total_buffer_size() + source.block.table.get_total_buffer_size()
            if rows >= _BATCH_ROWS or size >= _BATCH_BYTES:
                self._check_batch(source, batch)
                batch, rows, size = [], 0, 0
        if source is not None and batch:
            self._check_batch(source, batch)
        return found

    def _name_uncompared(self, path: str, source: SourceBlock | None, table: pa.Table) -> None:
        if self._original is None or self._original.broken:
            return  # already reported for the original
        count = source.block.rows if source is not None else 0
        message = f"has {table.num_rows} rows where its original has {count}; not compared"
        self._findings.add(path, "", 1, message)

    def _check_batch(self, source: SourceBlock, batch: Sequence[tuple[str, pa.Table]]) -> None:
        """Compare a block of rows from each of several files with the source; report the faults.

        `batch` has the path and the block of each file. All blocks were made from the same source
        rows.
        """
        block = RowBlock.of(pa.concat_tables([table for _, table in batch]))
        types = [self._verification.types.get(path) for path, _ in batch]
        if all(each is not None for each in types):
            for row in suspicious_rows(block.edits, [each for each in types if each is not None]):
                self._check_edits(batch[row // source.block.rows][0], block, row)
        self._check_worlds(batch, self._verification.relations)
        for row in self._suspects(source.repeated(len(batch)), block):
            part, source_row = divmod(row, source.block.rows)
            if self._findings.full:
                self._findings.more += 1
            else:
                self._check_row(batch[part][0], source.block.row(source_row).example, block, row)

    def _check_edits(self, path: str, block: RowBlock, row: int) -> None:
        made = block.row(row)
        broken = [
            m for edit in made.edits for m in edit_broken(edit, self._verification.types[path])
        ]
        for message in (*broken, *entities_broken(made.edits)):
            self._findings.add(path, made.example.id, 5, message)

    def _compare_rows(self, file: _File) -> None:
        """Report the rows of the original that a file lacks, and the rows that only the file has.

        Rows are compared by id. Nothing is done if the file has as many rows as the original.
        """
        if self._original is None:
            return
        files = [
            [self._verification.folder / part.path for part in each.record.files()]
            for each in (self._original, file)
        ]
        try:
            one, other = (sum(pq.read_metadata(path).num_rows for path in paths) for paths in files)
            if one == other:
                return
            wanted, found = (Counter(_ids(paths)) for paths in files)
        except UNREADABLE:
            return  # reported when its rows are read
        file.differs = wanted != found
        for more, message in (
            (wanted - found, "is missing: the original has this row"),
            (found - wanted, "is there once more than in the original"),
        ):
            for row_id in more:
                self._findings.add(file.record.path, row_id, 1, message)

    def _check_worlds(self, batch: Sequence[tuple[str, pa.Table]], relations: Relations) -> None:
        for path, table in batch:
            broken = self._verification.worlds.get(path)
            if broken is None:
                continue
            rows = rows_with_pairs(table)
            for row in table_to_rows(table.take(rows)) if rows else ():
                for invariant, message in broken(row.edits, relations):
                    self._findings.add(path, row.example.id, invariant, message)

    def _suspects(self, source: SourceBlock, block: RowBlock) -> list[int]:
        return suspects(source, block, distinct_names=self._verification.distinct_names)

    def _check_row(self, path: str, source: Example, block: RowBlock, row: int) -> None:
        made = block.row(row)
        row_id = made.example.id
        if block.changed[row] != made.changed:
            self._findings.add(path, row_id, 2, "`changed` does not tell whether it has edits")
        if block.uneven[row]:
            self._findings.add(path, row_id, 1, _UNEVEN)
        if not block.answer_is_first[row]:
            self._findings.add(path, row_id, 1, _NOT_FIRST)
        for invariant, message in broken_in_row(
            source,
            made,
            gold=self._gold,
            distinct_names=self._verification.distinct_names,
            lands=self._verification.relations.lands_of,
        ):
            self._findings.add(path, row_id, invariant, message)

    def _check_original(self, path: str, source: SourceBlock) -> None:
        block = source.block
        for row in range(block.rows):
            row_id = block.ids.text(row)
            if row_id in self._seen:
                self._findings.add(path, row_id, 1, "its id is the id of another row too")
            self._seen.add(row_id)
            if self._index is not None:
                self._check_source(self._index, path, block.row(row).example)
        edited = np.flatnonzero(np.diff(block.edits.ends)).tolist()
        for row in sorted({*self._suspects(source, block), *edited}):
            row_id = block.ids.text(row)
            if block.changed[row]:
                self._findings.add(path, row_id, 2, "an original row is marked as changed")
            if block.uneven[row]:
                self._findings.add(path, row_id, 1, _UNEVEN)
            if not block.answer_is_first[row]:
                self._findings.add(path, row_id, 1, _NOT_FIRST)
            for invariant, message in broken_in_original(block.row(row), self._gold):
                self._findings.add(path, row_id, invariant, message)

    def _check_source(self, index: SourceIndex, path: str, example: Example) -> None:
        position = index.position(example)
        if position is None:
            self._findings.add(path, example.id, 2, "is not the source's instance of that id")
        elif position <= self._position:
            self._findings.add(path, example.id, 1, "does not stand in the source's order")
        self._position = max(self._position, -1 if position is None else position)

    def _close(self, file: _File) -> None:
        for part in file.parts:
            record = part.record
            for message, found, told in (
                ("rows were read", part.rows, record.rows),
                ("rows are changed", part.changed, record.changed),
                ("bytes of values were read", part.digest.bytes, record.memory),
            ):
                if found != told:
                    text = f"{found} {message}, the manifest says {told}"
                    self._findings.add(record.path, "", 5, text)
            if part.digest.hexdigest() != record.logical:
                self._findings.add(record.path, "", 5, "its rows do not have the manifest's digest")


def _ids(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the ids of the rows of several Parquet files, one file after the other."""
    for path in paths:
        for table in blocks(path):
            yield from table.column("id").to_pylist()


def _fingerprint(example: Example) -> bytes:
    key: list[str | int] = [example.title, example.question, example.context]
    for answers in (example.answers, example.plausible_answers):
        placed = [answer for answer in answers if answer.start is not None]
        key.append(len(placed))
        for answer in placed:
            key += (answer.text, answer.start if answer.start is not None else -1)
    key.append(len(example.gold_answers))
    return digest((*key, *example.gold_answers))
