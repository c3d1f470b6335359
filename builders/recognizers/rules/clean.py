"""Texts as recognizers were trained to read them, tied to their source.

Combining marks are composed, zero-width characters left out and curly apostrophes made straight:
none of them should hide a name or be taken for one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from builders.types import TypedSpan

_ODD: Final = re.compile("[\u0300-\u036f\u200b-\u200f\u2060\ufeff\u00ad]")


@dataclass(frozen=True, slots=True)
class Clean:
    """A text to read, and for each of its characters the source offsets that it came from.

    `starts` and `ends` are empty where the text to read has the offsets of its source.
    """

    text: str
    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    def source(self, spans: Iterable[TypedSpan]) -> tuple[TypedSpan, ...]:
        """Return spans of the text to read as spans of its source."""
        if not self.starts:
            return tuple(spans)
        return tuple(
            TypedSpan(self.starts[span.start], self.ends[span.end - 1], span.type) for span in spans
        )


def clean(text: str) -> Clean:
    """Return the text to read for a source text; most texts are their own."""
    straight = text.replace("’", "'")
    if _ODD.search(straight) is None:
        return Clean(straight)
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, char in enumerate(straight):
        if unicodedata.combining(char) and chars:
            composed = unicodedata.normalize("NFC", chars[-1] + char)
            if len(composed) == 1:
                chars[-1] = composed
                ends[-1] = index + 1
                continue
        if unicodedata.category(char) != "Cf":
            chars.append(char)
            starts.append(index)
            ends.append(index + 1)
    return Clean("".join(chars), tuple(starts), tuple(ends))
