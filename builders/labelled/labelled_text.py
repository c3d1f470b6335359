"""A labelled file as a list of pieces: texts to rename, and parts that are copied unchanged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builders.types import Example, Row


class UnalignedError(Exception):
    """The labels of a text do not align with the renamed text; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a labelled file, with `source` as its unchanged text.

    `example` contains the texts to rename, or is None if there are none, as in a header. `write`
    takes the renamed row of `example` and returns the part with the renamed texts. It raises
    UnalignedError if the labels cannot be aligned with them.
    """

    source: str
    example: Example | None = None
    write: Callable[[Row], str] = lambda row: ""


def example(number: int, context: str, question: str = "") -> Example:
    """Return an instance without answers for the text that begins on line `number`."""
    return Example(f"line {number}", "", "", question, context, (), (), is_impossible=True)
