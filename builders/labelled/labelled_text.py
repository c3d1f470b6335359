"""A labelled file in pieces, of which some are texts to rename; all else stays byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from builders.types import Example, Row


class UnalignedError(Exception):
    """The labels of a text do not fit its renamed one; the message is the reason."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a file as it stands there.

    `example` holds its texts, None where it has none (a header); `write` puts those of a renamed
    row into the part, and raises UnalignedError where the labels cannot follow.
    """

    source: str
    example: Example | None = None
    write: Callable[[Row], str] = lambda row: ""


def example(number: int, context: str, question: str = "") -> Example:
    """Return the instance of the text that begins on line `number`."""
    return Example(f"line {number}", "", "", question, context, (), (), is_impossible=True)
