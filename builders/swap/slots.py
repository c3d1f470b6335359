"""The parts of an instance that is ready to be renamed.

Its texts are divided at slots: the spans that new names replace. Answers are slices of the
passage.
"""

from __future__ import annotations

from typing import NamedTuple

from builders.swap.forms import NameForm
from builders.types import Kept


class SurfaceForm(NamedTuple):
    """The way in which a text writes a name, in which the new name is to be written as well.

    For example, it may write only the last name, in upper case.
    """

    source: int
    """The index of the name in Template.sources."""
    form: NameForm
    apostrophe: str = ""
    """The apostrophe of a possessive such as Reyes' if the span is only this apostrophe, or empty.

    Such a span is replaced with the possessive ending that the new name needs.
    """


class Slot(NamedTuple):
    """A span of a text that a new name replaces."""

    start: int
    end: int
    old: str
    """The text of the span."""
    surface_form: int
    """The index in Template.surface_forms of the way in which the name is written."""


class Field(NamedTuple):
    """A text of an instance, divided at its slots, which are the spans that new names replace.

    The text is gaps[0], slot 0, gaps[1], slot 1, ..., gaps[n]. `name` is the name of the field, as
    edits give it (context, for example).
    """

    name: str
    text: str
    slots: tuple[Slot, ...]
    gaps: tuple[str, ...]


class Slice(NamedTuple):
    """An answer as a slice of the passage."""

    name: str
    """The field of its edits (answer:<n> or plausible:<n>)."""
    start: int
    end: int
    low: int
    """The index of the first slot of the passage that the answer overlaps."""
    high: int
    """The index after the last slot that the answer overlaps, or `low` if there is none."""
    clipped: bool
    """Whether the answer starts or ends inside a slot, and so contains only a part of a name."""


class Change(NamedTuple):
    """An edit whose new text is not known yet, because the new names have not been chosen.

    `surface_form` is the index in Template.surface_forms of the way to write the new name.
    """

    field: str
    start: int
    end: int
    old: str
    surface_form: int
    type: str
    entity: str


class MaybeKept(NamedTuple):
    """A place where a name may stay although the same name is renamed elsewhere in the row.

    The renamed row lists the place (`kept`) if at least one edit in `renamed` is made, so
    that the name is renamed elsewhere, and no edit in `over` is made, so that the place is
    unchanged.
    """

    kept: Kept
    renamed: tuple[int, ...]
    """The indices in Template.changes of the changes of the same name elsewhere in the row."""
    over: tuple[int, ...]
    """The indices in Template.changes of the changes inside the mention itself."""
