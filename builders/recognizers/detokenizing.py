"""Texts in normal spelling for recognizers, without the tokenization and tags of corpora.

NaturalQuestions is tokenized ("Lyon , France", "`` Lucky Penny ''") and has tags of web pages;
other test sets of MRQA join pages by markers. Names are found in the normalized text, and their
offsets are converted to offsets in the original text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from builders.types import TypedSpan

_MARK: Final = (
    r"(?:\[(?:TLE|DOC|PAR|SEP)\]"
    r"|</?(?:P|Table|Tr|Td|Th|Ul|Ol|Li|Dl|Dd|Dt|H[1-6])(?:_\w+=[^<>]*)?>)"
)
# Markers of corpora, and the separator before a site name: "Ada Holm - Biography | Facts [PAR]".
_MARKS: Final = (
    rf"(?P<mark>(?:(?<!\s)\s+)?{_MARK}(?:\s*{_MARK})*\s*"
    r"| [-–—|] (?=[^\[\]]{0,80}\[(?:PAR|SEP)\]))"
)
# The spaces that a tokenizer inserts at punctuation and clitics, and its quotation marks.
_PARTED: Final = (
    r"(?P<quote>(?<!\S)`` | ''(?!\S))"
    r"|(?P<hyphen>(?<=\w) - (?=\w))"
    r"|(?P<space> (?=(?:[,.;:?!%)\]]|['’](?:s|S|re|ve|ll|d|m)|(?<=s )['’]|n['’]t)(?!\S))"
    r"|(?<=(?<!\S)[(\[$£]) )"
)
# The replacement for each group of the patterns. A marker ends a sentence; otherwise "1996" and
# "Ada Holm" in two cells of a table would be read as one name.
_INSTEAD: Final = {"mark": ". ", "quote": '"', "hyphen": "-", "space": ""}
_ENDS: Final = (".", "?", "!", ":", ";", ",", '"')
_ANY_MARK: Final = re.compile(_MARK)
_IN_WRITING: Final = re.compile(_MARKS)
_IN_TOKENS: Final = re.compile(f"{_MARKS}|{_PARTED}")
# Commas and full stops with a space before them, and those directly after a word.
_ALONE: Final = re.compile(r"(?<=\S) [,;.](?!\S)|(?<!\S)(?:``|'')(?!\S)")
_AT_WORD: Final = re.compile(r"\w[,;](?!\S)|[^\W\d_]{4}\.(?!\S)")


@dataclass(frozen=True, slots=True)
class Detokenized:
    """A normalized text, and the places in its source text from which its pieces were copied.

    Piece n of the normalized text is text[starts[n]:ends[n]]; it begins at offset sources[n] of the
    source text.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    sources: Sequence[int]

    @classmethod
    def of(cls, source: str) -> Detokenized:
        """Normalize a source text; most texts are unchanged."""
        tokenized = is_tokenized(source)
        if not tokenized and _ANY_MARK.search(source) is None:
            return cls(source, (0,), (len(source),), (0,))
        marks = _IN_TOKENS if tokenized else _IN_WRITING
        texts: list[str] = []
        starts, ends, sources = [], [], []
        at = done = 0
        for match in (*marks.finditer(source), None):
            kept = source[done : match.start() if match else None]
            if kept:
                starts.append(at)
                ends.append(at + len(kept))
                sources.append(done)
            instead = _INSTEAD[str(match.lastgroup)] if match else ""
            if instead == ". " and (
                not at + len(kept) or (kept or texts[-1].rstrip()).endswith(_ENDS)
            ):
                instead = " " * bool(at + len(kept))
            texts += (kept, instead)
            at += len(kept) + len(instead)
            done = match.end() if match else done
        return cls("".join(texts), starts, ends, sources)

    def spans(self, found: Iterable[TypedSpan]) -> Iterator[TypedSpan]:
        """Yield spans of the normalized text with their offsets in the source text.

        A span that has only text inserted by the normalization is dropped.
        """
        for span in found:
            first = bisect_right(self.ends, span.start)
            last = bisect_right(self.starts, span.end - 1) - 1
            if first <= last:
                start = self.sources[first] + max(span.start - self.starts[first], 0)
                end = self.sources[last] + min(span.end, self.ends[last]) - self.starts[last]
                yield replace(span, start=start, end=end)


def is_tokenized(text: str) -> bool:
    """Return whether a text is tokenized: most of its commas and full stops follow a space."""
    return len(_ALONE.findall(text)) > len(_AT_WORD.findall(text))
