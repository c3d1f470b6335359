"""Halves of persons' names that were read alone: "Edward" of "Edward Said"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from builders.given_names import is_first_name
from builders.names import (
    COMMON_WORDS,
    EVENT_HEADS,
    HEADS_AFTER,
    OPENERS,
    ORG_WORDS,
    PERSON_NOUNS,
    bare,
    is_title,
)
from builders.recognizers.rules.context import before
from builders.recognizers.rules.parted import EPONYM_NOUNS
from builders.types import TypedSpan

# "Maciot de Béthencourt": the particle and the surname after a given name.
_PARTICLE_AFTER: Final = re.compile(
    r"[ \u00a0](?:de|van|von|di|del|della|du|bin|ibn)[ \u00a0]"
    r"(?:la[ \u00a0]|der[ \u00a0]|den[ \u00a0])?[A-Z][^\W\d_]+(?![\w’'-])"
)
_SURNAME_AFTER: Final = re.compile(
    r"[ \u00a0]([A-Z][a-z][^\W\d_]+)(?![\w’'-]|[ \u00a0](?:to[ \u00a0])?[A-Z])"
)
_FIRST_BEFORE: Final = re.compile(r"(?<![\w.’'&-])([A-Z][^\W\d_]{2,})[ \u00a0]$")
# "J.R.R. Zorb", "by J. Zorb": initials, and no letter that ends a sentence.
_INITIALS_BEFORE: Final = re.compile(
    r"(?<![\w.’'&-])(?:[A-Z]\.[ \u00a0]?){2,4}$|"
    r"(?:^|[,(]|\b(?:and|as|by|for|from|of|to|with))[ \u00a0]?([A-Z]\.[ \u00a0])$"
)
# 'George "Babe" Zorb': what somebody is called besides.
_NICKNAME: Final = re.compile(r"[ \u00a0][\"“][A-Z][^\"“”\n]{1,18}[\"”][ \u00a0]")
# Add a word that lists of given names hold and that stands before a person by chance.
_NOT_GIVEN: Final = frozenset({
    "january", "february", "march", "april", "july", "september", "october", "november",
    "december", "royal", "asia", "tuesday", "friday", "christmas", "easter",
})  # fmt: skip
# Add a given name that is a people's as well.
_PEOPLES_TOO: Final = frozenset({"christian", "norman", "roman"})
_REACH: Final = 24


def with_halves(text: str, spans: Sequence[TypedSpan]) -> Iterator[TypedSpan]:
    """Yield the spans, a person's given name or surname stretched over the half that was missed.

    "Edward" of "Edward Said" takes the surname along, "Holm" of "the poet Christian Holm" a given
    name that was passed over or taken for a people.
    """
    taken = {at for span in spans for at in (span.start, span.end)}
    kept: list[TypedSpan] = []
    for span in spans:
        if span.type != "PERSON":
            kept.append(span)
            continue
        start, end = span.start, _end_of_surname(text, span, taken)
        last = kept[-1] if kept else None
        if last and last.type == "PERSON" and _NICKNAME.fullmatch(text, last.end, start):
            kept[-1] = TypedSpan(last.start, end, "PERSON")
            continue
        initials = _INITIALS_BEFORE.search(
            text, max(last.end if last else 0, start - _REACH), start
        )
        if initials:
            start = initials.start(1) if initials.group(1) else initials.start()
        first = _FIRST_BEFORE.search(text, max(0, start - _REACH), start)
        if first and _is_given_here(text, first, kept):
            start = first.start(1)
            if kept and kept[-1].start == start:
                kept.pop()
        kept.append(TypedSpan(start, end, "PERSON"))
    yield from kept


def _end_of_surname(text: str, span: TypedSpan, taken: Set[int]) -> int:
    """Return where a lone given name ends with the surname after it."""
    surface = text[span.start : span.end]
    if not surface.isalpha() or surface.isupper():
        return span.end
    particle = _PARTICLE_AFTER.match(text, span.end)
    if particle and taken.isdisjoint(range(span.end + 1, particle.end() + 1)):
        return particle.end()
    last = _SURNAME_AFTER.match(text, span.end)
    if last is None or last.start(1) in taken or not is_first_name(surface):
        return span.end
    return last.end(1) if _is_surname(text, bare(last.group(1))) else span.end


def _is_surname(text: str, key: str) -> bool:
    """Tell whether a word after a given name is no head of a longer name and no plain word."""
    heads = (OPENERS, HEADS_AFTER, EVENT_HEADS, ORG_WORDS, COMMON_WORDS, EPONYM_NOUNS)
    singular = key.removesuffix("s")
    if is_title(key) or any(key in words or singular in words for words in heads):
        return False
    return re.search(rf"\b{re.escape(key)}s?\b", text) is None


def _is_given_here(text: str, first: re.Match[str], kept: Sequence[TypedSpan]) -> bool:
    """Tell whether the word before a person is a given name, and part of no other name."""
    key, start = bare(first.group(1)), first.start(1)
    if not is_first_name(key) or is_title(key) or key in OPENERS | COMMON_WORDS | _NOT_GIVEN:
        return False
    if not kept or kept[-1].end <= start:
        return not before(text, start).is_capital
    known = key in _PEOPLES_TOO and (kept[-1].start, kept[-1].type) == (start, "NORP")
    return known and before(text, start).key in PERSON_NOUNS
