"""A prepared instance: everything that is found out once, before any name is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builders.spans.answer_entities import Identified
from builders.types import Entity, Example, Mention, Value


@dataclass(frozen=True, slots=True)
class Prepared(Value):
    """An instance with its mentions in all fields and the entities they refer to.

    `mentions` are by field, the outermost ones alone: a name inside a longer one goes with it.
    `entities` holds those of the passage first, in the order of their first mention; the first
    `in_passage` of them are the passage's. `identified` is set for entity renaming only. `alone`
    are entities that EntSwap leaves alone, each with the reason. `misc` are names of events, works
    and things by field: what is a name elsewhere may stay in them.
    """

    example: Example
    mentions: Mapping[str, Sequence[Mention]]
    entities: Mapping[str, Entity]
    in_passage: int
    identified: Identified | None = None
    alone: Mapping[str, str] = field(default_factory=dict)
    misc: Mapping[str, Sequence[Mention]] = field(default_factory=dict)

    def read(self) -> Mapping[str, Sequence[Mention]]:
        """Return all that is read as a name, by field: `mentions`, then `misc`."""
        return joined(self.mentions, self.misc)


def joined(
    mentions: Mapping[str, Sequence[Mention]], misc: Mapping[str, Sequence[Mention]]
) -> Mapping[str, Sequence[Mention]]:
    """Return the mentions of each field, then those of type MISC."""
    if not any(misc.values()):
        return mentions
    return {name: (*own, *misc.get(name, ())) for name, own in mentions.items()}
