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
from builders.recognizers.rules.called import (
    end_after_particle,
    start_with_syllable,
    with_nicknames,
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
# Add a word that lists of given names hold and that stands before a person by chance.
_NOT_GIVEN: Final = frozenset({
    "january", "february", "march", "april", "july", "september", "october", "november",
    "december", "royal", "asia", "tuesday", "friday", "christmas", "easter",
})  # fmt: skip
# Add a given name that is a people's as well.
_PEOPLES_TOO: Final = frozenset({"christian", "norman", "roman"})
# Add a family name of China or Vietnam that is no word of English and comes first.
_FAMILY_FIRST: Final = frozenset({
    "bui", "cai", "cao", "chen", "cheng", "cui", "dang", "deng", "dinh", "duong", "feng", "guo",
    "hoang", "hsieh", "hsu", "huang", "huynh", "jia", "jiang", "liang", "liao", "liu", "luo", "ngo",
    "nguyen", "peng", "pham", "phan", "qian", "qin", "shen", "tran", "trinh", "truong", "tsai",
    "vuong", "wang", "wu", "xiao", "xie", "xu", "xue", "yuan", "zeng", "zhang", "zhao", "zheng",
    "zhou", "zhu", "zou",
})  # fmt: skip
# The given name after one, in the midst of a sentence: "the eunuch Zheng He".
_GIVEN_AFTER: Final = re.compile(r"[ \u00a0][A-Z][a-z]{1,5}(?![\w’'-]|[ \u00a0][A-Z])")
# Add a calling, in small letters, right before a person's name.
_CALLINGS: Final = PERSON_NOUNS | {
    "botanist", "councillor", "eunuch", "geologist", "jurist", "naturalist", "notary", "physician",
    "regent", "shogun", "vizier", "wazir",
}  # fmt: skip
_GIVEN_NAMES: Final = 2  # "Anna Maria" Zorb may have been cut before the surname.
_REACH: Final = 24


def with_halves(text: str, spans: Sequence[TypedSpan]) -> Iterator[TypedSpan]:
    """Yield the spans, a person's given name or surname stretched over the half that was missed.

    "Edward" of "Edward Said" takes the surname along, "Holm" of "the poet Christian Holm" a given
    name that was passed over or taken for a people.
    """
    taken = {at for span in spans for at in (span.start, span.end)}
    kept: list[TypedSpan] = []
    for span in with_nicknames(text, spans):
        if kept and span.start < kept[-1].end:
            continue
        if span.type != "PERSON":
            kept.append(span)
            continue
        start = _start_of_person(text, span.start, kept)
        while kept and kept[-1].end > start:
            kept.pop()
        kept.append(TypedSpan(start, _end_of_surname(text, span, taken), "PERSON"))
    yield from kept


def _start_of_person(text: str, start: int, kept: Sequence[TypedSpan]) -> int:
    """Return where a person's name starts with the initials and the given name before it."""
    done = kept[-1].end if kept else 0
    initials = _INITIALS_BEFORE.search(text, max(done, start - _REACH), start)
    if initials:
        start = initials.start(1) if initials.group(1) else initials.start()
    syllable = start_with_syllable(text, start)
    if syllable >= done or kept[-1] == TypedSpan(syllable, done, "PERSON"):
        start = syllable
    first = _FIRST_BEFORE.search(text, max(0, start - _REACH), start)
    return first.start(1) if first and _is_given_here(text, first, kept) else start


def _end_of_surname(text: str, span: TypedSpan, taken: Set[int]) -> int:
    """Return where a lone given name ends with the surname after it."""
    surface = text[span.start : span.end]
    words = surface.split(" ")
    if not all(map(str.isalpha, words)) or surface.isupper() or len(words) > _GIVEN_NAMES:
        return span.end
    particle = _PARTICLE_AFTER.match(text, span.end) if len(words) == 1 else None
    end = particle.end() if particle else end_after_particle(text, span.start, span.end)
    family = _GIVEN_AFTER.match(text, end) if bare(surface) in _FAMILY_FIRST else None
    end = family.end() if family else end
    if end > span.end and taken.isdisjoint(range(span.end + 1, end)):
        return end
    if len(words) > 1 and not _is_called_so(text, span.start):
        return span.end
    last = _SURNAME_AFTER.match(text, span.end)
    if last is None or last.start(1) in taken or not all(map(is_first_name, words)):
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
    given = is_first_name(key) or key in _FAMILY_FIRST or _is_called_so(text, start)
    if not given or is_title(key) or key in OPENERS | COMMON_WORDS | _NOT_GIVEN:
        return False
    if not kept or kept[-1].end <= start:
        return not before(text, start).is_capital
    known = key in _PEOPLES_TOO and (kept[-1].start, kept[-1].type) == (start, "NORP")
    return known and before(text, start).key in PERSON_NOUNS


def _is_called_so(text: str, start: int) -> bool:
    """Tell whether a calling stands right before a word: "the vizier Zorbu Mehmed Gelt"."""
    near = before(text, start)
    return near.gap == " " and near.key in _CALLINGS and near.word.islower()
