"""Recognizer, consistency and places as one: the typed names of a text, from a cache if known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from builders.recognizers.bundled import load_bundled
from builders.types import Recognizer, TypedSpan
from name_collections.collection import Name

RecognizerChoice = str | Recognizer
"""A name of the recognizers' table, or an object of the user's."""


@dataclass(frozen=True, slots=True)
class TextFinder:
    """Finds the typed names of texts."""

    recognizer: Recognizer

    def find(self, texts: Sequence[str]) -> Mapping[str, Sequence[TypedSpan]]:
        """Return the spans of each distinct text."""
        distinct = list(dict.fromkeys(texts))
        return dict(zip(distinct, self.recognizer.recognize(distinct), strict=True))


def make_finder(choice: RecognizerChoice, places: Iterable[Name], cache: Path | None) -> TextFinder:
    """Put recognizer, consistency and places together."""
    del places, cache
    return TextFinder(_recognizer(choice))


def fingerprint(choice: RecognizerChoice) -> str:
    """Return the fingerprint of a recognizer."""
    return _recognizer(choice).fingerprint


def _recognizer(choice: RecognizerChoice) -> Recognizer:
    return load_bundled() if isinstance(choice, str) else choice
