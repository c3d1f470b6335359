"""Phrases that begin with the name of a people or a country, which is no name in them.

In a passage about Kenya, an American bison is the same animal and Roman Catholicism the same faith.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Final

from builders.lexicon.tables import words
from builders.types import TypedSpan

_PEOPLES: Final = frozenset({"NORP", "COUNTRY", "GPE"})
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
    nothing in it is renamed. It may be capitalized (German Shepherd), unless a name begins in it or
    goes on behind it (American Bison Society).
    """
    spans = tuple(spans)
    starts = {span.start for span in spans}
    return [_phrase(text, span, starts) for span in spans]


def _phrase(text: str, span: TypedSpan, starts: Set[int]) -> TypedSpan:
    after = _AFTER.get(text[span.start : span.end]) if span.type in _PEOPLES else None
    rest = after.match(text, span.end) if after else None
    if rest is None or any(at in starts for at in range(span.end, rest.end())):
        return span
    return replace(span, end=rest.end(), type="MISC")
