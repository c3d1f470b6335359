"""Proving a release: every file, and of every row the seven invariants of a release.

Independent of the engine that made it: used are the rows, their edits and the text rules of
builders.text. With the source data at hand, the originals are held against it too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pyarrow as pa

from builders.draws import digest
from builders.errors import ChooseKnownError, FixInputError, FixRecipeError
from builders.releases.check import broken_in_original, broken_in_row, shown
from builders.releases.columns import Columns, blocks, columns
from builders.releases.contents import MANIFEST, UNREADABLE, Contents, read_contents
from builders.releases.findings import Finding, Findings, Report
from builders.releases.logical import LogicalDigest
from builders.releases.manifest import FileRecord, Manifest, SourceRecord
from builders.releases.recipe import recipe_digest
from builders.releases.screen import Screen, SourceBlock
from builders.releases.undo import Gold
from builders.types import Example, Progress

__all__ = ["Finding", "Report", "SourceReader", "verify"]

SourceReader = Callable[[], Iterable[Example]]
"""Reads a source dataset, from its first instance."""

_LIMIT: Final = 1000


def verify(
    folder: Path,
    sources: Mapping[str, SourceReader] | None = None,
    *,
    limit: int = _LIMIT,
    progress: Progress | None = None,
) -> Report:
    """Check every file and every row of a release; of an edits-only one, the rows it has.

    `sources` gives, by the names in the manifest, what the originals are held against. At most
    `limit` findings are kept, the others are counted; `progress` is told of rows.
    Raises FixInputError where there is no folder, ChooseKnownError for an unknown source.
    """
    if not folder.is_dir():
        raise FixInputError(f"{folder}: there is no such folder")
    findings = Findings(limit)
    contents = read_contents(folder, findings)
    if contents is None:
        return Report(tuple(findings.kept), findings.more, 0, 0)
    known = [source.name for source in contents.manifest.sources]
    for name in sources or {}:
        if name not in known:
            raise ChooseKnownError("source", name, known)
    _check_recipe(contents.manifest, findings)
    checker = _Checker(folder, contents, findings, progress or _silent)
    checker.run(sources or {})
    files = len(contents.manifest.files)
    return Report(tuple(findings.kept), findings.more, files, checker.rows)


def _check_recipe(manifest: Manifest, findings: Findings) -> None:
    try:
        same = recipe_digest(manifest.recipe.text) == manifest.recipe.digest
    except FixRecipeError:
        same = False
    if not same:
        findings.add(MANIFEST, "", 5, "the recipe's digest is not that of its text")


def _silent(_: int) -> None:
    pass


@dataclass(slots=True)
class _Open:
    """A file that is being read: its record, its digest so far and its counts."""

    record: FileRecord
    tables: Iterator[pa.Table]
    digest: LogicalDigest
    rows: int = 0
    changed: int = 0
    broken: bool = False


class _Checker:
    def __init__(
        self, folder: Path, contents: Contents, findings: Findings, progress: Progress
    ) -> None:
        self.folder = folder
        self.manifest: Manifest = contents.manifest
        self.readable = contents.readable
        self.withheld = contents.withheld
        self.findings = findings
        self.progress = progress
        self.rows = 0

    def run(self, sources: Mapping[str, SourceReader]) -> None:
        """Check each original, and beside it all files made from it."""
        records = {record.path: record for record in self.manifest.files}
        given = {name: _SourceIndex(read()) for name, read in sources.items()}
        groups = self._groups(records)
        by_name = {source.name: source for source in self.manifest.sources}
        for name, index in given.items():
            if index.questions != by_name[name].questions:
                message = f"the source {shown(name)} given has {index.questions} questions, "
                self.findings.add(MANIFEST, "", 2, f"{message}not {by_name[name].questions}")
        for (original, source_name), paths in groups.items():
            source = by_name.get(source_name)
            if source is None:
                self.findings.add(MANIFEST, "", 5, f"does not know the source {shown(source_name)}")
                continue
            if {original, *paths} <= self.withheld:
                continue
            files = [records[path] for path in paths if path in self.readable]
            if original in self.readable:
                _Group(self, records[original], files, source, given.get(source_name)).run()
            else:
                self.findings.add(original, "", 2, "cannot be read: nothing to hold rows against")
        self._check_reasons(records)

    def _groups(self, records: Mapping[str, FileRecord]) -> dict[tuple[str, str], list[str]]:
        groups: dict[tuple[str, str], list[str]] = {}
        known: set[str] = set()
        for entry in self.manifest.originals:
            if entry.path not in records or entry.original not in records or entry.path in known:
                self.findings.add(MANIFEST, "", 5, f"tells the original of {shown(entry.path)}")
                continue
            known.add(entry.path)
            group = groups.setdefault((entry.original, entry.source), [])
            if entry.path != entry.original:
                group.append(entry.path)
        for path in sorted(records.keys() - known):
            self.findings.add(path, "", 5, "the manifest does not say what it was made from")
        return groups

    def _check_reasons(self, records: Mapping[str, FileRecord]) -> None:
        """Check invariant 6: what is not there and what did not change was counted."""
        counted: Counter[tuple[str, str]] = Counter()
        for reason in self.manifest.reasons:
            counted[reason.path, reason.kind] += reason.count
        questions = {source.name: source.questions for source in self.manifest.sources}
        for entry in self.manifest.originals:
            record = records.get(entry.path)
            if record is None:
                continue
            kind, count = "unchanged", record.rows - record.changed
            if entry.path == entry.original:
                kind, count = "left-out", questions.get(entry.source, 0) - record.rows
            if counted[entry.path, kind] != count:
                self.findings.add(
                    entry.path, "", 6,
                    f"{count} instances are {kind}, reasons are given for "
                    f"{counted[entry.path, kind]}",
                )  # fmt: skip


class _Group:
    """An original and everything made from it, read side by side, block by block."""

    def __init__(
        self,
        checker: _Checker,
        original: FileRecord,
        files: Sequence[FileRecord],
        source: SourceRecord,
        index: _SourceIndex | None,
    ) -> None:
        self._checker = checker
        self._findings = checker.findings
        self._gold: Gold = source.gold
        self._distinct = checker.manifest.distinct_names
        self._screen = Screen(source.gold, distinct_names=self._distinct)
        self._original = self._open(original)
        self._files = [self._open(record) for record in files]
        self._seen: set[str] = set()
        self._index = index
        self._position = -1

    def run(self) -> None:
        """Read all blocks, then compare counts and digests with the manifest."""
        more = True
        while more:
            # One block of one file in memory at a time, beside the source's.
            table = next(self._original.tables, None)
            more = table is not None
            source = self._block(self._original, table)
            if source is not None:
                self._check_original(source)
            beside = SourceBlock(source) if source is not None else None
            for file in self._files:
                table = next(file.tables, None)
                more = more or table is not None
                block = self._block(file, table)
                if block is not None:
                    self._check_renamed(file, beside, block)
        for file in (self._original, *self._files):
            self._close(file)

    def _open(self, record: FileRecord) -> _Open:
        path = self._checker.folder / record.path
        return _Open(record, self._tables(record, path), LogicalDigest())

    def _tables(self, record: FileRecord, path: Path) -> Iterator[pa.Table]:
        try:
            yield from blocks(path)
        except UNREADABLE as error:
            self._findings.add(record.path, "", 5, f"cannot be read: {shown(str(error), 200)}")

    def _block(self, file: _Open, table: pa.Table | None) -> Columns | None:
        if table is None or file.broken:
            return None
        if any(_has_nulls(column) for column in table.columns):
            self._findings.add(file.record.path, "", 5, "holds nulls; a release has none")
            file.broken = True
            return None
        try:
            block = columns(table)
        except UNREADABLE as error:
            self._findings.add(file.record.path, "", 5, f"cannot be read: {shown(str(error), 200)}")
            file.broken = True
            return None
        file.digest.update(table)
        file.rows += block.rows
        file.changed += sum(block.changed)
        self._checker.rows += block.rows
        self._checker.progress(block.rows)
        return block

    def _check_original(self, block: Columns) -> None:
        path = self._original.record.path
        for row, row_id in enumerate(block.ids):
            if row_id in self._seen:
                self._findings.add(path, row_id, 1, "its id is the id of another row too")
            self._seen.add(row_id)
            if self._index is not None:
                self._check_source(self._index, path, block.example(row))
        edited = block.edit_ends[-1] > 0
        suspects = self._screen.suspects(SourceBlock(block), block)
        for row in range(block.rows) if edited else suspects:
            row_id = block.ids[row]
            if block.changed[row]:
                self._findings.add(path, row_id, 2, "an original row is marked as changed")
            for invariant, message in broken_in_original(block.row(row), self._gold):
                self._findings.add(path, row_id, invariant, message)

    def _check_source(self, index: _SourceIndex, path: str, example: Example) -> None:
        position = index.position(example)
        if position is None:
            self._findings.add(path, example.id, 2, "is not the source's instance of that id")
        elif position <= self._position:
            self._findings.add(path, example.id, 1, "does not stand in the source's order")
        self._position = max(self._position, -1 if position is None else position)

    def _check_renamed(self, file: _Open, source: SourceBlock | None, block: Columns) -> None:
        path = file.record.path
        if source is None or source.block.rows != block.rows:
            count = source.block.rows if source is not None else 0
            self._findings.add(
                path, "", 1, f"has {block.rows} rows where its original has {count}; not compared"
            )
            return
        for row in self._screen.suspects(source, block):
            if self._findings.full:
                self._findings.more += 1
                continue
            row_id = block.ids[row]
            made = block.row(row)
            if block.changed[row] != made.changed:
                self._findings.add(path, row_id, 2, "`changed` does not tell whether it has edits")
            for invariant, message in broken_in_row(
                source.block.example(row), made, gold=self._gold, distinct_names=self._distinct
            ):
                self._findings.add(path, row_id, invariant, message)

    def _close(self, file: _Open) -> None:
        record = file.record
        if file.broken:
            return
        if file.rows != record.rows:
            self._findings.add(
                record.path, "", 5, f"{file.rows} rows were read, the manifest says {record.rows}"
            )
        if file.changed != record.changed:
            self._findings.add(
                record.path, "", 5,
                f"{file.changed} rows are changed, the manifest says {record.changed}",
            )  # fmt: skip
        if file.digest.hexdigest() != record.logical:
            self._findings.add(record.path, "", 5, "its rows do not have the manifest's digest")


class _SourceIndex:
    """Where each instance of a source stands, and a digest of what it says: little memory."""

    def __init__(self, examples: Iterable[Example]) -> None:
        self._places = {
            example.id: (position, _fingerprint(example))
            for position, example in enumerate(examples)
        }
        self.questions = len(self._places)

    def position(self, example: Example) -> int | None:
        """Return where an instance stands; None where the source says something else."""
        position, fingerprint = self._places.get(example.id, (-1, b""))
        return position if fingerprint == _fingerprint(example) else None


def _fingerprint(example: Example) -> bytes:
    key: list[str | int] = [example.title, example.question, example.context]
    for answers in (example.answers, example.plausible_answers):
        placed = [answer for answer in answers if answer.start is not None]
        key.append(len(placed))
        for answer in placed:
            key += (answer.text, answer.start if answer.start is not None else -1)
    key.append(len(example.gold_answers))
    return digest((*key, *example.gold_answers))


def _has_nulls(column: pa.ChunkedArray | pa.Array) -> bool:
    if isinstance(column, pa.ChunkedArray):
        return any(_has_nulls(chunk) for chunk in column.chunks)
    if column.null_count:
        return True
    if pa.types.is_struct(column.type):
        return any(_has_nulls(field) for field in column.flatten())
    return pa.types.is_list(column.type) and _has_nulls(column.flatten())
