"""One kind for each name in a text, whichever kinds a recognizer gave to its occurrences."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import replace
from typing import Final

from builders.places import country_key
from builders.spans.relations import kind_of
from builders.spans.thresholds import TABLE
from builders.text import fold_key
from builders.types import EntityType, TypedSpan
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


def as_places(
    text: str, spans: Sequence[TypedSpan], countries: Container[str]
) -> Sequence[TypedSpan]:
    """Return the spans of names in a text, of which those of countries and states are places.

    `countries` has the keys of the countries (`country_key`). A text calls teams and governments by
    these names, too: in whichever sense Alabama is meant, it gets one new name.
    """

    def large(name: str) -> EntityType | None:
        kind = kinds("LOCATION").names.get(fold_key(name))
        if kind != UNIQUE and country_key(name) in countries:
            return "COUNTRY"
        return "STATE" if kind == "state" else None

    return [
        replace(span, type=large(text[span.start : span.end]) or "ORG")
        if span.type == "ORG"
        else span
        for span in spans
    ]


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
