"""Two releases compared: what went into them, file by file, and row by row with the cause."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from builders.errors import FixInputError
from builders.releases.check import shown
from builders.releases.manifest import Manifest
from builders.releases.reading import gold_of, inside, read_manifest, rows_of
from builders.releases.undo import Gold, undo
from builders.types import Edit, Progress, Row

State = Literal["same bytes", "same rows", "rows differ", "added", "removed"]
Cause = Literal[
    "row added", "row removed", "source text", "mentions", "names drawn", "labels",
    "answers", "order", "broken edits",
]  # fmt: skip
"""Why two rows of one id differ; the first of these that holds, from top to bottom.

source text: the rows come from other texts; mentions: other places were renamed; names drawn:
the same places bear other names; labels: types or entities alone; answers: offsets alone.
order: the rows are the same but stand in another order.
"""

SHOWN: Final = 5
"""Rows of a file that are listed one by one."""


@dataclass(frozen=True, slots=True)
class Ingredient:
    """Something that went into both releases, or into one of them ('' in the other)."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RowDiff:
    """A row that differs; `detail` is a short text that is safe to print."""

    id: str
    cause: Cause
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FileDiff:
    """A file of either release; `counts` are rows by cause, `rows` the first of them."""

    path: str
    state: State
    counts: tuple[tuple[Cause, int], ...] = ()
    rows: tuple[RowDiff, ...] = ()


@dataclass(frozen=True, slots=True)
class ReleaseDiff:
    """What differs between two releases."""

    ingredients: tuple[Ingredient, ...]
    files: tuple[FileDiff, ...]

    @property
    def same_rows(self) -> bool:
        """Tell whether every file of both holds the same rows."""
        return all(file.state in {"same bytes", "same rows"} for file in self.files)

    @property
    def same_bytes(self) -> bool:
        """Tell whether every file of both holds the same bytes."""
        return all(file.state == "same bytes" for file in self.files)


def diff(before: Path, after: Path, *, progress: Progress = lambda files: None) -> ReleaseDiff:
    """Compare two release folders; the digests in their manifests are not relied on.

    Raises FixInputError where either is no release.
    """
    old, new = read_manifest(before), read_manifest(after)
    old_paths = [record.path for record in old.files]
    new_paths = [record.path for record in new.files]
    files = []
    for path in dict.fromkeys((*old_paths, *new_paths)):
        if path not in new_paths:
            files.append(FileDiff(path, "removed"))
        elif path not in old_paths:
            files.append(FileDiff(path, "added"))
        else:
            files.append(_diff_file(before, after, path, (gold_of(old, path), gold_of(new, path))))
        progress(1)
    return ReleaseDiff(tuple(_ingredients(old, new)), tuple(files))


def _ingredients(old: Manifest, new: Manifest) -> Iterator[Ingredient]:
    """Yield what differs in the making."""
    before, after = _made_of(old), _made_of(new)
    for what in dict.fromkeys((*before, *after)):
        if before.get(what, "") != after.get(what, ""):
            yield Ingredient(what, before.get(what, ""), after.get(what, ""))


def _made_of(manifest: Manifest) -> dict[str, str]:
    return {
        "recipe": f"{manifest.recipe.name} {manifest.recipe.version} ({manifest.recipe.digest})",
        "package": manifest.package,
        "engine": manifest.engine,
        "recognizer": manifest.recognizer,
        "seeds": str(manifest.seeds),
        **{f"source {source.name}": source.sha256 for source in manifest.sources},
        **{f"collection {each.name}": each.digest for each in manifest.collections},
    }


def _diff_file(before: Path, after: Path, path: str, golds: tuple[Gold, Gold]) -> FileDiff:
    if _digest(inside(before, path)) == _digest(inside(after, path)):
        return FileDiff(path, "same bytes")
    counts: Counter[Cause] = Counter()
    rows: list[RowDiff] = []
    pairs = _joined(rows_of(before, path), rows_of(after, path))
    for found in _row_diffs(pairs, golds):
        counts[found.cause] += 1
        if len(rows) < SHOWN:
            rows.append(found)
    if not counts:
        return FileDiff(path, "same rows")
    return FileDiff(path, "rows differ", tuple(sorted(counts.items())), tuple(rows))


_Pair = tuple[Row | None, Row | None, bool]
"""A row before and after, and whether both stand at the same place."""


def _joined(before: Iterable[Row], after: Iterable[Row]) -> Iterator[_Pair]:
    """Pair the rows of two files by id; only rows out of step are held in memory."""
    waiting: tuple[dict[str, Row], dict[str, Row]] = ({}, {})
    sides = (iter(before), iter(after))
    while True:
        old, new = (next(side, None) for side in sides)
        if old is None and new is None:
            break
        if old is not None and new is not None and old.example.id == new.example.id:
            yield old, new, True
            continue
        # Both wait before either is matched: a pair is formed once, by its later row.
        for row, side in ((old, 0), (new, 1)):
            if row is not None:
                waiting[side][row.example.id] = row
        for row in (old, new):
            if row is not None and row.example.id in waiting[0].keys() & waiting[1].keys():
                yield waiting[0].pop(row.example.id), waiting[1].pop(row.example.id), False
    yield from ((row, None, False) for row in waiting[0].values())
    yield from ((None, row, False) for row in waiting[1].values())


def _row_diffs(pairs: Iterable[_Pair], golds: tuple[Gold, Gold]) -> Iterator[RowDiff]:
    # Rows out of step are out of order only where none was added or removed before them; a
    # shift by a removed row is not a change of order, so order is judged when all is read.
    moved: list[RowDiff] = []
    shifted = False
    for before, after, in_step in pairs:
        if before is None or after is None:
            shifted = True
            row = before or after
            if row is not None:
                yield RowDiff(row.example.id, "row added" if before is None else "row removed")
            continue
        found = diff_rows(before, after, golds)
        if found:
            yield found
        elif not in_step:
            moved.append(RowDiff(before.example.id, "order"))
    if not shifted:
        yield from moved


def diff_rows(before: Row, after: Row, golds: tuple[Gold, Gold]) -> RowDiff | None:
    """Say why two rows of one id differ; None where they are the same."""
    if before == after:
        return None
    id_ = before.example.id
    try:
        sources = (undo(before, gold=golds[0]), undo(after, gold=golds[1]))
    except FixInputError as error:
        return RowDiff(id_, "broken edits", shown(str(error), 120))
    if sources[0] != sources[1]:
        fields = ("title", "question", "context", "answers", "plausible_answers", "gold_answers")
        changed = [
            name for name in fields if getattr(sources[0], name) != getattr(sources[1], name)
        ]
        return RowDiff(id_, "source text", ", ".join(changed))
    old, new = (({_place(edit): edit for edit in row.edits}) for row in (before, after))
    if old.keys() != new.keys():
        places = sorted(old.keys() ^ new.keys())
        lost = [f"{'-' if place in old else '+'}{shown(place[3])}" for place in places]
        return RowDiff(id_, "mentions", " ".join(lost[:SHOWN]))
    drawn = {
        f"{shown(edit.old)}: {shown(edit.new)} -> {shown(new[place].new)}": None
        for place, edit in old.items()
        if edit.new != new[place].new
    }
    if drawn:
        return RowDiff(id_, "names drawn", "; ".join(list(drawn)[:SHOWN]))
    return RowDiff(id_, "labels" if before.edits != after.edits else "answers")


def _place(edit: Edit) -> tuple[str, int, int, str]:
    return edit.field, edit.start, edit.end, edit.old


def _digest(place: Path) -> str:
    digest = hashlib.sha256()
    with place.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
