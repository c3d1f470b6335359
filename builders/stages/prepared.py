"""A prepared instance: everything about it that is computed once, before new names are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from builders.spans.answer_entities import Identified
from builders.types import Entity, Example, Mention, Value


@dataclass(frozen=True, slots=True)
class Prepared(Value):
    """An instance with its mentions in all fields, and the entities of the mentions."""

    example: Example
    mentions: Mapping[str, Sequence[Mention]]
    """The mentions by field. A name inside a longer name is left out: it changes with that name."""
    entities: Mapping[str, Entity]
    """The entities by id, in the order of first mention; those of the passage come first."""
    in_passage: int
    """The number of entities of the passage."""
    identified: Identified | None = None
    """The perturbable spans of the answers, or None if entity renaming is not wanted."""
    alone: Mapping[str, str] = field(default_factory=dict)
    """The ids of the entities that EntSwap does not rename, each with the reason."""
    misc: Mapping[str, Sequence[Mention]] = field(default_factory=dict)
    """The names of events, works and things by field; names inside these names are not changed."""

    def all_mentions(self) -> Mapping[str, Sequence[Mention]]:
        """Return all mentions by field, those of events, works and things (`misc`) at the end."""
        return joined(self.mentions, self.misc)


def joined(
    mentions: Mapping[str, Sequence[Mention]], misc: Mapping[str, Sequence[Mention]]
) -> Mapping[str, Sequence[Mention]]:
    """Return, for each field, its `mentions` followed by its mentions in `misc`.

    The mentions in `misc` are the names of events, works and things.
    """
    if not any(misc.values()):
        return mentions
    return {name: (*own, *misc.get(name, ())) for name, own in mentions.items()}
