"""Names that change with the names in an answer: other names of a place, and its people.

If an answer is Salem Community College, and Salem becomes Dewart, then Salem County becomes Dewart
County. If an answer is Denmark, the Danes change with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from builders.countries import people_of_state
from builders.places import alias_key, country_key
from builders.spans.aliases import nationality_key, singular_people
from builders.spans.answer_entities import Identified, word_spans
from builders.spans.knowledge import Knowledge
from builders.text import fold_key
from builders.types import Entity, PerturbableSpan


def with_related(
    found: Identified,
    entities: Iterable[Entity],
    knowledge: Knowledge,
    homelands: Mapping[str, str],
) -> Identified:
    """Return `found` with the spans of other entities that change with its spans (`related`).

    `entities` are all entities of the instance. `homelands` has the country of each people; its
    names are folded.
    """
    spans = [span for own in found.spans.values() for span in own]
    places = {fold_key(s.surface): s for s in spans if s.span_type in {"COUNTRY", "STATE", "CITY"}}
    if not places:
        return found
    countries = [span for span in places.values() if span.span_type == "COUNTRY"]
    lands = {country_key(span.surface): span for span in countries}
    # The Ottomans change with the Ottoman Empire.
    states = {people_of_state(alias_key(span.surface)): span for span in countries}
    own = {span.entity for span in spans}
    others = (entity for entity in entities if entity.id not in own)
    related = (
        span
        for entity in others
        for span in (
            _people(entity, lands, states, homelands)
            if entity.type == "NORP"
            else _named_after(entity, places, lands, knowledge)
        )
    )
    return replace(found, related=tuple(related))


def _people(
    entity: Entity,
    lands: Mapping[str, PerturbableSpan],
    states: Mapping[str, PerturbableSpan],
    homelands: Mapping[str, str],
) -> Iterator[PerturbableSpan]:
    """Yield the span of a people whose country, or the state called after it, has a span."""
    name = singular_people(entity.name)
    home = homelands.get(fold_key(name)) or homelands.get(nationality_key(name))
    land = lands.get(country_key(home)) if home else states.get(nationality_key(name))
    if land is not None:
        yield PerturbableSpan(entity.id, "NATIONALITY", name, country=land.surface)


def _named_after(
    entity: Entity,
    places: Mapping[str, PerturbableSpan],
    lands: Mapping[str, PerturbableSpan],
    knowledge: Knowledge,
) -> Iterator[PerturbableSpan]:
    """Yield the spans of places in the name of an entity that is not a person."""
    if entity.type == "PERSON" or not _may_contain(entity, places, lands):
        return
    found: dict[PerturbableSpan, None] = {}
    for part in word_spans(entity, knowledge):
        place = places.get(fold_key(part.surface))
        if place is None and part.span_type == "COUNTRY":
            place = lands.get(country_key(part.surface))
        if place is not None:
            found[replace(place, entity=entity.id)] = None
    yield from found


def _may_contain(entity: Entity, places: Collection[str], lands: Collection[str]) -> bool:
    """Return whether a name may contain one of some places; this is fast."""
    key = fold_key(entity.name)
    return bool(lands) or any(place in key for place in places)
