"""Reading and writing records as lines of JSON, in files and standard streams.

The input may be gzipped. It may also be a file or folder of rows in another format,
such as CSV or Parquet (see builders.sources.row_formats).
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from builders.errors import FixInputError
from builders.releases.parquet import writing
from builders.sources.json_decoding import explain, unreadable
from builders.sources.opening import UnreadableError, open_bytes
from builders.sources.recognition import HEAD, foreign
from builders.sources.row_formats import row_format

STANDARD: Final = Path("-")
"""The path that stands for standard input or standard output."""
_CHUNK: Final = 1 << 20


class Malformed(str):
    """The value of a line that is not JSON: a text that says what is wrong with the line."""


@dataclass(frozen=True, slots=True)
class Jsonl:
    """A file of records that can be read repeatedly; error messages call the file `name`."""

    name: str
    path: Path

    def records(self) -> Iterator[tuple[str, object]]:
        """Yield the location (such as "line 3") and the value of every record.

        Empty lines are skipped. The value of a line that is not JSON is a `Malformed`. Raises
        FixInputError if the file cannot be read, is not UTF-8 text or is in another format.
        """
        begun = False
        try:
            if (chosen := row_format(self.path)) and not chosen.is_lines:
                yield from chosen.read(self.path)
                return
            with open_bytes(self.path) as stream:
                for number, line in enumerate(stream, 1):
                    if line.strip():
                        if not begun:
                            self._check_kind(line[:HEAD])
                            begun = True
                        yield f"line {number}", self._parsed(f"line {number}", line)
        except UnreadableError as error:
            raise FixInputError(f"{self.name}: {error.fault.message}") from None

    def size(self) -> int:
        """Return the number of records; lines are not parsed.

        Raises FixInputError if the file cannot be read.
        """
        try:
            if (chosen := row_format(self.path)) and not chosen.is_lines:
                return sum(1 for _ in chosen.read(self.path))
            with open_bytes(self.path) as stream:
                return sum(bool(line.strip()) for line in stream)
        except UnreadableError as error:
            raise FixInputError(f"{self.name}: {error.fault.message}") from None

    def _check_kind(self, head: bytes) -> None:
        """Raise FixInputError if the start of the file shows that it has no lines of JSON."""
        if what := foreign(head):
            raise FixInputError(f"{self.name}: this is {what}, expected lines of JSON objects")

    def _parsed(self, where: str, line: bytes) -> object:
        try:
            return json.loads(line.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            byte = f"byte {error.start} (0x{error.object[error.start]:02x})"
            raise FixInputError(
                f"{self.name}: {where}: {byte} is not UTF-8; save the file as UTF-8"
            ) from None
        except json.JSONDecodeError as error:
            return Malformed(explain(error))
        except (ValueError, RecursionError) as error:
            return Malformed(unreadable(error))


@contextmanager
def read_jsonl(path: Path) -> Iterator[Jsonl]:
    """Yield a `Jsonl` with the lines of a file, a pipe, or standard input (the path `-`).

    Input that can be read only once is copied to a temporary file.
    """
    if not is_stream(path):
        yield Jsonl(str(path), path)
        return
    with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
        kept = Path(folder) / "lines"
        name = "standard input" if path == STANDARD else str(path)
        with writing(kept), kept.open("wb") as file:
            file.writelines(_chunks(path, name))
        yield Jsonl(name, kept)


def _chunks(path: Path, name: str) -> Iterator[bytes]:
    """Yield the content of a stream in chunks. Raises FixInputError if it cannot be read."""
    try:
        with _open_stream(path) as stream:
            while chunk := stream.read(_CHUNK):
                yield chunk
    except OSError as error:
        raise FixInputError(f"{name}: cannot be read: {error.strerror}") from None


@contextmanager
def _open_stream(path: Path) -> Iterator[IO[bytes]]:
    if path != STANDARD:
        with path.open("rb") as stream:
            yield stream
        return
    if sys.stdin is None:
        raise FixInputError("standard input: is closed; name the file to read")
    yield sys.stdin.buffer


@contextmanager
def write_jsonl(target: Path) -> Iterator[IO[str]]:
    """Yield a temporary file for lines, which becomes `target` if no error occurs.

    If the target is `-` (standard output) or a pipe, the lines are copied to it at the end. Raises
    FixInputError if the target is a folder or standard output is closed.
    """
    if target.is_dir():
        raise FixInputError(f"{target}: is a folder; name the file to write")
    if target == STANDARD and sys.stdout is None:
        raise FixInputError("standard output: is closed; name the file to write")
    if is_stream(target):
        with tempfile.TemporaryDirectory(prefix="renamer-") as folder:
            kept = Path(folder) / "lines"
            with writing(kept), kept.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            _pass_on(kept, target)
        return
    partial = target.with_name(target.name + ".partial")
    with writing(target):
        try:
            with partial.open("w", encoding="utf-8", newline="\n") as file:
                yield file
            os.replace(partial, target)  # noqa: PTH105 - atomic on every system
        finally:
            partial.unlink(missing_ok=True)


def called(target: Path) -> str:
    """Return the name of an output for messages: its path, or "standard output"."""
    return "standard output" if target == STANDARD else str(target)


def is_stream(path: Path) -> bool:
    """Return whether a path is a standard stream, a pipe or a device, which cannot be replaced."""
    return path == STANDARD or (path.exists() and not path.is_file() and not path.is_dir())


def write_line(file: IO[str], record: dict[str, Any]) -> None:
    """Write a record to `file` as one line of JSON."""
    file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _pass_on(kept: Path, target: Path) -> None:
    with kept.open("rb") as file:
        if target == STANDARD:
            with writing(Path(called(target))):
                shutil.copyfileobj(file, sys.stdout.buffer)
                sys.stdout.buffer.flush()
            return
        with writing(target), target.open("wb") as stream:
            shutil.copyfileobj(file, stream)
