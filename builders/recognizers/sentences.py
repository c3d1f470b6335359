"""The starts of sentences, and the capital letters of European languages."""

from __future__ import annotations

from typing import Final

UPPER: Final = "".join(letter for letter in map(chr, range(0x250)) if letter.isupper())
"""The capital letters of European languages, such as those in "Żelazowa Wola" and "Ögedei"."""

_REACH: Final = 24  # The number of characters before a position that are read.


def begins_sentence(text: str, start: int) -> bool:
    """Return whether a sentence, a line or a quotation begins at `start`."""
    ahead = text[max(0, start - _REACH) : start].rstrip(" \u00a0\"'“‘(")
    return not ahead or ahead[-1] in ".!?:\n"
