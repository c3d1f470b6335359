"""The check whether a word that looks like a sought name is a part of another name.

Examples: "Bush Street", "Smith-Ortega", "Denver Otters", "Portland, Maine", "the steamer Ada
Holm".
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from builders.lexicon.tables import words
from builders.names import (
    DAYS,
    EVENT_HEADS,
    HEADS_AFTER,
    HEADS_OF,
    MONTHS,
    OPENERS,
    ORG_WORDS,
    PLACE_MODIFIERS,
    SUFFIXES,
    is_numeral,
    is_title,
)
from builders.predicates import is_predicate
from builders.spans.city_or_namesake import is_elsewhere, is_not_country, region_after
from builders.spans.linking_context import LinkingContext
from builders.spans.person_or_place import Read
from builders.spans.search_forms import SearchForm
from builders.spans.usage import DETERMINERS, ENDINGS, EPITHETS, PLACE_NOUNS, PREFIXES, THINGS
from builders.types import PLACE_TYPES

_POSSESSIVE: Final = re.compile(r"['\u2019](?:s )?|['\u2019] ")
_OWN_HEADS: Final[Mapping[str, frozenset[str]]] = {
    "CITY": frozenset({"city", "town", "village", "borough", "municipality"}),
    "STATE": frozenset({"state", "province"}),
    "COUNTRY": frozenset({
        "emirate", "empire", "government", "kingdom", "nation", "principality", "republic",
        "sultanate",
    }),
}  # fmt: skip
_ROUTES: Final = frozenset({"to", "vs", "versus", "or", "and"})
_NO_NAMES_AFTER: Final = MONTHS | DAYS | SUFFIXES
_NO_TITLES: Final = words("usage", "no_titles")
_SAINTS: Final = frozenset({"st", "saint", "san", "santa"})
_VESSELS: Final = words("usage", "vessels")
_SHIPS: Final = words("usage", "ships")
_SHORT: Final = 3


class LongerNames:
    """A check of the words of one field for being parts of other names."""

    def __init__(self, linking_context: LinkingContext, read: Read) -> None:
        self.linking_context = linking_context
        self.read = read
        self.words = read.words

    def is_glued(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether hyphens or apostrophes make the form part of another word: D'Angelo."""
        return self._is_doubled(at, end) or self._is_joined_on(form, at, end)

    def _is_joined_on(self, form: SearchForm, at: int, end: int) -> bool:
        words, is_people = self.words, form.entity.type == "NORP"
        if at:
            between = words.between(at - 1)
            if between == "'" and len(words.words[at - 1]) < 3:
                return True
            if between == "-" and not is_people and self._is_other_name(at - 1):
                return True
            if between == "-" and self._joins(range(at - 1, -1, -1)):
                return True
        if end < len(words):
            between = words.between(end - 1)
            if between == "-" and not is_people and self._is_other_name(end):
                return True
            if between == "-" and self._joins(range(end, len(words))):
                return True
        return False

    def _is_doubled(self, at: int, end: int) -> bool:
        """Return whether a hyphen joins a word to itself: Baden-Baden."""
        words = self.words
        before = at > 0 and words.words[at - 1] == words.words[at] and words.between(at - 1) == "-"
        after = end < len(words) and words.words[end] == words.words[end - 1]
        return before or (after and words.between(end - 1) == "-")

    def _joins(self, beside: Sequence[int]) -> bool:
        """Return whether hyphenated function words join two names into one: Newcastle-upon-Tyne."""
        words = self.words
        for at, near in pairwise(beside):
            if words.is_capital(at) or words.words[at] in _ROUTES:
                return False
            if words.between(min(at, near)) != "-":
                return False
            if words.is_capital(near):
                return True
        return False

    def _is_other_name(self, at: int) -> bool:
        """Return whether a word after a hyphen makes a double name: Smith-Ortega."""
        words = self.words
        if not words.is_capital(at) or words.words[at] in self.linking_context.forms:
            return False
        if words.words[at] in self.linking_context.persons | self.linking_context.places:
            return False  # Another's name as well: the Reed-Olsen pact.
        return words.words[at] not in PREFIXES | ENDINGS and not self._is_seen(at, at + 1)

    def is_excluded(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether a form is a word of a longer name, or of another person or thing."""
        paired = self.is_paired(form, at, end)
        if paired or self._is_all_capitals(at, end):
            return paired
        if self._is_in_work(at, end) or self._joins_event(end):
            return True
        if self._is_covered(form, at, end) or self._has_head(form, at, end):
            return True
        if form.entity.type in PLACE_TYPES and self._is_team(end):
            return True
        if self._is_somebody_else(form, at) or self._is_elsewhere(form, end):
            return True
        return form.is_lone and self._continues(form, at, end)

    def is_paired(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether the form and the adjacent word are elsewhere the name of another entity.

        There, capitals show the name; here, the text may have no capitals, or only capitals.
        """
        if not form.is_lone:
            return False
        return self._is_pair(at) or self._is_pair(end)

    def _is_pair(self, at: int) -> bool:
        """Return whether a word and the word before it are such a name, with the same case."""
        words = self.words
        if not 0 < at < len(words) or not words.spaced(at):
            return False
        alike = words.is_capital(at) == words.is_capital(at - 1)
        return alike and (words.words[at - 1], words.words[at]) in self.linking_context.pairs

    def _is_in_work(self, at: int, end: int) -> bool:
        """Return whether the form is in the quoted title of a work: “An Evening in Lima”."""
        start_at, end_at = self.words.source(at, end)
        for low, high in self.words.quoted:
            if low < start_at and end_at <= high:
                first, last = self.words.number(low), self.words.number(high)
                if any(self._is_of_title(near) for near in (*range(first, at), *range(end, last))):
                    return True
        return False

    def _is_of_title(self, at: int) -> bool:
        """Return whether a word belongs to a title and not to a known name."""
        word = self.words.words[at]
        known = (
            word in self.linking_context.forms
            or word in self.linking_context.persons | self.linking_context.places
        )
        return self.words.is_capital(at) and not (known or word in OPENERS or is_title(word))

    def _is_elsewhere(self, form: SearchForm, end: int) -> bool:
        """Return whether a city is a namesake, or a country a state: Portland, Maine."""
        index, home = self.linking_context.index, self.linking_context.homes.get(form.words)
        if index is not None and form.entity.type == "COUNTRY":
            return is_not_country(self.words, form, end, index)
        if index is None or home is None or form.entity.type != "CITY":
            return False
        region = region_after(self.words, end, index)
        return bool(region) and is_elsewhere(form.entity, region, home, index)

    def _continues(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether the name of another entity continues before or after the form."""
        after_the = at > 0 and self.words.words[at - 1] == "the"
        if self.words.is_headline:
            return False
        if self._is_seen(at, end) and not (after_the and form.entity.type in PLACE_TYPES):
            return False
        return self._continues_after(form, end) or self._continues_before(form, at)

    def _continues_after(self, form: SearchForm, end: int) -> bool:
        words = self.words
        if not words.name_after(end) or words.words[end] in _NO_NAMES_AFTER:
            return False
        if form.entity.type == "PERSON":
            return form.part == "first" or not is_numeral(words.surface(end))  # Louis XIV
        return not self._is_other_place(form, words.words[end])

    def _is_other_place(self, form: SearchForm, word: str) -> bool:
        """Return whether another sought place, or a word of it, is adjacent: Lille France."""
        return form.entity.type in PLACE_TYPES and any(
            other.entity.type in PLACE_TYPES
            for other in self.linking_context.forms.get(word, ())
        )

    def _is_all_capitals(self, at: int, end: int) -> bool:
        """Return whether capitals carry no information: the adjacent words are all in capitals."""
        return self.words.is_upper(end - 1) and self.words.is_among_capitals(at)

    def _is_covered(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether a recognizer found a longer name without words of other sought names."""
        span = self.read.covering(*self.words.source(at, end))
        if span is None:
            return False
        low, high = at, end
        while low and self.words.source(low - 1, low)[0] >= span.start:
            low -= 1
        while high < len(self.words) and self.words.source(high, high + 1)[0] < span.end:
            high += 1
        return any(
            self._is_name_of_other(form, near)
            for near in (*range(low, at), *range(end, high))
            if not (self._is_own_head(form, near, at))
            and not (form.entity.type == span.type == "NORP" and self._is_joined(near))
        )

    def _is_own_head(self, form: SearchForm, near: int, at: int) -> bool:
        """Return whether "<head> of" describes the place itself: the Republic of Kenya is Kenya."""
        words, heads = self.words.words, _OWN_HEADS.get(form.entity.type, frozenset())
        return near + 2 == at and words[near + 1] == "of" and words[near] in heads

    def _is_joined(self, at: int) -> bool:
        """Return whether a hyphen is next to a word: Cuban-American."""
        words = self.words
        return (at > 0 and words.between(at - 1) == "-") or words.is_hyphened(at + 1)

    def _is_name_of_other(self, form: SearchForm, at: int) -> bool:
        word = self.words.words[at]
        if form.entity.type == "PERSON" and word in EPITHETS:
            return False
        if not self.words.is_capital(at) or word in OPENERS:
            return False
        numbered = form.entity.type == "PERSON" and form.part != "first"
        if numbered and is_numeral(self.words.surface(at)):
            return False
        return not (is_title(word) or word in SUFFIXES or word in self.linking_context.forms)

    def _has_head(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether an adjacent word shows that a longer name is another name: Bush Street."""
        words = self.words
        if end < len(words) and words.is_capital(end) and words.between(end - 1) == " ":
            after = words.words[end]
            if after in HEADS_AFTER or after in ORG_WORDS or after == "city":
                return form.entity.type != "NORP" or after in HEADS_AFTER
        if form.entity.type == "PERSON" and self._owns_thing(end):
            return True
        if form.entity.type == "PERSON" and form.is_lone and at > 1:
            return words.words[at - 1] == "of" and words.words[at - 2] in PLACE_NOUNS
        if form.entity.type not in PLACE_TYPES or not at:
            return False
        before = words.words[at - 1]
        titled = form.is_lone and is_title(before) and before not in _NO_TITLES
        if words.name_before(at) and (before in PLACE_MODIFIERS or titled):
            return True
        of = words.words[at - 1] == "of" and at > 1 and words.is_capital(at - 2)
        own = {"history", *_OWN_HEADS.get(form.entity.type, ())}
        return of and words.words[at - 2] in HEADS_OF - own

    def _joins_event(self, end: int) -> bool:
        """Return whether hyphens join names to that of an event: the Peru-Chile War."""
        words, last = self.words, end
        while last < len(words) and words.between(last - 1) == "-" and words.is_capital(last):
            last += 1
        return last > end and words.name_after(last) and words.words[last] in EVENT_HEADS

    def _is_team(self, end: int) -> bool:
        """Return whether a capitalized plural follows outside a headline: Denver Broncos."""
        words = self.words
        if not words.name_after(end) or words.name_after(end + 1) or not words.has_lower_case(end):
            return False
        word = words.words[end]
        if word in self.linking_context.forms or is_predicate(word) or self._is_seen(end, end + 1):
            return False
        return word.endswith("s") and not word.endswith("ss") and len(word) > _SHORT

    def _owns_thing(self, end: int) -> bool:
        """Return whether a possessive and a capitalized noun name a thing: Halley's Comet."""
        words = self.words
        thing = end + 1 if words.words[end : end + 1] == ["s"] else end
        if thing >= len(words) or not words.is_capital(thing) or not words.has_lower_case(thing):
            return False
        between = words.text[words.source(end - 1, end)[1] : words.source(thing, thing + 1)[0]]
        return words.words[thing] in THINGS and bool(_POSSESSIVE.fullmatch(between))

    def _is_somebody_else(self, form: SearchForm, at: int) -> bool:
        """Return whether a name is a saint's, a ship's or two persons' (Reed, Paul Crane)."""
        if form.entity.type != "PERSON" or at == 0:
            return False
        before = self.words.words[at - 1]
        is_saint = before in _SAINTS and self.words.is_capital(at - 1)
        is_ship = before in _SHIPS and self.words.is_upper(at - 1)
        is_ship = is_ship or self._is_vessel(at)
        return is_saint or is_ship or ("," in form.gaps and self._continues_before(form, at))

    def _is_vessel(self, at: int) -> bool:
        """Return whether the word before is a kind of ship: the steamer Ada Holm."""
        words = self.words
        if at < 2 or words.words[at - 1] not in _VESSELS or not words.spaced(at):
            return False
        return words.words[at - 2] in DETERMINERS

    def _is_seen(self, at: int, end: int) -> bool:
        """Return whether a recognizer found exactly this name."""
        return self.read.type_seen(at, end) is not None

    def _continues_before(self, form: SearchForm, at: int) -> bool:
        words = self.words
        if not words.name_before(at):
            return False
        before = words.words[at - 1]
        if form.entity.type == "PERSON" and before in EPITHETS and words.opens(at - 1):
            return False
        if before in OPENERS or (form.entity.type == "PERSON" and is_title(before)):
            return before in _SAINTS
        if self._is_other_place(form, before):
            return False
        return not words.opens(at - 1) or before in self.linking_context.persons
