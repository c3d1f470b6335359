"""Edits-only releases, for sources whose texts may not be published.

The rows from these sources are replaced by ids and edits without texts. The folder of the release
contains:

    data/**      the files with rows from sources that may be published, unchanged
    edits/**     the files of the other sources, without texts (builders.releases.edits_rows)
    manifest.json, left-out.parquet, loading/, harness/, figures/   as in the full release
    README.md, croissant.json, eval.yaml, SHA256SUMS   of this folder

`apply` joins the edits to the user's own copy of the sources and makes the full release.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Final

from builders.cards.card import Withheld, draw, render_edits_card
from builders.cards.changes import changes_of
from builders.cards.croissant import croissant
from builders.cards.harness_files import EVAL, eval_yaml
from builders.errors import ChooseFolderError, ChooseKnownError, Fault, FixInputError, FixManyError
from builders.regions import Regions
from builders.releases.edits_configs import FOLDER, edits_configs, edits_path
from builders.releases.edits_rows import (
    EditsRow,
    put_texts_in,
    read_edits,
    take_texts_out,
    write_edits,
)
from builders.releases.left_out import LEFT_OUT
from builders.releases.manifest import FileRecord, Manifest
from builders.releases.parquet import writing
from builders.releases.release_reading import gold_of, inside, read_manifest, rows_of, source_of
from builders.releases.undo import Gold
from builders.stages.write import CARD, CROISSANT, MANIFEST, SUMS, ReleaseFolder, sums_text
from builders.types import Example, Progress, Row

SourceReader = Callable[[], Iterable[Example]]
"""A function that yields the instances of a source dataset; each call starts at the first one."""

_LISTED: Final = 20
"""The largest number of faults that an error message lists."""

# Licences under which the rows of a source are published as edits, without texts. Add a licence
# here in lower case, otherwise spelt as in recipes.
WITHHELD_LICENCES: Final = frozenset(
    {"unknown", "proprietary", "research-only", "no-redistribution"}
)


def withheld_by_licence(manifest: Manifest) -> tuple[str, ...]:
    """Return the names of the sources whose licence forbids publishing their texts."""
    return tuple(
        source.name
        for source in manifest.sources
        if source.licence.strip().lower() in WITHHELD_LICENCES
    )


def is_edits_only(folder: Path) -> bool:
    """Return whether a release has files with edits in place of rows."""
    return any(place.is_file() for place in (folder / FOLDER).rglob("*"))


def withhold(
    release: Path,
    out: Path,
    names: Collection[str],
    *,
    regions: Regions | None = None,
    progress: Progress = lambda files: None,
) -> Path:
    """Write the release to `out` without the texts of the named sources, and return `out`.

    `regions` gives the region of the world of each place, for the charts of the card. The folder is
    written whole or not at all. Raises ChooseKnownError for a source that the release
    does not have, and ChooseFolderError if `out` exists.
    """
    manifest = read_manifest(release)
    known = {source.name for source in manifest.sources}
    for name in names:
        if name not in known:
            raise ChooseKnownError("source", name, known)
    if out.exists():
        raise ChooseFolderError(f"{out}: exists already; choose another folder")
    partial = out.with_name(f".{out.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    try:
        with writing(out):
            partial.mkdir(parents=True)
            records = _write_files(release, partial, manifest, frozenset(names), progress)
            _write_documents(release, partial, manifest, records, regions)
            partial.rename(out)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return out


def _write_files(
    release: Path, target: Path, manifest: Manifest, names: frozenset[str], progress: Progress
) -> dict[str, FileRecord]:
    """Write each data file: only its edits if its source is in `names`, or else all of it.

    Returns a record with the size and the digest of each written file, by path.
    """
    records: dict[str, FileRecord] = {}
    for record in manifest.files:
        made = record
        if source_of(manifest, record.path).name in names:
            gold = gold_of(manifest, record.path)
            rows = [take_texts_out(row, gold) for row in rows_of(release, record.path)]
            path = target / edits_path(record.path)
            write_edits(path, rows)
            data = path.read_bytes()
            made = replace(
                record, path=edits_path(record.path), bytes=len(data), memory=len(data),
                sha256=hashlib.sha256(data).hexdigest(), parts=(),
            )  # fmt: skip
        else:
            for part in record.files():
                _copy(inside(release, part.path), target / part.path)
        records[made.path] = made
        progress(1)
    return records


def _write_documents(
    release: Path,
    target: Path,
    manifest: Manifest,
    records: dict[str, FileRecord],
    regions: Regions | None,
) -> None:
    """Write the files other than data: manifest, scripts, card, figures, checksums and so on.

    `records` are those of the data files as `_write_files` returns them.
    """
    for name in (MANIFEST, LEFT_OUT):
        _copy(inside(release, name), target / name)
    for place in sorted((release / "loading").glob("*.py")):
        _copy(inside(release, f"loading/{place.name}"), target / "loading" / place.name)
    for made in manifest.generated:
        if made.path != EVAL:
            _copy(inside(release, made.path), target / made.path)
    hidden = frozenset(record.path for record in manifest.files) - records.keys()
    withheld = Withheld(
        sources=tuple(
            source.name
            for source in manifest.sources
            if any(source_of(manifest, path).name == source.name for path in hidden)
        ),
        hidden=hidden,
        configs=edits_configs(manifest, hidden),
        records=records,
    )
    drawn = draw(manifest, release, regions)
    changes = changes_of(_card(release))
    texts = {
        CARD: render_edits_card(manifest, release, drawn, withheld, changes=changes),
        CROISSANT: croissant(manifest, {path: records[edits_path(path)] for path in hidden}),
        **{figure.path: figure.svg for figure in drawn.figures},
    }
    if evaluation := eval_yaml(manifest, hidden):
        texts[EVAL] = evaluation
    for name, text in texts.items():
        (target / name).parent.mkdir(exist_ok=True)
        (target / name).write_text(text, encoding="utf-8", newline="")
    (target / SUMS).write_text(sums_text(target), encoding="utf-8")


def check_edits_only(folder: Path) -> None:
    """Check an edits-only release as far as possible without the texts of the sources.

    Raises FixManyError listing the faults. The contents are checked only if no file is missing,
    extra or changed.
    """
    manifest = read_manifest(folder)
    faults = [*_file_faults(folder)]
    if not faults:
        for record in manifest.files:
            faults += _record_faults(folder, manifest, record)
    if faults:
        raise FixManyError(str(folder), faults)


def check_in_full(folder: Path, path: str) -> None:
    """Raise FixInputError if a release has the data file at `path` only as edits."""
    if (folder / edits_path(path)).exists():
        raise FixInputError(
            f"{path}: there as edits, without its texts; join them to your copy of the source "
            "with `renamer apply`"
        )


def needed_sources(folder: Path) -> tuple[str, ...]:
    """Return the names of the sources whose texts are missing in an edits-only release.

    `apply` needs the user's copies of these sources.
    """
    manifest = read_manifest(folder)
    withheld = (
        source_of(manifest, record.path).name
        for record in manifest.files
        if (folder / edits_path(record.path)).exists()
    )
    return tuple(dict.fromkeys(withheld))


def apply(
    folder: Path,
    sources: Mapping[str, SourceReader],
    out: Path,
    *,
    force: bool = False,
    regions: Regions | None = None,
    progress: Progress = lambda rows: None,
) -> Path:
    """Make the full release from an edits-only release and the sources; return its folder, `out`.

    The digests of the rows must be those in the manifest, so that the rows equal those of the full
    release. With the same version of pyarrow, the files have the same bytes, too. With `force`, a
    release in `out` is replaced.

    Raises FixInputError if a needed source is not in `sources` or the rows differ from those of the
    release. Raises FixManyError listing the instances that are missing in a source or have another
    text. Raises ChooseFolderError if `out` cannot be used.
    """
    check_edits_only(folder)
    manifest = read_manifest(folder)
    missing = [name for name in needed_sources(folder) if name not in sources]
    if missing:
        raise FixInputError(
            f"{folder}: needs your copy of {', '.join(missing)}: --source NAME=PATH"
        )
    key = hashlib.sha256((folder / SUMS).read_bytes()).hexdigest()
    with ReleaseFolder.begin(out, force=force, key=f"apply {key}") as release:
        join = _Join(folder, manifest, release)
        for name in dict.fromkeys(source.name for source in manifest.sources):
            join.fill(name, sources.get(name), progress)
        _copy(inside(folder, LEFT_OUT), release.path(LEFT_OUT))
        changes = changes_of(_card(folder))
        made = replace(manifest, files=release.records())
        return release.finish(made, changes=lambda _: changes, regions=regions)


@dataclass(frozen=True, slots=True)
class _Join:
    """Makes a full release, whose folder is `release`, from the edits-only release in `folder`."""

    folder: Path
    manifest: Manifest
    release: ReleaseFolder

    def fill(self, name: str, read: SourceReader | None, progress: Progress) -> None:
        """Write the release files of the source `name`.

        Files with rows are copied. For files with edits, `read` yields the instances of the source;
        it is called only if such a file has not been written yet.
        """
        examples: dict[str, Example] | None = None
        for record in self.manifest.files:
            if source_of(self.manifest, record.path).name != name:
                continue
            paths = [part.path for part in record.files()]
            if not all(self.release.done(path) for path in paths):
                if not (self.folder / edits_path(record.path)).exists():
                    for part in record.files():
                        _copy(inside(self.folder, part.path), self.release.path(part.path))
                        self.release.record(part)
                elif read is not None:
                    if examples is None:
                        examples = {example.id: example for example in read()}
                    self._write(record, name, examples)
            self.release.take(record.path, paths)
            progress(record.rows)

    def _write(self, record: FileRecord, name: str, examples: Mapping[str, Example]) -> None:
        gold = gold_of(self.manifest, record.path)
        made: list[Row] = []
        faults: list[Fault] = []
        for row in read_edits(inside(self.folder, edits_path(record.path))):
            found = _joined(row, examples.get(row.id), gold)
            if isinstance(found, Row):
                made.append(found)
            else:
                faults.append(Fault(record.path, f"row {row.id!r:.80}", found))
        if faults:
            raise FixManyError(f"source {name}", _first(faults))
        rows = iter(made)
        for part in record.files():
            with self.release.write(part.path) as writer:
                writer.write(islice(rows, part.rows))
            if writer.record.logical != part.logical:
                raise FixInputError(f"{part.path}: these edits do not make the rows of the release")


def _first(faults: list[Fault]) -> list[Fault]:
    """Return the first faults and, if there are more, a last fault that says how many more."""
    more = len(faults) - _LISTED
    rest = [Fault("and", "more", f"{more:,} further rows")] if more > 0 else []
    return [*faults[:_LISTED], *rest]


def _joined(row: EditsRow, example: Example | None, gold: Gold) -> Row | str:
    """Return the renamed row of an instance, or the reason why it cannot be made."""
    if example is None:
        return "is not in the source given"
    try:
        return put_texts_in(example, row, gold)
    except FixInputError as error:
        return str(error)


def _file_faults(folder: Path) -> Iterator[Fault]:
    """Yield a fault for every file that is missing, changed or not in SHA256SUMS.

    If the folder contains links, yield a fault only for the first link.
    """
    for place in sorted(folder.rglob("*")):
        if place.is_symlink():
            yield Fault(place.relative_to(folder).as_posix(), "file", "is a link")
            return
    listed = set(inside(folder, SUMS).read_text(encoding="utf-8").splitlines())
    found = set(sums_text(folder).splitlines())
    for line in sorted(listed ^ found, key=lambda line: line[66:]):
        what = "is missing or has other bytes" if line in listed else "is extra or has other bytes"
        yield Fault(line[66:][:200], "file", f"{what} than {SUMS} says")


def _record_faults(folder: Path, manifest: Manifest, record: FileRecord) -> Iterator[Fault]:
    """Yield the faults of a data file that the folder has either as rows or as edits.

    `record` is its record in the manifest.
    """
    edits = edits_path(record.path)
    if not (folder / edits).exists():
        for part in record.files():
            data = inside(folder, part.path).read_bytes()
            if hashlib.sha256(data).hexdigest() != part.sha256:
                yield Fault(part.path, "file", f"has other bytes than {MANIFEST} says")
        return
    if any((folder / part.path).exists() for part in record.files()):
        yield Fault(record.path, "file", "is there in full and as edits")
    rows = list(read_edits(inside(folder, edits)))
    if len(rows) != record.rows or len({row.id for row in rows}) != len(rows):
        yield Fault(edits, "rows", f"{len(rows)} rows, {record.rows} different ones are expected")
    if sum(bool(row.edits) for row in rows) != record.changed:
        yield Fault(edits, "rows", f"not {record.changed} changed rows, as {MANIFEST} says")
    if not source_of(manifest, record.path):
        yield Fault(edits, "source", f"{MANIFEST} knows no source of it")


def _card(folder: Path) -> str:
    return inside(folder, CARD).read_bytes().decode("utf-8", "replace")


def _copy(source: Path, target: Path) -> None:
    with writing(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
