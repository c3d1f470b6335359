"""A prepared instance: everything that is computed once, before any name is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builders.spans.answer_entities import Identified
from builders.types import Entity, Example, Mention, Value


@dataclass(frozen=True, slots=True)
class Prepared(Value):
    """An instance with its mentions in all fields, and the entities of the mentions.

    `mentions` has the outermost mentions by field: a name inside a longer name is changed with
    that name. `entities` has the entities in the order of first mention; the first `in_passage`
    of them are those of the passage. `identified` is set for entity renaming only. `alone` has
    the entities that EntSwap does not rename, each with the reason. `misc` has the names of
    events, works and things by field; other names inside these are not changed.
    """

    example: Example
    mentions: Mapping[str, Sequence[Mention]]
    entities: Mapping[str, Entity]
    in_passage: int
    identified: Identified | None = None
    alone: Mapping[str, str] = field(default_factory=dict)
    misc: Mapping[str, Sequence[Mention]] = field(default_factory=dict)

    def read(self) -> Mapping[str, Sequence[Mention]]:
        """Return all mentions by field: `mentions`, followed by `misc`."""
        return joined(self.mentions, self.misc)


def joined(
    mentions: Mapping[str, Sequence[Mention]], misc: Mapping[str, Sequence[Mention]]
) -> Mapping[str, Sequence[Mention]]:
    """Return the mentions of each field, followed by the MISC mentions."""
    if not any(misc.values()):
        return mentions
    return {name: (*own, *misc.get(name, ())) for name, own in mentions.items()}
