"""The prepared shards of a build: on disk for everybody, and in memory where they were made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from builders.releases.logical import BLOCK
from builders.stages.prepared import Prepared
from builders.stages.render_renaming import Located
from builders.stages.shard_files import read_values

_Made = TypeVar("_Made")

_ROOM: Final = 4096
"""Instances that stay in memory from preparing to filling."""
_KEPT: Final = 8192
"""Instances that are kept in memory, once read, for other groups of files."""


class StoredShard(NamedTuple):
    """A shard on disk: its path, its digest and how many instances it has."""

    path: Path
    digest: str
    instances: int


@dataclass(frozen=True, slots=True)
class Block:
    """Instances that are renamed together, and what was located in them for other files.

    `checked` are the ids of those located instances that were checked with renamed files.
    """

    instances: Sequence[Prepared]
    located: Located = field(default_factory=dict)
    checked: set[int] = field(default_factory=set)


class Shelf:
    """Gives shards back, joined to the blocks of a dataset or a part of one.

    The groups of a dataset's files share its instances: those of a small one are read and located
    once for all groups that are filled in one process, and the first that a process prepares need
    not even be read.
    """

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._shards: dict[Path, Sequence[Prepared]] = {}
        self._asked: tuple[StoredShard, ...] = ()
        self._kept: tuple[Block, ...] = ()
        self._dataset = ""
        self._made: dict[str, Any] = {}

    def shared(self, dataset: str, name: str, make: Callable[[], _Made]) -> _Made:
        """Return what tasks that rename a dataset have in common, made once."""
        if dataset != self._dataset:
            self._dataset, self._made = dataset, {}
        if name not in self._made:
            self._made[name] = make()
        made: _Made = self._made[name]
        return made

    def keep(self, path: Path, shard: Sequence[Prepared]) -> None:
        """Keep a shard in memory, where there is room for it."""
        if len(shard) <= self._room and path not in self._shards:
            self._room -= len(shard)
            self._shards[path] = shard

    def blocks(self, shards: tuple[StoredShard, ...]) -> Iterable[Block]:
        """Return the blocks that shards are joined to."""
        if shards != self._asked:
            self._asked, self._kept = shards, ()
        if not self._kept and sum(shard.instances for shard in shards) <= _KEPT:
            self._kept = tuple(self._blocks(shards))
        return self._kept or self._blocks(shards)

    def _blocks(self, shards: Iterable[StoredShard]) -> Iterator[Block]:
        """Join shards: a few array operations serve many rows."""
        joined: list[Prepared] = []
        for shard in shards:
            kept = self._shards.get(shard.path)
            joined += read_values(shard.path, Prepared, shard.digest) if kept is None else kept
            if len(joined) >= BLOCK:
                yield Block(joined)
                joined = []
        if joined:
            yield Block(joined)
