"""The content of a release: SHA256SUMS and the files that it lists."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from builders.errors import Fault, FixInputError, FixManyError
from builders.hub.paths import fault_of_file, fault_of_path

SUMS: Final = "SHA256SUMS"
CARD: Final = "README.md"
MANIFEST: Final = "manifest.json"
Verify = Callable[[Path], None]
"""A function that checks a release folder and raises a RenamerError if it finds a fault."""

_LINE: Final = re.compile(r"([0-9a-f]{64})  (.+)")
_LARGEST_SUMS: Final = 32 << 20
_CHUNK: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class HashedFile:
    """A file of a release with its digests; `git_oid` is the hash by which git identifies it."""

    path: str
    size: int
    sha256: str
    git_oid: str


def parse_sums(text: str, where: str) -> dict[str, str]:
    """Return the digest of each path that a SHA256SUMS file lists, given its text.

    Raises FixManyError with all faults; `where` names the file in the message.
    """
    sums: dict[str, str] = {}
    faults: list[Fault] = []
    for number, line in enumerate(text.split("\n")[:-1] if text else [], start=1):
        match = _LINE.fullmatch(line)
        if not match:
            faults.append(Fault(f"line {number}", "", "expected '<sha256>  <path>'"))
            continue
        path = match[2]
        problem = fault_of_path(path) or ("listed twice" if path in sums else "")
        if problem:
            faults.append(Fault(f"line {number}", repr(path), problem))
        else:
            sums[path] = match[1]
    if not text.endswith("\n"):
        faults.append(Fault("end", "", "the file is empty or was cut off"))
    if faults:
        raise FixManyError(where, faults)
    return sums


def read_sums(folder: Path) -> dict[str, str]:
    """Return the digest of each path in the SHA256SUMS of a release folder.

    Raises FixInputError if the file is missing or faulty.
    """
    place = folder / SUMS
    problem = fault_of_file(folder, SUMS)
    if problem:
        raise FixInputError(f"{folder}: not a release folder: {SUMS}: {problem}")
    if place.stat().st_size > _LARGEST_SUMS:
        raise FixInputError(f"{place}: larger than {_LARGEST_SUMS >> 20} MiB: not of a release")
    try:
        text = place.read_bytes().decode("ascii")
    except UnicodeDecodeError as error:
        raise FixInputError(f"{place}: byte {error.start} is not ASCII") from error
    return parse_sums(text, str(place))


def read_content(folder: Path) -> tuple[HashedFile, ...]:
    """Check the digest of every file in SHA256SUMS, and return the release's files sorted by path.

    SHA256SUMS itself is one of the returned files. Files that it does not list are not part of the
    release and are ignored. Raises FixManyError listing every file that is missing, is a link, or
    does not match its digest. The error also lists the card or manifest if SHA256SUMS lacks it.
    """
    sums = read_sums(folder)
    files: list[HashedFile] = [read_file(folder, SUMS)]
    faults: list[Fault] = []
    for path, digest in sums.items():
        problem = fault_of_file(folder, path)
        if not problem:
            file = read_file(folder, path)
            files.append(file)
            if file.sha256 != digest:
                problem = f"other bytes than {SUMS} says"
        if problem:
            faults.append(Fault(path, "file", problem))
    for needed in (CARD, MANIFEST):
        if needed not in sums:
            faults.append(Fault(needed, "file", f"not listed in {SUMS}"))
    if faults:
        raise FixManyError(str(folder), faults)
    return tuple(sorted(files, key=lambda file: file.path))


def read_file(folder: Path, path: str) -> HashedFile:
    """Read one file, and return it with its size and digests."""
    place = folder / path
    size = place.stat().st_size
    sha256 = hashlib.sha256()
    git = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    for chunk in _chunks(place):
        sha256.update(chunk)
        git.update(chunk)
    return HashedFile(path, size, sha256.hexdigest(), git.hexdigest())


def _chunks(place: Path) -> Iterator[bytes]:
    with place.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            yield chunk
