"""Names that change with the names in an answer: of a place, of its people, and of a family.

If an answer is Salem Community College, and Salem becomes Dewart, then Salem County becomes Dewart
County. If an answer is Denmark, the Danes change with it. If it is Ada Holm, her brother Ole Holm
changes, too.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from builders.asked import QUESTION_WORDS
from builders.countries import people_of_state
from builders.perturbations.swapped_types import is_of_no_country
from builders.places import alias_key, country_key
from builders.spans.aliases import nationality_key, singular_people
from builders.spans.answer_entities import PEOPLE_STAYS, REGION_ASKED, Identified, word_spans
from builders.spans.knowledge import Knowledge
from builders.spans.missed_mentions import WORD_BEFORE
from builders.stages.organization_places import is_country_after_of
from builders.text import fold_key
from builders.types import Entity, Mention, PerturbableSpan

_PLACES: Final = frozenset({"COUNTRY", "STATE", "CITY"})


def with_related(
    found: Identified,
    entities: Collection[Entity],
    knowledge: Knowledge,
    homelands: Mapping[str, frozenset[str]],
) -> Identified:
    """Return `found` with the spans of other entities that change with its spans (`related`).

    `entities` are all entities of the instance. `homelands` has the countries of each people;
    its names are folded.
    """
    spans = [span for own in found.spans.values() for span in own]
    names = {entity.id: entity for entity in entities}
    places = {
        fold_key(name): span
        for span in reversed(spans)
        if span.span_type in _PLACES
        for name in (*_other_names(span, names), span.surface)
    }
    surnames = {fold_key(span.surface): span for span in spans if span.span_type == "LAST"}
    own = {span.entity for span in spans}
    related: list[PerturbableSpan] = []
    if surnames:
        related += _family(entities, surnames, own)
    if places:
        related += _of_places(entities, places, own, knowledge, homelands)
    return replace(found, related=tuple(related)) if related else found


def places_of_peoples(
    found: Identified, entities: Iterable[Entity], homelands: Mapping[str, frozenset[str]]
) -> dict[str, str]:
    """Return the entities of the cities and states in `found` whose people is among `entities`.

    The result maps their ids to the reason why they cannot be renamed: their peoples have no new
    names. `homelands` is as in `with_related`.
    """
    named = {home for one in entities if one.type == "NORP" for home in _homes(one.name, homelands)}
    spans = (span for its in found.spans.values() for span in its if named)
    return {
        span.entity: PEOPLE_STAYS
        for span in spans
        if span.span_type in {"STATE", "CITY"} and fold_key(span.surface) in named
    }


def places_of_regions(
    found: Identified, question: str, mentions: Iterable[Mention]
) -> dict[str, str]:
    """Return the places in `found` if the question asks for them by their part of the world.

    "Which African country" does, for example, but not "which African club"; `mentions` are those in
    the question. The result maps the ids of the places to the reason why they cannot be renamed.
    """
    asks = any(_asks_for(question, mention) for mention in mentions if mention.type == "NORP")
    spans = found.spans.get("GPE", ()) if asks else ()
    return {span.entity: REGION_ASKED for span in spans if span.span_type in _PLACES}


def _asks_for(question: str, mention: Mention) -> bool:
    """Return whether a mention after a question word is a people or religion of no one country."""
    before = WORD_BEFORE.search(question[: mention.start])
    is_after = before is not None and before[1].lower() in QUESTION_WORDS
    return is_after and is_of_no_country(fold_key(question[mention.start : mention.end]))


def _homes(people: str, homelands: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the countries and places of a people; the names are folded."""
    keys = (fold_key(people), nationality_key(people))
    return next(filter(None, map(homelands.get, keys)), frozenset())


def _family(
    entities: Iterable[Entity], surnames: Mapping[str, PerturbableSpan], own: Container[str]
) -> Iterator[PerturbableSpan]:
    """Yield the last names of other persons who share that of a person in an answer."""
    for entity in entities:
        if entity.type != "PERSON" or entity.id in own:
            continue
        last = fold_key(entity.last or entity.name)
        # The Holms are the family of Ada Holm.
        keys = (last, last.removesuffix("s")) if not entity.first else (last,)
        shared = next(filter(None, map(surnames.get, keys)), None)
        if shared is not None:
            yield replace(shared, entity=entity.id)


def _other_names(span: PerturbableSpan, entities: Mapping[str, Entity]) -> tuple[str, ...]:
    """Return the other names of a place whose whole name a span is (New York for New York City)."""
    entity = entities.get(span.entity)
    return entity.aliases if entity is not None and entity.name == span.surface else ()


def _of_places(
    entities: Iterable[Entity],
    places: Mapping[str, PerturbableSpan],
    own: Container[str],
    knowledge: Knowledge,
    homelands: Mapping[str, frozenset[str]],
) -> Iterator[PerturbableSpan]:
    """Yield the spans of places in other names, and those of peoples."""
    countries = [span for span in places.values() if span.span_type == "COUNTRY"]
    lands = {country_key(span.surface): span for span in countries}
    # The Ottomans change with the Ottoman Empire.
    peoples = ((people_of_state(alias_key(span.surface)), span) for span in countries)
    states = {people: span for people, span in peoples if people}
    for entity in entities:
        if entity.id in own:
            continue
        if entity.type in {"NORP", "ORG"}:
            yield from _people(entity, lands, states, homelands)
        if entity.type != "NORP":
            yield from _named_after(entity, places, lands, knowledge)


def _people(
    entity: Entity,
    lands: Mapping[str, PerturbableSpan],
    states: Mapping[str, PerturbableSpan],
    homelands: Mapping[str, frozenset[str]],
) -> Iterator[PerturbableSpan]:
    """Yield the spans of peoples whose country, or the state called after them, has a span.

    They are the name of a people, or a word in the name of an organization (Indian Railways).
    """
    is_people = entity.type == "NORP"
    # A question may write "macedonian", but new names begin with a capital.
    whole = entity.name.title() if entity.name.islower() else entity.name
    for name in [singular_people(whole)] if is_people else entity.name.split():
        homes = map(country_key, _homes(name, homelands))
        found = [lands[home] for home in homes if home in lands]
        land = found[0] if len(found) == 1 else states.get(nationality_key(name))
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
    words = entity.name.split() if entity.type == "ORG" else []
    for at, word in enumerate(words):
        # America is also a continent, but not in Bank of America.
        if is_country_after_of(words[:at], word, lands):
            found[replace(lands[country_key(word)], entity=entity.id)] = None
    yield from found


def _may_contain(entity: Entity, places: Collection[str], lands: Collection[str]) -> bool:
    """Return whether a name may contain one of some places; this is fast."""
    key = fold_key(entity.name)
    return bool(lands) or any(place in key for place in places)
