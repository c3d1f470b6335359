"""The slots of a text, which new names fill, and answers as slices of the passage."""

from __future__ import annotations

from typing import NamedTuple

from builders.swap.forms import Form
from builders.types import Kept


class Writing(NamedTuple):
    """The text of a slot: a form of a source name, or the possessive ending after the name."""

    source: int
    form: Form
    apostrophe: str = ""


class Slot(NamedTuple):
    """A span, text[start:end] == old, that one of the writings of the template replaces."""

    start: int
    end: int
    old: str
    writing: int


class Field(NamedTuple):
    """A text cut at its slots: gaps[0] + slots[0] + gaps[1] + slots[1] + … + gaps[n]."""

    name: str
    text: str
    slots: tuple[Slot, ...]
    gaps: tuple[str, ...]


class Slice(NamedTuple):
    """An answer as a slice of the passage; the slots [low, high) overlap the answer.

    `clipped` says that the answer starts or ends inside a slot.
    """

    name: str
    start: int
    end: int
    low: int
    high: int
    clipped: bool


class Change(NamedTuple):
    """An edit whose new text is not known yet: it will be the text of the given writing."""

    field: str
    start: int
    end: int
    old: str
    writing: int
    type: str
    entity: str


class MaybeKept(NamedTuple):
    """A mention that stays if a change in `renamed` is made and no change in `over` is.

    Both are indices of changes. The changes in `renamed` replace the same name elsewhere. The
    changes in `over` replace words of the mention.
    """

    kept: Kept
    renamed: tuple[int, ...]
    over: tuple[int, ...]
