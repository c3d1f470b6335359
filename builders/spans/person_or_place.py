"""Deciding whether a word that names both a person and a place means one or the other: Chad.

A company named like a person is treated like a place: Gerald Ford drove a Ford. The adjacent
words have the most weight, then the spans of a recognizer, then the entities mentioned before. A
person is first mentioned with the full name, so a single name before that is a place.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from builders.names import HEADS_AFTER, OPENERS, PLACE_MODIFIERS, is_title
from builders.spans.linking_context import LinkingContext
from builders.spans.search_forms import SearchForm
from builders.spans.text_words import Words
from builders.spans.usage import CLAUSE_STARTS, CUES, EPITHETS, Sense
from builders.types import PLACE_TYPES, TypedSpan

Counts = Counter[tuple[str, Sense]]
"""How often a word meant a person and a place in the passage."""

_CLAUSE_END: Final = re.compile(r"[.,;:?!()\"“”\n–—|]|\b(?:and|but|or)\b|^['’]s\s")
_WHO: Final = re.compile(r"\b(?:who|whom|whose)\b", re.IGNORECASE)
_NO_FULL_NAME: Final = OPENERS | HEADS_AFTER | PLACE_MODIFIERS | EPITHETS
_NAMESAKES: Final = frozenset({"PERSON", "ORG"})
_AROUND: Final = 60
# Weights beside those of usage.CUES, where four is as good as certain.
_TITLED: Final = 6
_NOT_YET: Final = 3
_ALONE: Final = 3
_WITH_ARTICLE: Final = 3
_SPOKEN_OF: Final = 2
_TWICE: Final = 3
_OTHERWISE: Final = 3
_IN_REGION: Final = 2
_SEEN: Final[Mapping[str, tuple[tuple[Sense, int], ...]]] = {
    "PERSON": (("person", 2),),
    "ORG": (("place", 3),),
    **dict.fromkeys(PLACE_TYPES, (("place", 1),)),
}


class Read:
    """One field: its name, its words, and the spans of a recognizer in it."""

    def __init__(self, field: str, words: Words, spans: Sequence[TypedSpan]) -> None:
        self.field = field
        self.words = words
        self.spans = spans
        self._starts = [span.start for span in spans]

    def covering(self, start: int, end: int) -> TypedSpan | None:
        """Return the recognized span at source characters [start, end) or around them."""
        at = bisect_right(self._starts, start)
        if at and end <= self.spans[at - 1].end:
            return self.spans[at - 1]
        return None

    def type_seen(self, at: int, end: int) -> str | None:
        """Return the type of the name that a recognizer found exactly here."""
        bounds = self.words.source(at, end)
        span = self.covering(*bounds)
        return span.type if span is not None and (span.start, span.end) == bounds else None

    def around(self, at: int, end: int) -> tuple[str, str]:
        """Return some text before and after the words [at, end)."""
        start_at, end_at = self.words.source(at, end)
        text = self.words.text
        return text[max(0, start_at - _AROUND) : start_at], text[end_at : end_at + _AROUND]


@dataclass(frozen=True, slots=True)
class Senses:
    """A classifier of the senses of one field, from left to right.

    `meant` are the senses decided so far; `named` has the first occurrences of words in a full
    name.
    """

    linking_context: LinkingContext
    read: Read
    counts: Counts
    meant: dict[int, Sense] = field(default_factory=dict)
    named: dict[str, int | None] = field(default_factory=dict)

    def of(self, forms: Sequence[SearchForm], at: int, end: int) -> Sense | None:
        """Return whether a word means a person or a place, or None if it has only one sense."""
        word = forms[0].words[0]
        kinds = {form.entity.type for form in forms}
        place = (
            word in self.linking_context.places or bool(kinds & PLACE_TYPES) or kinds >= _NAMESAKES
        )
        if (
            not place
            or word not in self.linking_context.persons
            or not kinds & {"PERSON", *PLACE_TYPES}
        ):
            return None
        weights: Counter[Sense] = Counter()
        for kind, weight in self._hints(word, at, end):
            weights[kind] += weight
        sense: Sense = "place" if weights["place"] > weights["person"] else "person"
        self.meant[at] = sense
        if self.read.field == "context":
            self.counts[word, sense] += 1
        return sense

    def _hints(self, word: str, at: int, end: int) -> Iterator[tuple[Sense, int]]:
        before, after = self.read.around(at, end)
        for cue in CUES:
            if (cue.before is not None and cue.before.search(before)) or (
                cue.after is not None and cue.after.match(after)
            ):
                yield cue.sense, cue.weight
        words = self.read.words
        if self._is_named_behind(word, at):
            yield "place", _TITLED
        if at and words.name_before(at) and is_title(words.words[at - 1]):
            yield "person", _TITLED
        if self._shares_surname(word, end):
            yield "person", _TITLED
        if at and words.words[at - 1] == "the" and not words.is_hyphened(end):
            yield "place", _WITH_ARTICLE
        if self._is_followed_by_region(end):
            yield "place", _IN_REGION
        yield from _SEEN.get(self.read.type_seen(at, end) or "", ())
        if self.read.field != "context":
            yield from self._hints_of_passage(word, end - at)
        else:
            yield from self._hints_of_full_names(word, at)
        yield from self._hints_of_sentence(word, at)

    def _shares_surname(self, word: str, end: int) -> bool:
        """Return whether another person with the same surname follows: Ada and Berta Quist."""
        words = self.read.words
        if words.words[end : end + 1] != ["and"] or not words.name_after(end + 1):
            return False
        return words.words[end + 2 : end + 3] in [
            [n] for n in self.linking_context.partners.get(word, ())
        ]

    def _is_followed_by_region(self, end: int) -> bool:
        words = self.read.words
        if end >= len(words) or words.between(end - 1) != ", " or not words.is_capital(end):
            return False
        is_place = words.words[end] in self.linking_context.places
        return is_place or self.read.type_seen(end, end + 1) in PLACE_TYPES

    def _hints_of_passage(self, word: str, size: int) -> Iterator[tuple[Sense, int]]:
        """Yield the evidence of the passage for other fields, and of a question for its answers."""
        only_place = self.counts[word, "place"] and not self.counts[word, "person"]
        yield ("place" if only_place else "person"), _SPOKEN_OF
        if len(self.read.words) == size:
            is_answer = self.read.field not in ("question", "title")
            asked_who = is_answer and _WHO.search(self.linking_context.question)
            yield ("person" if asked_who else "place"), _ALONE

    def _hints_of_full_names(self, word: str, at: int) -> Iterator[tuple[Sense, int]]:
        if word not in self.named:
            found = filter(self._is_full_name, self.read.words.positions(word))
            self.named[word] = next(found, None)
        first = self.named[word]
        if first is not None and first < at:
            yield "person", _SPOKEN_OF
        elif first is not None and word not in self.linking_context.rare_places:
            yield "place", _NOT_YET

    def _hints_of_sentence(self, word: str, at: int) -> Iterator[tuple[Sense, int]]:
        """Yield the evidence that the subject of a sentence is not named again in the sentence."""
        words = self.read.words
        opening = words.sentence(at)
        if at == opening or words.words[at - 1] in CLAUSE_STARTS or not words.spaced(at):
            return
        here = words.positions(word)
        earlier = here[bisect_left(here, opening) : bisect_left(here, at)]
        same = [near for near in earlier if near in self.meant or self._is_full_name(near)]
        if words.is_capital(at - 1):
            return
        if same:
            was_person = self.meant.get(same[-1]) != "place"
            yield ("place" if was_person else "person"), _TWICE
        elif self._is_called_otherwise(word, opening, at):
            yield "place", _OTHERWISE

    def _is_called_otherwise(self, word: str, low: int, high: int) -> bool:
        """Return whether a sentence has the other part of a person's name: Hale left for Paris."""
        words = self.read.words
        return any(
            low <= near < high and words.is_capital(near) and not self._is_full_name(near)
            for other in self.linking_context.partners.get(word, ())
            for near in words.positions(other)
        )

    def _is_named_behind(self, word: str, at: int) -> bool:
        """Return whether the clause goes on with a full name: Lincoln honours Abe Lincoln.

        Nobody is called by the surname first and by the full name directly after it.
        """
        words = self.read.words
        here = words.positions(word)
        later = here[bisect_right(here, at) :][:1]
        if not later or not words.name_before(later[0]) or not words.is_capital(later[0]):
            return False
        before = words.words[later[0] - 1]
        between = words.text[words.source(at, at + 1)[1] : words.source(later[0], later[0] + 1)[0]]
        is_titled = before in _NO_FULL_NAME or is_title(before)
        return not is_titled and _CLAUSE_END.search(between) is None

    def _is_full_name(self, at: int) -> bool:
        """Return whether a word is part of a person's full name here."""
        words = self.read.words
        if not words.is_capital(at):
            return False
        if words.name_after(at + 1):
            return words.words[at + 1] not in HEADS_AFTER
        return words.name_before(at) and words.words[at - 1] not in _NO_FULL_NAME
