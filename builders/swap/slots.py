"""The slots of a text, which new names fill, and answers as slices of the passage."""

from __future__ import annotations

from typing import NamedTuple

from builders.swap.forms import Form
from builders.types import Kept


class SurfaceForm(NamedTuple):
    """The text of a slot: a form of a source name, or the possessive ending after the name."""

    source: int
    form: Form
    apostrophe: str = ""


class Slot(NamedTuple):
    """A span that is replaced by a surface form of the template. `old` is text[start:end]."""

    start: int
    end: int
    old: str
    surface_form: int


class Field(NamedTuple):
    """A text divided at its slots: gaps[0], slot 0, gaps[1], slot 1, ..., gaps[n]."""

    name: str
    text: str
    slots: tuple[Slot, ...]
    gaps: tuple[str, ...]


class Slice(NamedTuple):
    """An answer as a slice of the passage; it overlaps slots[low:high].

    `clipped` says that the answer starts or ends inside a slot.
    """

    name: str
    start: int
    end: int
    low: int
    high: int
    clipped: bool


class Change(NamedTuple):
    """An edit whose new text is not known yet: it will be the text of the given surface form."""

    field: str
    start: int
    end: int
    old: str
    surface_form: int
    type: str
    entity: str


class MaybeKept(NamedTuple):
    """A mention that is kept if a change in `renamed` is made and no change in `over` is made.

    Both are indices of changes: those in `renamed` change the same name elsewhere in the row, and
    those in `over` change words of the mention itself.
    """

    kept: Kept
    renamed: tuple[int, ...]
    over: tuple[int, ...]
