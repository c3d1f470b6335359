"""The bytes of a source file: plain or gzipped, told apart by content and never by name."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from builders.errors import Fault, FixInputError

_GZIP_MAGIC: Final = b"\x1f\x8b"
_CHUNK: Final = 1 << 20
_ALGORITHMS: Final = ("md5", "sha256")


class UnreadableError(Exception):
    """Reading a file cannot go on. Never leaves this package: `Reading` reports it."""

    def __init__(self, where: str, field: str, message: str) -> None:
        self.fault = Fault(where, field, message)
        super().__init__(str(self.fault))


@contextmanager
def open_bytes(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading, unzipping it if its first bytes say gzip.

    Whatever goes wrong with the file itself, here or while it is read, is an UnreadableError.
    """
    if not path.is_file():
        problem = "is not a regular file" if path.exists() else "does not exist"
        raise UnreadableError("file", "path", f"{problem}; give the path of a source file")
    try:
        with path.open("rb") as raw:
            if raw.peek(2)[:2] == _GZIP_MAGIC:
                with gzip.GzipFile(fileobj=raw) as unzipped:
                    yield io.BufferedReader(unzipped, _CHUNK)
            else:
                yield raw
    except EOFError:
        message = "the gzip stream ends too early: the file is truncated; fetch it again"
        raise UnreadableError("file", "bytes", message) from None
    except (zlib.error, gzip.BadGzipFile) as error:
        message = f"the gzip stream is damaged ({error}); fetch the file again"
        raise UnreadableError("file", "bytes", message) from None
    except OSError as error:
        raise UnreadableError("file", "bytes", f"cannot be read: {error.strerror}") from None


def check_digest(path: Path, digest: str) -> None:
    """Compare the file as it lies on disk with `digest`, written md5:HEX or sha256:HEX.

    Raises UnreadableError where they differ, FixInputError where `digest` is not written so.
    """
    algorithm, _, expected = digest.partition(":")
    if algorithm not in _ALGORITHMS or not expected:
        raise FixInputError(f"{path}: digest {digest!r} is not written md5:HEX or sha256:HEX")
    hasher = hashlib.new(algorithm, usedforsecurity=False)
    try:
        with path.open("rb") as raw:
            while chunk := raw.read(_CHUNK):
                hasher.update(chunk)
    except OSError as error:
        raise UnreadableError("file", "bytes", f"cannot be read: {error.strerror}") from None
    if hasher.hexdigest() != expected.lower():
        message = (
            f"{algorithm} is {hasher.hexdigest()}, expected {expected.lower()}: "
            "the file is truncated or another version; fetch it again"
        )
        raise UnreadableError("file", "digest", message)
