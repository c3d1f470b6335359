"""Prepare a submission for a pull request to the repository of a leaderboard's results."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from builders.errors import Fault, FixInputError, FixManyError
from builders.hub.paths import fault_of_file, fault_of_path
from builders.leaderboard.submissions import (
    META,
    PREDICTIONS,
    SCORES,
    Meta,
    read_meta,
    read_submission,
)

_LARGEST: Final = 64 << 20
_MOST: Final = 2000
_NOT_WORD: Final = re.compile(r"[^a-z0-9]+")
_PREDICTIONS: Final = re.compile(rf"{PREDICTIONS}/(about\.json|[^/]+/[^/]+\.jsonl?(\.gz)?)")


@dataclass(frozen=True, slots=True)
class Parcel:
    """A submission as it will be added to the results repository by a pull request."""

    meta: Meta
    title: str
    """The title of the pull request."""
    folder: str
    """The folder of the submission in the repository."""
    files: dict[str, Path]
    """The local files by their path in the repository."""


def parcel_of(folder: Path) -> Parcel:
    """Return the submission in a local folder as a pull request will add it.

    The title of the pull request contains a digest of the files, so the same submission always has
    the same title. Raises FixManyError listing all files that do not belong in a submission, and
    FixInputError if the folder has no meta.json.
    """
    if not (folder / META).is_file():
        raise FixInputError(f"{folder / META}: missing; expected the folder of a submission")
    meta = read_meta(folder)
    files = {path.relative_to(folder).as_posix(): path for path in _files(folder)}
    _check(folder, files)
    if SCORES in files:
        read_submission(folder, folder)
    digest = sha256()
    for name, path in sorted(files.items()):
        digest.update(f"{name}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    mark = digest.hexdigest()[:12]
    plain = unicodedata.normalize("NFKD", meta.name).lower()
    target = f"submissions/{_NOT_WORD.sub('-', plain).strip('-')[:60] or 'model'}/{mark}"
    return Parcel(
        meta, f"Submit {meta.name} ({mark})", target,
        {f"{target}/{name}": path for name, path in sorted(files.items())},
    )  # fmt: skip


def _files(folder: Path) -> Iterator[Path]:
    for base, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in (*sorted(names), *(n for n in folders if (Path(base) / n).is_symlink())):
            if not name.startswith("."):
                yield Path(base) / name


def _check(folder: Path, files: dict[str, Path]) -> None:
    faults = [
        Fault(ascii(name)[1:-1][:200], "file", problem)
        for name in files
        if (problem := _problem(folder, name))
    ]
    if len(files) > _MOST:
        faults.append(Fault(folder.name, "files", f"{len(files):,} files; at most {_MOST:,}"))
    if not faults and not any(name == SCORES or _PREDICTIONS.fullmatch(name) for name in files):
        faults.append(Fault(folder.name, "files", f"neither {SCORES} nor {PREDICTIONS}/"))
    if faults:
        raise FixManyError(str(folder), faults)


def _problem(folder: Path, name: str) -> str:
    if name not in {META, SCORES} and not _PREDICTIONS.fullmatch(name):
        return (
            f"is no part of a submission: these are {META}, {SCORES} and "
            f"{PREDICTIONS}/<config>/<split>.json"
        )
    problem = fault_of_path(name) or fault_of_file(folder, name)
    if not problem and (folder / name).stat().st_size > _LARGEST:
        return f"larger than {_LARGEST >> 20} MiB; compress it with gzip"
    return problem
