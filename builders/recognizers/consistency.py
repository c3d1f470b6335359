"""A text's names made consistent, after any recognizer.

Within a text one name has one type, repeats that were missed are found, persons are whole
(David I, William the Lion, Walter Finch Jr.) and titles stand outside. Names inside the names of
events and works ("Treaty of Rome") are left to a policy.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import tee, zip_longest
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
    written = [span for span in trimmed(text, spans) if _has_capital(text, span)]
    whole = trimmed(text, (_whole_name(text, span) for span in written))
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


def _has_capital(text: str, span: TypedSpan) -> bool:
    """Tell whether a name has a capital or no case at all; in small letters it is no name.

    A text without any capital is not judged.
    """
    surface = text[span.start : span.end]
    return surface != surface.lower() or surface == surface.upper() or text == text.lower()


# --- names made whole ------------------------------------------------------------------------

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


# Add a word in small letters that belongs to the place's name before it.
_SMALL_HEAD: Final = re.compile(r"[ \u00a0](?:peninsula|archipelago|isles)\b")
# Add a word with a capital that belongs to the place's name after it.
_MODIFIER: Final = re.compile(
    r"\b((?:North|South|East|West|Northeast|Northwest|Southeast|Southwest|Northern|Southern|"
    r"Eastern|Western|Central|Upper|Lower|Greater|Inner|Outer|New|Saint|St\.|San|Santa|Los|Fort|"
    r"Sub-Saharan|Trans-[A-Z][a-z]+)[ \u00a0])$"
)


def _whole_name(text: str, span: TypedSpan) -> TypedSpan:
    """Stretch a person or a place over the words beside it that belong to the name."""
    if span.type == "PERSON":
        return _whole_person(text, span)
    if span.type in PLACE_TYPES or span.type == "NORP":
        head = _SMALL_HEAD.match(text, span.end)
        if head:
            return TypedSpan(span.start, head.end(), "LOC")
    if span.type in PLACE_TYPES:
        modifier = _MODIFIER.search(text, max(0, span.start - 24), span.start)
        if modifier:
            return replace(span, start=modifier.start())
    return span


def _whole_person(text: str, span: TypedSpan) -> TypedSpan:
    """Stretch a person over the regnal number, byname or suffix that follows."""
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
    surfaces = {text[span.start : span.end] for span in spans}
    names = {surface: _same_name(surface, surfaces) for surface in surfaces}
    for span in spans:
        surface = text[span.start : span.end]
        tally = votes.setdefault(names[surface], Counter())
        tally[span.type] += 2
        for type_, weight in _evidence(text, span, surface):
            tally[type_] += weight
    _vote_of_full_names(text, spans, votes)
    for span, type_ in _odd_ones_of_lists(text, spans):
        votes[names[text[span.start : span.end]]][type_] += 3
    types = {name: _winner(tally) for name, tally in votes.items()}
    return tuple(
        span
        if _is_place_cue(text, span)
        else _retyped(span, types[names[text[span.start : span.end]]])
        for span in spans
    )


def _retyped(span: TypedSpan, type_: EntityType) -> TypedSpan:
    return span if span.type == type_ else replace(span, type=type_)


def _winner(tally: Counter[EntityType]) -> EntityType:
    return min(tally, key=lambda type_: (-tally[type_], type_))


def _same_name(surface: str, surfaces: Collection[str]) -> str:
    """Return a name without its plural, if the text has the singular as well."""
    singular = surface[:-1] if surface.endswith("s") else surface
    return " ".join(name_words(singular if singular in surfaces else surface))


def _evidence(text: str, span: TypedSpan, surface: str) -> Iterator[tuple[EntityType, int]]:
    """Yield what the name itself and the word before it say of its type."""
    words = name_words(surface)
    if _title_before(text, span.start) and span.type in {"PERSON", "ORG"}:
        yield "PERSON", 3
    if _is_a_people(text, span, surface):
        yield "NORP", 3
    if len(words) > 1 and bare(words[-1]) in _LAND_WORDS:
        yield "LOC", 3
    if len(words) > 1 and any(bare(word) in _ORG_WORDS for word in (words[0], words[-1])):
        yield "ORG", 2


# Add a word that makes a name one of land or water when it ends it.
_LAND_WORDS: Final = frozenset({
    "gulf", "heights", "sea", "ocean", "river", "mountains", "islands", "island", "peninsula",
    "desert", "bay", "valley", "strait", "archipelago", "hills", "canal", "delta", "lake",
    "canyon", "falls", "glacier", "plateau", "highlands", "lowlands", "isles",
})  # fmt: skip


def _is_a_people(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether a plural stands like a people's: "the Normans", and "a Norman castle"."""
    if len(surface) < 5 or not surface.endswith("s") or not surface.isalpha():
        return False
    if text[: span.start][-4:].casefold() != "the ":
        return False
    return re.search(rf"\b{re.escape(surface[:-1])} [a-z]", text) is not None


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


_AND: Final = re.compile(r"(?:,|,? and|,? or|, as well as)(?: the)? $")


def _odd_ones_of_lists(text: str, spans: Spans) -> Iterator[tuple[TypedSpan, EntityType]]:
    """Yield the one name of a list whose type is not that of the others, and theirs.

    "Rome, Caroline and Milan" are three places, if two are; only a single word gives way.
    """
    run: list[TypedSpan] = []
    for span, after in zip_longest(spans, spans[1:]):
        run.append(span)
        if after is None or not _AND.fullmatch(text, span.end, after.start):
            types = Counter("PLACE" if item.type in PLACE_TYPES else item.type for item in run)
            kind, count = types.most_common(1)[0]
            if len(run) > 2 and count == len(run) - 1:
                usual = Counter(item.type for item in run).most_common(1)[0][0]
                for item in run:
                    same = kind == ("PLACE" if item.type in PLACE_TYPES else item.type)
                    if not same and " " not in text[item.start : item.end]:
                        yield item, usual
            run = []


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
    bodies = list(_bodies(text, spans))
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
    found += [body for body in bodies if _is_free(taken, body.start, body.end)]
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
        if len(words) > 1:
            yield from _parts(span.type, words)


def _parts(type_: EntityType, words: tuple[str, ...]) -> Iterator[tuple[str, EntityType]]:
    """Yield the parts of a full name by which its bearer may be called alone."""
    if type_ == "PERSON":
        first, last = words[0], words[-1]
        if _is_surname(words):
            yield last, "PERSON"
            if len(last) > 3:
                yield last.upper(), "PERSON"
        if len(first) > 2 and first[:1].isupper() and not first.endswith("."):
            yield first, "PERSON"
    elif type_ == "ORG":
        short = _without_form(words)
        if len(short) == 1 and len(short[0]) > 3 and bare(short[0]) not in COMMON_WORDS:
            yield short[0], "ORG"


# Add a word that says of what form a company is, and is left out in speech.
_FORMS: Final = _ORG_WORDS | frozenset({
    "network", "group", "motors", "motor", "systems", "technologies", "international", "limited",
    "co", "plc", "llc", "gmbh", "ag", "sa", "records", "studios", "industries", "laboratories",
    "entertainment", "holdings", "pictures", "communications", "the",
})  # fmt: skip


def _without_form(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return a company's words without those of its form ("Merit Network, Inc." gives Merit)."""
    end = len(words)
    while end > 1 and bare(words[end - 1]) in _FORMS:
        end -= 1
    return words[:end]


def _bodies(text: str, spans: Spans) -> Iterator[TypedSpan]:
    """Yield "the Commission" where the text has the name of one commission in full."""
    heads: Counter[str] = Counter()
    for full in {text[span.start : span.end] for span in spans if span.type == "ORG"}:
        words = name_words(full)
        if len(words) > 1:
            heads.update({word for word in (words[0], words[-1]) if bare(word) in _ORG_WORDS})
    for head in sorted(heads):
        if head[:1].isupper() and heads[head] == 1:
            for match in re.finditer(
                rf"\b[Tt]he ({re.escape(head)})\b(?! (?:of|for) |[ -][A-Z])", text
            ):
                yield TypedSpan(match.start(1), match.end(1), "ORG")


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
    if (
        after
        and bare(after.group(2)) in EVENT_HEADS
        and (after.group(2)[:1].isupper() or _is_compound(text, span))
    ):
        return True
    if after and after.group(1) == "-" and _COMPOUND_EVENT.match(text, span.end):
        return True
    return span.type != "PERSON" and _is_in_work(text, span)


# Add a word in small letters that makes an event of two names: "Iran-Iraq war".
_COMPOUND_EVENT: Final = re.compile(r"[-–][A-Z]\w+ (?:war|conflict|crisis|treaty|agreement)\b")


def _is_compound(text: str, span: TypedSpan) -> bool:
    """Tell whether a name is the second half of a compound ("Iran-Iraq war")."""
    return span.start > 1 and text[span.start - 1] in "-–" and text[span.start - 2].isalpha()


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
