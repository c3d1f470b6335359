"""A release folder that is written whole or not at all; a killed build can be resumed.

While a release is built at `<out>`, these files and folders exist:

    <out>.partial/release/    the future release
    <out>.partial/lock        locked while a build runs
    <out>.partial/journal/    the build's key, and one record for every finished file
    <out>.partial/plan.json   the plan (builders.stages.plan)
    <out>.partial/work/       the results of tasks
    <out>.old/                the release that --force replaces, during the replacement

The last step renames `release/` to `<out>`, which is unchanged until then. If several machines
share a build, everything that is in `<out>.partial` above is in `<out>` until the build is
finished.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import IO, Final

from builders.cards.card import draw, render_card
from builders.cards.croissant import croissant
from builders.cards.harness_files import generated_records, harness_files
from builders.errors import ChooseFolderError, ReportBugError
from builders.regions import Regions
from builders.releases.left_out import LEFT_OUT, LeftOutWriter
from builders.releases.manifest import FileRecord, Manifest
from builders.releases.parquet import ParquetRowWriter, writing
from builders.releases.script import SCRIPT, loading_script
from builders.stages.journal import JOURNAL, RELEASE, Journal, file_digest

try:
    import fcntl
except ImportError:  # Windows: users must not run two builds in the same folder.
    fcntl = None  # type: ignore[assignment]

__all__ = ["ParquetRowWriter", "ReleaseFolder", "holds_release", "sums_text"]

MANIFEST: Final = "manifest.json"
SUMS: Final = "SHA256SUMS"
CARD: Final = "README.md"
CROISSANT: Final = "croissant.json"

# Files and folders that a build keeps next to its target.
WORK: Final = "work"
PLAN: Final = "plan.json"
LOCK: Final = "lock"


class ReleaseFolder:
    """A context manager for the folder of a release while it is built.

    If the block ends with an error, finished files are kept, and the same build can be resumed.
    If no file is finished, the folder of the build is removed, unless several machines share it.
    """

    def __init__(self, out: Path, key: str, *, force: bool, shared: bool = False) -> None:
        if not out.name:
            raise ChooseFolderError(f"{out}: is no folder that can be replaced; choose another")
        try:
            os.fspath(out).encode()
        except UnicodeEncodeError:
            raise ChooseFolderError(f"{str(out)!a}: is not UTF-8; choose another --out") from None
        self.out = out
        self._key = key
        self._force = force
        self._partial = out if shared else out.with_name(out.name + ".partial")
        self._old = out.with_name(out.name + ".old")
        self._lock: IO[bytes] | None = None
        self._records: dict[str, FileRecord] = {}

    @classmethod
    def check(cls, out: Path, *, force: bool) -> None:
        """Raise ChooseFolderError or FreeSpaceError if a release cannot be built at `out`."""
        folder = cls(Path(os.path.abspath(out)), "", force=force)  # noqa: PTH100 - keeps links
        if _contains_current_folder(folder.out):
            raise ChooseFolderError(
                f"{out}: the current folder lies there and would be replaced; choose another --out"
            )
        with writing(folder.out):
            folder._recover()
            _check_free(folder.out, force=force)
            folder._check_old()

    @classmethod
    def begin(cls, out: Path, *, force: bool, key: str, shared: bool = False) -> ReleaseFolder:
        """Prepare to build a release at `out`, and return its folder for use in a `with` block.

        `key` is a digest of everything that affects the output. Finished files of an earlier build
        with the same key are kept. With `shared`, the build takes place in `out` itself, where
        other machines find it. Raises FreeSpaceError if the parent folder is not writable. Raises
        ChooseFolderError if another process builds there, or if `out` has other files or, without
        `force`, a release.
        """
        place = Path(os.path.abspath(out))  # noqa: PTH100 - keeps links
        folder = cls(place, key, force=force, shared=shared)
        with writing(folder.out):
            folder.out.parent.mkdir(parents=True, exist_ok=True)
            folder._recover()
            if not (shared and _is_trace(folder.out)):
                _check_free(folder.out, force=force)
            folder._check_old()
            folder._claim()
        return folder

    @classmethod
    def recover(cls, out: Path) -> None:
        """Remove what is left of a build that was killed after its release was complete.

        If the build was killed while it replaced an old release, restore the old release.
        """
        folder = cls(Path(os.path.abspath(out)), "", force=True)  # noqa: PTH100 - keeps links
        with writing(folder.out):
            folder._recover()

    @classmethod
    def resume(cls, out: Path) -> ReleaseFolder:
        """Return the folder of a planned build of `out`, for use in a `with` block.

        The folder is `out` itself or `<out>.partial`. For example, it is the latter if the
        build was killed while it moved the release to `out`. Raises ChooseFolderError if there
        is no such build or if another process has locked it.
        """
        place = Path(os.path.abspath(out))  # noqa: PTH100 - keeps links
        folder = cls(place, "", force=False, shared=(place / PLAN).exists())
        key = folder._partial / JOURNAL / "key"
        try:
            folder._key = key.read_text(encoding="utf-8")
        except OSError:
            raise ChooseFolderError(
                f"{out}: holds no plan; make one with renamer plan RECIPE --out {out}"
            ) from None
        with writing(folder.out):
            folder._claim()
        return folder

    def __enter__(self) -> ReleaseFolder:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._lock is not None:
            self._lock.close()
        planned = self._partial == self.out and (self.out / PLAN).is_file()
        if kind is not None and not planned and not self.journal.is_begun():
            shutil.rmtree(self._partial, ignore_errors=True)

    @property
    def root(self) -> Path:
        """The folder of the build, which contains the plan and the results of tasks."""
        return self._partial

    @property
    def journal(self) -> Journal:
        """The journal of finished files, which all processes of the build share."""
        return Journal(self._partial)

    @property
    def _release(self) -> Path:
        return self._partial / RELEASE

    @property
    def _journal(self) -> Path:
        return self._partial / JOURNAL

    def path(self, name: str) -> Path:
        """Return the path at which to write the release file `name`, a relative POSIX path."""
        return self.journal.path(name)

    def done(self, name: str) -> FileRecord | None:
        """Return the record of the release file `name`, and add it to `records`.

        Returns None if the file is not finished or does not have the recorded digest.
        """
        record = self.journal.done(name, read=True)
        if record is not None:
            self._records[name] = record
        return record

    def take(self, name: str, paths: Sequence[str]) -> None:
        """Add the record of the release file `name` to `records`.

        `paths` are the Parquet files with its rows, which workers have finished. Raises
        ReportBugError if one of these files is not finished.
        """
        records = [self.journal.done(path, read=False) for path in paths]
        parts = [record for record in records if record is not None]
        if len(parts) < len(paths):
            raise ReportBugError(f"{name}: its task is done, but it is not there")
        for path in paths:
            self._records.pop(path, None)
        self._records[name] = FileRecord.of_parts(name, parts)

    @contextmanager
    def write(self, name: str) -> Iterator[ParquetRowWriter]:
        """Yield a writer for the Parquet file `name`.

        If the block ends without an error, the file is recorded as finished.
        """
        writer = ParquetRowWriter(self.path(name), name)
        with writer:
            yield writer
        self.record(writer.record)

    def write_left_out(self) -> LeftOutWriter:
        """Return a writer of left-out.parquet, the list of left-out and unchanged instances."""
        return LeftOutWriter(self.path(LEFT_OUT))

    def record(self, record: FileRecord) -> None:
        """Store the record of a finished file, and add it to `records`."""
        self.journal.record(record)
        self._records[record.path] = record

    def records(self) -> tuple[FileRecord, ...]:
        """Return the records of all files of this build, sorted by path."""
        return tuple(self._records[name] for name in sorted(self._records))

    def forget(self) -> None:
        """Delete the stored records of all files, as if no file were finished.

        If the `with` block then ends with an error, the folder of the build is removed, unless
        several machines share it.
        """
        for entry in self._journal.glob("*.json"):
            entry.unlink()

    def finish(
        self,
        manifest: Manifest,
        *,
        changes: Callable[[Path], str] = lambda folder: "",
        regions: Regions | None = None,
    ) -> Path:
        """Write the remaining files of the release, move the release to `out` and return `out`.

        The remaining files are the manifest, the card with its figures, a loading script, metadata,
        checksums and files for evaluation harnesses. The manifest gets the digests of the files for
        harnesses. `changes` is called with the folder of the data files and the manifest, and
        returns the section of the card on the changes since the previous version. `regions` says in
        which region of the world each city lies, for the figures. Raises ReportBugError if the
        manifest does not list the files of this build.
        """
        if manifest.files != self.records():
            raise ReportBugError("the manifest does not list the files that were written")
        harness = harness_files(manifest)
        manifest = replace(manifest, generated=generated_records(harness))
        with writing(self.out):
            self._remove_stale_files()
            if not self.path(LEFT_OUT).is_file():
                with self.write_left_out():
                    pass
            _write(self._release / MANIFEST, manifest.to_json())
            drawn = draw(manifest, self._release, regions)
            card = render_card(manifest, self._release, drawn, changes=changes(self._release))
            _write(self._release / CARD, card)
            for figure in drawn.figures:
                _write(self._release / figure.path, figure.svg)
            _write(self._release / CROISSANT, croissant(manifest))
            _write(self._release / SCRIPT, loading_script())
            for name, text in harness.items():
                _write(self._release / name, text)
            _write(self._release / SUMS, sums_text(self._release))
            self._move_shared_build()
            self._publish()
        return self.out

    def _move_shared_build(self) -> None:
        """Move a build that takes place in `out` to `<out>.partial`, to make room for the release.

        Raises ChooseFolderError if `<out>.partial` exists already.
        """
        if self._partial == self.out:
            self._partial = self.out.with_name(self.out.name + ".partial")
            if os.path.lexists(self._partial):
                raise ChooseFolderError(f"{self._partial}: is in the way; move it")
            self.out.rename(self._partial)

    def _recover(self) -> None:
        """Clean up after a build that was killed while it moved the release to `out`.

        If the old release is already moved away and the new release is not at `out` yet, restore
        the old release. If the new release is at `out`, remove what is left of the build.
        """
        if self._old.exists() and not self.out.exists() and holds_release(self._old):
            self._old.rename(self.out)
        finished = any(self._journal.glob("*.json")) and not self._release.exists()
        if finished and self.out.exists() and _is_trace(self._partial):
            _remove(self._old)
            shutil.rmtree(self._partial, ignore_errors=True)

    def _claim(self) -> None:
        key = self._journal / "key"
        if self._partial.exists() and not _is_trace(self._partial):
            raise ChooseFolderError(
                f"{self._partial}: not the trace of a build; move it or choose another --out"
            )
        self._journal.mkdir(parents=True, exist_ok=True)
        self._lock = _lock(self._partial / LOCK)
        if not key.is_file() or key.read_text(encoding="utf-8") != self._key:
            (self._partial / PLAN).unlink(missing_ok=True)
            for name in (JOURNAL, RELEASE, WORK):
                shutil.rmtree(self._partial / name, ignore_errors=True)
            self._journal.mkdir()
            _write(key, self._key)
        self._release.mkdir(exist_ok=True)

    def _remove_stale_files(self) -> None:
        """Remove from the future release incomplete files and files that do not belong to it."""
        own = {part.path for record in self._records.values() for part in record.files()}
        for path in sorted(self._release.rglob("*"), reverse=True):
            if path.is_dir():
                if not any(path.iterdir()):
                    path.rmdir()
            elif path.relative_to(self._release).as_posix() not in {*own, LEFT_OUT}:
                path.unlink()

    def _publish(self) -> None:
        if self.out.exists():
            # Files that others put here during the build must not be removed.
            _check_free(self.out, force=self._force)
            if holds_release(self.out):
                self._check_old()
                self.out.rename(self._old)
            else:
                self.out.rmdir()
        self._release.rename(self.out)
        _sync(self.out.parent)
        # The partial folder is removed last. While it exists, `_old` is known to belong to this
        # build.
        _remove(self._old)
        shutil.rmtree(self._partial, ignore_errors=True)

    def _check_old(self) -> None:
        """Raise ChooseFolderError if the path to which the old release would be moved is taken."""
        if self._force and os.path.lexists(self.out) and os.path.lexists(self._old):
            raise ChooseFolderError(
                f"{self._old}: the old release would be put there meanwhile; move it away"
            )


def _remove(folder: Path) -> None:
    """Remove a folder, or a link to a folder."""
    if folder.is_symlink():
        folder.unlink()
    else:
        shutil.rmtree(folder, ignore_errors=True)


def holds_release(folder: Path) -> bool:
    """Return whether a folder has the manifest of a release."""
    try:
        manifest = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(manifest, dict) and {"format", "recipe", "files"} <= manifest.keys()


def sums_text(folder: Path) -> str:
    """Return the text of SHA256SUMS for all other files of a folder, as `sha256sum` writes it."""
    lines = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name != SUMS:
            lines.append((name, f"{file_digest(path)}  {name}\n"))
    return "".join(line for _, line in sorted(lines))


def _check_free(out: Path, *, force: bool) -> None:
    if out.is_dir() and not any(out.iterdir()):
        return
    if not out.exists() and not out.is_symlink():
        return
    if not out.is_dir() or not holds_release(out):
        raise ChooseFolderError(
            f"{out}: holds something that is not a release; choose another --out"
        )
    if not force:
        raise ChooseFolderError(f"{out}: holds a release already; replace it with --force")


def _contains_current_folder(out: Path) -> bool:
    """Return whether the current folder is `out` or inside it."""
    here = Path.cwd().resolve()
    return out.resolve() in {here, *here.parents}


def _is_trace(partial: Path) -> bool:
    """Return whether a folder has only files of a build, or is empty."""
    names = {path.name for path in partial.iterdir()} if partial.is_dir() else {""}
    journal = partial / JOURNAL
    own = {RELEASE, JOURNAL, WORK, LOCK, PLAN}
    return names <= own and (not names or journal.is_dir())


def _lock(path: Path) -> IO[bytes]:
    """Lock a build and return the open lock file; closing the file releases the lock.

    The lock ends with the process, and child processes do not keep it. Without `fcntl` (Windows),
    nothing is locked. Raises ChooseFolderError if another process has locked the build.
    """
    file = path.open("wb")
    if fcntl is not None:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise ChooseFolderError(
                f"{path.parent}: another build is writing there; wait, or choose another --out"
            ) from None
    return file


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".partial")
    with beside.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)


def _sync(folder: Path) -> None:
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
