"""A mention, and what its surroundings are judged with."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from builders.atlas import PlaceIndex
from builders.types import TypedSpan

_REACH: Final = 24  # Characters looked back: enough for a word or two and a preposition.


class Near(NamedTuple):
    """A mention, and what its surroundings are judged with."""

    text: str
    span: TypedSpan
    surface: str
    places: PlaceIndex

    def ahead(self, pattern: re.Pattern[str], reach: int = _REACH) -> bool:
        """Tell whether a pattern matches the text right before the mention."""
        start = self.span.start
        return pattern.search(self.text, max(0, start - reach), start) is not None

    def behind(self, pattern: re.Pattern[str]) -> bool:
        """Tell whether a pattern matches the text right after the mention."""
        return pattern.match(self.text, self.span.end) is not None
