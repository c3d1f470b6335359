"""Finding the slots of an instance. This is slow, and is done once for all draws."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Final

from builders.swap.forms import Located, analyse, analyse_part, nickname
from builders.swap.new_names import Letters, SourceName
from builders.swap.slots import Change, Field, Slice, Slot, Writing
from builders.swap.template import Template
from builders.text import is_boundary, is_unspaced, is_word_char
from builders.types import Answer, Example, Mention

_APOSTROPHES: Final = "'’"
_start = attrgetter("start")


def locate(
    example: Example,
    mentions: Mapping[str, Sequence[Mention]],
    names: Mapping[str, Sequence[SourceName]],
    *,
    gold_is_listed: bool = False,
) -> Template:
    """Find the slots of an instance.

    `mentions` are the `outermost` mentions of the instance by field. They include mentions of
    entities that keep their name, because a name inside a longer mention is only changed with
    that mention. `names` gives the source names of every entity to rename. `gold_is_listed` says
    that the gold answers are a separate list (MRQA) and not the distinct answer texts.
    """
    return _Locator(example, names, gold_is_listed).template(mentions)


def outermost(mentions: Iterable[Mention]) -> dict[str, list[Mention]]:
    """Return the sorted mentions by field, without mentions that overlap a longer mention."""
    by_field: dict[str, list[Mention]] = {}
    for mention in sorted(mentions, key=lambda m: (m.start - m.end, m.start)):
        kept = by_field.setdefault(mention.field, [])
        at = bisect_left(kept, mention.end, key=_start)
        # Kept mentions are sorted and disjoint: only the last that starts before the end matters.
        if at == 0 or kept[at - 1].end <= mention.start:
            kept.insert(at, mention)
    return by_field


class _Locator:
    """A builder of a template, in which equal source names and equal writings occur only once."""

    def __init__(
        self, example: Example, names: Mapping[str, Sequence[SourceName]], listed: bool
    ) -> None:
        self.example = example
        self.listed = listed
        self.names = names
        self.sources: dict[SourceName, int] = {}
        self.writings: dict[Writing, int] = {}
        self._placed = [
            (answer.text, answer.start)
            for answer in dict.fromkeys((*example.answers, *example.plausible_answers))
            if answer.start is not None
        ]
        self._named: tuple[SourceName, ...] = ()
        self._written: tuple[Writing, ...] = ()

    def template(self, mentions: Mapping[str, Sequence[Mention]]) -> Template:
        example = self.example
        context = self._field("context", example.context, mentions)
        question = self._field("question", example.question, mentions)
        title = self._field("title", example.title, mentions)
        answers = self._slices("answer", example.answers, context.slots)
        repeats = _repeated(example.answers, answers)
        gold = tuple(repeats.get(text) for text in example.gold_answers) if self.listed else ()
        loose = [(f"answer:{n}", a.text) for n, a in enumerate(example.answers) if a.start is None]
        loose += [(f"plausible:{n}", a.text) for n, a in enumerate(example.plausible_answers)
                  if a.start is None]  # fmt: skip
        loose += [(f"gold:{n}", example.gold_answers[n]) for n, at in enumerate(gold) if at is None]
        texts = (question, title, *(self._field(name, text, mentions) for name, text in loose))
        plausible = self._slices("plausible", example.plausible_answers, context.slots)
        self._named, self._written = tuple(self.sources), tuple(self.writings)
        return Template(
            example=example,
            sources=self._named,
            writings=self._written,
            context=context,
            texts=texts,
            answers=answers,
            plausible=plausible,
            gold=gold,
            gold_is_listed=self.listed,
            changes=tuple(self._changes((context, *texts), answers, plausible)),
        )

    def _changes(
        self,
        fields: Iterable[Field],
        answers: Sequence[Slice | None],
        plausible: Sequence[Slice | None],
    ) -> Iterator[Change]:
        """Yield the future edits by field, except for edits of answers that cut a name."""
        context = next(iter(fields))
        for cut in fields:
            yield from (self._change(cut.name, slot, 0) for slot in cut.slots)
        for piece in (*answers, *plausible):
            if piece is not None and not piece.clipped:
                slots = context.slots[piece.low : piece.high]
                yield from (self._change(piece.name, slot, piece.start) for slot in slots)

    def _change(self, name: str, slot: Slot, origin: int) -> Change:
        writing = self._written[slot.writing]
        source = self._named[writing.source]
        start, end = slot.start - origin, slot.end - origin
        return Change(name, start, end, slot.old, slot.writing, source.type, source.entity)

    def _field(self, name: str, text: str, mentions: Mapping[str, Sequence[Mention]]) -> Field:
        slots: list[Slot] = []
        touching = False
        for mention in mentions.get(name, ()):
            if mention.entity not in self.names:
                continue
            bounded = all(source.beside == "any" for source in self.names[mention.entity])
            for group in self._groups(text, mention):
                end, start = (slots[-1].end if slots else -1), group[0].start
                # Two adjacent new names would read as one word.
                if end < start or (end == start and touching and bounded):
                    slots += group
                    touching = bounded
        if not slots:
            return Field(name, text, (), (text,))
        ends = [0, *(slot.end for slot in slots)]
        starts = [*(slot.start for slot in slots), len(text)]
        gaps = tuple(text[a:b] for a, b in zip(ends, starts, strict=True))
        return Field(name, text, tuple(slots), gaps)

    def _groups(self, text: str, mention: Mention) -> list[list[Slot]]:
        """Return the sorted slots of a mention, grouped into a name and its possessive ending."""
        found: list[list[Slot]] = []
        surface = text[mention.start : mention.end]
        for source, located in self._forms(surface, self.names[mention.entity]):
            start, end = mention.start + located.start, mention.start + located.end
            if not _stands_free(text, start, end, source.beside):
                continue
            if not self._can_undo(mention.field, start, end):
                continue
            form = located.form
            if mention.field == "title" and form.separator == " " and _is_underscored(text):
                form = form._replace(separator="_")
            index = self.sources.setdefault(source, len(self.sources))
            writing = Writing(index, form)
            group = [Slot(start, end, text[start:end], self._writing(writing))]
            apostrophe = _bare_possessive(text, end)
            if apostrophe:
                ending = writing._replace(apostrophe=apostrophe)
                group.append(Slot(end, end + 1, apostrophe, self._writing(ending)))
            found.append(group)
        found.sort()
        return found

    @staticmethod
    def _forms(surface: str, sources: Iterable[SourceName]) -> Iterator[tuple[SourceName, Located]]:
        """Yield the spans of a mention that contain one of the entity's names."""
        for source in sources:
            located = analyse(surface, source) if source.whole else analyse_part(surface, source)
            if located is not None:
                yield source, located
                if not source.whole and located.end < len(surface):
                    short = nickname(surface, source, located.end)
                    if short is not None:
                        yield source, short

    def _can_undo(self, name: str, start: int, end: int) -> bool:
        """Return whether undoing the edits can locate the answers that start inside a name.

        The renamed row does not say in which "Boutros" of "Boutros Boutros-Ghali" an answer
        started. Undoing assumes the first. If the answer started in another one, the name is not
        changed.
        """
        if name != "context":
            return True
        cut = [(answer, at) for answer, at in self._placed if start < at < end]
        return all(self.example.context.find(answer, start) == at for answer, at in cut)

    def _writing(self, writing: Writing) -> int:
        return self.writings.setdefault(writing, len(self.writings))

    def _slices(
        self, name: str, answers: Sequence[Answer], slots: Sequence[Slot]
    ) -> tuple[Slice | None, ...]:
        starts, ends = [slot.start for slot in slots], [slot.end for slot in slots]
        slices: list[Slice | None] = []
        for n, answer in enumerate(answers):
            if answer.start is None:
                slices.append(None)
                continue
            start, end = answer.start, answer.start + len(answer.text)
            low = bisect_right(ends, start)
            high = max(low, bisect_left(starts, end))
            clipped = high > low and (slots[low].start < start or slots[high - 1].end > end)
            slices.append(Slice(f"{name}:{n}", start, end, low, high, clipped))
        return tuple(slices)


def _repeated(answers: Sequence[Answer], slices: Sequence[Slice | None]) -> dict[str, int]:
    """Return, for each answer text, the index of an answer with that text.

    If several answers have that text, the first one that is renamed as a whole is returned. An
    answer inside a longer name ("Chicago" in "University of Chicago") may remain unchanged, or be
    replaced by a whole new name.
    """
    if len(answers) < 2:
        return {answer.text: 0 for answer in answers}
    order = sorted(zip(slices, range(len(answers)), strict=True), key=_is_unsure)
    return {answers[n].text: n for _, n in reversed(order)}


def _is_unsure(numbered: tuple[Slice | None, int]) -> int:
    piece, _ = numbered
    return 2 if piece is None or piece.clipped else int(piece.low == piece.high)


def _stands_free(text: str, start: int, end: int, letters: Letters) -> bool:
    """Return whether any new name can replace [start, end) without joining an adjacent word.

    Stricter than a whole-word test, except for scripts without spaces: in "U.S.Navy" the full stop
    separates two words, and a new name without a full stop would not.
    """
    if start >= end or not (is_boundary(text, start) and is_boundary(text, end)):
        return False
    beside = text[max(start - 1, 0) : start] + text[end : end + 1]
    beside = "".join(filter(is_word_char, beside))
    return (
        letters == "any" or not beside or (letters == "unspaced" and all(map(is_unspaced, beside)))
    )


def _is_underscored(title: str) -> bool:
    """Return whether a title has underscores instead of spaces ("List_of_rivers")."""
    return "_" in title and " " not in title


def _bare_possessive(text: str, end: int) -> str:
    """Return the apostrophe of a possessive in s ("Reyes' letters") if it follows a name.

    It becomes "'s" if the new name does not end in s. If there was an opening apostrophe before,
    it is a closing quotation mark instead.
    """
    if end + 1 >= len(text) or text[end] not in _APOSTROPHES:
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
