"""A prepared instance: everything that is found out once, before any name is drawn."""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builders.releases.parquet import writing
from builders.spans.renaming import Identified
from builders.types import Entity, Example, Mention, Value


@dataclass(frozen=True, slots=True)
class Prepared(Value):
    """An instance with its mentions in all fields and the entities they refer to.

    `mentions` are by field, the outermost ones alone: a name inside a longer one goes with it.
    `entities` holds those of the passage first, in the order of their first mention; the first
    `in_passage` of them are the passage's. `identified` is set for entity renaming only.
    """

    example: Example
    mentions: Mapping[str, Sequence[Mention]]
    entities: Mapping[str, Entity]
    in_passage: int
    identified: Identified | None = None


class Shards:
    """Prepared instances on disk, in order: what lets a build of any size stay in memory.

    They are read by the same build only and never leave the machine.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, index: int, instances: Sequence[Prepared]) -> Path:
        """Write shard `index`."""
        path = self.folder / f"{index:06d}.pickle"
        with writing(path):
            self.folder.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                pickle.dump(instances, file, protocol=pickle.HIGHEST_PROTOCOL)
        return path

    @staticmethod
    def read(paths: Iterable[Path]) -> Iterator[Sequence[Prepared]]:
        """Yield the shards one after the other."""
        for path in paths:
            with path.open("rb") as file:
                yield pickle.load(file)
