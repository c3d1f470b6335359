"""Kinds of places after any recognizer: GPE becomes COUNTRY, STATE or CITY where it is settled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import tee

from builders.atlas import PlaceIndex
from builders.types import Recognizer, TypedSpan


@dataclass(frozen=True, slots=True)
class PlacingRecognizer:
    """A recognizer whose places are settled by an index and by the text around them."""

    recognizer: Recognizer
    places: PlaceIndex

    @property
    def fingerprint(self) -> str:
        """Add this step and its size to the recognizer's own fingerprint."""
        index = self.places
        size = f"{len(index.countries)}/{len(index.states)}/{len(index.cities)}"
        return f"{self.recognizer.fingerprint} + places 4 ({size})"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield, for each text in order, its spans with the kinds of places settled."""
        mine, theirs = tee(texts)
        for text, spans in zip(mine, self.recognizer.recognize(theirs), strict=True):
            yield self.places.resolve(text, spans)
