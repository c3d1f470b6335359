"""Opening a source file in any format of builders.source_table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

from builders.errors import ChooseKnownError
from builders.source_table import SOURCE_TABLE
from builders.sources.opening import Digest
from builders.sources.source_reading import Item, Reading, Scan


@dataclass(frozen=True, slots=True)
class Format:
    """A format of source files with its reader."""

    name: str
    scan: Callable[..., Iterator[Item]]
    """A function that yields the questions of a file, given its path and a dataset name."""
    streams: bool
    """Whether only a part of the file is in memory at a time."""
    has_subsets: bool = False
    """Whether `scan` also takes a `subset`, the part of the file to read."""


def _load(place: str) -> Callable[..., Iterator[Item]]:
    module, _, name = place.partition(":")
    scan: Callable[..., Iterator[Item]] = getattr(import_module(f"builders.sources.{module}"), name)
    return scan


FORMATS: Final[dict[str, Format]] = {
    name: Format(name, _load(row.scan), row.streams, row.has_subsets)
    for name, row in SOURCE_TABLE.items()
}


def read(
    path: Path,
    *,
    format: str,  # noqa: A002 - the word that recipes use
    dataset: str,
    subset: str = "",
    skip_faulty: bool = False,
    digest: str = "",
) -> Reading:
    """Open a source file for reading; nothing is read before the result is iterated.

    `format` is a name in FORMATS. `dataset` is the name of the dataset in the examples. If a file
    has several parts, `subset` is the part to read, by default the part that belongs to `dataset`.
    `digest` is the expected digest of the file on disk (md5:HEX or sha256:HEX); if it is empty, no
    digest is checked.

    Raises ChooseKnownError for an unknown format and FixInputError for a malformed digest.
    Iterating raises FixManyError if the file is faulty (see `Reading`).
    """
    if format not in FORMATS:
        raise ChooseKnownError("source format", format, FORMATS)
    chosen = FORMATS[format]
    part = {"subset": subset} if subset and chosen.has_subsets else {}
    scan = partial(chosen.scan, path, dataset, **part)
    return Reading(
        str(path),
        partial(_scan, scan, path, Digest.parse(digest) if digest else None),
        skip_faulty=skip_faulty,
        streams=chosen.streams,
    )


def check(
    path: Path,
    *,
    format: str,  # noqa: A002 - the word that recipes use
    dataset: str,
    digest: str = "",
) -> None:
    """Read a source file to its end. Raises FixManyError with all faults of the file."""
    read(path, format=format, dataset=dataset, digest=digest).check()


def _scan(scan: Scan, path: Path, digest: Digest | None) -> Iterator[Item]:
    if digest:
        digest.check(path)
    yield from scan()
