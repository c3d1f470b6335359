"""The parts of a person's name that can be renamed: the first name and the last name.

The parts are those of Yan et al. 2022, table 1. Whether a name of one word is a first or a last
name is decided as in Balasubramanian et al. 2020, section 2.3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from builders.given_names import gender_of, is_mostly_last_name, is_transliterated
from builders.names import (
    SUFFIXES,
    Gender,
    bare,
    is_double_regnal,
    is_initial,
    is_numeral,
    title_length,
    undotted,
)
from builders.spans.persons import first_name_variants
from builders.text import has_unspaced
from builders.types import Answer, Entity, LoneName, PerturbableSpan, RenamingType

SPAN_TYPES: Final[Mapping[Gender, RenamingType]] = {
    "male": "FIRST_MALE", "female": "FIRST_FEMALE", "": "FIRST_NEUTRAL",
}  # fmt: skip
"""The span types of first names by gender-guesser's gender (Yan et al. 2022, section 3.1)."""

THREE_WORDS: Final = "a person's name of three or more words"
TWO_GIVEN: Final = "a ruler's name of two given names"
ONE_CHARACTER: Final = "a person's name of one character"
LOWER_CASE_WORD: Final = "a person's name with a word in small letters"

_WORD: Final = re.compile(r"[^\s_,()/\"“”]+")
# Tokenized text has spaces around hyphens: "Jean - Luc" is one word of a name.
_NAME_WORD: Final = re.compile(rf"{_WORD.pattern}(?: - {_WORD.pattern})*")


def person_spans(
    entity: Entity, answers: Iterable[Answer], lone: LoneName = "first"
) -> tuple[list[PerturbableSpan], str]:
    """Return the spans of a person's name of one or two words, and the reason if there are none.

    Titles, numerals and suffixes do not count as words. `lone` says whether a name of one word is
    a first name, a last name, or what it more often is ("frequent"). A word before a
    numeral is always a first name, that of a ruler. A name in a script without spaces is one span,
    unless it is a foreign name (约翰·史密斯, John Smith).
    """
    if has_unspaced(entity.name) and not is_transliterated(entity.name):
        return _whole(entity)
    if entity.is_family:
        return [PerturbableSpan(entity.id, "LAST", entity.name)], THREE_WORDS
    words = _person_words(entity.name)
    if len(words) > 2:
        words = _short_form(answers, words) or words
    if len(words) > 2:
        return [], THREE_WORDS
    reason = TWO_GIVEN if is_double_regnal(words) else ""
    reason = reason or (LOWER_CASE_WORD if any(word.islower() for word in words) else "")
    if reason:
        return [], reason
    if len(words) == 1 and entity.name.endswith(words[0]) and _is_last(words[0], lone):
        return [PerturbableSpan(entity.id, "LAST", words[0])], THREE_WORDS
    spans = []
    if not is_initial(words[0]):
        spans.append(PerturbableSpan(entity.id, SPAN_TYPES[gender_of(words[0])], words[0]))
    if len(words) == 2 and not is_initial(words[1]):
        spans.append(PerturbableSpan(entity.id, "LAST", words[1]))
    return spans, THREE_WORDS


def _is_last(word: str, lone: LoneName) -> bool:
    """Return whether a person's name of one word counts as a last name.

    `lone` is what such names count as: "first", "last", or "frequent" for what the word
    more often is.
    """
    return lone == "last" or (lone == "frequent" and is_mostly_last_name(word))


def _whole(entity: Entity) -> tuple[list[PerturbableSpan], str]:
    """Return the whole name as a span; for a name of one character, return no span and a reason."""
    if len(entity.name) == 1:
        return [], ONE_CHARACTER
    return [PerturbableSpan(entity.id, "PERSON", entity.name)], ONE_CHARACTER


def _person_words(name: str) -> list[str]:
    """Return the words of a person's name without titles, numerals and suffixes."""
    words = [match.group() for match in _NAME_WORD.finditer(undotted(name))]
    del words[: title_length(tuple(words))]
    while len(words) > 1 and (bare(words[-1]) in SUFFIXES or is_numeral(words[-1])):
        words.pop()
    return words


def _short_form(answers: Iterable[Answer], words: Sequence[str]) -> list[str]:
    """Return the first and last name if an answer has only these two, or else an empty list.

    For example, if an answer is Ada Quist and the passage has Ada Marie Quist, then Ada and Quist
    are renamed in both.
    """
    first = (words[0], *first_name_variants(words[0]))
    for answer in answers:
        short = _person_words(answer.text)
        if len(short) == 2 and short[0] in first and short[1] == words[-1]:
            return short
    return []
