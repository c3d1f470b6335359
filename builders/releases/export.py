"""Export a split of a release to a file for other tools.

If an error occurs, no incomplete file is left behind.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol

from builders.errors import ChooseFolderError, FreeSpaceError
from builders.progress import Reporter, Silent
from builders.releases.release_reading import read_manifest, rows_of, source_of, split_path
from builders.types import Example

Lines = Callable[[Iterable[Example], str], Iterable[str]]
"""A function from examples and their dataset to the lines of a file, without line breaks."""


class _Sink(Protocol):
    def write(self, data: bytes, /) -> int: ...


def export(
    folder: Path,
    config: str,
    split: str,
    out: Path,
    *,
    lines: Lines,
    reporter: Reporter | None = None,
) -> int:
    """Write the rows of a split to the file `out` and return their number.

    `lines` makes the lines of the file from the rows. The file is gzipped if its name ends in
    ".gz". `split` may be empty if the config has only one renamed split. Raises ChooseKnownError
    for an unknown config or split, FixInputError if the folder is not a valid release, and
    ChooseFolderError or FreeSpaceError if `out` cannot be written.
    """
    manifest = read_manifest(folder)
    path = split_path(manifest, config, split)
    dataset = source_of(manifest, path).name
    rows = next(record.rows for record in manifest.files if record.path == path)
    progress = (reporter or Silent()).stage(f"Exporting {config}", rows)
    count = 0

    def examples() -> Iterator[Example]:
        nonlocal count
        for row in rows_of(folder, path, dataset):
            yield row.example
            count += 1
            progress(1)

    save(lines(examples(), dataset), out)
    return count


def save(lines: Iterable[str], out: Path) -> None:
    """Write lines to a file, which is gzipped if its name ends in ".gz".

    If an error occurs, no incomplete file is left behind, and an existing file is not changed.
    Raises ChooseFolderError if `out` is a folder or its folder does not exist, and FreeSpaceError
    if the file cannot be written.
    """
    if out.is_dir() or not out.absolute().parent.is_dir():
        raise ChooseFolderError(f"{out}: expected the name of a file in a folder that exists")
    partial = out.with_name(f".{out.name}.partial")
    try:
        with partial.open("wb") as stream:
            if out.suffix == ".gz":
                # Without a file name and a time in the header, the same rows give the same bytes.
                with gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:
                    _write(lines, packed)
            else:
                _write(lines, stream)
        os.replace(partial, out)  # noqa: PTH105 - replaces the file at once, never in part
    except OSError as error:
        raise FreeSpaceError(f"{out}: {error.strerror or error}") from error
    finally:
        partial.unlink(missing_ok=True)


def _write(lines: Iterable[str], stream: _Sink) -> None:
    for line in lines:
        stream.write(line.encode() + b"\n")
