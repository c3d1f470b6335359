"""What stands inside a person's name besides given name and surname, and hid the name's halves.

A nickname in quotes (Ada "Bird" Holm), a small word of another tongue (Kanda a Lemba, Ivo de'
Zorb), a syllable after an apostrophe (Abd al Qa'im Zorb), a family name that comes first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from builders.given_names import is_first_name
from builders.names import OPENERS, PERSON_NOUNS, bare, is_title
from builders.recognizers.rules.context import before
from builders.types import TypedSpan

_NAME: Final = r"[A-Z][^\W\d_]+"
# 'George "Babe" Zorb': what somebody is called besides.
_NICKNAMED: Final = re.compile(
    rf"(?<![\w.'’&-])({_NAME})(?:[ \u00a0](?:{_NAME}|[A-Z]\.)){{0,2}}"
    rf"[ \u00a0][\"“][A-Z][^\"“”\n]{{1,18}}[\"”][ \u00a0]{_NAME}(?![\w-])"
)
# Add a particle with an apostrophe, or one that joins a person's own name to a parent's.
_PARTICLE_AFTER: Final = re.compile(
    rf"[ \u00a0](?:(?:de|dei|degli|dell|dall)['’][ \u00a0]?|(?:wa|lua|ka|kwa|ap|ferch|ben|"
    rf"bint|dos|das|do|da|degli|dei|af|zu|zur|ten|ter)[ \u00a0]){_NAME}(?![\w’'-])"
)
_A_AFTER: Final = re.compile(rf"[ \u00a0]a[ \u00a0]{_NAME}(?![\w’'-])")
_CLITIC: Final = r"(?:all|am|clock|d|em|er|ll|m|mon|re|s|t|ve)\b"
_SYLLABLE_BEFORE: Final = re.compile(
    rf"(?<![\w'’-])(?:({_NAME})[ \u00a0])?([A-Z][^\W\d_]*['’](?!{_CLITIC})[a-z][^\W\d_]+)[ \u00a0]$"
)
_SYLLABLE_AFTER: Final = re.compile(rf"[ \u00a0]{_NAME}['’](?!{_CLITIC})[a-z][^\W\d_]+(?![\w-])")
_REACH: Final = 40


def with_nicknames(text: str, spans: Sequence[TypedSpan]) -> list[TypedSpan]:
    """Return the spans, with a person and the nickname in quotes inside the name one."""
    kept = list(spans)
    if '"' not in text and "“" not in text:
        return kept
    for found in _NICKNAMED.finditer(text):
        start, end = found.span()
        touched = [span for span in kept if span.start < end and start < span.end]
        inside = all(start <= span.start and span.end <= end for span in touched)
        persons = inside and any(span.type == "PERSON" for span in touched)
        if persons and (is_first_name(found[1]) or touched[0].start == start):
            kept = [span for span in kept if span not in touched]
            kept.append(TypedSpan(start, end, "PERSON"))
    return sorted(kept, key=lambda span: span.start)


def end_after_particle(text: str, start: int, end: int) -> int:
    """Return where a person's name ends with a particle, and a name, after it."""
    if text[start:end].isupper():
        return end
    rest = _PARTICLE_AFTER.match(text, end) or _SYLLABLE_AFTER.match(text, end)
    if rest is None and _is_announced(text, start):
        rest = _A_AFTER.match(text, end)
    return rest.end() if rest and " " not in text[start:end] else end


def start_with_syllable(text: str, start: int) -> int:
    """Return where a person's name starts that goes on after a syllable: "Abdul Qa'im Zorb"."""
    found = _SYLLABLE_BEFORE.search(text, max(0, start - _REACH), start)
    if found is None or is_title(found[2]):
        return start
    first = found[1]
    return found.start(2) if not first or _is_other(first) else found.start()


def _is_other(word: str) -> bool:
    return is_title(word) or bare(word) in OPENERS


def _is_announced(text: str, start: int) -> bool:
    """Tell whether a title or a calling stands before a name."""
    near = before(text, start)
    return is_title(near.word) if near.is_capital else near.key in PERSON_NOUNS
