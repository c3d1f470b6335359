"""Download the release at a tag: every byte is checked, and the folder is complete or absent."""

from __future__ import annotations

import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from huggingface_hub import HfApi

from builders.errors import ChooseFolderError, Fault, FixInputError, FixManyError, FreeSpaceError
from builders.hub.content import SUMS, Verify, read_content, read_file
from builders.hub.paths import fault_of_file, fault_of_path
from builders.hub.repository import Files, RemoteFile, Repository, holds_exactly
from builders.hub.retry_policy import Patience
from builders.progress import Reporter, Silent
from builders.types import Progress

_THREADS: Final = 4


def pull(
    repo: str,
    tag: str,
    folder: Path,
    *,
    verify: Verify,
    api: HfApi | None = None,
    patience: Patience | None = None,
    reporter: Reporter | None = None,
) -> str:
    """Download the release at `tag` to `folder` and return its commit.

    Files are downloaded to a temporary folder beside `folder`, which is moved into place once all
    files are correct and `verify` raises no error. An interrupted pull resumes where it stopped. A
    folder that already has the release is not changed. Raises ChooseFolderError for any other
    folder that is not empty.
    """
    repository = Repository(repo, api or HfApi(), patience or Patience())
    commit = repository.commit_of(tag)
    files = repository.files(commit)
    _check_names(f"{repo}@{tag}", files)
    if _is_there(folder, files):
        verify(folder)
        return commit
    partial = _begin(folder.absolute(), commit)
    _sweep(partial, files)
    _check_space(partial, files)
    progress = (reporter or Silent()).stage(f"Pulling {repo}@{tag}", len(files))
    _fetch(repository, commit, files, partial, progress)
    _sweep(partial, files)
    if not holds_exactly(files, read_content(partial)):
        raise FixInputError(f"{repo}@{tag}: holds files that its {SUMS} does not list")
    verify(partial)
    _move(partial, folder)
    return commit


def _check_names(where: str, files: Files) -> None:
    faults = [
        Fault(repr(path), "path", problem) for path in files if (problem := fault_of_path(path))
    ]
    if SUMS not in files:
        faults.append(Fault(SUMS, "file", "missing: not a release of this tool"))
    if faults:
        raise FixManyError(where, faults)


def _is_there(folder: Path, files: Files) -> bool:
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return False
    try:
        same = holds_exactly(files, read_content(folder))
    except FixInputError:
        same = False
    if not same:
        raise ChooseFolderError(f"{folder}: holds something else; choose a new or empty folder")
    return True


def _begin(folder: Path, commit: str) -> Path:
    """Return the temporary folder for downloading a commit; create it if it is missing.

    It is beside `folder`, to which the release is downloaded.
    """
    partial = folder.parent / f".{folder.name}.{commit[:12]}.partial"
    _clear(folder, partial)
    if partial.is_symlink():
        raise ChooseFolderError(f"{partial}: is a link; remove it")
    try:
        partial.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ChooseFolderError(f"{folder}: cannot be made: {error.strerror}") from error
    return partial


def _clear(folder: Path, partial: Path) -> None:
    """Remove the temporary folders of unfinished pulls of other commits into `folder`."""
    left = re.compile(rf"\.{re.escape(folder.name)}\.[0-9a-f]{{12}}\.partial")
    for other in folder.parent.iterdir() if folder.parent.is_dir() else ():
        if other != partial and left.fullmatch(other.name) and not other.is_symlink():
            shutil.rmtree(other, ignore_errors=True)


def _check_space(partial: Path, files: Files) -> None:
    needed = sum(file.size for file in files.values() if not _is_right(partial, file))
    free = shutil.disk_usage(partial).free
    if needed > free:
        raise FreeSpaceError(f"{partial.parent}: {needed:,} bytes are needed, {free:,} are free")


def _fetch(
    repository: Repository, commit: str, files: Files, partial: Path, progress: Progress
) -> None:
    def fetch(file: RemoteFile) -> None:
        for force in (False, True):
            if _is_right(partial, file):
                return
            repository.download(file, commit, partial, force=force)
        if not _is_right(partial, file):
            raise FixInputError(f"{repository.name}: {file.path}: other bytes than were announced")

    with ThreadPoolExecutor(_THREADS) as pool:
        try:
            for _ in pool.map(fetch, files.values()):
                progress(1)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _is_right(partial: Path, file: RemoteFile) -> bool:
    if fault_of_file(partial, file.path):
        return False
    return file.holds(read_file(partial, file.path))


def _sweep(partial: Path, files: Files) -> None:
    """Remove from the temporary folder all links, and all files that are not in the release.

    Folders that are then empty are removed, too.
    """
    for root, folders, names in os.walk(partial, topdown=False):
        for name in (*names, *folders):
            place = Path(root, name)
            if place.is_symlink() or name in names:
                if place.is_symlink() or place.relative_to(partial).as_posix() not in files:
                    place.unlink()
            elif not any(place.iterdir()):
                place.rmdir()


def _move(partial: Path, folder: Path) -> None:
    try:
        if folder.exists():
            folder.rmdir()
        partial.rename(folder)
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise ChooseFolderError(f"{folder}: cannot be put in place: {reason}") from error
