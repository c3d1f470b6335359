"""Finding the entities that somebody named in the texts of an instance.

What is looked for is known (a name, its parts, its aliases); what is decided is whether a word
that is written like it means it: "Chad" the country or Chad Miller, "Bush" or a bush. The words
around it decide, then what a recognizer saw, then who was spoken of before.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from builders.atlas import PlaceIndex
from builders.names import (
    COMMON_WORDS,
    DAYS,
    HEADS_AFTER,
    HEADS_OF,
    MONTHS,
    OPENERS,
    ORG_WORDS,
    PLACE_MODIFIERS,
    SUFFIXES,
    Gender,
    is_numeral,
    is_title,
    title_gender,
)
from builders.predicates import is_predicate
from builders.spans.elsewhere import is_elsewhere, is_no_country, region_after
from builders.spans.gender import first_name_type
from builders.spans.gleaned import Gleaned
from builders.spans.knowledge import Lexicon
from builders.spans.plain import PlainWords
from builders.spans.senses import Counts, Read, Senses
from builders.spans.sought import Sought, is_varied
from builders.spans.textual import Words
from builders.spans.usage import (
    BEFORE_FAMILIES,
    DETERMINERS,
    EPITHETS,
    PLACE_NOUNS,
    PREFIXES,
    THINGS,
    Sense,
)
from builders.text import is_currency, is_whole
from builders.types import PLACE_TYPES, Entity, Mention, TypedSpan

Field = tuple[str, str]
"""The name of a field and its text."""
Titles = dict[str, set[str]]
"""With what titles a text has persons by their full names: Capt., Lady."""

_ACRONYM_WORDS: Final = frozenset({"us", "it", "is", "who", "am", "as", "an", "at", "or", "to"})
_POSSESSIVE: Final = re.compile(r"['\u2019](?:s )?|['\u2019] ")
_SEXES: Final[Mapping[str, Gender]] = {"FIRST_MALE": "male", "FIRST_FEMALE": "female"}
_OWN_HEADS: Final[Mapping[str, frozenset[str]]] = {
    "CITY": frozenset({"city", "town", "village", "borough", "municipality"}),
    "STATE": frozenset({"state", "province"}),
}
_LETTER_WORDS: Final = frozenset({"a", "i", "o"})
_SHORT: Final = 3
_ROUTES: Final = frozenset({"to", "vs", "versus", "or", "and"})
_NO_NAMES_AFTER: Final = MONTHS | DAYS | SUFFIXES
_NO_TITLES: Final = frozenset(
    {"former", "late", "grand", "vice", "field", "rear", "crown", "major"}
)
_SAINTS: Final = frozenset({"st", "saint", "san", "santa"})
_VESSELS: Final = frozenset({
    "barge", "brig", "clipper", "cruiser", "cutter", "destroyer", "ferry", "frigate", "freighter",
    "liner", "lugger", "schooner", "ship", "sloop", "steamer", "steamship", "submarine", "tanker",
    "trawler", "tug", "yacht",
})  # fmt: skip
_SHIPS: Final = frozenset({"uss", "hms", "hmas", "hmcs", "rms", "ss", "ms", "mv"})


def seek(
    fields: Sequence[Field],
    entities: Iterable[Entity],
    spans: Mapping[str, Sequence[TypedSpan]],
    index: PlaceIndex | None = None,
    lexicon: Lexicon | None = None,
) -> tuple[Mention, ...]:
    """Return the mentions of entities in the fields; the first field is the passage.

    `spans` is what a recognizer found in each text, which may be nothing; `index` knows places,
    `lexicon` the words of English.
    """
    gleaned = Gleaned.of(fields, tuple(entities), spans, index, lexicon)
    counts: Counts = Counter()
    titles: Titles = {}
    found: list[Mention] = []
    for name, text in fields:
        read = Read(name, Words(text, is_prose=name == "context"), spans.get(text, ()))
        found += _Reader(gleaned, read, Senses(gleaned, read, counts), titles).mentions()
    return tuple(found)


class _Reader:
    """One pass over one field."""

    def __init__(self, gleaned: Gleaned, read: Read, senses: Senses, titles: Titles) -> None:
        self.gleaned = gleaned
        self.read = read
        self.words = read.words
        self.senses = senses
        self.plain = PlainWords(gleaned, read)
        self.titles = titles
        self.spoken_of: dict[str, int] = {}
        self.taken: list[tuple[int, int]] = []

    def mentions(self) -> Iterator[Mention]:
        """Yield the mentions, from left to right."""
        yield from sorted((*self._written(), *self._varied()), key=lambda m: m.start)

    def _varied(self) -> Iterator[Mention]:
        """Yield the names that a recognizer saw and that are forms not looked for: Maria E. Torres.

        Where a sought form stands inside or its like was refused, the name stays what it is.
        """
        for span in self.read.spans:
            surface = self.words.text[span.start : span.end]
            fits = [e for e in self.gleaned.entities if _kind(e.type) == _kind(span.type)
                    and is_varied(surface, e)]  # fmt: skip
            if len(fits) == 1 and self._is_free(span):
                yield Mention(self.read.field, span.start, span.end, fits[0].type, fits[0].id)

    def _is_free(self, span: TypedSpan) -> bool:
        at = bisect_left(self.taken, (span.end, 0))
        return at == 0 or self.taken[at - 1][1] <= span.start

    def _written(self) -> Iterator[Mention]:
        at = 0
        while at < len(self.words):
            form = self._form_at(at)
            if form is None:
                at += 1
                continue
            end = at + len(form.words)
            start_at, end_at = self._span(form, at, end)
            entity = form.entity
            self.taken.append((start_at, end_at))
            yield Mention(self.read.field, start_at, end_at, entity.type, entity.id)
            if entity.type == "PERSON" and not form.is_lone:
                self.spoken_of[entity.id] = at
                self.titles.setdefault(entity.id, set()).add(self._title(at))
            at = end

    def _form_at(self, at: int) -> Sought | None:
        """Return the form that stands at a word: the longest of which one does."""
        fitting = [form for form in self.gleaned.forms.get(self.words.words[at], ())
                   if self._fits(form, at)]  # fmt: skip
        for length in sorted({len(form.words) for form in fitting}, reverse=True):
            longest = [form for form in fitting if len(form.words) == length]
            standing = [form for form in longest if self._stands(form, at)]
            chosen = self._choose(standing, at) if standing else None
            if chosen is not None:
                return chosen
        return None

    def _fits(self, form: Sought, at: int) -> bool:
        size = len(form.words)
        if tuple(self.words.words[at : at + size]) != form.words:
            return False
        if form.plural and not self._is_family_or_people(form, at):
            return False
        if any(self.words.gap(at + step) != want for step, want in enumerate(form.gaps)):
            return False
        return not self._is_list(form, at)

    def _is_family_or_people(self, form: Sought, at: int) -> bool:
        """Tell whether a plural is a people's, or a family's: the Kellers."""
        last = at + len(form.words) - 1
        if not self.words.is_capital(last) and not self._is_small_plural(last):
            return False
        after_the = at > 0 and self.words.words[at - 1] in BEFORE_FAMILIES
        return after_the or form.entity.type != "PERSON"

    def _is_small_plural(self, at: int) -> bool:
        """Tell whether a plural in small letters may be a name's, in a text without capitals."""
        word = self.words.words[at]
        known = COMMON_WORDS | self.gleaned.small
        return not self.words.has_capitals and known.isdisjoint(
            (word, word.removesuffix("s"), word.removesuffix("es"))
        )

    def _span(self, form: Sought, at: int, end: int) -> tuple[int, int]:
        """Return the source span of a form, with the stop or bracket that belongs to its end."""
        start, stop = self.words.source(at, end)
        tail = form.tail or ("." if self.words.is_initial(end - 1) and end - at > 1 else "")
        if tail and self.words.text.startswith(tail, stop):
            stop += len(tail)
        return start, stop

    # Whether a form stands at all.

    def _stands(self, form: Sought, at: int) -> bool:
        end = at + len(form.words)
        start_at, end_at = self.words.source(at, end)
        text = self.words.text
        if self.words.is_apart(start_at, end_at) or not is_whole(text, start_at, end_at):
            return False
        if is_currency(text, end_at) or self._is_article(form, at):
            return False
        return self._is_written_so(form, at, end, text[start_at:end_at])

    def _is_article(self, form: Sought, at: int) -> bool:
        """Tell whether a small letter before a name is a word, and no initial: a Sunday."""
        if len(form.words) == 1 or form.words[0] not in _LETTER_WORDS:
            return False
        return self.words.surface(at).islower() and "." not in self.words.between(at)

    def _is_written_so(self, form: Sought, at: int, end: int, surface: str) -> bool:
        """Tell whether letters and neighbours let a form stand."""
        if form.part == "letters":
            return self._are_letters(surface, at, end)
        if surface.islower():
            return self._is_small_name(form, at)
        if not self.words.has_capitals:
            return not self.plain.is_opening_word(form, at, end)
        glued = self._is_doubled(at, end) or self._is_glued(form, at, end)
        if glued or self._is_in_longer_name(form, at, end):
            return False
        if len(form.words) > 1:
            return True
        return not (self.plain.is_word(form, at, end) or self._is_of_other_sex(form, at))

    def _are_letters(self, surface: str, at: int, end: int) -> bool:
        word = self.words.words[at]
        if surface.islower():
            after_the = at > 0 and self.words.words[at - 1] == "the"
            is_word = (word in _ACRONYM_WORDS or len(word) < 3) and not after_the
            return not self.words.has_capitals and ("." in surface or not is_word)
        if end - at == 1 and word in _ACRONYM_WORDS:
            return surface.isupper() and not self._is_shouted(at)
        if len(word) > 3 and word not in COMMON_WORDS and end - at == 1 and surface[0].isupper():
            return True
        return sum(char.isupper() for char in surface) > 1

    def _is_shouted(self, at: int) -> bool:
        """Tell whether a word beside it is in capitals too ("JOIN US!")."""
        words = self.words
        before = at > 0 and not words.opens(at) and words.is_upper(at - 1)
        after = at + 1 < len(words) and not words.opens(at + 1) and words.is_upper(at + 1)
        return before or after

    def _is_small_name(self, form: Sought, at: int) -> bool:
        """Tell whether a name in small letters is one: in a question without capitals, say."""
        if form.entity.name.islower() and len(form.words) > 1:
            return True
        distinct = [w for w in form.words if w not in OPENERS and w not in self.gleaned.small]
        if not distinct:
            return len(form.words) > 1 and not self.words.has_capitals
        rare = [word for word in distinct if word not in COMMON_WORDS]
        if not self.words.has_capitals:
            after_article = at > 0 and self.words.words[at - 1] in DETERMINERS
            return bool(rare) or len(form.words) > 1 or not after_article
        if len(form.words) == 1:
            is_place = form.entity.type in PLACE_TYPES or form.entity.type == "NORP"
            return bool(rare) and (is_place or form.words[0] in self.gleaned.coined)
        return bool(rare) and (form.entity.type != "ORG" or len(rare) > 1)

    # Whether it is part of another name.

    def _is_glued(self, form: Sought, at: int, end: int) -> bool:
        """Tell whether hyphens or apostrophes make it part of another word: D'Angelo."""
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
        """Tell whether a hyphen joins a word to itself: Baden-Baden."""
        words = self.words
        before = at > 0 and words.words[at - 1] == words.words[at] and words.between(at - 1) == "-"
        after = end < len(words) and words.words[end] == words.words[end - 1]
        return before or (after and words.between(end - 1) == "-")

    def _joins(self, beside: Sequence[int]) -> bool:
        """Tell whether small words with hyphens make one name of two: Newcastle-upon-Tyne."""
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
        """Tell whether a word joined by a hyphen makes a double name: Smith-Ortega."""
        words = self.words
        if not words.is_capital(at) or words.words[at] in self.gleaned.forms:
            return False
        if words.words[at] in self.gleaned.persons | self.gleaned.places:
            return False  # Another's name as well: the Reed-Olsen pact.
        return words.words[at] not in PREFIXES and not self._is_seen(at, at + 1)

    def _is_in_longer_name(self, form: Sought, at: int, end: int) -> bool:
        if self._shouts(at, end):
            return False
        if self._is_covered(form, at, end) or self._has_head(form, at, end):
            return True
        if form.entity.type in PLACE_TYPES and self._is_team(end):
            return True
        if self._is_somebody_else(form, at) or self._is_elsewhere(form, end):
            return True
        return form.is_lone and self._goes_on(form, at, end)

    def _is_elsewhere(self, form: Sought, end: int) -> bool:
        """Tell whether a town is another one, or a country a state: Portland, Maine."""
        index, home = self.gleaned.index, self.gleaned.homes.get(form.words)
        if index is not None and form.entity.type == "COUNTRY":
            return is_no_country(self.words, form, end, index)
        if index is None or home is None or form.entity.type != "CITY":
            return False
        region = region_after(self.words, end, index)
        return bool(region) and is_elsewhere(form.entity, region, home, index)

    def _goes_on(self, form: Sought, at: int, end: int) -> bool:
        """Tell whether a part of a name goes on before or behind, as the name of another."""
        after_the = at > 0 and self.words.words[at - 1] == "the"
        if self._is_seen(at, end) and not (after_the and form.entity.type in PLACE_TYPES):
            return False
        return self._goes_on_behind(form, end) or self._goes_on_before(form, at)

    def _goes_on_behind(self, form: Sought, end: int) -> bool:
        words = self.words
        if not words.name_after(end) or words.words[end] in _NO_NAMES_AFTER:
            return False
        if form.entity.type == "PERSON":
            return form.part == "first" or not is_numeral(words.surface(end))  # Louis XIV
        return not self._is_other_place(form, words.words[end])

    def _is_other_place(self, form: Sought, word: str) -> bool:
        """Tell whether another sought place, or a word of it, stands beside one: Lille France."""
        return form.entity.type in PLACE_TYPES and any(
            other.entity.type in PLACE_TYPES and other.entity is not form.entity
            for other in self.gleaned.forms.get(word, ())
        )

    def _shouts(self, at: int, end: int) -> bool:
        """Tell whether capitals say nothing here: the words beside are all in capitals."""
        return self.words.is_upper(end - 1) and self._is_shouted(at)

    def _is_covered(self, form: Sought, at: int, end: int) -> bool:
        """Tell whether a recognizer saw a longer name, of words that are no other sought one."""
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
            if not (form.entity.type == span.type == "NORP" and self._is_joined(near))
        )

    def _is_joined(self, at: int) -> bool:
        """Tell whether a hyphen stands beside a word: Cuban-American."""
        words = self.words
        return (at > 0 and words.between(at - 1) == "-") or words.is_hyphened(at + 1)

    def _is_name_of_other(self, form: Sought, at: int) -> bool:
        word = self.words.words[at]
        if form.entity.type == "PERSON" and word in EPITHETS:
            return False
        if not self.words.is_capital(at) or word in OPENERS:
            return False
        numbered = form.entity.type == "PERSON" and form.part != "first"
        if numbered and is_numeral(self.words.surface(at)):
            return False
        return not (is_title(word) or word in SUFFIXES or word in self.gleaned.forms)

    def _has_head(self, form: Sought, at: int, end: int) -> bool:
        """Tell whether a word beside it says that a longer name is another's: Bush Street."""
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

    def _is_team(self, end: int) -> bool:
        """Tell whether a plural with a capital follows, in no headline: Denver Broncos."""
        words = self.words
        if not words.name_after(end) or words.name_after(end + 1) or not words.has_small(end):
            return False
        word = words.words[end]
        if word in self.gleaned.forms or is_predicate(word) or self._is_seen(end, end + 1):
            return False
        return word.endswith("s") and not word.endswith("ss") and len(word) > _SHORT

    def _owns_thing(self, end: int) -> bool:
        """Tell whether a possessive and a noun with a capital name a thing: Halley's Comet."""
        words = self.words
        thing = end + 1 if words.words[end : end + 1] == ["s"] else end
        if thing >= len(words) or not words.is_capital(thing) or not words.has_small(thing):
            return False
        between = words.text[words.source(end - 1, end)[1] : words.source(thing, thing + 1)[0]]
        return words.words[thing] in THINGS and bool(_POSSESSIVE.fullmatch(between))

    def _is_somebody_else(self, form: Sought, at: int) -> bool:
        """Tell whether a person's name is a saint's, a ship's or two persons': Reed, Paul Crane."""
        if form.entity.type != "PERSON" or at == 0:
            return False
        before = self.words.words[at - 1]
        is_saint = before in _SAINTS and self.words.is_capital(at - 1)
        is_ship = before in _SHIPS and self.words.is_upper(at - 1)
        is_ship = is_ship or self._is_vessel(at)
        return is_saint or is_ship or ("," in form.gaps and self._goes_on_before(form, at))

    def _is_vessel(self, at: int) -> bool:
        """Tell whether the word before is a kind of ship: the steamer Ada Holm."""
        words = self.words
        if at < 2 or words.words[at - 1] not in _VESSELS or not words.spaced(at):
            return False
        return words.words[at - 2] in DETERMINERS

    def _is_list(self, form: Sought, at: int) -> bool:
        """Tell whether "Bell, Nora" goes on as "Bell, Nora Bell": no inverted name then."""
        end = at + len(form.words)
        return "," in form.gaps and self.words.words[end : end + 1] == [form.words[0]]

    def _is_seen(self, at: int, end: int) -> bool:
        """Tell whether a recognizer saw exactly this name."""
        return self.read.type_seen(at, end) is not None

    def _goes_on_before(self, form: Sought, at: int) -> bool:
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
        return not words.opens(at - 1) or before in self.gleaned.persons

    # Whether a title lets it be its bearer's, and which of several it is.

    def _is_of_other_sex(self, form: Sought, at: int) -> bool:
        """Tell whether a title before a surname is not for its bearer: Mr. Brandt is not Ida."""
        if form.part != "last" or form.plural or at == 0:
            return False
        words = self.words.words
        if at > 2 and words[at - 2] == "and" and is_title(words[at - 3]):
            return False  # Mr. and Mrs. Brandt are two.
        title = title_gender(words[at - 1])
        own = _SEXES.get(first_name_type(form.entity.first), title)
        return bool(title) and own != title

    def _choose(self, forms: Sequence[Sought], at: int) -> Sought | None:
        """Return the form that is meant; None where it is somebody or something else."""
        end = at + len(forms[0].words)
        if any(len(form.words) == 1 for form in forms):
            sense = self.senses.of(forms, at, end)
            forms = [form for form in forms if sense is None or _has_sense(form, sense)]
        if len(forms) < 2:
            return forms[0] if forms else None
        seen = self.read.type_seen(at, end)
        forms = [form for form in forms if form.entity.type == seen] or forms
        whole = [form for form in forms if form.part == "full"] or forms
        whole = self._so_titled(whole, at) or self._of_told_sex(whole, at) or whole
        return max(whole, key=lambda form: self.spoken_of.get(form.entity.id, -1))

    def _title(self, at: int) -> str:
        """Return the title before a word; empty where none is."""
        before = self.words.words[at - 1] if at else ""
        return before if is_title(before) else ""

    def _so_titled(self, forms: Sequence[Sought], at: int) -> Sequence[Sought]:
        """Return those who were told of with the title that stands here."""
        title = self._title(at)
        return [form for form in forms if title and title in self.titles.get(form.entity.id, ())]

    def _of_told_sex(self, forms: Sequence[Sought], at: int) -> Sequence[Sought]:
        """Return those whose first name agrees with the title before a surname they share."""
        title = title_gender(self.words.words[at - 1]) if at else ""
        return [form for form in forms
                if title and _SEXES.get(first_name_type(form.entity.first)) == title]  # fmt: skip


def _kind(type_: str) -> str:
    return "PLACE" if type_ in PLACE_TYPES else type_


def _has_sense(form: Sought, sense: Sense) -> bool:
    if form.entity.type == "PERSON":
        return sense == "person"
    return sense == "place" or form.entity.type not in PLACE_TYPES
