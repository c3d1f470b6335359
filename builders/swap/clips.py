"""Answers that contain only a part of a name in the passage.

After renaming, they contain the corresponding part of the new name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from builders.swap.forms import Part, write
from builders.swap.new_names import NewName, SourceName
from builders.swap.offsets import boundaries
from builders.swap.slots import Slice, Slot, SurfaceForm


class Clip(NamedTuple):
    """A part of a name (or all of it) in an answer that starts or ends inside a name.

    For example, the answer "York" contains only a part of the name "New York". Such an answer has a
    `Clip` for each of its names, even for a name that it contains whole.
    """

    field: str
    """The field of the answer (answer:<n> or plausible:<n>)."""
    start: int
    """The start of the part in the text of the answer."""
    end: int
    """The end of the part in the text of the answer."""
    slot: Slot
    """The span of the whole name in the passage."""
    low: int
    """The start of the part in the name, slot.old."""
    high: int
    """The end of the part in the name."""
    is_inside: bool
    """Whether the answer consists only of this part."""
    surface_form: SurfaceForm
    """The way in which the passage writes the name."""
    source: SourceName
    """The names of the entity."""

    @property
    def old(self) -> str:
        """The part of the old name that is in the answer."""
        return self.slot.old[self.low : self.high]

    def part(self, new: NewName | None, text: str) -> tuple[int, int]:
        """Return the span in the new name that corresponds to this part of the old name.

        `text` is the new name as the passage writes it. If `new` is None, the name is not
        renamed, and the result is the span of this part in the old name.
        """
        if new is None:
            return self.low, self.high
        parts = self._parts(new)
        return (self.is_inside and self._moved_part(text, parts)) or self._corresponding(
            text, parts
        )

    def _corresponding(self, new: str, parts: Sequence[tuple[str, str]]) -> tuple[int, int]:
        if new == self.slot.old:
            return self.low, self.high
        pairs = boundaries(self.slot.old, new, parts, by_words=self.source.by_words)
        low = max(pair for pair in pairs if pair[0] <= self.low)[1]
        high = min(pair for pair in pairs if pair[0] >= self.high)[1]
        return low, high

    def _moved_part(self, new: str, parts: Sequence[tuple[str, str]]) -> tuple[int, int] | None:
        """Return where the new first or last name is in `new`, if the answer is just the old one.

        `new` is the new name as the passage writes it, which may have its parts in another
        order: Lin is the last name in Lin Haoyu. `parts` has pairs of an old part of the name
        and the new part. Returns None if the answer is none of the old parts.
        """
        old = self.old.casefold()
        for old_part, new_part in reversed(parts) if self.low == 0 else parts:
            if old != old_part.casefold():
                continue
            if new.casefold().endswith(new_part.casefold()):
                return len(new) - len(new_part), len(new)
            if new.casefold().startswith(new_part.casefold()):
                return 0, len(new_part)
        return None

    def _parts(self, new: NewName) -> list[tuple[str, str]]:
        form, source = self.surface_form.form, self.source
        if self.surface_form.apostrophe or form.part not in (Part.FULL, Part.LAST):
            return []
        if form.plural:
            old = source.last if form.part is Part.LAST else source.full
            return [(old, write(form._replace(plural=False), new))]
        if form.part is Part.LAST:
            return []
        return [(old, name) for old, name in ((source.last, new.last), (source.first, new.first))
                if old and name]  # fmt: skip


def clips_of(
    answer: Slice,
    slots: Sequence[Slot],
    surface_forms: Sequence[SurfaceForm],
    sources: Sequence[SourceName],
) -> Iterator[Clip]:
    """Yield a `Clip` for each name that an answer overlaps: the part that is in the answer.

    The answer starts or ends inside a name: for example, "York" in "New York". `slots` are
    the spans in the passage that new names replace.
    """
    for slot in slots[answer.low : answer.high]:
        start, end = max(slot.start, answer.start), min(slot.end, answer.end)
        surface_form = surface_forms[slot.surface_form]
        yield Clip(
            answer.name, start - answer.start, end - answer.start,
            slot, start - slot.start, end - slot.start,
            slot.start <= answer.start and answer.end <= slot.end,
            surface_form, sources[surface_form.source],
        )  # fmt: skip
