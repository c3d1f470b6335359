"""Where new names go: the slots of a text, and answers as slices of the passage."""

from __future__ import annotations

from typing import NamedTuple

from builders.swap.forms import Form
from builders.types import Kept


class Writing(NamedTuple):
    """A new text that slots share: a form of a source name, or the possessive ending after it."""

    source: int
    form: Form
    apostrophe: str = ""


class Slot(NamedTuple):
    """text[start:end] == old is written anew, by one of the template's writings."""

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
    """An answer as a slice of the passage: the slots [low, high) overlap it.

    `clipped` tells that it starts or ends inside a slot.
    """

    name: str
    start: int
    end: int
    low: int
    high: int
    clipped: bool


class Change(NamedTuple):
    """An edit that lacks only its new name: the text of a writing."""

    field: str
    start: int
    end: int
    old: str
    writing: int
    type: str
    entity: str


class MaybeKept(NamedTuple):
    """A mention that stays where one of the changes `renamed` is made and none of `over`.

    Both are numbers of changes: those that rename its name elsewhere, and those of its own words.
    """

    kept: Kept
    renamed: tuple[int, ...]
    over: tuple[int, ...]
