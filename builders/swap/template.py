"""An instance with its mentions located once, renamed as often as there are draws.

`locate` does the slow part: which slices of which field change, and how each is made out of a
name. `Template.render` then puts names in: it touches no text outside the slots, so nothing
cascades, and every offset follows from the lengths of the slots.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from builders.swap.forms import Form, Part, analyse, analyse_part, write
from builders.swap.inflection import Casing
from builders.swap.naming import NewName, SourceName
from builders.swap.offsets import boundaries
from builders.text import is_word_char
from builders.types import Answer, Edit, Example, Mention, Row

_APOSTROPHES: Final = "'’"
_TEXT_FIELDS: Final = ("context", "question", "title")


class _Writing(NamedTuple):
    """A new text that slots share: a form of a source name, or the possessive ending after it."""

    source: int
    form: Form
    apostrophe: str = ""


class _Slot(NamedTuple):
    start: int
    end: int
    old: str
    writing: int


@dataclass(frozen=True, slots=True)
class _Field:
    """A text cut at its slots: gaps[0] slot 0 gaps[1] slot 1 … gaps[n]."""

    name: str
    text: str
    slots: tuple[_Slot, ...]
    gaps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Slice:
    """An answer as a slice of the passage: the slots [low, high) overlap it.

    `clipped` tells that it starts or ends inside a slot.
    """

    name: str
    start: int
    end: int
    low: int
    high: int
    clipped: bool


@dataclass(frozen=True, slots=True)
class Template:
    """An instance ready to be renamed; `sources` are the names that `render` wants news for."""

    example: Example
    sources: tuple[SourceName, ...]
    writings: tuple[_Writing, ...]
    context: _Field
    texts: tuple[_Field, ...]
    answers: tuple[_Slice | None, ...]
    plausible: tuple[_Slice | None, ...]
    gold: tuple[int | None, ...]
    """For each gold answer of an own list the answer whose text it repeats, if any."""
    gold_is_listed: bool
    used: frozenset[int] = field(default_factory=frozenset)
    """Indices of the sources that at least one slot is made of."""

    def render(self, news: Sequence[NewName | None]) -> Row:
        """Return the renamed row; news[i] is the new name of sources[i], None where it stays."""
        return _Renderer(self, news).row()


def locate(
    example: Example,
    mentions: Iterable[Mention],
    names: Mapping[str, Sequence[SourceName]],
    *,
    gold_is_listed: bool = False,
) -> Template:
    """Find the slots of an instance.

    `mentions` are all mentions of the instance, also of entities that keep their name: a name
    nested in a longer mention stays or goes with it. `names` gives the source names of every
    entity to rename. `gold_is_listed` tells that the gold answers are a list of their own
    (MRQA); otherwise they are the distinct answer texts.
    """
    return _Locator(example, names, gold_is_listed).template(outermost(mentions))


def outermost(mentions: Iterable[Mention]) -> dict[str, list[Mention]]:
    """Return the mentions by field, sorted, without those that a longer mention overlaps."""
    by_field: dict[str, list[Mention]] = {}
    for mention in sorted(mentions, key=lambda m: (m.start - m.end, m.start)):
        kept = by_field.setdefault(mention.field, [])
        if all(mention.end <= other.start or other.end <= mention.start for other in kept):
            kept.append(mention)
    for kept in by_field.values():
        kept.sort(key=lambda m: m.start)
    return by_field


class _Locator:
    """Builds one template; collects source names and writings, each once."""

    def __init__(
        self, example: Example, names: Mapping[str, Sequence[SourceName]], listed: bool
    ) -> None:
        self.example = example
        self.listed = listed
        self.names = names
        self.sources: dict[SourceName, int] = {}
        self.writings: dict[_Writing, int] = {}

    def template(self, mentions: Mapping[str, Sequence[Mention]]) -> Template:
        example = self.example
        context = self._field("context", example.context, mentions)
        question = self._field("question", example.question, mentions)
        title = self._field("title", example.title, mentions)
        repeats = {answer.text: n for n, answer in reversed(list(enumerate(example.answers)))}
        gold = tuple(repeats.get(text) for text in example.gold_answers) if self.listed else ()
        loose = [(f"answer:{n}", a.text) for n, a in enumerate(example.answers) if a.start is None]
        loose += [(f"plausible:{n}", a.text) for n, a in enumerate(example.plausible_answers)
                  if a.start is None]  # fmt: skip
        loose += [(f"gold:{n}", example.gold_answers[n]) for n, at in enumerate(gold) if at is None]
        texts = (question, title, *(self._field(name, text, mentions) for name, text in loose))
        return Template(
            example=example,
            sources=tuple(self.sources),
            writings=tuple(self.writings),
            context=context,
            texts=texts,
            answers=self._slices("answer", example.answers, context.slots),
            plausible=self._slices("plausible", example.plausible_answers, context.slots),
            gold=gold,
            gold_is_listed=self.listed,
            used=frozenset(writing.source for writing in self.writings),
        )

    def _field(self, name: str, text: str, mentions: Mapping[str, Sequence[Mention]]) -> _Field:
        slots: list[_Slot] = []
        for mention in mentions.get(name, ()):
            for group in self._groups(text, mention):
                # New names that touched each other would read as one word.
                if not slots or slots[-1].end < group[0].start:
                    slots += group
        ends = [0, *(slot.end for slot in slots)]
        starts = [*(slot.start for slot in slots), len(text)]
        gaps = tuple(text[a:b] for a, b in zip(ends, starts, strict=True))
        return _Field(name, text, tuple(slots), gaps)

    def _groups(self, text: str, mention: Mention) -> list[list[_Slot]]:
        """Return the slots of a mention, sorted: each name with the ending that goes with it."""
        found: list[list[_Slot]] = []
        surface = text[mention.start : mention.end]
        for source in self.names.get(mention.entity, ()):
            located = analyse(surface, source) if source.whole else analyse_part(surface, source)
            if located is None:
                continue
            start, end = mention.start + located.start, mention.start + located.end
            if not _stands_free(text, start, end) or not self._can_undo(mention.field, start, end):
                continue
            index = self.sources.setdefault(source, len(self.sources))
            writing = _Writing(index, located.form)
            group = [_Slot(start, end, text[start:end], self._writing(writing))]
            apostrophe = _bare_possessive(text, end, located.form)
            if apostrophe:
                ending = writing._replace(apostrophe=apostrophe)
                group.append(_Slot(end, end + 1, apostrophe, self._writing(ending)))
            found.append(group)
        found.sort()
        return found

    def _can_undo(self, name: str, start: int, end: int) -> bool:
        """Tell whether answers that start inside a name can be found there again.

        The renamed row no longer says in which Boutros of Boutros Boutros-Ghali an answer
        started: undoing takes the first, so another one keeps the name as it is.
        """
        if name != "context":
            return True
        answers = (*self.example.answers, *self.example.plausible_answers)
        return all(
            self.example.context.find(answer.text, start) == answer.start
            for answer in answers
            if answer.start is not None and start < answer.start < end
        )

    def _writing(self, writing: _Writing) -> int:
        return self.writings.setdefault(writing, len(self.writings))

    def _slices(
        self, name: str, answers: Sequence[Answer], slots: Sequence[_Slot]
    ) -> tuple[_Slice | None, ...]:
        slices: list[_Slice | None] = []
        for n, answer in enumerate(answers):
            if answer.start is None:
                slices.append(None)
                continue
            start, end = answer.start, answer.start + len(answer.text)
            low = sum(slot.end <= start for slot in slots)
            high = max(low, sum(slot.start < end for slot in slots))
            clipped = high > low and (slots[low].start < start or slots[high - 1].end > end)
            slices.append(_Slice(f"{name}:{n}", start, end, low, high, clipped))
        return tuple(slices)


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts without repeats, in order."""
    return tuple(dict.fromkeys(texts))


def _stands_free(text: str, start: int, end: int) -> bool:
    """Tell whether any new name can stand at [start, end) without joining a word beside it.

    Stricter than standing whole: in "U.S.Navy" the full stop parts two words, and a new name
    without one would not.
    """
    before, after = text[start - 1 : start], text[end : end + 1]
    joined = (before and is_word_char(before)) or (after and is_word_char(after))
    return start < end and not joined


def _bare_possessive(text: str, end: int, form: Form) -> str:
    """Return the apostrophe of a possessive in s (Reyes' letters), if one follows a name.

    It is rewritten as 's where the new name does not end in s. An apostrophe after an opening
    one is a closing quotation mark.
    """
    if form.plural or end + 1 >= len(text) or text[end] not in _APOSTROPHES:
        return ""
    if text[end - 1].lower() != "s" or not text[end + 1].isspace():
        return ""
    following = text[end + 1 :].lstrip()
    if not following[:1].isalnum():
        return ""
    opened = any(
        text[at] in "'‘" and (at == 0 or not text[at - 1].isalnum())
        for at in range(max(0, end - 80), end)
    )
    return "" if opened else text[end]


class _Renderer:
    """Makes one row: new texts once a writing, then fields, then answers and their edits."""

    def __init__(self, template: Template, news: Sequence[NewName | None]) -> None:
        self.template = template
        self.news = news
        self.types = [(source.type, source.entity) for source in template.sources]
        self.texts = [_written(writing, news[writing.source]) for writing in template.writings]
        self.edits: list[Edit] = []
        self.context = ""
        self.shifts: Sequence[int] = ()

    def row(self) -> Row:
        template, example = self.template, self.template.example
        context = self._join(template.context)
        shifts = [0]
        for slot in template.context.slots:
            shifts.append(shifts[-1] + len(self._new(slot)) - len(slot.old))
        others = {field.name: self._join(field) for field in template.texts}
        self.context, self.shifts = context, shifts
        answers = self._answers(example.answers, template.answers, others, "answer")
        plausible = self._answers(
            example.plausible_answers, template.plausible, others, "plausible"
        )
        return Row(
            Example(
                example.id, example.dataset, others["title"], others["question"], context,
                answers, self._gold(answers, others), plausible, example.is_impossible,
            ),
            tuple(self.edits),
        )  # fmt: skip

    def _new(self, slot: _Slot) -> str:
        new = self.texts[slot.writing]
        return slot.old if new is None else new

    def _join(self, cut: _Field) -> str:
        if not cut.slots:
            return cut.text
        pieces = [cut.gaps[0]]
        for slot, gap in zip(cut.slots, cut.gaps[1:], strict=True):
            new = self._new(slot)
            pieces.append(new)
            pieces.append(gap)
            if new != slot.old:
                self._edit(cut.name, slot.start, slot.old, new, slot.writing)
        return "".join(pieces)

    def _edit(self, name: str, start: int, old: str, new: str, writing: int) -> None:
        kind, entity = self.types[self.template.writings[writing].source]
        self.edits.append(Edit(name, start, start + len(old), old, new, kind, entity))

    def _answers(
        self,
        answers: Sequence[Answer],
        slices: Sequence[_Slice | None],
        others: Mapping[str, str],
        name: str,
    ) -> tuple[Answer, ...]:
        renamed = []
        context, shifts = self.context, self.shifts
        for n, (answer, piece) in enumerate(zip(answers, slices, strict=True)):
            if piece is None:
                renamed.append(Answer(others[f"{name}:{n}"], None))
            elif piece.clipped:
                renamed.append(self._clipped(piece))
            else:
                start = piece.start + shifts[piece.low]
                end = piece.end + shifts[piece.high]
                if piece.high > piece.low:
                    self._slice_edits(piece.name, piece)
                    renamed.append(Answer(context[start:end], start))
                else:
                    renamed.append(answer if start == answer.start else Answer(answer.text, start))
        return tuple(renamed)

    def _slice_edits(self, name: str, piece: _Slice) -> None:
        for slot in self.template.context.slots[piece.low : piece.high]:
            new = self._new(slot)
            if new != slot.old:
                self._edit(name, slot.start - piece.start, slot.old, new, slot.writing)

    def _clipped(self, piece: _Slice) -> Answer:
        """Rename an answer that cuts a name: the part inside it goes with its part of the name."""
        new_start, new_end = -1, -1
        for at in range(piece.low, piece.high):
            slot = self.template.context.slots[at]
            new = self._new(slot)
            start, end = max(slot.start, piece.start), min(slot.end, piece.end)
            a, b = self._corresponding(slot, start - slot.start, end - slot.start)
            if slot.old[start - slot.start : end - slot.start] != new[a:b]:
                self._edit(
                    piece.name, start - piece.start,
                    slot.old[start - slot.start : end - slot.start], new[a:b], slot.writing,
                )  # fmt: skip
            base = slot.start + self.shifts[at]
            if new_start < 0:
                new_start = base + a - (start - piece.start)
            new_end = base + b + (piece.end - end)
        return Answer(self.context[new_start:new_end], new_start)

    def _corresponding(self, slot: _Slot, start: int, end: int) -> tuple[int, int]:
        """Return the slice of the new name that slot.old[start:end] corresponds to."""
        new = self._new(slot)
        if new == slot.old:
            return start, end
        pairs = boundaries(slot.old, new, self._parts(slot.writing))
        low = max(pair for pair in pairs if pair[0] <= start)[1]
        high = min(pair for pair in pairs if pair[0] >= end)[1]
        return low, high

    def _parts(self, writing: int) -> list[tuple[str, str]]:
        source_index, form, apostrophe = self.template.writings[writing]
        source, new = self.template.sources[source_index], self.news[source_index]
        if new is None or apostrophe or form.part is not Part.FULL:
            return []
        return [(old, name) for old, name in ((source.last, new.last), (source.first, new.first))
                if old and name]  # fmt: skip

    def _gold(self, answers: Sequence[Answer], others: Mapping[str, str]) -> tuple[str, ...]:
        template = self.template
        if not template.gold_is_listed:
            return distinct(answer.text for answer in answers)
        gold = []
        for n, at in enumerate(template.gold):
            if at is None:
                gold.append(others[f"gold:{n}"])
                continue
            gold.append(answers[at].text)
            copied = f"answer:{at}"
            self.edits.extend(
                Edit(f"gold:{n}", e.start, e.end, e.old, e.new, e.type, e.entity)
                for e in self.edits[:]
                if e.field == copied
            )
        return tuple(gold)


def _written(writing: _Writing, new: NewName | None) -> str | None:
    if new is None:
        return None
    text = write(writing.form, new)
    if not writing.apostrophe:
        return text
    if text[-1:].lower() == "s":
        return writing.apostrophe
    return writing.apostrophe + ("S" if writing.form.casing is Casing.UPPER else "s")
