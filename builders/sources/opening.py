"""The bytes of a source file, plain or gzipped; gzip is detected by content, not by name."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from string import hexdigits
from typing import IO, Final

from builders.errors import Fault, FixInputError

_GZIP_MAGIC: Final = b"\x1f\x8b"
_CHUNK: Final = 1 << 20
NOT_REGULAR: Final = "is not a regular file"
_LENGTHS: Final = {"md5": 32, "sha256": 64}


class UnreadableError(Exception):
    """An error after which a file cannot be read further.

    `fault` is the fault that stopped the reading. `faults` has this fault, and after it any
    faults that were found together with it (the argument `also`). The callers of a reader
    replace this error by an error for the user.
    """

    def __init__(self, where: str, field: str, message: str, *, also: Iterable[Fault] = ()) -> None:
        self.fault = Fault(where, field, message)
        self.faults = (self.fault, *also)
        super().__init__(str(self.fault))


def no_file(path: Path) -> str:
    """Return why a path is not a file, or an empty string if it is a file."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        missing = error.errno in {errno.ENOENT, errno.ENOTDIR}
        return "does not exist" if missing else f"cannot be looked at: {error.strerror}"
    except ValueError:  # a path cannot contain NUL
        return "does not exist"
    return "" if stat.S_ISREG(mode) else NOT_REGULAR


@contextmanager
def open_bytes(path: Path) -> Iterator[IO[bytes]]:
    """Open a file for reading, and decompress it if its first bytes are those of gzip.

    Raises UnreadableError for any problem with the file, now or while it is read.
    """
    if problem := no_file(path):
        raise UnreadableError("file", "path", f"{problem}; give the path of a file")
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
        message = f"{_damage(error)}; fetch the file again"
        raise UnreadableError("file", "bytes", message) from None
    except OSError as error:
        raise UnreadableError("file", "bytes", f"cannot be read: {error.strerror}") from None


def _damage(error: Exception) -> str:
    """Return a message on a damaged gzip stream, without the bytes that Python's message quotes."""
    if str(error).startswith("Not a gzipped file"):
        return "the gzip stream is followed by other bytes"
    return f"the gzip stream is damaged ({str(error).partition(' 0x')[0]})"


@dataclass(frozen=True, slots=True)
class Digest:
    """The expected digest of a file; `algorithm` is md5 or sha256, and `hex` has the digits."""

    algorithm: str
    hex: str

    @classmethod
    def parse(cls, written: str) -> Digest:
        """Parse md5:HEX or sha256:HEX. Raises FixInputError for anything else."""
        algorithm, _, digits = written.partition(":")
        if _LENGTHS.get(algorithm) != len(digits) or set(digits) - set(hexdigits):
            raise FixInputError(f"digest {written!r} is not written md5:HEX or sha256:HEX")
        return cls(algorithm, digits.lower())

    def check(self, path: Path) -> None:
        """Raise UnreadableError if the file cannot be read or does not have this digest."""
        hasher = hashlib.new(self.algorithm, usedforsecurity=False)
        try:
            with path.open("rb") as raw:
                while chunk := raw.read(_CHUNK):
                    hasher.update(chunk)
        except OSError as error:
            raise UnreadableError("file", "bytes", f"cannot be read: {error.strerror}") from None
        if hasher.hexdigest() != self.hex:
            message = (
                f"{self.algorithm} is {hasher.hexdigest()}, expected {self.hex}: "
                "the file is truncated or another version; fetch it again"
            )
            raise UnreadableError("file", "digest", message)
