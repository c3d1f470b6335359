"""The shards of a build: prepared once, read by every group of a dataset's files in turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from builders.releases.logical import BLOCK
from builders.stages.prepared import Prepared, read_shard, write_shard
from builders.stages.render_renaming import Located

_ROOM: Final = 4096
"""Instances that stay in memory from preparing to filling; those of larger shards go to disk."""
_KEPT_BYTES: Final = 8 << 20
"""Shards on disk that are not larger together are kept: some seven thousand questions."""


@dataclass(frozen=True, slots=True)
class Block:
    """Instances that are renamed together, and what was located in them for other files.

    `checked` are the ids of those located instances that were checked with renamed files.
    """

    instances: Sequence[Prepared]
    located: Located = field(default_factory=dict)
    checked: set[int] = field(default_factory=set)


class Shelf:
    """Takes shards and gives them back, joined to the blocks of a dataset.

    The groups of a dataset's files share its instances: those of a small one are read and located
    once for all groups that are filled in one process. The first shards of a build need not even
    be read. What another process takes lies on disk, and it begins with an empty shelf.
    """

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._shards: dict[Path, Sequence[Prepared]] = {}
        self._paths: tuple[Path, ...] = ()
        self._kept: tuple[Block, ...] = ()

    def __reduce__(self) -> tuple[type[Shelf], tuple[int]]:
        return Shelf, (0,)

    def put(self, path: Path, shard: Sequence[Prepared]) -> None:
        """Take a shard; where there is no room for it, write it to `path`.

        A shelf without any room is another process's: what it keeps is lost, an empty shard, too.
        """
        if not self._room or len(shard) > self._room:
            write_shard(path, shard)
            return
        self._room -= len(shard)
        self._shards[path] = shard

    def blocks(self, paths: tuple[Path, ...]) -> Iterable[Block]:
        """Return the blocks of a dataset, given the paths of its shards."""
        if paths != self._paths:
            self._paths, self._kept = paths, ()
        on_disk = (path for path in paths if path not in self._shards)
        if not self._kept and sum(path.stat().st_size for path in on_disk) <= _KEPT_BYTES:
            self._kept = tuple(self._blocks(paths))
        return self._kept or self._blocks(paths)

    def _blocks(self, paths: Iterable[Path]) -> Iterator[Block]:
        """Join shards: a few array operations serve many rows."""
        joined: list[Prepared] = []
        for path in paths:
            shard = self._shards.get(path)
            joined += read_shard(path) if shard is None else shard
            if len(joined) >= BLOCK:
                yield Block(joined)
                joined = []
        if joined:
            yield Block(joined)
