"""A template: an instance whose mentions have been located, and which can be renamed repeatedly.

Rendering only fills the slots with names. Edits therefore do not affect each other, and all
offsets follow from the lengths of the slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import compress
from operator import attrgetter
from typing import Final

from builders.swap.clips import Clip, clips_of
from builders.swap.forms import write
from builders.swap.inflection import Casing
from builders.swap.new_names import NewName, SourceName
from builders.swap.slots import Change, Field, MaybeKept, Slice, Slot, SurfaceForm
from builders.types import Answer, Edit, Example, Row

FULL: Final = attrgetter("full")
"""A function that returns the full new name, unchanged."""


@dataclass(frozen=True, slots=True)
class Template:
    """An instance that is ready to be renamed; `render` needs a new name per element of `sources`.

    If gold answers are a separate list, `gold` gives for each of them the answer with the same
    text, if any. `changes` are the future edits, without those of answers that cut a name.
    """

    example: Example
    sources: tuple[SourceName, ...]
    surface_forms: tuple[SurfaceForm, ...]
    context: Field
    texts: tuple[Field, ...]
    answers: tuple[Slice | None, ...]
    plausible: tuple[Slice | None, ...]
    gold: tuple[int | None, ...]
    gold_is_listed: bool
    changes: tuple[Change, ...]
    kept: tuple[MaybeKept, ...] = ()

    def render(self, news: Sequence[NewName | None]) -> Row:
        """Return the renamed row. news[i] is the new name of sources[i]; None keeps the old."""
        return _Renderer(self, news).row()

    @property
    def slots(self) -> int:
        """The number of slots in all fields."""
        return sum(len(part.slots) for part in (self.context, *self.texts))

    def clips(self, *answers: Slice | None) -> list[Clip]:
        """Return the slots in those answers that cut a name."""
        return [
            clip
            for answer in answers
            if answer is not None and answer.clipped
            for clip in clips_of(answer, self.context.slots, self.surface_forms, self.sources)
        ]

    def all_changes(self) -> list[Change]:
        """Return `changes`, those of all `clips`, and those of gold answers that repeat an answer.

        The surface forms of the clips are numbered after those of the template.
        """
        clipped = (
            Change(
                clip.field, clip.start, clip.end, clip.old, surface_form, clip.source.type,
                clip.source.entity,
            )
            for surface_form, clip in enumerate(
                self.clips(*self.answers, *self.plausible), len(self.surface_forms)
            )
        )  # fmt: skip
        changes = [*self.changes, *clipped]
        repeated = [
            change._replace(field=f"gold:{n}")
            for n, at in enumerate(self.gold)
            if at is not None
            for change in changes
            if change.field == f"answer:{at}"
        ]
        return [*changes, *repeated]


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the distinct texts in order of first occurrence."""
    return tuple(dict.fromkeys(texts))


class _Renderer:
    """A builder of one row. It computes the new text of each surface form first."""

    def __init__(self, template: Template, news: Sequence[NewName | None]) -> None:
        self.template = template
        self.news = news
        self.texts = [
            None if (new := news[surface_form.source]) is None else writer(surface_form)(new)
            for surface_form in template.surface_forms
        ]

    def row(self) -> Row:
        template, example, texts = self.template, self.template.example, self.texts
        made = [texts[change.surface_form] not in (None, change.old) for change in template.changes]
        self.edits = [
            Edit(name, start, end, old, texts[surface_form] or "", kind, entity)
            for name, start, end, old, surface_form, kind, entity in compress(
                template.changes, made
            )
        ]
        kept = tuple(
            one.kept
            for one in template.kept
            if any(made[at] for at in one.renamed) and not any(made[at] for at in one.over)
        )
        self.context = self._join(template.context)
        self.shifts = self._shifts(template.context.slots)
        self.others = [self._join(field) for field in template.texts]
        self.loose = iter(self.others[2:])
        answers = self._answers(template.answers)
        plausible = self._answers(template.plausible)
        question, title = self.others[:2]
        gold = self._gold(answers)
        return Row(
            Example(
                example.id, example.dataset, title, question, self.context, answers, gold,
                plausible, example.is_impossible,
            ),
            tuple(self.edits),
            kept,
        )  # fmt: skip

    def _new(self, slot: Slot) -> str:
        new = self.texts[slot.surface_form]
        return slot.old if new is None else new

    def _join(self, cut: Field) -> str:
        if not cut.slots:
            return cut.text
        pieces = [cut.gaps[0]]
        for slot, gap in zip(cut.slots, cut.gaps[1:], strict=True):
            new = self.texts[slot.surface_form]
            pieces += (slot.old if new is None else new, gap)
        return "".join(pieces)

    def _shifts(self, slots: Sequence[Slot]) -> list[int]:
        """Return the shift of an offset that follows 0, 1, 2, ... slots."""
        shift = 0
        shifts = [shift]
        for slot in slots:
            new = self.texts[slot.surface_form]
            if new is not None:
                shift += len(new) - len(slot.old)
            shifts.append(shift)
        return shifts

    def _answers(self, slices: Sequence[Slice | None]) -> tuple[Answer, ...]:
        renamed: list[Answer] = []
        made: dict[tuple[int, int], Answer] = {}
        for piece in slices:
            if piece is None:
                renamed.append(Answer(next(self.loose), None))
                continue
            if piece.clipped:
                renamed.append(self._clipped(piece))
                continue
            span = (piece.start, piece.end)
            if span not in made:
                start = piece.start + self.shifts[piece.low]
                end = piece.end + self.shifts[piece.high]
                made[span] = Answer(self.context[start:end], start)
            renamed.append(made[span])
        return tuple(renamed)

    def _clipped(self, piece: Slice) -> Answer:
        """Rename an answer that cuts a name, using the corresponding part of the new name."""
        new_start, new_end = -1, -1
        for at, clip in enumerate(self.template.clips(piece), piece.low):
            text = self._new(clip.slot)
            a, b = clip.part(self.news[clip.surface_form.source], text)
            if clip.old != text[a:b]:
                name, start, end, source = clip.field, clip.start, clip.end, clip.source
                self.edits.append(
                    Edit(name, start, end, clip.old, text[a:b], source.type, source.entity)
                )
            base = clip.slot.start + self.shifts[at]
            if new_start < 0:
                new_start = base + a - clip.start
            new_end = base + b + piece.end - piece.start - clip.end
        return Answer(self.context[new_start:new_end], new_start)

    def _gold(self, answers: Sequence[Answer]) -> tuple[str, ...]:
        template = self.template
        if not template.gold_is_listed:
            return distinct(answer.text for answer in answers)
        gold = []
        for n, at in enumerate(template.gold):
            if at is None:
                gold.append(next(self.loose))
                continue
            gold.append(answers[at].text)
            copied = f"answer:{at}"
            self.edits += [
                Edit(f"gold:{n}", e.start, e.end, e.old, e.new, e.type, e.entity)
                for e in self.edits
                if e.field == copied
            ]
        return tuple(gold)


def writer(surface_form: SurfaceForm) -> Callable[[NewName], str]:
    """Return the function that writes a new name in a surface form."""
    if surface_form.apostrophe:
        return partial(_ending, surface_form)
    return FULL if surface_form.form.is_plain else partial(write, surface_form.form)


def _ending(surface_form: SurfaceForm, new: NewName) -> str:
    """Return the possessive ending of a new name: "'s", or only the apostrophe after an s."""
    if write(surface_form.form, new)[-1:].lower() == "s":
        return surface_form.apostrophe
    return surface_form.apostrophe + ("S" if surface_form.form.casing is Casing.UPPER else "s")
