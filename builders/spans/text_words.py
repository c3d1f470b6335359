"""A text as words, with the text between them and their case."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import Final

from builders.names import OPENERS, is_title
from builders.spans.search_forms import gap
from builders.text import fold, words

_MARKER: Final = re.compile(r"\[(?:TLE|DOC|PAR|SEP)\]")
_ADDRESS: Final = re.compile(
    r"\w+://\S+|\bwww\.\S+|\S*\w@\w\S*|(?<!\w)@\w+|(?<![\w/])~?/\w[\w.-]*/\S*|"
    r"\b[\w-]+(?:\.[a-z][\w-]+)+\b|\b[A-Z\d_-]{3,}\.[A-Z]{3,4}\b|\b[a-z]\w*_\w+\b|\b\w+_[a-z]\w*\b"
)
_SPEECH: Final = re.compile(r":\s+$|[\s(]['\"\u2018\u201c\u00ab]+$")
_SENTENCE_END: Final = frozenset(".?!")
_LONG: Final = 80
_FEW: Final = 2
_HEADLINE: Final = 4
_QUOTED: Final = re.compile(
    r"(?:(?<!\w)\"|“)([^\s\"“”.!?,;][^\"“”.!?;\n]{4,60}[^\s\"“”.!?,;])[\"”]"
)
_BLANKS: Final = frozenset({" ", "\u00a0", "\u202f", "_"})


class Words:
    """The folded words of a text; all positions are indices of words."""

    def __init__(self, text: str, *, is_prose: bool = False) -> None:
        self.text = text
        self.is_prose = is_prose
        self.folded = fold(text)
        self.bounds = list(words(self.folded.text))
        self.words = [self.folded.text[start:end] for start, end in self.bounds]

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def has_capitals(self) -> bool:
        """Return whether capitals are informative: one is not at the start of a sentence.

        In the prose of a passage, capitals at sentence starts are informative, too.
        """
        capitals = (at for at in range(len(self)) if self.is_capital(at))
        return any(self.is_prose or not self.opens(at) for at in capitals)

    @cached_property
    def is_headline(self) -> bool:
        """Return whether all given words are capitalized: What Did Ada Holm Of Lima Teach."""
        return len(self) > _HEADLINE and all(map(self.is_capital, range(len(self))))

    @cached_property
    def unsearched(self) -> list[tuple[int, int]]:
        """Spans that cannot contain names: addresses, handles, paths, markers."""
        found = [match.span() for match in _MARKER.finditer(self.text)]
        if " " in self.text:
            found += [match.span() for match in _ADDRESS.finditer(self.text)]
        return found

    def is_unsearched(self, start: int, end: int) -> bool:
        """Return whether source characters are in an address, a handle, a path or a marker."""
        return bool(self.unsearched) and any(a <= start and end <= b for a, b in self.unsearched)

    @cached_property
    def quoted(self) -> list[tuple[int, int]]:
        """The spans of quotations that look like the title of a work: “Letters to Ada”.

        Such a quotation has at least three words, all capitalized except for function words, and
        no stop.
        """
        spans = (match.span(1) for match in _QUOTED.finditer(self.text))
        return [(start, end) for start, end in spans if self._is_titled(start, end)]

    def _is_titled(self, start: int, end: int) -> bool:
        inside = range(self.number(start), self.number(end))
        small = [self.words[at] for at in inside if not self.is_capital(at)]
        return len(inside) > _FEW and all(word in OPENERS for word in small)

    def number(self, offset: int) -> int:
        """Return the number of words that begin before an offset in the source."""
        return bisect_left(self.bounds, offset, key=lambda span: self.folded.starts[span[0]])

    @cached_property
    def _positions(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for at, word in enumerate(self.words):
            found.setdefault(word, []).append(at)
        return found

    def positions(self, word: str) -> list[int]:
        """Return the positions of a folded word, from left to right."""
        return self._positions.get(word, [])

    def source(self, at: int, end: int) -> tuple[int, int]:
        """Return the span of the words [at, end) in the source."""
        return self.folded.source_span(self.bounds[at][0], self.bounds[end - 1][1])

    def surface(self, at: int) -> str:
        """Return a word in its original spelling."""
        start, end = self.source(at, at + 1)
        return self.text[start:end]

    def between(self, at: int) -> str:
        """Return the folded text between a word and the next one."""
        return self.folded.text[self.bounds[at][1] : self.bounds[at + 1][0]]

    def gap(self, at: int) -> str | None:
        """Return the text that separates two words of a name, or None if a sentence ends."""
        between = self.between(at)
        if between.startswith(". ") and len(self.words[at]) > 3:
            return None
        return gap(between)

    def is_capital(self, at: int) -> bool:
        """Return whether a word begins with a capital."""
        char = self.text[self.folded.starts[self.bounds[at][0]]]
        return char.isupper() or char.istitle()

    def is_upper(self, at: int) -> bool:
        """Return whether a word is in capitals."""
        surface = self.surface(at)
        return len(surface) > 1 and surface.isupper()

    def is_among_capitals(self, at: int) -> bool:
        """Return whether an adjacent word is in capitals, too ("JOIN US!")."""
        before = at > 0 and not self.opens(at) and self.is_upper(at - 1)
        after = at + 1 < len(self) and not self.opens(at + 1) and self.is_upper(at + 1)
        return before or after

    def is_initial(self, at: int) -> bool:
        """Return whether a word is one letter."""
        return len(self.words[at]) == 1

    def opens(self, at: int) -> bool:
        """Return whether a word begins the text, a sentence or a section of a page."""
        if at == 0:
            return True
        between = self.between(at - 1)
        if "]" in between or "\n\n" in self.text[slice(*self._gap_span(at))]:
            return True
        return " " in between and not _SENTENCE_END.isdisjoint(between)

    def opens_speech(self, at: int) -> bool:
        """Return whether a word begins direct speech within a sentence."""
        return at > 0 and _SPEECH.search(self.text[slice(*self._gap_span(at))]) is not None

    def has_lower_case(self, at: int) -> bool:
        """Return whether a word has a lower-case letter."""
        return any(char.islower() for char in self.surface(at))

    def _gap_span(self, at: int) -> tuple[int, int]:
        return self.source(at - 1, at)[1], self.source(at, at + 1)[0]

    def spaced(self, at: int) -> bool:
        """Return whether one space, or an underscore, separates a word from the word before it."""
        return self.text[slice(*self._gap_span(at))] in _BLANKS

    def is_hyphened(self, end: int) -> bool:
        """Return whether a hyphen joins the word before `end` to the next: the Keller-led team."""
        return end < len(self) and self.between(end - 1) == "-"

    def sentence(self, at: int) -> int:
        """Return the first word of the sentence with a word, or a word shortly before it."""
        low = max(0, at - _LONG)
        while at > low and not self.opens(at):
            at -= 1
        return at

    def name_before(self, at: int) -> bool:
        """Return whether the word before is capitalized and separated only by a space."""
        if at == 0 or not self.is_capital(at - 1):
            return False
        before = self.words[at - 1]
        stopped = self.between(at - 1) == ". " and (len(before) == 1 or is_title(before))
        return stopped or self.spaced(at)

    def name_after(self, end: int) -> bool:
        """Return whether a capitalized word that does not open a sentence follows after a space."""
        if end >= len(self) or not self.is_capital(end) or not self.spaced(end):
            return False
        return self.words[end] not in OPENERS
