"""The shards of a dataset as blocks, read by every group of its files in turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from builders.line.prepared import Prepared, Shards
from builders.line.render_renaming import Located
from builders.releases.logical import BLOCK

_KEPT_BYTES: Final = 8 << 20
"""Shards that are not larger together are kept: some seven thousand questions."""


@dataclass(frozen=True, slots=True)
class Block:
    """Instances that are renamed together, and what was located in them for other files."""

    instances: Sequence[Prepared]
    located: Located = field(default_factory=dict)


class Shelf:
    """Reads shards, and keeps the blocks of a small dataset until those of another are read.

    The groups of a dataset's files share its instances: read and located once, they serve all
    groups that are filled in one process. Another process begins with an empty shelf.
    """

    def __init__(self) -> None:
        self._paths: tuple[Path, ...] = ()
        self._kept: tuple[Block, ...] = ()

    def __reduce__(self) -> tuple[type[Shelf], tuple[()]]:
        return Shelf, ()

    def blocks(self, paths: tuple[Path, ...]) -> Iterable[Block]:
        """Return the blocks of a dataset, given its shards."""
        if paths != self._paths:
            self._paths, self._kept = paths, ()
        if not self._kept and sum(path.stat().st_size for path in paths) <= _KEPT_BYTES:
            self._kept = tuple(_blocks(paths))
        return self._kept or _blocks(paths)


def _blocks(paths: Iterable[Path]) -> Iterator[Block]:
    """Join shards: a few array operations serve many rows."""
    joined: list[Prepared] = []
    for shard in Shards.read(paths):
        joined += shard
        if len(joined) >= BLOCK:
            yield Block(joined)
            joined = []
    if joined:
        yield Block(joined)
