"""What the members of the bundled pipeline say of one text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from builders.recognizers.bundled.gazetteer import Bits
from builders.recognizers.bundled.network import Floats, Numbers


@dataclass(frozen=True, slots=True)
class Observed:
    """A text, its tokens, and the spans of tokens that members take for names.

    Token n is text[starts[n]:ends[n]], and classes[n] the bit set of its word classes. Span n
    has the tokens from firsts[n] up to, without it, lasts[n]; chances[n] gives the probability of
    each label for it, the mean over all members.
    """

    text: str
    starts: Sequence[int]
    ends: Sequence[int]
    classes: Bits
    firsts: Numbers
    lasts: Numbers
    chances: Floats

    @property
    def words(self) -> list[str]:
        """Return the tokens as they are written."""
        return [self.text[s:e] for s, e in zip(self.starts, self.ends, strict=True)]
