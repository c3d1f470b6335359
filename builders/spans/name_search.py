"""Finding the mentions of given entities in the texts of an instance.

The entities are given with their names, parts and aliases. The search decides whether a word that
looks like a name refers to it: "Chad" the country or Chad Miller, "Bush" or a bush. The
surrounding words decide first, then the spans of a recognizer, then the persons mentioned before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.lexicon.tables import words
from builders.names import (
    COMMON_WORDS,
    OPENERS,
    Gender,
    is_title,
    title_gender,
)
from builders.spans.gender import first_name_type
from builders.spans.knowledge import Lexicon
from builders.spans.linking_context import LETTER_WORDS, LinkingContext
from builders.spans.longer_names import LongerNames
from builders.spans.ordinary_words import OrdinaryWords
from builders.spans.person_or_place import Counts, Read, Senses
from builders.spans.search_forms import SearchForm, is_varied
from builders.spans.text_words import Words
from builders.spans.usage import (
    BEFORE_FAMILIES,
    DETERMINERS,
    Sense,
)
from builders.text import is_currency, is_whole
from builders.types import PLACE_TYPES, Entity, Mention, TypedSpan

Field = tuple[str, str]
"""The name of a field and its text."""
Titles = dict[str, set[str]]
"""The titles of persons with full names in a text: Capt., Lady."""

_ACRONYM_WORDS: Final = words("usage", "acronym_words")
_SEXES: Final[Mapping[str, Gender]] = {"FIRST_MALE": "male", "FIRST_FEMALE": "female"}


def search_names(
    fields: Sequence[Field],
    entities: Iterable[Entity],
    spans: Mapping[str, Sequence[TypedSpan]],
    index: PlaceIndex | None = None,
    lexicon: Lexicon | None = None,
) -> tuple[Mention, ...]:
    """Return the mentions of entities in the fields; the first field is the passage.

    `spans` is what a recognizer found in each text, and may be empty. `index` has places and
    `lexicon` the words of English.
    """
    linking_context = LinkingContext.of(fields, tuple(entities), spans, index, lexicon)
    counts: Counts = Counter()
    titles: Titles = {}
    plain_pairs: set[tuple[str, ...]] = set()
    found: list[Mention] = []
    for name, text in fields:
        read = Read(name, Words(text, is_prose=name == "context"), spans.get(text, ()))
        found += _Reader(
            linking_context, read, Senses(linking_context, read, counts), titles, plain_pairs
        ).mentions()
    return tuple(found)


class _Reader:
    """A pass over one field."""

    def __init__(
        self,
        linking_context: LinkingContext,
        read: Read,
        senses: Senses,
        titles: Titles,
        plain_pairs: set[tuple[str, ...]],
    ) -> None:
        self.linking_context = linking_context
        self.read = read
        self.words = read.words
        self.senses = senses
        self.plain = OrdinaryWords(linking_context, read)
        self.longer = LongerNames(linking_context, read)
        self.titles = titles
        self.plain_pairs = plain_pairs
        self.spoken_of: dict[str, int] = {}
        self.taken: list[tuple[int, int]] = []

    def mentions(self) -> Iterator[Mention]:
        """Yield the mentions from left to right."""
        yield from sorted((*self._written(), *self._varied()), key=lambda m: m.start)

    def _varied(self) -> Iterator[Mention]:
        """Yield recognized variants of the sought names: Maria E. Torres.

        A variant that contains a sought form, or a form that was refused, is not changed.
        """
        for span in self.read.spans:
            surface = self.words.text[span.start : span.end]
            fits = [e for e in self.linking_context.entities if _kind(e.type) == _kind(span.type)
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

    def _form_at(self, at: int) -> SearchForm | None:
        """Return the longest form at a word that is accepted."""
        fitting = [form for form in self.linking_context.forms.get(self.words.words[at], ())
                   if self._fits(form, at)]  # fmt: skip
        for length in sorted({len(form.words) for form in fitting}, reverse=True):
            longest = [form for form in fitting if len(form.words) == length]
            standing = [form for form in longest if self._is_name_here(form, at)]
            chosen = self._choose(standing, at) if standing else None
            if chosen is not None:
                return chosen
        return None

    def _fits(self, form: SearchForm, at: int) -> bool:
        size = len(form.words)
        if tuple(self.words.words[at : at + size]) != form.words:
            return False
        if form.plural and not self._is_family_or_people(form, at):
            return False
        if any(self.words.gap(at + step) != want for step, want in enumerate(form.gaps)):
            return False
        return not self._is_list(form, at)

    def _is_family_or_people(self, form: SearchForm, at: int) -> bool:
        """Return whether a plural is that of a people or a family: the Kellers."""
        last = at + len(form.words) - 1
        if not self.words.is_capital(last) and not self._is_lower_case_plural(last):
            return False
        follows = at > 0 and not (self.words.opens(at) or self.words.opens_speech(at))
        after_the = follows and self.words.words[at - 1] in BEFORE_FAMILIES
        return after_the or form.entity.type != "PERSON"

    def _is_lower_case_plural(self, at: int) -> bool:
        """Return whether a lower-case plural may be that of a name, in text without capitals."""
        word = self.words.words[at]
        known = COMMON_WORDS | self.linking_context.lower_case
        return not self.words.has_capitals and known.isdisjoint(
            (word, word.removesuffix("s"), word.removesuffix("es"))
        )

    def _span(self, form: SearchForm, at: int, end: int) -> tuple[int, int]:
        """Return the span of a form in the source, with its final stop or bracket."""
        start, stop = self.words.source(at, end)
        tail = form.tail or ("." if self.words.is_initial(end - 1) and end - at > 1 else "")
        if tail and self.words.text.startswith(tail, stop):
            stop += len(tail)
        return start, stop

    # Whether a form stands at all.

    def _is_name_here(self, form: SearchForm, at: int) -> bool:
        end = at + len(form.words)
        start_at, end_at = self.words.source(at, end)
        text = self.words.text
        if self.words.is_unsearched(start_at, end_at) or not is_whole(text, start_at, end_at):
            return False
        if is_currency(text, end_at) or self._is_article(form, at):
            return False
        return self._is_written_so(form, at, end, text[start_at:end_at])

    def _is_article(self, form: SearchForm, at: int) -> bool:
        """Return whether a lower-case "a" before a name is the article and not part of the name.

        Examples are "a Sunday" and "not a penny, Mark swore". Otherwise it may be an initial, a
        first name, or a surname in front.
        """
        if len(form.words) == 1 or not self.words.surface(at).islower():
            return False
        between = self.words.between(at)
        if form.words[0] in LETTER_WORDS:
            return "." not in between
        return ("." in between or "," in between) and self.words.is_capital(at + 1)

    def _is_written_so(self, form: SearchForm, at: int, end: int, surface: str) -> bool:
        """Return whether the letters and the adjacent characters allow a form."""
        if form.part == "letters":
            return self._are_letters(surface, at, end)
        if surface.islower():
            return not self._is_not_name(form, at, end) and self._is_lower_case_name(form, at)
        if not self.words.has_capitals:
            return not self.plain.is_opening_word(form, at, end)
        glued = self.longer.is_glued(form, at, end)
        if glued or self.longer.is_excluded(form, at, end):
            return False
        if len(form.words) > 1:
            return True
        if self.plain.is_opening_word(form, at, end) and form.words[0] not in OPENERS:
            self.plain_pairs.add((self.words.words[at], *self.words.words[end : end + 1]))
        return not (self.plain.is_word(form, at, end) or self._is_of_other_sex(form, at))

    def _is_not_name(self, form: SearchForm, at: int, end: int) -> bool:
        """Return whether the capitals elsewhere show that lower-case words are not a name here."""
        after = tuple(self.words.words[at : at + 2])
        return after in self.plain_pairs or self.longer.is_paired(form, at, end)

    def _are_letters(self, surface: str, at: int, end: int) -> bool:
        word = self.words.words[at]
        if surface.islower():
            after_the = at > 0 and self.words.words[at - 1] == "the"
            is_word = (word in _ACRONYM_WORDS or len(word) < 3) and not after_the
            return not self.words.has_capitals and ("." in surface or not is_word)
        if end - at == 1 and word in _ACRONYM_WORDS:
            return surface.isupper() and not self.words.is_among_capitals(at)
        if len(word) > 3 and word not in COMMON_WORDS and end - at == 1 and surface[0].isupper():
            return True
        return sum(char.isupper() for char in surface) > 1

    def _is_lower_case_name(self, form: SearchForm, at: int) -> bool:
        """Return whether lower-case words are a name, as in a question without capitals."""
        if form.entity.name.islower() and len(form.words) > 1:
            return True
        distinct = [
            w for w in form.words if w not in OPENERS and w not in self.linking_context.lower_case
        ]
        if not distinct:
            return len(form.words) > 1 and not self.words.has_capitals
        rare = [word for word in distinct if word not in COMMON_WORDS]
        if not self.words.has_capitals:
            after_article = at > 0 and self.words.words[at - 1] in DETERMINERS
            return bool(rare) or len(form.words) > 1 or not after_article
        if len(form.words) == 1:
            is_place = form.entity.type in PLACE_TYPES or form.entity.type == "NORP"
            return bool(rare) and (is_place or form.words[0] in self.linking_context.unknown_words)
        return bool(rare) and (form.entity.type != "ORG" or len(rare) > 1)

    def _is_list(self, form: SearchForm, at: int) -> bool:
        """Return whether "Bell, Nora" continues as "Bell, Nora Bell": it is not inverted then."""
        end = at + len(form.words)
        if form.entity.type != "PERSON" or "," not in form.gaps or end == len(self.words):
            return False
        return self.words.words[end] == form.words[0] and self.words.spaced(end)

    # Whether a title lets it be its bearer's, and which of several it is.

    def _is_of_other_sex(self, form: SearchForm, at: int) -> bool:
        """Return whether a title does not fit the gender of a person: Mr. Brandt is not Ida."""
        if form.part != "last" or form.plural or at == 0:
            return False
        words = self.words.words
        if at > 2 and words[at - 2] == "and" and is_title(words[at - 3]):
            return False  # Mr. and Mrs. Brandt are two.
        title = title_gender(words[at - 1])
        own = _SEXES.get(first_name_type(form.entity.first), title)
        return bool(title) and own != title

    def _choose(self, forms: Sequence[SearchForm], at: int) -> SearchForm | None:
        """Return the form that is meant, or None if another person or thing is meant."""
        end = at + len(forms[0].words)
        if any(len(form.words) == 1 for form in forms):
            sense = self.senses.of(forms, at, end)
            forms = [form for form in forms if sense is None or _has_sense(form, sense)]
            if sense == "person":
                forms = [form for form in forms if form.entity.type == "PERSON"] or forms
        if len(forms) < 2:
            return forms[0] if forms else None
        seen = self.read.type_seen(at, end)
        forms = [form for form in forms if form.entity.type == seen] or forms
        whole = [form for form in forms if form.part == "full"] or forms
        whole = self._so_titled(whole, at) or self._matching_title(whole, at) or whole
        return max(whole, key=lambda form: self.spoken_of.get(form.entity.id, -1))

    def _title(self, at: int) -> str:
        """Return the title before a word, or an empty string."""
        before = self.words.words[at - 1] if at else ""
        return before if is_title(before) else ""

    def _so_titled(self, forms: Sequence[SearchForm], at: int) -> Sequence[SearchForm]:
        """Return the persons who were mentioned before with this title."""
        title = self._title(at)
        return [form for form in forms if title and title in self.titles.get(form.entity.id, ())]

    def _matching_title(self, forms: Sequence[SearchForm], at: int) -> Sequence[SearchForm]:
        """Return the persons of a surname whose first name fits the title before it."""
        title = title_gender(self.words.words[at - 1]) if at else ""
        return [form for form in forms
                if title and _SEXES.get(first_name_type(form.entity.first)) == title]  # fmt: skip


def _kind(type_: str) -> str:
    return "PLACE" if type_ in PLACE_TYPES else type_


def _has_sense(form: SearchForm, sense: Sense) -> bool:
    if form.entity.type == "PERSON":
        return sense == "person"
    return sense == "place" or form.entity.type not in PLACE_TYPES
