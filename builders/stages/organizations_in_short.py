"""Places in a question that stand for an organization: Heidelberg for the University of Heidelberg.

The passage does not name the place itself, but has an organization that is called after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from builders.spans.relations import kind_of
from builders.text import fold_key, occurs_in
from builders.types import Entity, Mention
from name_collections.kinds import kinds

_CALLED: Final = frozenset({"club", "school", "team", "university"})
"""The kinds of organizations that are called by the name of their place."""
_IN: Final = re.compile(r"\bin (?:[^\W\d_][\w'-]*,? (?:and |or )?)?$", re.IGNORECASE)
"""Matches "in" before a place, or before another place and this one."""


def in_short(
    text: str,
    mentions: Sequence[Mention],
    new: Iterable[Entity],
    of_passage: Mapping[str, Entity],
) -> tuple[tuple[Mention, ...], tuple[Entity, ...]]:
    """Return the mentions in a field, and its new entities without the places meant in short.

    `new` are the entities that the passage (`of_passage`, by id) does not have. The mentions of a
    place among them become those of the only university, school or club in the passage whose name
    contains that of the place, unless they follow "in" (in Heidelberg). A country is a country also
    there: Canada beside the Bank of Canada.
    """
    inside = {one.entity for one in mentions if _IN.search(text, 0, one.start)}
    owners = {
        one.id: _called_after(one, of_passage.values()) if one.id not in inside else None
        for one in new
    }
    return (
        tuple(
            replace(mention, type="ORG", entity=owner.id)
            if (owner := owners.get(mention.entity)) is not None
            else mention
            for mention in mentions
        ),
        tuple(one for one in new if owners[one.id] is None),
    )


def _called_after(place: Entity, others: Iterable[Entity]) -> Entity | None:
    """Return the only one of some entities whose name contains that of a place, or None.

    It must be an organization of a kind that is called in short.
    """
    if kind_of(place.type) != "PLACE" or place.type == "COUNTRY":
        return None
    found = [one for one in others if occurs_in(fold_key(one.name), fold_key(place.name))]
    is_one = len(found) == 1 and found[0].type == "ORG"
    return found[0] if is_one and kinds("ORGANIZATION").of(found[0].name) in _CALLED else None
