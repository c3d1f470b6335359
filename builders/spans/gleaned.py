"""What an instance says of its names as a whole, gathered before any of them is decided."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from builders.atlas import PlaceIndex
from builders.spans.sought import Sought, sought_forms
from builders.spans.textual import Words
from builders.spans.usage import WATERS
from builders.text import fold_key
from builders.types import PLACE_TYPES, Entity, TypedSpan

_WATER: Final = re.compile(rf"\b{WATERS} ([A-Z]\w+)|([A-Z]\w+) {WATERS}\b")
_REGION: Final = re.compile(r"\b([A-Z]\w+) (?:state|city|county|province)\b")
_TOWN: Final = re.compile(r"(\w+), $")
_TOWN_LENGTH: Final = 40


@dataclass(frozen=True, slots=True)
class Gleaned:
    """The forms looked for, the words written small, and what words are names of.

    `persons` and `places` are folded words that are, or are parts of, a person's or a place's
    name; `waters` those that a river or a mountain bears; `plain` those that stand without "the".
    """

    entities: tuple[Entity, ...]
    forms: Mapping[str, tuple[Sought, ...]]
    small: frozenset[str]
    persons: frozenset[str]
    places: frozenset[str]
    waters: frozenset[str]
    plain: frozenset[str]
    question: str

    @staticmethod
    def of(
        fields: Sequence[tuple[str, str]],
        entities: tuple[Entity, ...],
        spans: Mapping[str, Sequence[TypedSpan]],
        index: PlaceIndex | None,
    ) -> Gleaned:
        """Read all fields (name and text) with what a recognizer found in each text."""
        forms = sought_forms(entities)
        persons = {w for e in entities if e.type == "PERSON" for w in _lone_words(e)}
        places = {fold_key(e.name) for e in entities if e.type in PLACE_TYPES}
        places |= {word for word in persons if index is not None and _is_known(index, word)}
        small: set[str] = set()
        waters: set[str] = set()
        plain: set[str] = set()
        for name, text in fields:
            found = Words(text, is_prose=name == "context")
            if found.has_capitals:
                small.update(w for at, w in enumerate(found.words) if found.surface(at).islower())
            plain.update(
                w for at, w in enumerate(found.words) if not (at and found.words[at - 1] == "the")
            )
            waters.update(fold_key(a or b) for a, b in _WATER.findall(text))
            places.update(map(fold_key, _REGION.findall(text)))
            for span in spans.get(text, ()):
                surface = fold_key(text[span.start : span.end])
                if span.type == "PERSON" and " " in surface:
                    persons.update(surface.split())
                elif span.type in PLACE_TYPES:
                    places.add(surface)
                    before = text[max(0, span.start - _TOWN_LENGTH) : span.start]
                    places.update(map(fold_key, _TOWN.findall(before)))
        question = dict(fields).get("question", "")
        return Gleaned(entities, forms, frozenset(small), frozenset(persons), frozenset(places),
                      frozenset(waters), frozenset(plain), question)  # fmt: skip


def _is_known(index: PlaceIndex, word: str) -> bool:
    """Tell whether everybody knows a place of that name; any surname is a town's somewhere."""
    return index.is_country(word) or word in index.states or index.is_famous_city(word)


def _lone_words(entity: Entity) -> tuple[str, ...]:
    return tuple(fold_key(part) for part in (entity.first, entity.last) if part)
