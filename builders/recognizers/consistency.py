"""A text's names made consistent, after any recognizer.

Within a text one name has one type, repeats that were missed are found, persons are whole
(David I, William the Lion, Walter Finch Jr.) and titles stand outside. Names inside the names of
events and works ("Treaty of Rome") are left to a policy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import tee
from typing import Final, Literal

from builders.names import (
    COMMON_WORDS,
    EVENT_HEADS,
    EVENT_HEADS_OF,
    HEADS_AFTER,
    HEADS_OF,
    OPENERS,
    PLACE_MODIFIERS,
    bare,
    is_numeral,
    is_title,
    name_words,
)
from builders.recognizers.trim import trimmed
from builders.text import is_boundary
from builders.types import PLACE_TYPES, EntityType, Recognizer, TypedSpan

Policy = Literal["keep", "rename"]
"""Names inside the names of events and works: kept as they are, or renamed like others."""

Spans = tuple[TypedSpan, ...]


@dataclass(frozen=True, slots=True)
class ConsistentRecognizer:
    """A recognizer whose spans are made consistent within each text."""

    recognizer: Recognizer
    events: Policy = "keep"

    @property
    def fingerprint(self) -> str:
        """Add this step and its policy to the recognizer's own fingerprint."""
        return f"{self.recognizer.fingerprint} + consistency 1 (events {self.events})"

    def recognize(self, texts: Iterable[str]) -> Iterator[Spans]:
        """Yield, for each text in order, its consistent spans: sorted, never overlapping."""
        mine, theirs = tee(texts)
        for text, spans in zip(mine, self.recognizer.recognize(theirs), strict=True):
            yield make_consistent(text, spans, events=self.events)


def make_consistent(
    text: str,
    spans: Iterable[TypedSpan],
    *,
    events: Policy = "keep",
    hints: Sequence[TypedSpan] = (),
) -> Spans:
    """Return the spans of one text made consistent.

    `hints` are spans whose type is known from elsewhere: what a question asks for says what its
    answer is (see `question_type`). They count as much as the recognizer's own.
    """
    whole = trimmed(text, (_whole_person(text, span) for span in trimmed(text, spans)))
    known = {(hint.start, hint.end): hint.type for hint in hints}
    whole = tuple(_hinted(span, known) for span in whole)
    typed = _with_one_type(text, whole)
    full = _with_repeats(text, typed)
    if events == "keep":
        full = tuple(span for span in full if not _is_in_event(text, span))
    return full


def _hinted(span: TypedSpan, known: dict[tuple[int, int], EntityType]) -> TypedSpan:
    type_ = known.get((span.start, span.end))
    if type_ is None or type_ == span.type or {type_, span.type} <= PLACE_TYPES:
        return span
    return replace(span, type=type_)


# --- persons made whole ------------------------------------------------------------------------

_NUMERAL_AFTER: Final = re.compile(r"[ \u00a0]([IVX]{1,6})\b(?!\.\w)")
_BYNAME_AFTER: Final = re.compile(r"[ \u00a0]the[ \u00a0]([A-Z][a-z]+)\b")
_SUFFIX_AFTER: Final = re.compile(r",?[ \u00a0](?:Jr|Sr)\b\.?")

# Add a byname that rulers and saints bear after "the"; a noun that may follow a name in a
# sentence by chance ("William the Duke") is none.
_BYNAMES: Final = frozenset({
    "great", "conqueror", "lion", "lionheart", "confessor", "bold", "bald", "fat", "short", "tall",
    "pious", "good", "bad", "wise", "terrible", "magnificent", "impaler", "unready", "elder",
    "younger", "old", "young", "fair", "black", "red", "white", "bastard", "saint", "martyr",
    "baptist", "apostle", "evangelist", "stammerer", "simple", "fearless", "cruel", "just",
    "navigator", "strong", "brave", "blind", "lame", "mad", "hammer", "bruce", "venerable",
    "apostate", "arab", "catholic", "ironside", "peaceful", "quiet", "silent", "rash", "proud",
    "handsome", "hunchback", "exile", "liberator", "builder", "lawgiver", "hermit", "stout",
    "crosseyed", "sailor", "posthumous", "warlike", "gentle", "merry", "theologian", "areopagite",
})  # fmt: skip


def _whole_person(text: str, span: TypedSpan) -> TypedSpan:
    """Stretch a person over the regnal number, byname or suffix that follows."""
    if span.type != "PERSON":
        return span
    end = span.end
    numeral = _NUMERAL_AFTER.match(text, end)
    if numeral and is_numeral(numeral.group(1)) and not _starts_sentence(text, numeral, end):
        end = numeral.end()
    byname = _BYNAME_AFTER.match(text, end)
    if byname and byname.group(1).casefold() in _BYNAMES:
        end = byname.end()
    suffix = _SUFFIX_AFTER.match(text, end)
    if suffix and " " in text[span.start : end]:
        end = suffix.end()
    return replace(span, end=end)


def _starts_sentence(text: str, numeral: re.Match[str], end: int) -> bool:
    """Tell the pronoun from the number: "Then David I saw" has a verb after it, seldom a king."""
    return numeral.group(1) == "I" and text[end - 1 : end] in ".!?"


# --- one type a name ---------------------------------------------------------------------------

# Add a word that makes a name an organization's when it stands in it.
_ORG_WORDS: Final = frozenset({
    "university", "college", "institute", "academy", "school", "company", "corporation", "inc",
    "ltd", "corp", "committee", "commission", "council", "ministry", "department", "agency",
    "association", "society", "foundation", "federation", "league", "party", "bank", "church",
    "parliament", "senate", "congress", "court", "army", "navy", "club", "orchestra", "museum",
    "union", "organization", "organisation", "bureau", "board", "airlines", "railway", "press",
})  # fmt: skip


def _with_one_type(text: str, spans: Spans) -> Spans:
    """Give all mentions of a name the type that most of them have, or the surest of it."""
    votes: dict[str, Counter[EntityType]] = {}
    for span in spans:
        surface = text[span.start : span.end]
        tally = votes.setdefault(_same_name(surface), Counter())
        tally[span.type] += 2
        for type_, weight in _evidence(text, span, surface):
            tally[type_] += weight
    _vote_of_full_names(text, spans, votes)
    types = {name: _winner(tally) for name, tally in votes.items()}
    return tuple(
        span
        if _is_place_cue(text, span)
        else _retyped(span, types[_same_name(text[span.start : span.end])])
        for span in spans
    )


def _retyped(span: TypedSpan, type_: EntityType) -> TypedSpan:
    return span if span.type == type_ else replace(span, type=type_)


def _winner(tally: Counter[EntityType]) -> EntityType:
    return min(tally, key=lambda type_: (-tally[type_], type_))


@lru_cache(maxsize=65536)
def _same_name(surface: str) -> str:
    return " ".join(name_words(surface))


def _evidence(text: str, span: TypedSpan, surface: str) -> Iterator[tuple[EntityType, int]]:
    """Yield what the name itself and the word before it say of its type."""
    words = name_words(surface)
    if _title_before(text, span.start) and span.type in {"PERSON", "ORG"}:
        yield "PERSON", 3
    if len(words) > 1 and any(bare(word) in _ORG_WORDS for word in (words[0], words[-1])):
        yield "ORG", 2


def _title_before(text: str, start: int) -> bool:
    match = re.search(r"([^\W\d_]+\.?)[ \u00a0]$", text[max(0, start - 20) : start])
    return match is not None and match.group(1)[:1].isupper() and is_title(match.group(1))


def _vote_of_full_names(text: str, spans: Spans, votes: dict[str, Counter[EntityType]]) -> None:
    """Let a person's full name say that its last word alone is that person as well."""
    for span in spans:
        words = name_words(text[span.start : span.end])
        if span.type == "PERSON" and len(words) > 1:
            tally = votes.get(words[-1])
            if tally is not None and tally.keys() - PLACE_TYPES - {"NORP"}:
                tally["PERSON"] += 2


_PLACE_BEFORE: Final = re.compile(r"\b(?:in|into|from|to|within|near|throughout|across)[ \u00a0]$")


def _is_place_cue(text: str, span: TypedSpan) -> bool:
    """Tell whether a place stands after a preposition of place: "flew to Chad" stays a place."""
    if span.type not in PLACE_TYPES:
        return False
    return _PLACE_BEFORE.search(text[max(0, span.start - 12) : span.start]) is not None


# --- missed repeats ----------------------------------------------------------------------------

_BRACKETED: Final = re.compile(r"[ \u00a0]\(([A-Z][A-Za-z.&-]{1,9})\)")


def _with_repeats(text: str, spans: Spans) -> Spans:
    """Add the places where a name of the text occurs again, as a whole word in the same case."""
    names: dict[str, EntityType] = {}
    for surface, type_ in _names(text, spans):
        names.setdefault(surface, type_)
    found = list(spans)
    taken = sorted((span.start, span.end) for span in spans)
    for surface in sorted(names, key=lambda name: (-len(name), name)):
        start = text.find(surface)
        while start >= 0:
            end = start + len(surface)
            if _is_free(taken, start, end) and _is_name_here(text, start, end, names[surface]):
                found.append(TypedSpan(start, end, names[surface]))
                taken.append((start, end))
            start = text.find(surface, end)
    return tuple(sorted(found, key=lambda span: span.start))


def _is_free(taken: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    return all(end <= left or right <= start for left, right in taken)


def _names(text: str, spans: Spans) -> Iterator[tuple[str, EntityType]]:
    """Yield the names to look for: those found, last names, plurals, acronyms in brackets."""
    for span in spans:
        surface = text[span.start : span.end]
        if len(surface) > 2 and surface[:1].isupper():
            yield surface, span.type
        if span.type == "ORG" and " " in surface:
            bracket = _BRACKETED.match(text, span.end)
            if bracket and _are_initials(bracket.group(1), surface):
                yield bracket.group(1), "ORG"
        elif span.type == "NORP" and " " not in surface and len(surface) > 4:
            yield (surface[:-1] if surface.endswith("ns") else surface + "s"), "NORP"
    for span in spans:
        words = name_words(text[span.start : span.end])
        if span.type == "PERSON" and len(words) > 1 and _is_surname(words):
            yield words[-1], "PERSON"
            if len(words[-1]) > 3:
                yield words[-1].upper(), "PERSON"


def _is_surname(words: tuple[str, ...]) -> bool:
    last = words[-1]
    ruler = any(word in {"of", "the"} or is_numeral(word) for word in words[1:])
    return not ruler and len(last) > 2 and last[:1].isupper() and not last.endswith(".")


def _are_initials(acronym: str, name: str) -> bool:
    """Tell whether the capitals of an acronym begin words of a name, in order."""
    letters = iter(word[:1].upper() for word in re.findall(r"[^\W_]+", name))
    return all(
        any(letter == wanted for letter in letters) for wanted in acronym if wanted.isupper()
    )


_WORD_BEFORE: Final = re.compile(r"([^\W_]+\.?)([ \u00a0-])$")
_WORD_AFTER: Final = re.compile(r"([ \u00a0-])([^\W_]+)")


def _is_name_here(text: str, start: int, end: int, type_: EntityType) -> bool:
    """Tell whether an occurrence is the name: whole, and no part of another name."""
    if not (is_boundary(text, start) and is_boundary(text, end)):
        return False
    word = bare(text[start:end])
    if (word in COMMON_WORDS or word in OPENERS) and _begins_sentence(text, start):
        return False
    before = _WORD_BEFORE.search(text[max(0, start - 24) : start])
    after = _WORD_AFTER.match(text, end)
    if type_ == "PERSON":
        return not (_goes_on(after) or (before and _is_given(before, text, start)))
    next_word = bare(after.group(2)) if after and after.group(2)[:1].isupper() else ""
    if type_ == "NORP":
        return next_word not in EVENT_HEADS
    if next_word in HEADS_AFTER or _is_modified(before):
        return False
    return not (type_ in PLACE_TYPES and _head_of(text, start) in HEADS_OF)


def _is_modified(before: re.Match[str] | None) -> bool:
    """Tell whether the word before makes it another place ("New" before York)."""
    if before is None or not before.group(1)[:1].isupper():
        return False
    return bare(before.group(1)) in PLACE_MODIFIERS


def _goes_on(after: re.Match[str] | None) -> bool:
    """Tell whether a capitalised word follows that is part of a longer name."""
    if after is None:
        return False
    word = after.group(2)
    return word[:1].isupper() and bare(word) not in OPENERS


def _is_given(before: re.Match[str], text: str, start: int) -> bool:
    """Tell whether the word before a last name is another's first name ("Ida Jones")."""
    word = before.group(1)
    if not word[:1].isupper() or is_title(word) or bare(word) in OPENERS:
        return False
    return not _begins_sentence(text, start - len(before.group(0)))


def _begins_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before or before[-1] in ".!?:\n" or text[start - 1 : start] == "\n"


# --- events and works --------------------------------------------------------------------------

_OF_BEFORE: Final = re.compile(r"([^\W\d_]+) of (?:the )?$")
_QUOTED: Final = re.compile(r"[\"“]([^\"“”\n]{3,60})[\"”]")


def _head_of(text: str, start: int) -> str:
    """Return the folded word before "of" before a name, if it has a capital: "Treaty of"."""
    match = _OF_BEFORE.search(text[max(0, start - 24) : start])
    return bare(match.group(1)) if match and match.group(1)[:1].isupper() else ""


def _is_in_event(text: str, span: TypedSpan) -> bool:
    """Tell whether a name stands inside the name of an event, a treaty or a work."""
    if span.type == "ORG":
        return False
    if _head_of(text, span.start) in EVENT_HEADS_OF:
        return True
    after = _WORD_AFTER.match(text, span.end)
    if after and after.group(2)[:1].isupper() and bare(after.group(2)) in EVENT_HEADS:
        return True
    return span.type != "PERSON" and _is_in_work(text, span)


def _is_in_work(text: str, span: TypedSpan) -> bool:
    """Tell whether a name is part of a quoted title: all its longer words have capitals."""
    for quote in _QUOTED.finditer(text, max(0, span.start - 62), span.end + 62):
        if quote.start() < span.start and span.end < quote.end():
            words = re.findall(r"[^\W\d_]{4,}", quote.group(1))
            longer = quote.end(1) - quote.start(1) > span.end - span.start
            return longer and len(words) > 1 and all(word[:1].isupper() for word in words)
    return False


# --- what a question asks for ------------------------------------------------------------------

# Add a way to ask, and the type of what answers it.
_ASKED: Final[tuple[tuple[re.Pattern[str], EntityType], ...]] = (
    (re.compile(r"^(?:who|whom|whose)\b", re.I), "PERSON"),
    (re.compile(r"\b(?:what|which) (?:country|nation)\b", re.I), "COUNTRY"),
    (re.compile(r"\b(?:what|which) (?:city|town|capital)\b", re.I), "CITY"),
    (re.compile(r"\b(?:what|which) (?:u\.?s\.? )?(?:state|province)\b", re.I), "STATE"),
    (re.compile(r"\b(?:what|which) (?:nationality|people|ethnic group|religion)\b", re.I), "NORP"),
    (re.compile(r"\b(?:what|which) (?:company|organization|university|party)\b", re.I), "ORG"),
)


def question_type(question: str) -> EntityType | None:
    """Return the type of what answers a question, None where its words do not tell."""
    return next((type_ for asked, type_ in _ASKED if asked.search(question)), None)
