"""Entities that are not renamed because another one is not: the people of a country that stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from builders.perturbations.swap_entities import TRIBE, State, SwapEntity

Left = Mapping[str, str]
"""The ids of entities that are not renamed, each with the reason."""
_Place = str | State
"""A country, by its folded name, or a state."""


def with_their_own(left: Left, items: Iterable[SwapEntity]) -> Left:
    """Return `left` with all that belongs to the countries and states in it, for their reasons.

    `items` are the entities of the instance. If Albania or the Albanians cannot be renamed
    everywhere in it, both stay, and so do Durrës and the Bank of Albania.
    """
    own = tuple(items)
    stay = {
        place: left[one.entity.id]
        for one in reversed(own)
        if one.entity.id in left
        for place in _told(one)
    }
    more = {one.entity.id: stay[place] for one in own for place in _around(one) if place in stay}
    return {**more, **left}


def _told(item: SwapEntity) -> Iterator[_Place]:
    """Yield the country or state that an entity is or, for a people, is called after."""
    is_people = item.swap_type == "NATIONALITY" and item.kind != TRIBE
    if item.homeland and (item.swap_type == "COUNTRY" or is_people):
        yield item.homeland
    if item.state and item.swap_type == "LOCATION":
        yield item.state


def _around(item: SwapEntity) -> Iterator[_Place]:
    """Yield the country and the state to which an entity belongs, as far as they are known."""
    if item.homeland:
        yield item.homeland
    yield from (place for place in (item.state, item.within) if place)
