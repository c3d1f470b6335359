"""Comparison of two releases: their inputs, their files, and why their rows differ."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from builders.errors import FixInputError
from builders.releases.edits_configs import edits_path
from builders.releases.edits_rows import EditsRow, read_edits, take_texts_out
from builders.releases.layout import parts_in
from builders.releases.manifest import Manifest
from builders.releases.quoting import shown
from builders.releases.release_reading import gold_of, inside, read_manifest, rows_of
from builders.releases.undo import Gold
from builders.types import Edit, Progress

State = Literal["same bytes", "same rows", "rows differ", "added", "removed"]
Cause = Literal[
    "rows added", "rows removed", "source text", "mentions", "names drawn", "labels",
    "answers", "order", "broken edits",
]  # fmt: skip
"""Why a row differs between two releases; only the first cause that applies is reported.

    rows added    only the second release has the row
    rows removed  only the first release has the row
    broken edits  the edits of a row cannot be undone, so the rows cannot be compared
    source text   the rows were made from different source texts
    mentions      different spans were renamed
    names drawn   the same spans were given different names
    labels        only types, entities or kept mentions differ
    answers       only answer offsets differ
    order         the rows are equal, but in a different order
"""

_POSSESSIVE: Final = re.compile("['’]s?$")
_BROKEN: Final = "broken: "
SHOWN: Final = 5
"""The largest number of rows of a file that are listed individually."""


@dataclass(frozen=True, slots=True)
class Ingredient:
    """An input of the releases, such as a source dataset, that differs between them."""

    what: str
    """What the input is, for example "package" or "source SQuAD"."""
    before: str
    """Its version or digest in the first release, or "" if only the second release has it."""
    after: str
    """Its version or digest in the second release, or "" if only the first release has it."""


@dataclass(frozen=True, slots=True)
class RowDiff:
    """A row that differs between two releases, and the reason."""

    id: str
    cause: Cause
    detail: str = ""
    """A short text for the terminal, such as the names that differ; control characters escaped."""


@dataclass(frozen=True, slots=True)
class FileDiff:
    """A data file that is in one or both of two releases, and how its rows differ."""

    path: str
    state: State
    counts: tuple[tuple[Cause, int], ...] = ()
    """The number of differing rows for each cause."""
    rows: tuple[RowDiff, ...] = ()
    """The first differing rows, at most SHOWN of them."""


@dataclass(frozen=True, slots=True)
class ReleaseDiff:
    """The differences between two releases."""

    ingredients: tuple[Ingredient, ...]
    """The inputs that differ."""
    files: tuple[FileDiff, ...]
    """All files of both releases, also those that do not differ."""

    @property
    def same_rows(self) -> bool:
        """Return whether all files contain the same rows in both releases."""
        return all(file.state in {"same bytes", "same rows"} for file in self.files)

    @property
    def same_bytes(self) -> bool:
        """Return whether all files have the same bytes in both releases."""
        return all(file.state == "same bytes" for file in self.files)


def diff(before: Path, after: Path, *, progress: Progress = lambda files: None) -> ReleaseDiff:
    """Compare two release folders, full or edits-only.

    The files themselves are compared, not the digests in the manifests. `progress` is called after
    each file. Raises FixInputError if a folder is not a release or one of its files is invalid.
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
    """Yield the inputs that differ between two releases."""
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
    digests = [list(map(_digest, _places(folder, path))) for folder in (before, after)]
    if digests[0] == digests[1]:
        return FileDiff(path, "same bytes")
    counts: Counter[Cause] = Counter()
    rows: list[RowDiff] = []
    pairs = _joined(_rows(before, path, golds[0]), _rows(after, path, golds[1]))
    for found in _row_diffs(pairs):
        counts[found.cause] += 1
        if len(rows) < SHOWN:
            rows.append(found)
    if not counts:
        return FileDiff(path, "same rows")
    return FileDiff(path, "rows differ", tuple(sorted(counts.items())), tuple(rows))


def _places(folder: Path, path: str) -> list[Path]:
    """Return the full paths of the Parquet files that have the rows of a data file.

    If the release has an edits file in place of the data file, only the path of the edits
    file is returned.
    """
    edits = edits_path(path)
    paths = (edits,) if (folder / edits).exists() else parts_in(folder, path)
    return [inside(folder, each) for each in paths]


def _rows(folder: Path, path: str, gold: Gold) -> Iterator[EditsRow]:
    """Yield the rows of a data file, with a digest (`source`) in place of their texts.

    If the edits of a row cannot be undone, `source` is the marker _BROKEN,
    followed by the error message.
    """
    if (folder / edits_path(path)).exists():
        yield from read_edits(inside(folder, edits_path(path)))
        return
    for row in rows_of(folder, path):
        try:
            yield take_texts_out(row, gold)
        except FixInputError as error:
            yield EditsRow(row.example.id, f"{_BROKEN}{error}", (), (), row.edits)


_Pair = tuple[EditsRow | None, EditsRow | None, bool]
"""A row of the first release, the same row of the second, and whether their positions are equal.

A row is None if the other release alone has it.
"""


def _joined(before: Iterable[EditsRow], after: Iterable[EditsRow]) -> Iterator[_Pair]:
    """Yield the rows of two files in pairs with the same id, and whether their positions are equal.

    A row that only one of the files has is paired with None. Only rows whose counterpart has not
    been read yet are held in memory.
    """
    waiting: tuple[dict[str, EditsRow], dict[str, EditsRow]] = ({}, {})
    sides = (iter(before), iter(after))
    while True:
        old, new = (next(side, None) for side in sides)
        if old is None and new is None:
            break
        if old is not None and new is not None and old.id == new.id:
            yield old, new, True
            continue
        # Add both rows before matching either, so that a pair is formed once, by its later row.
        for row, side in ((old, 0), (new, 1)):
            if row is not None:
                waiting[side][row.id] = row
        for row in (old, new):
            if row is not None and row.id in waiting[0] and row.id in waiting[1]:
                yield waiting[0].pop(row.id), waiting[1].pop(row.id), False
    yield from ((row, None, False) for row in waiting[0].values())
    yield from ((None, row, False) for row in waiting[1].values())


def _row_diffs(pairs: Iterable[_Pair]) -> Iterator[RowDiff]:
    # A row at another position has not changed its order if rows were added or removed. That is
    # known only when all rows have been read.
    moved: list[RowDiff] = []
    shifted = False
    for before, after, in_step in pairs:
        if before is None or after is None:
            shifted = True
            row = before or after
            if row is not None:
                yield RowDiff(row.id, "rows added" if before is None else "rows removed")
            continue
        found = diff_rows(before, after)
        if found:
            yield found
        elif not in_step:
            moved.append(RowDiff(before.id, "order"))
    if not shifted:
        yield from moved


def diff_rows(before: EditsRow, after: EditsRow) -> RowDiff | None:
    """Return how two rows with the same id differ, with the first cause (see `Cause`) that applies.

    Returns None if the rows are equal.
    """
    if before == after:
        return None
    for row in (before, after):
        if row.source.startswith(_BROKEN):
            return RowDiff(row.id, "broken edits", row.source.removeprefix(_BROKEN))
    if before.source != after.source:
        return RowDiff(before.id, "source text")
    old, new = ({_where(edit): edit for edit in _of_names(row)} for row in (before, after))
    if old.keys() != new.keys():
        places = sorted(old.keys() ^ new.keys())
        lost = [f"{'-' if place in old else '+'}{shown(place[2])}" for place in places]
        return RowDiff(before.id, "mentions", " ".join(lost[:SHOWN]))
    drawn = {
        f"{shown(edit.old)}: {shown(edit.new)} -> {shown(new[place].new)}": None
        for place, edit in old.items()
        if edit.new != new[place].new
    }
    if drawn:
        return RowDiff(before.id, "names drawn", "; ".join(list(drawn)[:SHOWN]))
    labelled = (before.edits, before.kept) != (after.edits, after.kept)
    return RowDiff(before.id, "labels" if labelled else "answers")


def _of_names(row: EditsRow) -> Iterator[Edit]:
    """Yield the edits of names, but not those of the apostrophe in Davies', which follow them."""
    yield from (edit for edit in row.edits if _POSSESSIVE.sub("", edit.old))


def _where(edit: Edit) -> tuple[str, int, str]:
    """Return the place of an edit, by which the edits of two versions of a row are matched.

    It consists of the field, the start, and the old name without a possessive ending.
    """
    return edit.field, edit.start, _POSSESSIVE.sub("", edit.old)


def _digest(place: Path) -> str:
    digest = hashlib.sha256()
    with place.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()
