"""Which of a passage's places, organizations and nationalities are one entity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from builders.spans.aliases import (
    acronyms,
    fullest,
    is_acronym,
    is_short_form,
    name_key,
    org_words,
    place_forms,
    singular_nation,
)
from builders.spans.tied import Tied, first_spelling
from builders.text import fold_key
from builders.types import PLACE_TYPES, Entity, EntityType, TypedSpan

Slot = tuple[str, str]
"""Type and key of an entity while the passage is read."""
_Moves = Mapping[Slot, Slot]


@dataclass(slots=True)
class _Thing:
    """An entity while the passage is read."""

    type: EntityType
    key: str
    surfaces: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """Return the id: type and key."""
        return f"{self.type}:{self.key}"

    def entity(self) -> Entity:
        """Return what is known of it; a people's name is its singular, "Norman" for Normans."""
        names = self.surfaces
        if self.type == "NORP":
            names = [singular_nation(surface) for surface in names]
            name = min(names, key=lambda name: (fold_key(name) != self.key, name.isupper()))
        else:
            name = fullest(names)
        others = {fold_key(other): other for other in reversed(names)}
        others.pop(fold_key(name))
        ordered = sorted(others.values(), key=names.index)
        return Entity(self.id, self.type, name, aliases=tuple(ordered))


def tie_things(context: str, spans: Sequence[TypedSpan]) -> Tied:
    """Tie equal keys first, then unresolved places, acronyms and short forms."""
    things: dict[Slot, _Thing] = {}
    members: list[tuple[TypedSpan, Slot]] = []
    for span in spans:
        surface = context[span.start : span.end]
        slot: Slot = (span.type, name_key(span.type, surface))
        things.setdefault(slot, _Thing(span.type, slot[1])).surfaces.append(surface)
        members.append((span, slot))
    moves = {**_resolved(things), **_short_places(things), **_short_orgs(things)}
    owner: dict[TypedSpan, str] = {}
    kept: dict[str, _Thing] = {}
    for slot, thing in things.items():
        target = _end(moves, slot)
        if target != slot:
            things[target].surfaces.extend(thing.surfaces)
    for span, slot in members:
        thing = things[_end(moves, slot)]
        owner[span] = thing.id
        kept[thing.id] = thing
    return Tied(
        owner,
        {key: kept[key].entity() for key in sorted(kept)},
        {},
        {key: first_spelling(thing.surfaces) for key, thing in kept.items()},
    )


def _end(moves: _Moves, slot: Slot) -> Slot:
    seen = {slot}
    while slot in moves and moves[slot] not in seen:
        slot = moves[slot]
        seen.add(slot)
    return slot


def _only(slots: Iterable[Slot]) -> Slot | None:
    found = list(slots)
    return found[0] if len(found) == 1 else None


def _resolved(things: Mapping[Slot, _Thing]) -> dict[Slot, Slot]:
    """Send a place of unknown kind to the one place of that name whose kind is known."""
    moves = {}
    for slot in things:
        if slot[0] == "GPE":
            known = (other for other in things if other[0] in PLACE_TYPES and _same(slot, other))
            target = _only(known)
            if target is not None:
                moves[slot] = target
    return moves


def _same(slot: Slot, other: Slot) -> bool:
    return slot != other and slot[1] == other[1]


def _short_places(things: Mapping[Slot, _Thing]) -> dict[Slot, Slot]:
    """Send "Pacific" to "Pacific Ocean", where both are places of one kind."""
    full: dict[Slot, list[Slot]] = {}
    for slot, thing in things.items():
        if slot[0] in PLACE_TYPES:
            for form in place_forms(thing.type, thing.surfaces[0]):
                full.setdefault((slot[0], form), []).append(slot)
    moves = {}
    for short, targets in full.items():
        if short in things and len(targets) == 1:
            moves[short] = targets[0]
    return moves


def _short_orgs(things: Mapping[Slot, _Thing]) -> dict[Slot, Slot]:
    """Send an acronym or a short form to the one organization that it can stand for."""
    orgs = {slot: thing for slot, thing in things.items() if slot[0] == "ORG"}
    if len(orgs) < 2:
        return {}
    words = {slot: org_words(thing.surfaces[0]) for slot, thing in orgs.items()}
    letters = {slot: acronyms(thing.surfaces[0]) for slot, thing in orgs.items()}
    moves = {}
    for slot, thing in orgs.items():
        surface = thing.surfaces[0]
        key = fold_key(surface).replace(".", "")
        if is_acronym(surface):
            target = _only(other for other in orgs if key in letters[other])
        elif surface[:1].isupper():
            target = _only(other for other in orgs if is_short_form(words[slot], words[other]))
        else:
            target = None
        if target is not None:
            moves[slot] = target
    return moves
