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
    """A text cut at its slots: gaps[0] slot 0 gaps[1] slot 1 … gaps[n]."""

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
    """An edit without its new name, which is the text of a writing."""

    field: str
    start: int
    end: int
    old: str
    writing: int
    type: str
    entity: str


class MaybeKept(NamedTuple):
    """A mention that stays if a change in `renamed` is made and no change in `over` is.

    Both are indices of changes: `renamed` change the same name elsewhere, and `over` change words
    of the mention.
    """

    kept: Kept
    renamed: tuple[int, ...]
    over: tuple[int, ...]
