"""One kind for each name in a text, whichever kinds a recognizer gave to its occurrences."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Final

from builders.atlas import PlaceIndex
from builders.countries import FEDERAL
from builders.places import alias_key, country_key
from builders.spans.relations import kind_of
from builders.spans.thresholds import TABLE
from builders.text import fold_key
from builders.types import PLACE_TYPES, Entity, EntityType, Mention, TypedSpan
from name_collections.kinds import UNIQUE, kinds

_THINGS: Final = frozenset({"ORG", "PLACE"})
_NATIONS: Final = frozenset({"COUNTRY", "NORP"})
_UNLIKE: Final[frozenset[EntityType]] = frozenset({"ORG", "LOC"})
_SURE: Final[float] = TABLE["surname"]["most"]
_AFTER_THE: Final = re.compile(r"\b[Tt]he[ _]$")


def of_one_kind(text: str, spans: Sequence[TypedSpan]) -> Sequence[TypedSpan]:
    """Return the spans of names in a text with one type for every name of several words.

    If such a name was recognized both as an organization and as a place, or as a town and as
    another place, it gets the type for which the scores have the largest sum. Otherwise it would
    become two entities, of which perhaps only one would be renamed. The names of persons are left
    as they are.
    """
    scores: dict[str, dict[EntityType, float]] = defaultdict(lambda: defaultdict(float))
    for span in spans:
        name = text[span.start : span.end]
        if " " in name and kind_of(span.type) in _THINGS:
            scores[name][span.type] += span.score
    best = {
        name: max(its, key=its.__getitem__)
        for name, its in scores.items()
        if not _UNLIKE.isdisjoint(its)
    }
    return [
        replace(span, type=best.get(text[span.start : span.end], span.type))
        if kind_of(span.type) in _THINGS
        else span
        for span in spans
    ]


def as_places(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> Sequence[TypedSpan]:
    """Return the spans of names in a text, of which those of countries and states are places.

    A text calls teams and governments by these names, too: in whichever sense Alabama is meant, it
    gets one new name. A name that the text also has as that of a place is such a place everywhere.
    """
    types = {text[one.start : one.end]: one.type for one in spans if kind_of(one.type) == "PLACE"}
    return [
        replace(span, type=_large_place(text[span.start : span.end], types, places))
        if span.type == "ORG"
        else span
        for span in spans
    ]


def _large_place(name: str, types: Mapping[str, EntityType], places: PlaceIndex) -> EntityType:
    """Return the type of a country or of a state of a federal country, or ORG for another name.

    `types` has the types of the places that the text names. A name that a country and a state
    share says too little, and one that a state and a well-known town share means the town.
    """
    key = fold_key(name)
    is_state = not places.states.get(key, frozenset()).isdisjoint(FEDERAL)
    is_country = country_key(name) in places.countries
    if (not is_state and not is_country) or kinds("LOCATION").names.get(key) == UNIQUE:
        return "ORG"
    if name in types:
        return types[name]
    if is_state:
        return "ORG" if is_country else "CITY" if places.is_famous_city(key) else "STATE"
    return "COUNTRY"


def named_as_in_title(
    mentions: dict[str, Sequence[Mention]], entities: dict[str, Entity], known: Container[str]
) -> tuple[dict[str, Sequence[Mention]], dict[str, Entity]]:
    """Return the mentions in each field and the entities, with one for a place in the title.

    A question may speak of Alabama as of a town where the title has it as a state. `known` has the
    ids of the entities that the passage names; these are left as they are.
    """
    places = {
        key: one for key, one in entities.items() if one.type in PLACE_TYPES and key not in known
    }
    titles = (places.get(one.entity) for one in mentions.get("title", ()))
    named = {alias_key(one.name): one for one in titles if one}
    same = {key: named.get(alias_key(one.name), one) for key, one in places.items()}
    if all(key == one.id for key, one in same.items()):
        return mentions, entities

    def renamed(mention: Mention) -> Mention:
        place = same.get(mention.entity)
        return replace(mention, type=place.type, entity=place.id) if place else mention

    found: dict[str, Sequence[Mention]] = {
        field: tuple(map(renamed, its)) for field, its in mentions.items()
    }
    return found, {key: one for key, one in entities.items() if same.get(key, one) is one}


def as_persons(
    text: str, spans: Sequence[TypedSpan], last_names: Container[str]
) -> Sequence[TypedSpan]:
    """Return the spans of names in a text, of which those that are `last_names` are persons.

    If the title has Paul Holm, then Holm is a person in the passage, and if the passage has Paul
    Holm, then Holm is a person in the questions about it. Countries and peoples (French), names
    after "the" (the West), and names that are probably right as they are (London) stay.
    """

    def is_person(span: TypedSpan) -> bool:
        is_last = text[span.start : span.end] in last_names and span.score < _SURE
        return is_last and span.type not in _NATIONS and not _AFTER_THE.search(text[: span.start])

    return [replace(span, type="PERSON") if is_person(span) else span for span in spans]
