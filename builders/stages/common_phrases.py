"""Phrases that begin with the name of a people or a country, which is no name in them.

In a passage about Kenya, an American bison is the same animal and Roman Catholicism the same faith.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from builders.lexicon.tables import words
from builders.types import TypedSpan

_PEOPLES: Final = frozenset({"NORP", "COUNTRY", "GPE"})
_FAITHS: Final = frozenset({"NORP", "MISC"})
"""The types that a recognizer may give to the rest of a phrase (Catholicism)."""
_PLURAL: Final = r"(?:e?s)?"


def _by_first_word() -> Mapping[str, re.Pattern[str]]:
    """Return a pattern for each name of a people or country: what follows it in a phrase."""
    found: dict[str, list[str]] = {}
    for phrase in words("common_phrases", "phrases"):
        first, _, rest = phrase.partition(" ")
        found.setdefault(first, []).append(rest)
    return {
        first: re.compile(
            rf"\s+(?i:(?:{'|'.join(map(re.escape, _longest_first(its)))}){_PLURAL})\b(?!\s[A-Z])"
        )
        for first, its in found.items()
    }


def _longest_first(texts: Iterable[str]) -> list[str]:
    return sorted(texts, key=lambda text: (-len(text), text))


_AFTER: Final = _by_first_word()


def with_common_phrases(text: str, spans: Iterable[TypedSpan]) -> Sequence[TypedSpan]:
    """Return the spans of names in a text, with fixed phrases in place of the names in them.

    A phrase that begins with a name, such as American bison, gets the type MISC, so that
    nothing in it is renamed. It may be capitalized (German Shepherd), unless another name begins in
    it (American Robin Holm) or goes on behind it (American Bison Society).
    """
    spans = tuple(spans)
    found: list[TypedSpan] = []
    until = 0
    for span in spans:
        end = _end(text, span)
        if end and all(_is_within(one, end) for one in spans if span.end <= one.start < end):
            found.append(replace(span, end=end, type="MISC"))
            until = end
        elif span.start >= until:  # Catholicism in the phrase may be a name of its own.
            found.append(span)
    return found


def _is_within(one: TypedSpan, end: int) -> bool:
    """Return whether a name may be a part of a phrase that ends at `end`, such as a faith's."""
    return one.end <= end and one.type in _FAITHS


def _end(text: str, span: TypedSpan) -> int:
    """Return where the phrase ends that begins with a name, or 0 if none does."""
    after = _AFTER.get(text[span.start : span.end]) if span.type in _PEOPLES else None
    rest = after.match(text, span.end) if after else None
    return rest.end() if rest else 0
