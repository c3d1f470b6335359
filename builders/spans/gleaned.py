"""What an instance says of its names as a whole, gathered before any of them is decided."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from builders.atlas import PlaceIndex
from builders.spans.elsewhere import homes
from builders.spans.knowledge import Lexicon
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
    name; `waters` those that a river or a mountain bears; `plain` those that stand without "the";
    `common` the first words of forms that a lexicon knows as words; `homes` tells what region the
    passage puts a town in.
    """

    entities: tuple[Entity, ...]
    forms: Mapping[str, tuple[Sought, ...]]
    small: frozenset[str]
    persons: frozenset[str]
    places: frozenset[str]
    waters: frozenset[str]
    plain: frozenset[str]
    question: str
    common: frozenset[str]
    homes: Mapping[tuple[str, ...], str]
    index: PlaceIndex | None

    @staticmethod
    def of(
        fields: Sequence[tuple[str, str]],
        entities: tuple[Entity, ...],
        spans: Mapping[str, Sequence[TypedSpan]],
        index: PlaceIndex | None,
        lexicon: Lexicon | None = None,
    ) -> Gleaned:
        """Read all fields (name and text) with what a recognizer found in each text."""
        forms = sought_forms(entities)
        persons = {w for e in entities if e.type == "PERSON" for w in _lone_words(e)}
        places = {fold_key(e.name) for e in entities if e.type in PLACE_TYPES}
        places |= {word for word in persons if index is not None and _is_known(index, word)}
        telling = _telling(forms, lexicon)
        small: set[str] = set()
        waters: set[str] = set()
        plain: set[str] = set()
        for name, text in fields:
            found = Words(text, is_prose=name == "context")
            if found.has_capitals:
                small.update(_small_words(found, telling))
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
        common = frozenset(w for w in forms if lexicon is not None and lexicon.is_common(w))
        return Gleaned(entities, forms, frozenset(small), frozenset(persons), frozenset(places),
                      frozenset(waters), frozenset(plain), question, common,
                      _homes(fields, forms, index), index)  # fmt: skip


def _homes(
    fields: Sequence[tuple[str, str]],
    forms: Mapping[str, tuple[Sought, ...]],
    index: PlaceIndex | None,
) -> Mapping[tuple[str, ...], str]:
    if index is None or not fields:
        return {}
    sought = [form for some in forms.values() for form in some]
    return homes(Words(fields[0][1], is_prose=True), sought, index)


def _small_words(text: Words, named: Mapping[str, Sequence[Sought]]) -> Iterator[str]:
    """Yield the words written small that are not part of a whole name written so."""
    at = 0
    while at < len(text):
        size = _whole_name(text, at, named.get(text.words[at], ()))
        if size == 0 and text.surface(at).islower():
            yield text.words[at]
        at += size or 1


def _whole_name(text: Words, at: int, forms: Iterable[Sought]) -> int:
    """Return how many words the form has that stands at a word; 0 if none does."""
    for form in forms:
        size = len(form.words)
        if tuple(text.words[at : at + size]) == form.words and all(
            text.gap(at + step) == want for step, want in enumerate(form.gaps)
        ):
            return size
    return 0


def _telling(
    forms: Mapping[str, tuple[Sought, ...]], lexicon: Lexicon | None
) -> Mapping[str, Sequence[Sought]]:
    """Return the forms of several words that are no mere words of English: "novi sad"."""
    if lexicon is None:
        return {}
    return {
        word: [form for form in some if not all(map(lexicon.is_common, form.words))]
        for word, some in ((w, [f for f in fs if len(f.words) > 1]) for w, fs in forms.items())
        if some
    }


def _is_known(index: PlaceIndex, word: str) -> bool:
    """Tell whether everybody knows a place of that name; any surname is a town's somewhere."""
    return index.is_country(word) or word in index.states or index.is_famous_city(word)


def _lone_words(entity: Entity) -> tuple[str, ...]:
    return tuple(fold_key(part) for part in (entity.first, entity.last) if part)
