"""Full stops that end an abbreviation and a sentence at once: "in the U.S. He left".

They stay when the name is renamed, so they do not belong to the span that is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from builders.names import OPENERS
from builders.types import TypedSpan

_OPENING: Final = re.compile(r"[\"”)]?\s+[\"“(]?([A-Z]\w*)")
_CLOSING: Final = " \t\n\"”')"
_SENTENCE: Final = re.compile(r"[a-z]\.[\"”)]?\s")


def without_sentence_ends(text: str, spans: Iterable[TypedSpan]) -> tuple[TypedSpan, ...]:
    """Return the spans of names in a text without the full stops of its sentences.

    The full stop of "U.S." also ends the sentence if the text ends there, or if a word follows that
    often begins a sentence: "in the U.S. He left". It stays in the name if the text has no other
    sentence, as in a title.
    """
    return tuple(replace(span, end=_end(text, span.start, span.end)) for span in spans)


def _end(text: str, start: int, end: int) -> int:
    if end - start < 2 or text[end - 1 : end] != ".":
        return end
    follows = _OPENING.match(text, end)
    is_last = not text[end:].strip(_CLOSING) and _SENTENCE.search(text, 0, start) is not None
    opens = follows is not None and follows[1].casefold() in OPENERS
    return end - 1 if is_last or opens else end
