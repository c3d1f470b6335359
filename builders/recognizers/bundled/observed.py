"""The spans of one text that the bundled ensemble finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from builders.recognizers.bundled.gazetteer import Bits
from builders.recognizers.bundled.network import Floats, Numbers

LABELS: Final = ("ORG", "PERSON", "GPE", "LOC", "NORP")
"""The labels that the ensemble gives, in the order of the columns of probabilities."""

TokenSpan = tuple[int, int]
"""The index of the first token of a span, and the index after its last token."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A text, its tokens, and the token spans, sorted, that the ensemble reads as names.

    Token n is words[n], which starts at text[starts[n]]; classes[n] is the bit set of its word
    classes. Span n has the tokens from firsts[n] to lasts[n], exclusive; chances[n] has the mean
    probability of each label over all recognizers of the ensemble.
    """

    text: str
    words: Sequence[str]
    starts: Sequence[int]
    classes: Bits
    firsts: Numbers
    lasts: Numbers
    chances: Floats

    def bounds(self, span: TokenSpan) -> tuple[int, int]:
        """Return the start and end of a token span in the text."""
        last = span[1] - 1
        return self.starts[span[0]], self.starts[last] + len(self.words[last])
