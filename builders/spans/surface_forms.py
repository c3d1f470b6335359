"""A search for the entities of a passage in a text in which no names have been recognized.

An entity is found by its forms: its names, first and last name, initials, plurals and well-known
aliases. Case, diacritics, hyphens and underscores are ignored in the comparison. Whether a match is
a name depends on the text. For example, "will" is not a name in a text with capitals.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice
from typing import Final, Literal, NamedTuple

from builders.lexicon.tables import words
from builders.names import (
    COMMON_WORDS,
    EVENT_HEADS,
    HEADS_AFTER,
    HEADS_OF,
    OPENERS,
    PLACE_MODIFIERS,
    is_title,
)
from builders.places import country_names
from builders.spans.aliases import acronyms, is_acronym
from builders.spans.persons import parse_person
from builders.text import fold, is_currency, is_whole
from builders.text import words as word_bounds
from builders.types import PLACE_TYPES, Entity, EntityType

Part = Literal["full", "first", "last", "alone", "family", "acronym"]
"""Which part of an entity's name a written form is.

"alone" is a lone first or last name if the passage has no longer name of the person. "family" is
the name of a whole family, such as a surname in the plural.
"""

_PLACE_CUES: Final = words("linking", "place_cues")
_DOTTED_ENDS: Final = words("linking", "dotted_ends")
_ACRONYM_WORDS: Final = words("linking", "acronym_words")
_ARTICLE: Final = re.compile(r"^the\s+(?=\w)")
_SEPARATOR: Final = re.compile(r"[\s.\-]*([^\s.\-]*)[\s.\-]*$")


class SearchedForm(NamedTuple):
    """A written form of an entity's name, such as only the last name, to be found in texts."""

    words: tuple[str, ...]
    """The folded words."""
    gaps: tuple[str, ...]
    """The texts between adjacent words, without spaces, full stops and hyphens."""
    entity: str
    """The id of the entity."""
    type: EntityType
    part: Part


class FoundForm(NamedTuple):
    """A place in a text, text[start:end], at which forms of entities' names were found.

    There are several forms if entities have a name in common.
    """

    start: int
    end: int
    forms: tuple[SearchedForm, ...]


@lru_cache(maxsize=65536)
def _form_words(surface: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the folded words of a name, and the texts between adjacent words."""
    folded = _ARTICLE.sub("", fold(surface).text)
    bounds = list(word_bounds(folded))
    gaps = tuple(
        _gap(folded[end:start])
        for (_, end), (start, _) in zip(bounds, islice(bounds, 1, None), strict=False)
    )
    return tuple(folded[start:end] for start, end in bounds), gaps


@lru_cache(maxsize=4096)
def _gap(between: str) -> str:
    """Return the text between two words without spaces, full stops and hyphens."""
    match = _SEPARATOR.match(between)
    return match.group(1) if match else between


@dataclass(frozen=True, slots=True)
class FormIndex:
    """An index of the forms in which the names of a passage's entities may be written."""

    by_word: Mapping[str, tuple[SearchedForm, ...]] = field(default_factory=dict)
    """The forms that begin with each word, the longest first."""
    context: str = ""
    """The passage."""

    @staticmethod
    def of(
        context: str, entities: Iterable[Entity], surfaces: Mapping[str, tuple[str, ...]]
    ) -> FormIndex:
        """Return the index for entities; `surfaces` maps entity ids to names in the passage."""
        by_word: dict[str, dict[SearchedForm, None]] = {}
        for entity in entities:
            for surface, part in _surfaces(entity, surfaces.get(entity.id, ())):
                form_words, gaps = _form_words(surface)
                if form_words:
                    form = SearchedForm(form_words, gaps, entity.id, entity.type, part)
                    by_word.setdefault(form_words[0], {})[form] = None
        return FormIndex({word: _longest_first(forms) for word, forms in by_word.items()}, context)

    def find(self, text: str) -> tuple[FoundForm, ...]:
        """Return the places where a text has forms in the index, from left to right.

        At each place, only the longest forms are returned.
        """
        return tuple(_Scan(self, text).run())

    def is_in_lower_case(self, word: str) -> bool:
        """Return whether the passage has this word in lower case, and so not as a name."""
        return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self.context) is not None


def _longest_first(forms: Collection[SearchedForm]) -> tuple[SearchedForm, ...]:
    return tuple(forms if len(forms) == 1 else sorted(forms, key=_longest))


def _longest(form: SearchedForm) -> tuple[int, str, str]:
    return -len(form.words), form.entity, form.part


def _surfaces(entity: Entity, seen: tuple[str, ...]) -> Iterator[tuple[str, Part]]:
    if entity.type == "PERSON":
        yield from _person_surfaces(entity, seen)
        return
    names = dict.fromkeys((entity.name, *seen))
    if entity.type in {"COUNTRY", "GPE"}:
        names.update(dict.fromkeys(country_names(entity.id.partition(":")[2])))
    for name in names:
        yield name, "acronym" if is_acronym(name) else "full"
    if entity.type == "NORP":
        yield entity.id.partition(":")[2], "full"
    elif entity.type == "ORG" and not is_acronym(entity.name):
        for letters in acronyms(entity.name):
            if len(letters) > 2:
                yield letters, "acronym"


def _person_surfaces(entity: Entity, seen: tuple[str, ...]) -> Iterator[tuple[str, Part]]:
    if entity.is_family:
        for surface in seen:
            yield surface, "family"
        return
    name = parse_person(entity.name)
    alone = not (name.last or name.tail)
    yield entity.name, "alone" if alone else "full"
    for surface in seen:
        if len(surface.split()) > 1:
            yield surface, "full"
    if name.first:
        yield name.first, "first"
    if name.last:
        yield name.last, "last"
        # A passage with "al-Turabi" may also have "Turabi" alone.
        parts = (surface for surface in seen if name.last.endswith((f"-{surface}", f" {surface}")))
        yield from ((surface, "last") for surface in parts)
        if name.given:
            yield f"{name.given[0]} {name.last}", "full"
            yield f"{name.given[0][0]}. {name.last}", "full"


class _Scan:
    """A search of one text for the forms of an index.

    The methods denote the words of the text by their indices, which start at 0.
    """

    def __init__(self, index: FormIndex, text: str) -> None:
        self.index = index
        self.text = text
        self.folded = fold(text)
        self.bounds = list(word_bounds(self.folded.text))
        self.words = [self.folded.text[start:end] for start, end in self.bounds]

    @cached_property
    def cased(self) -> bool:
        """Return whether the text has a capital that does not begin a sentence."""
        return any(self._is_capital(at) and not self._opens(at) for at in range(len(self.words)))

    def run(self) -> Iterator[FoundForm]:
        at = 0
        while at < len(self.words):
            word = self.words[at]
            if word not in self.index.by_word and word[-1] != "s":  # true for most words
                at += 1
                continue
            length, forms = self._longest_at(at)
            if forms:
                yield FoundForm(*self._source(at, at + length), forms)
            at += max(1, length)

    def _longest_at(self, at: int) -> tuple[int, tuple[SearchedForm, ...]]:
        """Return the number of words in the longest forms that match from word `at`, and the forms.

        If no form matches, return 0 and no forms.
        """
        known = self._known(at)
        if not known:
            return 0, ()
        fitting: dict[int, list[SearchedForm]] = {}
        for form in known:
            if self._fits(form, at):
                fitting.setdefault(len(form.words), []).append(form)
        for length in sorted(fitting, reverse=True):
            exact = [form for form in fitting[length] if form.words[0] == self.words[at]]
            forms = tuple(form for form in exact or fitting[length] if self._is_name_here(form, at))
            if forms:
                return length, self._more_probable(forms, at)
        return 0, ()

    def _known(self, at: int) -> tuple[SearchedForm, ...]:
        """Return the forms that begin with word `at`, or with this word without "s" or "es".

        Plurals have these endings, and so have possessives without an apostrophe.
        """
        word, by_word = self.words[at], self.index.by_word
        forms = by_word.get(word, ())
        if len(word) > 3 and word.endswith("s"):
            forms += by_word.get(word[:-1], ())
            if word.endswith("es"):
                forms += by_word.get(word[:-2], ())
        return forms

    def _fits(self, form: SearchedForm, at: int) -> bool:
        size = len(form.words)
        if at + size > len(self.words):
            return False
        if size == 1:
            return self.words[at] == form.words[0] or self._is_inflected(form, at)
        if tuple(self.words[at : at + size]) != form.words:
            return False
        return all(self._between(at + step) == gap for step, gap in enumerate(form.gaps))

    def _is_inflected(self, form: SearchedForm, at: int) -> bool:
        word, of = self.words[at], form.words[0]
        if form.part in {"acronym", "family"} or form.type in PLACE_TYPES:
            return False
        return len(of) > 2 and word in {of + "s", of + "es"} and self._is_capital(at)

    def _between(self, at: int) -> str | None:
        """Return the text between a word and the next word, or None if a sentence ends there."""
        end, start = self.bounds[at][1], self.bounds[at + 1][0]
        between = self.folded.text[end:start]
        if between.startswith(". ") and len(self.words[at]) > 3:
            return None
        return _gap(between)

    def _is_name_here(self, form: SearchedForm, at: int) -> bool:
        """Return whether the capitals and the words around a match show that it is a name."""
        end = at + len(form.words)
        start_at, end_at = self._source(at, end)
        if not is_whole(self.text, start_at, end_at) or is_currency(self.text, end_at):
            return False
        if not self._is_written_as_name(form, at, end):
            return False
        if not self.cased:
            return True
        if form.type == "PERSON":
            lone = len(form.words) == 1 or form.part == "last"
            return not (lone and self._continues(form, at, end))
        return not self._is_inside_name(form, at, end)

    def _is_written_as_name(self, form: SearchedForm, at: int, end: int) -> bool:
        start_at, end_at = self._source(at, end)
        surface = self.text[start_at:end_at]
        word = form.words[0]
        if form.part == "acronym":
            return self._is_acronym_here(surface, at, end)
        if any(char.isupper() or char.istitle() for char in surface):
            if len(word) == 1 and surface[:1].islower():  # "a Turing" has an article, no initial
                return False
            common = len(form.words) == 1 and (word in COMMON_WORDS or word in OPENERS)
            return not (common and self._opens(at) and not self._is_possessive(end))
        if not any(char.islower() for char in surface):
            return True
        return self._is_lower_case_name(form)

    def _is_acronym_here(self, surface: str, at: int, end: int) -> bool:
        word = self.words[at]
        if surface.islower():
            return not self.cased and word not in _ACRONYM_WORDS and len(word) > 2
        if word in _ACRONYM_WORDS and end - at == 1:
            return surface.isupper() and not self._is_among_capitals(at)
        return sum(char.isupper() for char in surface) > 1

    def _is_among_capitals(self, at: int) -> bool:
        """Return whether an adjacent word is in capitals, too ("JOIN US!")."""
        beside = [near for near in (at - 1, at + 1) if 0 <= near < len(self.words)]
        surfaces = [self.text[slice(*self._source(near, near + 1))] for near in beside]
        return any(len(surface) > 1 and surface.isupper() for surface in surfaces)

    def _is_lower_case_name(self, form: SearchedForm) -> bool:
        """Return whether a match in lower case is probably a name and not ordinary words."""
        distinct = [
            word
            for word in form.words
            if word not in COMMON_WORDS
            and word not in OPENERS
            and not self.index.is_in_lower_case(word)
        ]
        if not distinct:
            return len(form.words) > 1 and not self.cased
        if not self.cased:
            return True
        if len(form.words) == 1:
            return form.type in PLACE_TYPES or form.type == "NORP"
        return form.type != "ORG" or len(distinct) > 1

    def _continues(self, form: SearchedForm, at: int, end: int) -> bool:
        """Return whether a first or last name is part of a longer name, as in "Edith Haddon"."""
        if self._is_double(at - 1, at) or self._is_double(end, end):
            return True
        if form.part != "last" and self._is_name_word(end, end - 1):
            return True
        ahead = form.part != "first" and self._is_name_word(at - 1, at - 1)
        return ahead and not is_title(self.words[at - 1])

    def _is_double(self, near: int, second: int) -> bool:
        """Return whether a match and the word beside it form a double name, such as Smith-Ortega.

        `near` is the index of the word beside the match, and `second` that of whichever of the
        two words comes second. If the word beside the match begins a form (a way to write a
        name) in the index, the result is False.
        """
        if not (0 <= near < len(self.words) and self._is_capital(near)):
            return False
        gap = self.folded.text[self.bounds[second - 1][1] : self.bounds[second][0]]
        return gap == "-" and self.words[near] not in self.index.by_word

    def _is_name_word(self, at: int, gap_after: int) -> bool:
        """Return whether the word `at` is capitalized and probably part of the name next to it.

        `gap_after` is the index of the word before the gap between this word and the name: the
        last word of the name if the word `at` follows the name, otherwise `at` itself.
        """
        if not 0 <= at < len(self.words) or not self._is_capital(at):
            return False
        between = self.folded.text[self.bounds[gap_after][1] : self.bounds[gap_after + 1][0]]
        return between == " " and self.words[at] not in OPENERS

    def _is_inside_name(self, form: SearchedForm, at: int, end: int) -> bool:
        """Return whether a match is a part of another name, as York is in "New York"."""
        heads = EVENT_HEADS if form.type == "NORP" else HEADS_AFTER
        if end < len(self.words) and self._is_capital(end) and self.words[end] in heads:
            return self._between(end - 1) == ""
        if form.type == "NORP":
            return False
        if at and self._is_capital(at - 1) and self.words[at - 1] in PLACE_MODIFIERS:
            return self._between(at - 1) == ""
        return (
            at > 1
            and self.words[at - 1] == "of"
            and self._is_capital(at - 2)
            and self.words[at - 2] in HEADS_OF
        )

    def _more_probable(self, forms: tuple[SearchedForm, ...], at: int) -> tuple[SearchedForm, ...]:
        """Return the more probable of the forms that match, if these belong to several entities.

        After prepositions such as "in", places are preferred to other entities. A person who has
        only this name in the passage is preferred to persons whose first or last name it is.
        """
        if len({form.entity for form in forms}) > 1 and at and self.words[at - 1] in _PLACE_CUES:
            forms = tuple(form for form in forms if form.type in PLACE_TYPES) or forms
        if all(form.type == "PERSON" for form in forms):
            return tuple(form for form in forms if form.part == "alone") or forms
        return forms

    def _source(self, at: int, end: int) -> tuple[int, int]:
        """Return the offsets in the text at which a sequence of words starts and ends.

        It has the words from index `at` up to, but excluding, index `end`. If the last of
        several words is an abbreviation, its full stop is included.
        """
        start, stop = self.bounds[at][0], self.bounds[end - 1][1]
        last = self.words[end - 1]
        dotted = last in _DOTTED_ENDS or (
            len(last) == 1 and self.folded.text[stop - 2 : stop - 1] in ". "
        )
        if end - at > 1 and dotted and self.folded.text[stop : stop + 1] == ".":
            stop += 1
        return self.folded.source_span(start, stop)

    def _is_capital(self, at: int) -> bool:
        char = self.text[self.folded.starts[self.bounds[at][0]]]
        return char.isupper() or char.istitle()

    def _opens(self, at: int) -> bool:
        """Return whether a word begins the text or a sentence."""
        if at == 0:
            return True
        between = self.folded.text[self.bounds[at - 1][1] : self.bounds[at][0]]
        return any(char in ".?!" for char in between) and " " in between

    def _is_possessive(self, end: int) -> bool:
        stop = self.bounds[end - 1][1]
        return self.folded.text[stop : stop + 2] == "'s"
