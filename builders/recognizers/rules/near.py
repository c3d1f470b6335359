"""A mention, and what its surroundings are judged with."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from builders.atlas import PlaceIndex
from builders.given_names import gender_of, is_first_name
from builders.names import is_title
from builders.places import alias_key
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

    def is_listed_town(self) -> bool:
        """Tell whether the lists have a town of that name."""
        key = alias_key(self.surface)
        return self.places.is_listed_city(key) or self.places.is_famous_city(key)

    def is_rather_town(self) -> bool:
        """Tell whether the lists have a name as a town's, and nobody is called so."""
        known = self.places.is_nothing_but_city(alias_key(self.surface))
        return known or (self.is_listed_town() and not gender_of(self.surface))


def is_borne(text: str, surface: str) -> bool:
    """Tell whether somebody bears a name in the text: "Ada Zorb" after which Zorb is she."""
    bearers = re.finditer(rf"\b([^\W\d_]+)[ \u00a0]{re.escape(surface)}\b", text)
    return any(
        found[1][:1].isupper() and (is_first_name(found[1]) or is_title(found[1]))
        for found in bearers
    )
