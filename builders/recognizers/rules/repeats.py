"""Missed repeats: what is a name in one place of a text is one in the others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.months import is_month
from builders.names import (
    COMMON_WORDS,
    HEADS_AFTER,
    HEADS_OF,
    MONTHS,
    OPENERS,
    ORG_WORDS,
    PARTICLES,
    PLACE_MODIFIERS,
    bare,
    is_numeral,
    is_title,
    name_words,
)
from builders.places import alias_key
from builders.predicates import is_predicate
from builders.recognizers.rules.context import (
    Neighbour,
    after,
    before,
    begins_sentence,
    head_of,
    is_shouted,
)
from builders.recognizers.rules.spoken_of import DOES
from builders.text import is_boundary, is_currency, stands_in
from builders.types import PLACE_TYPES, EntityType, TypedSpan

Spans = Sequence[TypedSpan]

_BRACKETED: Final = re.compile(r"[ \u00a0]\(([A-Z][A-Za-z.&-]{1,9})\)")
# A name found once and passed over this many times more is more likely a mistake.
_DOUBTFUL: Final = 3
_YEAR: Final = 4
# Two capitals name a body or a country wherever they stand ("EU"), and hardly ever a person.
_LETTERS: Final = 2
_BY_LETTERS: Final = frozenset({"ORG", "GPE", "COUNTRY"})

# The initials of so many words are an acronym wherever they stand.
_ACRONYM: Final = 3
# Add a word that says of what form a company is, and is left out in speech.
_COMPANY_FORMS: Final = frozenset({
    "inc", "ltd", "corp", "corporation", "company", "co", "plc", "llc", "gmbh", "ag", "sa",
    "limited", "group", "holdings", "network", "motors", "motor", "systems", "technologies",
    "records", "studios", "industries", "laboratories", "entertainment", "pictures",
    "communications", "airlines", "airways", "books", "press", "ab", "asa", "bv", "nv", "oy",
    "oyj", "pty", "spa", "srl",
})  # fmt: skip
# Add a word after which a body is called by its kind alone: "in Parliament", "the Council".
_BEFORE_BODIES: Final = frozenset({"the", "in", "of", "by", "to", "from", "and", "before"})
# A day is nobody's first name: "on Saturdays Ada sings".
_DAYS: Final = frozenset({
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "christmas",
    "easter", "yesterday", "today", "tomorrow",
})  # fmt: skip
_ARTICLE_OF_LAST: Final = re.compile(r"^(?:al|el|ad|an|ar|as|at|az)-(?=[A-Z])", re.IGNORECASE)
_NEAR: Final = 40
_POSSESSIVE: Final = re.compile(r"['’]s[ \u00a0](?=[^\W\d_])")
_ENDS_SENTENCE: Final = re.compile(r"\w{4,}\.")
# "Cook, born in Gelt", "Hall wrote that": what is said of persons alone.
_SOMEBODY_AFTER: Final = re.compile(
    rf",[ \u00a0](?:aged|born|himself|herself|who|whose)\b|{DOES}|"
    r"[ \u00a0](?:[a-z]+[ \u00a0])?(?:argued|said|told|wrote|[a-z]+ed[ \u00a0](?:his|her))\b"
)
# An adjective is no short name: "American" is not American Airlines.
_ADJECTIVE: Final = re.compile(r"(?:an|ish|ese|ic|al|national|royal)$")


def with_repeats(text: str, spans: Spans, places: PlaceIndex | None = None) -> list[TypedSpan]:
    """Return the spans and the places where a name of the text occurs again.

    An occurrence is a whole word in the same letters that is no part of another name. Looked for
    are also the first and last names of persons, plurals of peoples, acronyms in brackets, and
    the short names of companies and bodies.
    """
    taken = [(span.start, span.end) for span in spans]
    found = list(spans)
    names: dict[str, EntityType] = {}
    for surface, type_ in _names(text, spans):
        names.setdefault(surface, type_)
    seen = Counter(text[span.start : span.end] for span in spans)
    for surface in sorted(names, key=lambda name: (-len(name), name)):
        type_ = names[surface]
        again = [
            (start, end)
            for start, end in _occurrences(text, surface)
            if _is_free(taken, start, end) and _is_name_here(text, start, end, type_)
        ]
        doubtful = _is_doubtful(surface, type_, seen[surface], len(again))
        if doubtful and not _is_known_place(surface, type_, places):
            found = [span for span in found if text[span.start : span.end] != surface]
            continue
        taken += again
        found += [TypedSpan(start, end, type_) for start, end in again]
    for span in (*_bodies(text, spans), *_families(text, spans)):
        if _is_free(taken, span.start, span.end):
            found.append(span)
            taken.append((span.start, span.end))
    return sorted(found, key=lambda span: span.start)


def _is_doubtful(surface: str, type_: EntityType, found: int, passed_over: int) -> bool:
    """Tell whether a word was passed over too often to be a name; a given name is one."""
    if type_ == "NORP" or " " in surface or (type_ == "PERSON" and is_first_name(surface)):
        return False
    return 0 < found * _DOUBTFUL <= passed_over


def _is_known_place(surface: str, type_: EntityType, places: PlaceIndex | None) -> bool:
    """Tell whether everybody knows a name for a place's: a country, a state, a great city."""
    if places is None or type_ not in PLACE_TYPES:
        return False
    key = alias_key(surface)
    known = places.is_nothing_but_city(key) or places.is_american_state(key)
    return known or places.is_country(key)


def _occurrences(text: str, surface: str) -> Iterator[tuple[int, int]]:
    spellings = (surface, surface.replace("'", "’"), surface.replace("’", "'"))
    for spelling in dict.fromkeys(spellings):
        start = text.find(spelling)
        while start >= 0:
            end = start + len(spelling)
            if is_boundary(text, start) and is_boundary(text, end) and not is_currency(text, end):
                yield start, end
            start = text.find(spelling, end)


def _is_free(taken: Iterable[tuple[int, int]], start: int, end: int) -> bool:
    return all(end <= left or right <= start for left, right in taken)


def _names(text: str, spans: Spans) -> Iterator[tuple[str, EntityType]]:
    """Yield the names to look for, those that were found first."""
    for span in spans:
        surface = text[span.start : span.end]
        common = span.type == "LOC" and bare(surface) in COMMON_WORDS
        short = len(surface) == _LETTERS and surface.isupper() and span.type in _BY_LETTERS
        has_capital = surface != surface.lower()  # not always the first: vBNS, eBay
        if (len(surface) > _LETTERS or short) and has_capital and not common:
            yield surface, span.type
    for span in spans:
        surface = text[span.start : span.end]
        words = name_words(surface)
        if span.type == "NORP" and len(words) == 1 and len(surface) > 4 and surface[-2:] != "ss":
            yield (surface[:-1] if surface.endswith("s") else surface + "s"), "NORP"
        elif span.type == "PERSON" and len(words) > 1:
            yield from _parts_of_person(words)
        elif span.type == "PERSON" and len(surface) > 3:
            yield surface.upper(), "PERSON"
        elif span.type == "ORG" and len(words) > 1:
            yield from _short_names(text, span, words)
        elif span.type == "ORG":
            yield from _in_other_letters(text, surface)


def _parts_of_person(words: Sequence[str]) -> Iterator[tuple[str, EntityType]]:
    """Yield a person's last and first name; rulers and saints have a first name only."""
    first, last = words[0], words[-1]
    ruler = any(word in {"of", "the"} or is_numeral(word) for word in words[1:])
    if not ruler and len(last) > 2 and not last.islower() and not last.endswith("."):
        yield from ((" ".join(words[at:]), "PERSON") for at in range(1, len(words) - 1))
        yield last, "PERSON"
        bare_last = _ARTICLE_OF_LAST.sub("", last)
        if bare_last != last:
            yield bare_last, "PERSON"
        if len(last) > 3:
            yield last.upper(), "PERSON"
    if len(first) > 2 and first[:1].isupper() and not first.endswith("."):
        yield first, "PERSON"


def _in_other_letters(text: str, surface: str) -> Iterator[tuple[str, EntityType]]:
    """Yield Enel for ENEL and ENEL for Enel, unless that is a word."""
    spoken, small = surface.capitalize(), surface.lower()
    if len(surface) <= _ACRONYM or not surface.isalpha() or small in COMMON_WORDS | OPENERS:
        return
    if surface in {spoken, surface.upper()} and not stands_in(text, small):
        yield (surface.upper() if surface == spoken else spoken), "ORG"


def _short_names(
    text: str, span: TypedSpan, words: Sequence[str]
) -> Iterator[tuple[str, EntityType]]:
    """Yield an organization's acronym in brackets, and its name without the company's form."""
    bracket = _BRACKETED.match(text, span.end)
    if bracket and _are_initials(bracket.group(1), text[span.start : span.end]):
        yield bracket.group(1), "ORG"
    capitals = "".join(word[0] for word in words if word[:1].isupper())
    if len(capitals) >= _ACRONYM and all(word[:1].isalpha() for word in words):
        yield capitals, "ORG"
    end = len(words)
    while end > 1 and bare(words[end - 1]) in _COMPANY_FORMS:
        end -= 1
    short = words[0]
    distinct = len(short) > 3 and bare(short) not in COMMON_WORDS
    if 1 == end < len(words) and distinct and _ADJECTIVE.search(short) is None:
        yield short, "ORG"


def _are_initials(acronym: str, name: str) -> bool:
    """Tell whether the capitals of an acronym begin words of a name, in order."""
    letters = iter(word[:1].upper() for word in re.findall(r"[^\W_]+", name))
    return all(wanted in letters for wanted in acronym if wanted.isupper())


def _bodies(text: str, spans: Spans) -> Iterator[TypedSpan]:
    """Yield "the Commission" where the text names one commission in full."""
    heads: Counter[str] = Counter()
    for full in {text[span.start : span.end] for span in spans if span.type == "ORG"}:
        words = name_words(full)
        if len(words) > 1:
            heads.update({word for word in (words[0], words[-1]) if bare(word) in ORG_WORDS})
    for head in sorted(head for head, count in heads.items() if count == 1 and head[:1].isupper()):
        alone = rf"\b[Tt]he ({re.escape(head)})\b(?! (?:of|for) |[ -][A-Z])"
        for match in re.finditer(alone, text):
            yield TypedSpan(match.start(1), match.end(1), "ORG")


def _families(text: str, spans: Spans) -> Iterator[TypedSpan]:
    """Yield "the Joneses" where the text names a Jones in full."""
    for full in sorted({text[span.start : span.end] for span in spans if span.type == "PERSON"}):
        words = name_words(full)
        plural = len(words) > 1 and (f" {words[-1]}s" in text or f" {words[-1]}es" in text)
        if plural and words[-1].isalpha() and words[-1][:1].isupper():
            for match in re.finditer(rf"\b[Tt]he ({re.escape(words[-1])}e?s)\b(?![ -][A-Z])", text):
                yield TypedSpan(match.start(1), match.end(1), "PERSON")


def _is_name_here(text: str, start: int, end: int, type_: EntityType) -> bool:
    """Tell whether an occurrence is the name, and no common word or part of another name."""
    word = bare(text[start:end])
    doubtful = _is_rather_word if type_ == "PERSON" else _opens_in_doubt
    if is_shouted(text, start, end) or _is_numbered(text, start, end) or doubtful(text, start, end):
        return False
    near, following = before(text, start), after(text, end)
    if type_ == "PERSON":
        in_capitals = text[start:end].isupper() and following.word.isupper()
        return not ((_goes_on(following) and not in_capitals) or _is_other_given(text, near))
    next_word = following.key if following.is_capital else ""
    if type_ == "NORP":
        return following.gap != " " or not next_word or next_word in OPENERS
    if type_ == "ORG" and word in ORG_WORDS:
        return near.key in _BEFORE_BODIES and not next_word
    # "European Union Law" is no other name where the law is "European Union law" as well.
    next_word = "" if next_word and f"{text[start:end]} {next_word}" in text else next_word
    return not _is_in_another_name(text, start, near, next_word, type_)


def _opens_in_doubt(text: str, start: int, end: int) -> bool:
    """Tell whether a word that may be common has its capital from where it stands."""
    word = bare(text[start:end])
    return (word in COMMON_WORDS or word in OPENERS) and begins_sentence(text, start)


def _is_rather_word(text: str, start: int, end: int) -> bool:
    """Tell whether a person's name is the month there, or a word that opens a sentence."""
    word = bare(text[start:end])
    if word in MONTHS and is_month(text[max(0, start - _NEAR) : start], text[end : end + _NEAR]):
        return True
    return _opens_in_doubt(text, start, end) and not _is_subject(text, start, end)


def _is_subject(text: str, start: int, end: int) -> bool:
    """Tell whether a word that opens a sentence and may be common is somebody who does something.

    Of a given name a possessive says so as well: "Will's dog barked. Will slept."
    """
    if is_first_name(text[start:end]):
        following = after(text, end)
        does = following.gap == " " and following.word.islower() and is_predicate(following.word)
        return does or _POSSESSIVE.match(text, end) is not None
    return bare(text[start:end]) not in OPENERS and _SOMEBODY_AFTER.match(text, end) is not None


def _is_numbered(text: str, start: int, end: int) -> bool:
    """Tell whether a number makes a name a thing's; the year of a citation does not."""
    number = after(text, end).word
    cited = text[start - 1 : start] == "(" and len(number) == _YEAR and number.isdigit()
    return number[:1].isdigit() and not cited


def _is_in_another_name(
    text: str, start: int, near: Neighbour, next_word: str, type_: EntityType
) -> bool:
    """Tell whether a place or body is a part of a longer name: "New York", "Oslo University"."""
    if next_word in HEADS_AFTER or (near.is_capital and near.key in PLACE_MODIFIERS):
        return True
    if near.gap == "-" and near.key in PARTICLES:
        return True
    return type_ in PLACE_TYPES and head_of(text, start) in HEADS_OF


def _goes_on(following: Neighbour) -> bool:
    """Tell whether a capitalised word follows that is part of a longer name."""
    return following.is_capital and following.key not in OPENERS


def _is_other_given(text: str, near: Neighbour) -> bool:
    """Tell whether the word before a last name is another's first name ("Ida Jones")."""
    if not near.is_capital or is_title(near.word) or near.key in OPENERS:
        return False
    if near.key.removesuffix("s") in _DAYS or _ENDS_SENTENCE.fullmatch(near.word):
        return False
    return not begins_sentence(text, near.start)
