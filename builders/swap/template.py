"""A template: an instance in which the spans to rename have been found.

A template can be renamed several times with different names. Renaming it only replaces these
spans, which are called slots. Therefore, edits do not affect each other, and all new offsets follow
from the lengths of the old and new names.
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
"""A function that returns the full form of a new name."""


@dataclass(frozen=True, slots=True)
class Template:
    """An instance in which the spans to rename have been found; `render` gives them new names."""

    example: Example
    """The source instance."""
    sources: tuple[SourceName, ...]
    """The names of the entities to rename that the instance contains."""
    surface_forms: tuple[SurfaceForm, ...]
    """The ways in which its texts write these names, such as the last name in upper case."""
    context: Field
    """The passage, divided at its slots, which are the spans that new names replace."""
    texts: tuple[Field, ...]
    """The other texts, divided in the same way.

    They are the question, the title, the answers and plausible answers without an offset, and the
    listed gold answers that do not equal an answer.
    """
    answers: tuple[Slice | None, ...]
    """The answers as slices of the passage; None for an answer without an offset."""
    plausible: tuple[Slice | None, ...]
    """The plausible answers as slices of the passage; None for an answer without an offset."""
    gold: tuple[int | None, ...]
    """The index of an answer with the same text as each gold answer, or None if there is none.

    Empty if the gold answers are not a separate list.
    """
    gold_is_listed: bool
    """Whether the gold answers are a separate list, and not the distinct answer texts."""
    changes: tuple[Change, ...]
    """The future edits.

    Not included are the edits of answers that start or end inside a name, and of gold answers that
    equal an answer (see all_changes).
    """
    kept: tuple[MaybeKept, ...] = ()
    """Mentions whose words may stay although the same name is renamed elsewhere."""

    def render(self, news: Sequence[NewName | None]) -> Row:
        """Return the renamed row.

        `news[i]` is the new name for `sources[i]`, or None if the old name stays.
        """
        return _Renderer(self, news).row()

    @property
    def slots(self) -> int:
        """The number of slots (spans that new names replace) in all texts of the instance."""
        return sum(len(part.slots) for part in (self.context, *self.texts))

    def clips(self, *answers: Slice | None) -> list[Clip]:
        """Return a `Clip` for each name in answers that start or end inside a name.

        A `Clip` says which part of the name the answer contains. For example, the answer "York"
        contains only the end of the name New York. Other answers are skipped.
        """
        return [
            clip
            for answer in answers
            if answer is not None and answer.clipped
            for clip in clips_of(answer, self.context.slots, self.surface_forms, self.sources)
        ]

    def all_changes(self) -> list[Change]:
        """Return all edits that may be made, including two kinds that `changes` does not have.

        The first kind are edits of answers that start or end inside a name. Their
        `surface_form` is not an index in `surface_forms`, but len(surface_forms) or more. The
        second kind are edits of gold answers that have the same text as one of `answers`.
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
    """A builder of one renamed row from a template and the new names.

    First, it computes the new text for each way of writing a name (surface form).
    """

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
        """Return the shifts of offsets in the passage, in code points.

        Element n is the shift of the offsets that have n replaced names (slots) before them.
        """
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
        """Return the renamed answer for an answer that starts or ends inside a name.

        The renamed answer starts or ends at the corresponding offset in the new name. Its edits
        are added to `self.edits`.
        """
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
    """Return a function that writes a new name in the way in which a text wrote the old name."""
    if surface_form.apostrophe:
        return partial(_ending, surface_form)
    return FULL if surface_form.form.is_plain else partial(write, surface_form.form)


def _ending(surface_form: SurfaceForm, new: NewName) -> str:
    """Return the possessive ending after a new name.

    The ending is only an apostrophe if the name ends in s, and otherwise an apostrophe with an s.
    """
    if write(surface_form.form, new)[-1:].lower() == "s":
        return surface_form.apostrophe
    return surface_form.apostrophe + ("S" if surface_form.form.casing is Casing.UPPER else "s")
