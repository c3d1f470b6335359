"""The spans of one text that the bundled ensemble of recognizers finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from builders.recognizers.bundled.forest import EVENT
from builders.recognizers.bundled.gazetteer import Bits
from builders.recognizers.bundled.network import Floats, Numbers

LABELS: Final = ("ORG", "PERSON", "GPE", "LOC", "NORP", EVENT)
"""The labels that the ensemble gives, in the order of the columns of probabilities.

Only the recurrent recognizers give the last one.
"""

LEAST: Final = 0.02
"""The probability below which a span that a recognizer found is ignored."""

TokenSpan = tuple[int, int]
"""The index of the first token of a span, and the index after its last token."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A text, its tokens, and the spans of tokens, sorted, that the ensemble reads as names."""

    text: str
    words: Sequence[str]
    """The text of each token."""
    starts: Sequence[int]
    """The offset of each token in the text."""
    classes: Bits
    """The word classes of each token, as a bit set."""
    firsts: Numbers
    """The index of the first token of each span."""
    lasts: Numbers
    """The index after the last token of each span."""
    chances: Floats
    """A row per span: the probability of each label, as a mean over all recognizers."""

    def bounds(self, span: TokenSpan) -> tuple[int, int]:
        """Return the start and end of a token span in the text."""
        last = span[1] - 1
        return self.starts[span[0]], self.starts[last] + len(self.words[last])
