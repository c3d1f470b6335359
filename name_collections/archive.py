"""Opens downloaded files and folders, plain or compressed with gzip or zip, without trusting them.

Nothing is ever unpacked to disk. The files in an archive are read as streams, so a path in the
archive cannot make this package write outside of a folder. The decompressed size is limited, both
in bytes and in proportion to the compressed size, to stop zip bombs. A damaged archive raises
FixNamesFileError with a one-line message.
"""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO, Final, cast

from name_collections.errors import FixNamesFileError
from name_collections.harvest.source import RawFile

MAX_BYTES: Final = 4 << 30
MAX_RATIO: Final = 200
"""The largest ratio of decompressed to compressed size. Files of names have ratios of 3 to 20."""
FREE_BYTES: Final = 16 << 20
"""The ratio is not checked below this decompressed size in bytes."""
MAX_MEMBERS: Final = 10_000
WORKBOOK: Final = ".xlsx"

DAMAGED: Final = (zipfile.BadZipFile, zlib.error, gzip.BadGzipFile, EOFError, RuntimeError,
                  NotImplementedError, ValueError, IndexError, OverflowError)  # fmt: skip


def open_files(paths: Iterable[Path]) -> Iterator[RawFile]:
    """Yield every file at the paths, including the files in folders and zip archives.

    Excel workbooks, which are zip archives, are yielded whole.

    The paths are read in the given order, and the files of a folder or archive in sorted order. A
    stream is closed when the next file is requested. Raises FixNamesFileError if a path does not
    exist, cannot be read, or is a damaged or unsafe archive.
    """
    for path in paths:
        if not (path.is_file() or path.is_dir()):
            what = "neither a file nor a folder" if path.exists() else "no such file or folder"
            raise FixNamesFileError(f"{path}: {what}")
        found = sorted(p for p in path.rglob("*") if _is_data(p)) if path.is_dir() else [path]
        for file in found:
            yield from _open(file)


def _is_data(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def _open(path: Path) -> Iterator[RawFile]:
    try:
        with path.open("rb") as stream:
            head = stream.read(4)
            stream.seek(0)
            if head.startswith(b"PK\x03\x04") and path.suffix.lower() != WORKBOOK:
                yield from _members(path, stream)
            elif head.startswith(b"\x1f\x8b"):
                packed = cast("BinaryIO", gzip.GzipFile(fileobj=stream))
                size = path.stat().st_size
                yield RawFile(path.name.removesuffix(".gz"), bounded(packed, size, str(path)))
            else:
                yield RawFile(path.name, stream)
    except OSError as error:
        raise FixNamesFileError(f"{path}: cannot be read ({error.strerror or error})") from error


def _members(path: Path, stream: BinaryIO) -> Iterator[RawFile]:
    try:
        archive = zipfile.ZipFile(stream)
    except DAMAGED as error:
        raise FixNamesFileError(f"{path}: damaged zip archive ({error})") from error
    infos = sorted(archive.infolist(), key=lambda info: info.filename)
    if len(infos) > MAX_MEMBERS:
        raise FixNamesFileError(f"{path}: {len(infos)} members, more than {MAX_MEMBERS}")
    for info in infos:
        if info.is_dir() or info.filename.startswith("__MACOSX/"):
            continue
        _check_name(path, info.filename)
        try:
            member = cast("BinaryIO", archive.open(info))
        except DAMAGED as error:
            raise FixNamesFileError(f"{path}: {info.filename}: damaged ({error})") from error
        with member:
            where = f"{path}: {info.filename}"
            yield RawFile(info.filename, bounded(member, info.compress_size, where))


def _check_name(path: Path, name: str) -> None:
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or name[1:2] == ":":
        raise FixNamesFileError(f"{path}: unsafe member name {name!r}; refused")


def bounded(stream: BinaryIO, packed: int, where: str) -> BinaryIO:
    """Return a stream that decompresses like `stream` but limits the decompressed size.

    Reading raises FixNamesFileError if the archive is damaged or the size exceeds the limit.
    `packed` is the compressed size in bytes, and `where` names the file in the message.
    """
    return io.BufferedReader(_Bounded(stream, most_bytes(packed), where), 1 << 16)


def most_bytes(packed: int) -> int:
    """Return the largest decompressed size allowed for data of `packed` bytes."""
    return min(MAX_BYTES, max(FREE_BYTES, packed * MAX_RATIO))


class _Bounded(io.RawIOBase):
    def __init__(self, stream: BinaryIO, limit: int, where: str) -> None:
        self._stream = stream
        self._left = limit
        self._where = where

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data = self._stream.read(len(buffer))
        except (*DAMAGED, OSError) as error:
            raise FixNamesFileError(f"{self._where}: damaged archive ({error})") from error
        self._left -= len(data)
        if self._left < 0:
            raise FixNamesFileError(f"{self._where}: unpacks to far more than it should; refused")
        buffer[: len(data)] = data
        return len(data)
