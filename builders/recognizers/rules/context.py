"""The words around a place in a text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from builders.names import COMMON_WORDS, bare

_BEFORE: Final = re.compile(r"([^\W_]+\.?)([ \u00a0-])$")
_AFTER: Final = re.compile(r"([ \u00a0-])([^\W_]+)")
_OF_BEFORE: Final = re.compile(r"([^\W\d_]+) of (?:the )?$")
# The capitals of European languages: "Żelazowa Wola" and "Ögedei" begin with one as well.
UPPER: Final = "".join(letter for letter in map(chr, range(0x250)) if letter.isupper())
CAPITAL: Final = rf"[{UPPER}][^\W\d_]+"
"""A word that begins with a capital, as a part of a pattern."""
CAPITALS: Final = rf"{CAPITAL}(?:[ \u00a0-]{CAPITAL})*"
"""A run of words that begin with capitals, as a part of a pattern."""

_REACH: Final = 24  # Characters looked back: enough for a word and a preposition.


class Neighbour(NamedTuple):
    """A word beside a place, what stands between, and where the word starts."""

    word: str
    gap: str
    start: int

    @property
    def is_capital(self) -> bool:
        """Tell whether the word begins with a capital."""
        return self.word[:1].isupper()

    @property
    def key(self) -> str:
        """Return the word folded."""
        return bare(self.word)


_NOBODY: Final = Neighbour("", "", -1)


def before(text: str, start: int) -> Neighbour:
    """Return the word before `start`, empty where punctuation or the text's edge is."""
    match = _BEFORE.search(text, max(0, start - _REACH), start)
    return Neighbour(match.group(1), match.group(2), match.start()) if match else _NOBODY


def after(text: str, end: int) -> Neighbour:
    """Return the word after `end`, empty where punctuation or the text's edge is."""
    match = _AFTER.match(text, end)
    return Neighbour(match.group(2), match.group(1), match.start(2)) if match else _NOBODY


def head_of(text: str, start: int) -> str:
    """Return the folded word before "of" before `start`, if it has a capital: "Treaty of"."""
    match = _OF_BEFORE.search(text, max(0, start - _REACH), start)
    return bare(match.group(1)) if match and match.group(1)[:1].isupper() else ""


def begins_sentence(text: str, start: int) -> bool:
    """Tell whether a sentence, a line or a quotation begins at `start`."""
    ahead = text[max(0, start - _REACH) : start]
    stripped = ahead.rstrip(" \u00a0\"'“‘(")
    return not stripped or stripped[-1] in ".!?:\n"


def is_shouted(text: str, start: int, end: int) -> bool:
    """Tell whether a common word in capitals stands among others in capitals ("JOIN US!")."""
    surface = text[start:end]
    if not surface.isupper() or bare(surface) not in COMMON_WORDS:
        return False
    beside = (before(text, start), after(text, end))
    return any(len(near.word) > 1 and near.word.isupper() for near in beside)
