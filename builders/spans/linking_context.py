"""Facts about all names of an instance, collected before any name is decided."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from builders.atlas import PlaceIndex
from builders.names import COMMON_WORDS, DAYS, MONTHS, OPENERS, SUFFIXES, is_title
from builders.predicates import is_predicate
from builders.spans.city_or_namesake import homes
from builders.spans.knowledge import Lexicon
from builders.spans.search_forms import SearchForm, search_forms
from builders.spans.text_words import Words
from builders.spans.usage import DETERMINERS, EPITHETS, WATERS
from builders.text import fold_key
from builders.types import PLACE_TYPES, Entity, TypedSpan

_WATER: Final = re.compile(rf"\b{WATERS} ([A-Z]\w+)|\b([A-Z]\w+) {WATERS}\b")
_REGION: Final = re.compile(r"\b([A-Z]\w+) (?:state|city|county|province)\b")
_TOWN: Final = re.compile(r"(\w+), $")
_TOWN_LENGTH: Final = 40
_SHORT: Final = 3
LETTER_WORDS: Final = frozenset({"a", "i", "o"})
"""Words that are also initials."""


@dataclass(frozen=True, slots=True)
class LinkingContext:
    """The forms to search for, the lower-case words, and the kinds of names that words belong to.

    `persons` and `places` are folded words in names of persons and places; `rare_places` are
    those that only a list of provinces has; `waters` are names of rivers or mountains; `plain`
    are words that occur without "the"; `common` are first words of forms that the lexicon knows;
    `unknown_words` are words that it does not know; `partners` are the other parts of first and
    last names; `homes` are the regions of cities in the passage; `pairs` are names of two words
    that contain a form and belong to another entity.
    """

    entities: tuple[Entity, ...]
    forms: Mapping[str, tuple[SearchForm, ...]]
    lower_case: frozenset[str]
    persons: frozenset[str]
    places: frozenset[str]
    rare_places: frozenset[str]
    waters: frozenset[str]
    plain: frozenset[str]
    question: str
    common: frozenset[str]
    unknown_words: frozenset[str]
    partners: Mapping[str, frozenset[str]]
    homes: Mapping[tuple[str, ...], str]
    pairs: frozenset[tuple[str, str]]
    index: PlaceIndex | None

    @staticmethod
    def of(
        fields: Sequence[tuple[str, str]],
        entities: tuple[Entity, ...],
        spans: Mapping[str, Sequence[TypedSpan]],
        index: PlaceIndex | None,
        lexicon: Lexicon | None = None,
    ) -> LinkingContext:
        """Collect from all fields (name and text), with what a recognizer found in each text."""
        forms = search_forms(entities)
        persons = {w for e in entities if e.type == "PERSON" for w in _lone_words(e)}
        places = {fold_key(e.name) for e in entities if e.type in PLACE_TYPES}
        listed = {word for word in persons if index is not None and _is_known(index, word)}
        distinctive = _distinctive_forms(forms, lexicon)
        common = frozenset(w for w in forms if lexicon is not None and lexicon.is_common(w))
        unknown_words = _unknown_words(forms, common) if lexicon is not None else frozenset[str]()
        listed_small = frozenset(
            w for w in unknown_words if index is not None and _is_listed(index, w)
        )
        lower_case: set[str] = set()
        waters: set[str] = set()
        plain: set[str] = set()
        pairs: set[tuple[str, str]] = set()
        for name, text in fields:
            found = Words(text, is_prose=name == "context")
            if found.has_capitals:
                known = listed_small if found.is_prose else frozenset[str]()
                lower_case.update(_lower_case_words(found, distinctive, unknown_words - known))
            plain.update(
                w for at, w in enumerate(found.words) if not (at and found.words[at - 1] == "the")
            )
            waters.update(fold_key(a or b) for a, b in _WATER.findall(text))
            places.update(map(fold_key, _REGION.findall(text)))
            pairs.update(_longer_pairs(found, forms, spans.get(text, ())))
            for span in spans.get(text, ()):
                surface = fold_key(text[span.start : span.end])
                if span.type == "PERSON" and " " in surface:
                    persons.update(surface.partition(" of ")[0].split())
                elif span.type in PLACE_TYPES:
                    places.add(surface)
                    before = text[max(0, span.start - _TOWN_LENGTH) : span.start]
                    places.update(map(fold_key, _TOWN.findall(before)))
        rare = {w for w in listed - places if index is not None and not _is_famous(index, w)}
        places |= listed
        question = dict(fields).get("question", "")
        return LinkingContext(
            entities, forms, frozenset(lower_case), frozenset(persons), frozenset(places),
            frozenset(rare), frozenset(waters), frozenset(plain), question, common,
            unknown_words, _partners(entities), _homes(fields, forms, index),
            frozenset(pairs), index,
        )  # fmt: skip


def _partners(entities: Iterable[Entity]) -> Mapping[str, frozenset[str]]:
    """Return, for the word of a first or last name, the word of the other part."""
    found: dict[str, frozenset[str]] = {}
    for entity in entities:
        first, last = fold_key(entity.first), fold_key(entity.last)
        if entity.type == "PERSON" and first and last:
            found[first] = found.get(first, frozenset()) | {last}
            found[last] = found.get(last, frozenset()) | {first}
    return found


def _longer_pairs(
    text: Words, forms: Mapping[str, Sequence[SearchForm]], spans: Iterable[TypedSpan]
) -> Iterator[tuple[str, str]]:
    """Yield two capitalized words of which one is a form: the Red Cross, next to Nathan Cross.

    Such a pair does not count if a recognizer found the form alone, or if its first word opens a
    sentence.
    """
    if all(text.is_capital(at) or text.words[at] in OPENERS for at in range(len(text))):
        return  # In a title every word has a capital: Kenya Wins Gold.
    seen = {(span.start, span.end) for span in spans}
    for at in range(1, len(text)):
        left, right = at - 1, at
        near, other = (left, right) if text.words[left] in forms else (right, left)
        if text.words[near] not in forms or not _is_other_word(text, other, forms):
            continue
        bare = other == left and text.opens(left)
        written = text.spaced(at) and text.has_lower_case(left) and text.has_lower_case(right)
        if (
            written
            and text.is_capital(near)
            and not bare
            and text.source(near, near + 1) not in seen
        ):
            yield text.words[left], text.words[right]


def _is_other_word(text: Words, at: int, forms: Mapping[str, Sequence[SearchForm]]) -> bool:
    """Return whether a capitalized word is neither a form nor a word that may precede any name."""
    word = text.words[at]
    if not text.is_capital(at) or word in forms or is_title(word):
        return False
    return word not in OPENERS | MONTHS | DAYS | SUFFIXES | EPITHETS


def _homes(
    fields: Sequence[tuple[str, str]],
    forms: Mapping[str, tuple[SearchForm, ...]],
    index: PlaceIndex | None,
) -> Mapping[tuple[str, ...], str]:
    if index is None or not fields:
        return {}
    sought = [form for some in forms.values() for form in some]
    return homes(Words(fields[0][1], is_prose=True), sought, index)


def _unknown_words(forms: Iterable[str], common: frozenset[str]) -> frozenset[str]:
    """Return the words that are not English: kovalia."""
    longer = (word for word in forms if len(word) > _SHORT and word.isalpha())
    return frozenset(longer) - common - COMMON_WORDS


def _lower_case_words(
    text: Words, named: Mapping[str, Sequence[SearchForm]], unknown_words: frozenset[str]
) -> Iterator[str]:
    """Yield the lower-case words that are not part of a full lower-case name.

    A coined word may also be a lower-case name, unless it is used as a noun ("a volt").
    """
    at = 0
    while at < len(text):
        size = _whole_name(text, at, named.get(text.words[at], ()))
        is_small = size == 0 and text.surface(at).islower()
        if is_small and not _may_be_named(text, at, unknown_words):
            yield text.words[at]
        at += size or 1


def _may_be_named(text: Words, at: int, unknown_words: frozenset[str]) -> bool:
    """Return whether a lower-case word is part of an address, or a coined word but not a noun."""
    if text.is_unsearched(*text.source(at, at + 1)):
        return True
    if text.words[at] not in unknown_words or (at and text.words[at - 1] in DETERMINERS):
        return False
    after = text.words[at + 1] if at + 1 < len(text) else ""
    return is_predicate(after) or not after.endswith("s")  # Lima, but lima beans.


def _whole_name(text: Words, at: int, forms: Iterable[SearchForm]) -> int:
    """Return the number of words of the form that occurs at a word, or 0."""
    for form in forms:
        size = len(form.words)
        if form.words[0] in LETTER_WORDS and at + 1 < len(text) and "." not in text.between(at):
            continue  # A wren is not A. Wren.
        if tuple(text.words[at : at + size]) == form.words and all(
            text.gap(at + step) == want for step, want in enumerate(form.gaps)
        ):
            return size
    return 0


def _distinctive_forms(
    forms: Mapping[str, tuple[SearchForm, ...]], lexicon: Lexicon | None
) -> Mapping[str, Sequence[SearchForm]]:
    """Return the forms of several words that are not just English words: "novi sad"."""
    if lexicon is None:
        return {}
    return {
        word: [form for form in some if not all(map(lexicon.is_common, form.words))]
        for word, some in ((w, [f for f in fs if len(f.words) > 1]) for w, fs in forms.items())
        if some
    }


def _is_known(index: PlaceIndex, word: str) -> bool:
    """Return whether a place with that name is well known; most surnames are those of some town."""
    return index.is_country(word) or word in index.states or index.is_famous_city(word)


def _is_listed(index: PlaceIndex, word: str) -> bool:
    """Return whether the lists have a place with that name, which things may share (java)."""
    return index.is_country(word) or word in index.states or index.is_listed_city(word)


def _is_famous(index: PlaceIndex, word: str) -> bool:
    """Return whether a place with that name is better known than a person."""
    return index.is_country(word) or index.is_american_state(word) or index.is_famous_city(word)


def _lone_words(entity: Entity) -> tuple[str, ...]:
    return tuple(fold_key(part) for part in (entity.first, entity.last) if part)
