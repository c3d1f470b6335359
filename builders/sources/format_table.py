"""Opens a source file in any format of builders.source_table."""

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
    """How a file format is read.

    `scan(path, dataset)` yields its questions; where `has_subsets`, it takes `subset` too.
    `streams` says that it holds a part of the file at a time, so that a first pass over it costs
    time but no memory.
    """

    name: str
    scan: Callable[..., Iterator[Item]]
    streams: bool
    has_subsets: bool = False


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
    """Open a source file for reading; nothing is read before the reading is iterated.

    `format` is a name of FORMATS, `dataset` the name that the examples get, `subset` the part
    that is read of a file that has several (by default the one `dataset` goes by), `digest` what
    the file must have as it lies on disk (md5:HEX or sha256:HEX; empty: not compared).

    Raises ChooseKnownError, or FixInputError for a malformed digest, here; iterating raises
    FixManyError, see `Reading`.
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
    """Read a source file to its end; raise FixManyError with every fault of it."""
    read(path, format=format, dataset=dataset, digest=digest).check()


def _scan(scan: Scan, path: Path, digest: Digest | None) -> Iterator[Item]:
    if digest:
        digest.check(path)
    yield from scan()
