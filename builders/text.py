"""Words, word boundaries, and the folding of text, which removes case, accents and the like.

Folding keeps track of offsets. This module is independent of questions, names and releases. All
offsets count code points. Offsets are never taken from a lowered text, because lowering can change
its length.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

_ASCII_WORD: Final = re.compile("[A-Za-z0-9]+")
_APOSTROPHES: Final = "'’ʼʻ‘＇"
_CURRENCIES: Final = "$€£¥"
_HYPHENS: Final = "-‐‑–"
_SPACES: Final = " _\u00a0\u2009\u202f\t\n\r"
# Letters that have no canonical decomposition but that people write without their mark.
_PLAIN_LETTERS: Final = {
    "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe",
    "ı": "i", "ħ": "h", "ŧ": "t",
}  # fmt: skip

LONGEST_TEXT: Final = 1_000_000
"""The largest number of characters of a text.

Recognizing the names in a text of this length takes about 20 s.
"""

# Marks that turn the character before them into an emoji. They do not count as part of a word.
_EMOJI_MARKS: Final = "\ufe0e\ufe0f\u20e3"


@lru_cache(maxsize=65536)
def is_word_char(char: str) -> bool:
    """Return whether a character is part of a word: a Unicode letter, digit or combining mark."""
    return unicodedata.category(char)[0] in "LNM" and char not in _EMOJI_MARKS


# First and last characters of scripts that are written without spaces: Thai and Lao, Tibetan,
# Myanmar, Khmer, kana, Bopomofo, and Han with its radicals and compatibility characters.
_UNSPACED: Final = (
    ("\u0e00", "\u0eff"), ("\u0f00", "\u0fff"), ("\u1000", "\u109f"), ("\u1780", "\u17ff"),
    ("\u2e80", "\u2fdf"), ("\u3005", "\u3007"), ("\u3021", "\u312f"), ("\u31a0", "\u31ff"),
    ("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"), ("\uf900", "\ufaff"), ("\uff66", "\uff9f"),
    ("\U00020000", "\U0003ffff"),
)  # fmt: skip


UNSPACED: Final = "〇"
"""A sample character of a script that is written without spaces.

It is used to test whether another character would join such a character.
"""
_UNSPACED_CHAR: Final = re.compile(f"[{''.join(map('-'.join, _UNSPACED))}]")


def is_unspaced(char: str) -> bool:
    """Return whether a character is of a script that has no spaces between words."""
    return _UNSPACED_CHAR.match(char) is not None


def has_unspaced(text: str) -> bool:
    """Return whether a text has characters of a script without spaces."""
    return not text.isascii() and _UNSPACED_CHAR.search(text) is not None


def spaced(text: str) -> str:
    """Return a text with spaces around every character of a script without spaces."""
    return text if text.isascii() else _UNSPACED_CHAR.sub(r" \g<0> ", text)


def is_one_word(text: str) -> bool:
    """Return whether a text consists only of letters and digits of scripts with spaces."""
    return text.isalnum() and not has_unspaced(text)


def bounds_itself(name: str) -> bool:
    """Return whether a name begins and ends with characters of a script without spaces.

    An example is a name in Chinese characters. Such a name can stand directly next to
    letters, because they do not become a part of its words. The result is False if the
    first character is a combining mark.
    """
    return is_unspaced(name[0]) and is_unspaced(name[-1]) and not is_joined(UNSPACED, name[0])


def is_joined(before: str, after: str) -> bool:
    """Return whether two adjacent characters belong to one word.

    Every character of a script without spaces is a word of its own, with the combining marks that
    follow it.
    """
    if not (is_word_char(before) and is_word_char(after)):
        return False
    return unicodedata.category(after)[0] == "M" or not (is_unspaced(before) or is_unspaced(after))


def is_boundary(text: str, index: int) -> bool:
    """Return whether `index` is not inside a word of `text`."""
    return index <= 0 or index >= len(text) or not is_joined(text[index - 1], text[index])


def is_currency(text: str, end: int) -> bool:
    """Return whether letters that end at `end` denote a currency, as "US" does in "US$3"."""
    return text[end : end + 1] in _CURRENCIES and 0 < end < len(text)


def is_whole(text: str, start: int, end: int) -> bool:
    """Return whether text[start:end] neither starts nor ends inside a word."""
    return start < end and is_boundary(text, start) and is_boundary(text, end)


def occurrences(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each occurrence of `wanted` in `text`.

    Occurrences that start or end inside a word are skipped.
    """
    start = text.find(wanted)
    while start >= 0:
        end = start + len(wanted)
        if is_whole(text, start, end):
            yield start, end
        start = text.find(wanted, start + 1)


def lowered(text: str) -> str:
    """Return a text in lower case in which every character keeps its offset.

    A character whose lower case is longer than one character is left as it is.
    """
    small = text.lower()
    if len(small) == len(text):
        return small
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def occurs_in(text: str, wanted: str) -> bool:
    """Return whether `wanted` occurs in a text as a whole word or as several whole words."""
    return next(occurrences(text, wanted), None) is not None


def words(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of every word.

    A word is a run of letters and digits, or one character of a script without spaces.
    """
    return map(re.Match.span, _ASCII_WORD.finditer(text)) if text.isascii() else _words(text)


def _words(text: str) -> Iterator[tuple[int, int]]:
    start = -1
    before = ""
    for index, char in enumerate(text):
        if start >= 0 and not is_joined(before, char):
            yield start, index
            start = -1
        if start < 0 and is_word_char(char):
            start = index
        before = char
    if start >= 0:
        yield start, len(text)


@dataclass(frozen=True, slots=True)
class Folded:
    """A text without case, marks and spelling variants, with the offsets in its source.

    The characters of the source from `starts[i]` to `ends[i]` became character i of `text`.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Return the span in the source that became the folded characters from `start` to `end`.

        The span includes combining marks.
        """
        return self.starts[start], self.ends[end - 1]


@lru_cache(maxsize=65536)
def _fold_char(char: str) -> str:
    if char in _APOSTROPHES:
        return "'"
    if char in _HYPHENS:
        return "-"
    if char in _SPACES:
        return " "
    if unicodedata.category(char) == "Cf":
        return ""
    folded = []
    for part in unicodedata.normalize("NFKD", char.casefold()):
        if not unicodedata.combining(part):
            folded.append(_PLAIN_LETTERS.get(part, part))
    return "".join(folded)


def fold(text: str) -> Folded:
    """Return the folded form of a text, with the offsets of its characters in the text.

    Folding removes differences in case, diacritics, apostrophes, hyphens, underscores and
    zero-width characters.
    """
    if text.isascii() or all(len(_fold_char(char)) == 1 for char in set(text)):
        return Folded(fold_text(text), range(len(text)), range(1, len(text) + 1))
    chars: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for index, char in enumerate(text):
        folded = _fold_char(char)
        if not folded and ends and unicodedata.combining(char):
            ends[-1] = index + 1
        for part in folded:
            chars.append(part)
            starts.append(index)
            ends.append(index + 1)
    return Folded("".join(chars), tuple(starts), tuple(ends))


class _FoldTable(dict[int, str]):
    """The folded form of each character by its code point, computed when str.translate needs it."""

    def __missing__(self, code: int) -> str:
        folded = self[code] = _fold_char(chr(code))
        return folded


_FOLDS: Final = _FoldTable()


def fold_text(text: str) -> str:
    """Return the folded text without offsets, many times faster than `fold`."""
    return text.translate(_FOLDS)


@lru_cache(maxsize=65536)
def fold_key(text: str) -> str:
    """Return the folded text with single spaces, a key for comparing spellings of a name.

    Two spellings have the same key if they differ only in spaces and in what `fold` removes.
    """
    return " ".join(fold_text(text).split())


_folded: Final = lru_cache(maxsize=64)(fold)


def has_multi_letter_word(key: str) -> bool:
    """Return whether a folded name has a word of two or more letters.

    A name of single letters is not worth a search, because almost any text contains it by chance.
    """
    return any(is_word_char(one) and is_word_char(other) for one, other in pairwise(key))


def same_names(text: str, key: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each occurrence of a name in a text, as whole words.

    `key` is the `fold_key` of the name. Every spelling that has this key is found.
    """
    return (span for _, span in names_in(text, (key,)))


def names_in(text: str, keys: Iterable[str]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield each occurrence of several names in a text: the key of the name, and (start, end).

    `keys` are the results of `fold_key` for the names. Occurrences are found as in `same_names`.
    """
    folded = _folded(text)
    for key in keys:
        # A fast test that excludes most names.
        if key.partition(" ")[0] in folded.text:
            for start, end in _found(folded.text, key):
                if is_whole(folded.text, start, end):
                    yield key, folded.source_span(start, end)


def _found(text: str, key: str) -> Iterator[tuple[int, int]]:
    if " " in key:
        yield from map(re.Match.span, _spaced(key).finditer(text))
        return
    start = text.find(key)
    while start >= 0:
        yield start, start + len(key)
        start = text.find(key, start + 1)


@lru_cache(maxsize=4096)
def _spaced(key: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, key.split())))


_ARTICLES: Final = frozenset({"a", "an", "the"})
_NO_PUNCTUATION: Final = str.maketrans("", "", string.punctuation)


def too_long(text: str) -> str:
    """Return a message if a text is too long to be read, or else an empty string."""
    if len(text) <= LONGEST_TEXT:
        return ""
    return f"has {len(text):,} characters; texts of at most {LONGEST_TEXT:,} are read, split it"


@lru_cache(maxsize=65536)
def normalized_for_scoring(name: str) -> str:
    """Return a name as the official SQuAD script normalizes answers before it compares them.

    The result is empty for a name that consists of articles and punctuation.
    """
    words = name.lower().translate(_NO_PUNCTUATION).split()
    return " ".join(word for word in words if word not in _ARTICLES)
