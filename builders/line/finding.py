"""Recognizer, cache, consistency and places as one: the typed names of texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Literal

from builders.atlas import PlaceIndex
from builders.line.ingredients import PLACES, collection, spelling
from builders.recognizers.cache import CachedRecognizer, default_folder
from builders.recognizers.places import PlacingRecognizer
from builders.recognizers.plain import PlainRecognizer
from builders.recognizers.rules.consistency import ConsistentRecognizer
from builders.recognizers.shouted import CalmRecognizer
from builders.recognizers.table import DEFAULT, get
from builders.types import Recognizer, TypedSpan

RecognizerChoice = str | Recognizer
"""A name of the recognizers' table, or an object of the user's."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What decides which names are found: equal setups find the same.

    `names` is a folder of harvested collections; `cache` the folder of recognized texts (by
    default one under the Hugging Face cache). `consistent` makes the names of a passage agree.
    """

    recognizer: RecognizerChoice = field(default=DEFAULT, hash=False)
    names: Path | None = None
    cache: Path | None = None
    events: Literal["keep", "rename"] = "keep"
    consistent: bool = True


@dataclass(frozen=True, slots=True)
class Finder:
    """Finds the typed names of texts, each distinct text once."""

    recognizer: Recognizer
    places: PlaceIndex | None = None

    @property
    def fingerprint(self) -> str:
        """Return what the manifest records and a build's key holds."""
        return self.recognizer.fingerprint

    def find(self, texts: Sequence[str]) -> Mapping[str, Sequence[TypedSpan]]:
        """Return the spans of each distinct text."""
        read = {text: _spaced(text) for text in texts}
        distinct = list(dict.fromkeys(read.values()))
        found = dict(zip(distinct, self.recognizer.recognize(distinct), strict=True))
        return {text: found[spaced] for text, spaced in read.items()}


def _spaced(text: str) -> str:
    """Return the title of an article ("Ada_Holm") as its words are spoken, offsets unchanged."""
    return text if " " in text else text.replace("_", " ")


@lru_cache(maxsize=4)
def make_finder(setup: Setup) -> Finder:
    """Load a recognizer with all that follows it, once a process."""
    places = PlaceIndex.of(collection(PLACES, setup.names).names)
    found: Recognizer = CachedRecognizer(get(setup.recognizer), setup.cache or default_folder())
    if setup.consistent:
        found = ConsistentRecognizer(found, setup.events, places)
    placed = PlacingRecognizer(found, places)
    return Finder(PlainRecognizer(CalmRecognizer(placed, spelling)), places)
