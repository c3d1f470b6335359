"""What the members of the bundled pipeline say of one text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from builders.recognizers.bundled.gazetteer import Bits
from builders.recognizers.bundled.network import Floats, Numbers

LABELS: Final = ("ORG", "PERSON", "GPE", "LOC", "NORP")
"""What members find, in the order of the columns of chances."""

TokenSpan = tuple[int, int]
"""The first token of a span, and the one after its last."""


@dataclass(frozen=True, slots=True)
class Observed:
    """A text, its tokens, and the spans of tokens that members take for names.

    Token n is words[n], which starts at text[starts[n]]; classes[n] is the bit set of its word
    classes. Span n has the tokens from firsts[n] up to, without it, lasts[n]; chances[n] gives the
    probability of each label for it, the mean over all members. Spans are sorted.
    """

    text: str
    words: Sequence[str]
    starts: Sequence[int]
    classes: Bits
    firsts: Numbers
    lasts: Numbers
    chances: Floats

    def bounds(self, span: TokenSpan) -> tuple[int, int]:
        """Return where a span of tokens starts and ends in the text."""
        last = span[1] - 1
        return self.starts[span[0]], self.starts[last] + len(self.words[last])
