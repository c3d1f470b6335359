"""A labelled file as a list of parts: some have texts to rename, others are copied unchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builders.types import Example, Row


class UnalignedError(Exception):
    """The labels of a text do not align with the renamed text; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class LabelledPart:
    """A part of a labelled file, such as a sentence with its labels, or a header."""

    source: str
    """The part as it is in the file."""
    example: Example | None = None
    """The texts to rename, or None if there are none, as in a header."""
    write: Callable[[Row], str] = lambda row: ""
    """A function that takes the renamed row of `example` and returns the part with its new texts.

    Raises UnalignedError if the labels cannot be aligned with these texts.
    """


def example(number: int, context: str, question: str = "") -> Example:
    """Return an instance without answers; its id is the line `number` on which its text begins."""
    return Example(f"line {number}", "", "", question, context, (), (), is_impossible=True)
