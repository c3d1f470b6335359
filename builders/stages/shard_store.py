"""The prepared shards of a build, which are on disk and partly also in memory.

A shard is a part of a dataset. A prepared shard contains its instances with mentions and entities.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from builders.releases.logical import BLOCK
from builders.stages.prepared import Prepared
from builders.stages.render_renaming import LocatedInstances
from builders.stages.shard_files import read_values

_Made = TypeVar("_Made")

_ROOM: Final = 4096
"""The maximum number of instances that `keep` keeps in memory until rows are made from them."""
_KEPT: Final = 8192
"""The maximum number of instances of a dataset that stays in memory for all of its files."""


class StoredShard(NamedTuple):
    """A shard on disk: its path, its digest and the number of its instances."""

    path: Path
    digest: str
    instances: int


@dataclass(frozen=True, slots=True)
class InstanceBlock:
    """Instances that are renamed together, with results that several groups of files share.

    A group of files is written together: files from the same dataset and for the same answer type.
    """

    instances: Sequence[Prepared]
    located: LocatedInstances = field(default_factory=dict)
    """The instances with located names, as far as a group has needed them."""
    checked: set[int] = field(default_factory=set)
    """The object ids (`id`) of the located instances whose rows an earlier group has checked."""


class ShardStore:
    """A cache of the prepared shards that a process reads, which joins them into larger blocks.

    A small dataset stays in memory: it is read once for all files that the process makes from it.
    The first shards that a process prepares stay in memory, too, and are not read from disk.
    """

    def __init__(self, room: int = _ROOM) -> None:
        self._room = room
        self._shards: dict[Path, Sequence[Prepared]] = {}
        self._asked: tuple[StoredShard, ...] = ()
        self._kept: tuple[InstanceBlock, ...] = ()
        self._dataset = ""
        self._made: dict[str, Any] = {}

    def shared(self, dataset: str, name: str, make: Callable[[], _Made]) -> _Made:
        """Return the object `name` of a dataset, which all tasks of the dataset share.

        The first call makes it with `make`. Only the objects of the last dataset are kept.
        """
        if dataset != self._dataset:
            self._dataset, self._made = dataset, {}
        if name not in self._made:
            self._made[name] = make()
        made: _Made = self._made[name]
        return made

    def keep(self, path: Path, shard: Sequence[Prepared]) -> None:
        """Keep a shard in memory if there is room."""
        if len(shard) <= self._room and path not in self._shards:
            self._room -= len(shard)
            self._shards[path] = shard

    def blocks(self, shards: tuple[StoredShard, ...]) -> Iterable[InstanceBlock]:
        """Return the instances of shards in larger blocks, from memory if possible."""
        if shards != self._asked:
            self._asked, self._kept = shards, ()
        if not self._kept and sum(shard.instances for shard in shards) <= _KEPT:
            self._kept = tuple(self._blocks(shards))
        return self._kept or self._blocks(shards)

    def _blocks(self, shards: Iterable[StoredShard]) -> Iterator[InstanceBlock]:
        """Yield the instances of shards in blocks of at least BLOCK instances, apart from the last.

        Array operations are faster for many rows at once.
        """
        joined: list[Prepared] = []
        for shard in shards:
            kept = self._shards.get(shard.path)
            joined += read_values(shard.path, Prepared, shard.digest) if kept is None else kept
            if len(joined) >= BLOCK:
                yield InstanceBlock(joined)
                joined = []
        if joined:
            yield InstanceBlock(joined)
