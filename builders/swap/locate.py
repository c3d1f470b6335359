"""Finding the slots of an instance: the spans that new names will replace.

This is slow. Therefore, it is done only once for an instance that is renamed several times.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from builders.articles import is_adjective
from builders.swap.forms import LocatedForm, analyse, analyse_part, nickname
from builders.swap.new_names import Letters, SourceName
from builders.swap.slots import Change, Field, Slice, Slot, SurfaceForm
from builders.swap.template import Template
from builders.text import is_boundary, is_unspaced, is_word_char
from builders.types import Answer, Example, Mention

_APOSTROPHES: Final = "'’"
_OPENING: Final = tuple('"“([$€£')
_start = attrgetter("start")


@dataclass(frozen=True, slots=True)
class LocatedPassage:
    """A passage in which the spans to rename have been found, for all questions about it."""

    context: Field
    """The passage, divided at its slots, which are the spans that new names will replace."""
    sources: Mapping[SourceName, int]
    """The names of entities in the passage, numbered."""
    surface_forms: Mapping[SurfaceForm, int]
    """The ways in which the passage writes these names, numbered."""
    changes: tuple[Change, ...]
    """The future edits of the passage."""

    def can_undo(self, answers: Iterable[tuple[str, int]]) -> bool:
        """Return whether undoing the edits of the passage would find the right answer offsets.

        `answers` are the texts and offsets of the answers of a question.
        """
        slots = self.context.slots
        for answer in answers:
            slot = slots[bisect_left(slots, answer[1], key=_start) - 1] if slots else None
            if slot and not _can_undo(self.context.text, slot.start, slot.end, (answer,)):
                return False
        return True


def locate(
    example: Example,
    mentions: Mapping[str, Sequence[Mention]],
    names: Mapping[str, Sequence[SourceName]],
    *,
    gold_is_listed: bool = False,
    passage: LocatedPassage | None = None,
) -> Template:
    """Return an instance in which the spans that new names will replace have been found.

    `mentions` are the mentions of the instance by field, without those inside longer
    mentions (see `outermost`). They include the mentions of entities that keep their name.
    `names` has the names to replace, by the id of their entity. `gold_is_listed` says
    whether the gold answers are a list of their own, as in MRQA; otherwise they are the
    distinct texts of the answers. `passage` is the result of `locate_passage` for another
    question with the same passage and names, if there is one.
    """
    answers = [
        (answer.text, answer.start)
        for answer in dict.fromkeys((*example.answers, *example.plausible_answers))
        if answer.start is not None
    ]
    if passage is None or not passage.can_undo(answers):
        passage = locate_passage(example.context, mentions, names, answers)
    return _Locator(names, passage.sources, passage.surface_forms).template(
        example, mentions, passage, gold_is_listed
    )


def locate_passage(
    context: str,
    mentions: Mapping[str, Sequence[Mention]],
    names: Mapping[str, Sequence[SourceName]],
    answers: Sequence[tuple[str, int]] = (),
) -> LocatedPassage:
    """Return a passage in which the spans that new names will replace have been found.

    `answers` are the texts and offsets of answers. A name is not replaced if an answer
    starts inside it and undoing the edits would not restore the offset of this answer.
    """
    locator = _Locator(names, {}, {})
    found = locator.field("context", context, mentions, answers)
    changes = tuple(locator.changes((found,)))
    return LocatedPassage(found, locator.sources, locator.surface_forms, changes)


def outermost(mentions: Iterable[Mention]) -> dict[str, list[Mention]]:
    """Return the mentions of each field, sorted, without those that overlap a longer mention."""
    by_field: dict[str, list[Mention]] = {}
    for mention in sorted(mentions, key=lambda m: (m.start - m.end, m.start)):
        kept = by_field.setdefault(mention.field, [])
        at = bisect_left(kept, mention.end, key=_start)
        # Kept mentions are sorted and disjoint: only the last that starts before the end matters.
        if at == 0 or kept[at - 1].end <= mention.start:
            kept.insert(at, mention)
    return by_field


class _Locator:
    """A builder of a template: an instance in which the spans to rename have been found.

    The builder numbers the names of entities (`sources`) and the ways in which texts write these
    names (`surface_forms`). Equal names share a number, and so do equal ways of writing.
    """

    def __init__(
        self,
        names: Mapping[str, Sequence[SourceName]],
        sources: Mapping[SourceName, int],
        surface_forms: Mapping[SurfaceForm, int],
    ) -> None:
        self.names = names
        self.sources = dict(sources)
        self.surface_forms = dict(surface_forms)

    def template(
        self,
        example: Example,
        mentions: Mapping[str, Sequence[Mention]],
        passage: LocatedPassage,
        listed: bool,
    ) -> Template:
        slots = passage.context.slots
        question = self.field("question", example.question, mentions)
        title = self.field("title", example.title, mentions)
        answers = _slices("answer", example.answers, slots)
        repeats = _repeated(example.answers, answers)
        gold = tuple(repeats.get(text) for text in example.gold_answers) if listed else ()
        loose = [(f"answer:{n}", a.text) for n, a in enumerate(example.answers) if a.start is None]
        loose += [(f"plausible:{n}", a.text) for n, a in enumerate(example.plausible_answers)
                  if a.start is None]  # fmt: skip
        loose += [(f"gold:{n}", example.gold_answers[n]) for n, at in enumerate(gold) if at is None]
        texts = (question, title, *(self.field(name, text, mentions) for name, text in loose))
        plausible = _slices("plausible", example.plausible_answers, slots)
        return Template(
            example=example,
            sources=tuple(self.sources),
            surface_forms=tuple(self.surface_forms),
            context=passage.context,
            texts=texts,
            answers=answers,
            plausible=plausible,
            gold=gold,
            gold_is_listed=listed,
            changes=(
                *passage.changes,
                *self.changes(texts),
                *_changes_of_answers((*answers, *plausible), passage.changes),
            ),
        )

    def changes(self, fields: Iterable[Field]) -> Iterator[Change]:
        """Yield a `Change`, an edit whose new text is not known yet, for each span to replace."""
        sources, surface_forms = tuple(self.sources), tuple(self.surface_forms)
        for field in fields:
            for start, end, old, surface_form in field.slots:
                source = sources[surface_forms[surface_form].source]
                yield Change(field.name, start, end, old, surface_form, source.type, source.entity)

    def field(
        self,
        name: str,
        text: str,
        mentions: Mapping[str, Sequence[Mention]],
        answers: Sequence[tuple[str, int]] = (),
    ) -> Field:
        """Return a text divided at the spans that new names will replace.

        `name` is the name of the field. `answers` are the texts and offsets of answers in the text.
        """
        slots: list[Slot] = []
        touching = False
        persons = {one.start for one in mentions.get(name, ()) if one.type == "PERSON"}
        for mention in mentions.get(name, ()):
            if mention.entity not in self.names:
                continue
            # It is no adjective in "the Chief Justice of the United States John Marshall".
            is_noun = mention.end + 1 in persons
            bounded = all(source.beside == "any" for source in self.names[mention.entity])
            for group in self._groups(text, mention, answers, is_noun=is_noun):
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

    def _groups(
        self, text: str, mention: Mention, answers: Sequence[tuple[str, int]], *, is_noun: bool
    ) -> list[list[Slot]]:
        """Return the spans of a mention that new names will replace, in sorted groups.

        `is_noun` says that the name of a country cannot be an adjective.
        Each group has the span of a name and, if necessary, that of the possessive ending after it.
        """
        found: list[list[Slot]] = []
        surface = text[mention.start : mention.end]
        for source, located in self._forms(surface, self.names[mention.entity]):
            start, end = mention.start + located.start, mention.start + located.end
            if not _stands_free(text, start, end, source.beside):
                continue
            if not _can_undo(text, start, end, answers):
                continue
            form = located.form
            is_underscored = mention.field == "title" and _is_underscored(text)
            if is_underscored and form.separator == " ":
                form = form._replace(separator="_")
            # What is a whole answer stays a country: "Which country was he a general of?" A passage
            # that several questions share is located without their answers.
            is_answer = (text[start:end], start) in answers
            words = text.replace("_", " ") if is_underscored else text
            may_be = source.type == "COUNTRY" and not is_answer and not is_noun
            if may_be and is_adjective(words, start, end):
                form = form._replace(adjective=True)
            index = self.sources.setdefault(source, len(self.sources))
            surface_form = SurfaceForm(index, form)
            group = [Slot(start, end, text[start:end], self._surface_form(surface_form))]
            apostrophe = _bare_possessive(text, end)
            if apostrophe:
                ending = surface_form._replace(apostrophe=apostrophe)
                group.append(Slot(end, end + 1, apostrophe, self._surface_form(ending)))
            found.append(group)
        found.sort()
        return found

    @staticmethod
    def _forms(
        surface: str, sources: Iterable[SourceName]
    ) -> Iterator[tuple[SourceName, LocatedForm]]:
        """Yield the names of an entity that its mention contains, each with its span.

        `surface` is the text of the mention.
        """
        for source in sources:
            located = analyse(surface, source) if source.whole else analyse_part(surface, source)
            if located is not None:
                yield source, located
                if not source.whole and located.end < len(surface):
                    short = nickname(surface, source, located.end)
                    if short is not None:
                        yield source, short

    def _surface_form(self, surface_form: SurfaceForm) -> int:
        return self.surface_forms.setdefault(surface_form, len(self.surface_forms))


def _can_undo(text: str, start: int, end: int, answers: Iterable[tuple[str, int]]) -> bool:
    """Return whether undoing the edits finds the right offsets of answers that start inside a name.

    For example, the answer may be one "Boutros" of the name "Boutros Boutros-Ghali". The renamed
    row does not say which one, and undoing assumes the first.
    """
    return all(text.find(answer, start) == at for answer, at in answers if start < at < end)


def _slices(
    name: str, answers: Sequence[Answer], slots: Sequence[Slot]
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


def _changes_of_answers(
    answers: Iterable[Slice | None], changes: Sequence[Change]
) -> Iterator[Change]:
    """Yield the edits inside answers, with offsets in the text of the answer.

    `changes` are the edits of the passage, whose new texts are not known yet. Answers that
    start or end inside a name are skipped.
    """
    for answer in answers:
        if answer is not None and not answer.clipped:
            for change in changes[answer.low : answer.high]:
                start, end = change.start - answer.start, change.end - answer.start
                yield change._replace(field=answer.name, start=start, end=end)


def _repeated(answers: Sequence[Answer], slices: Sequence[Slice | None]) -> dict[str, int]:
    """Return, for each answer text, the index of one of the answers that have this text.

    The first answer that contains whole names to rename is preferred. An answer without an offset
    or inside a longer name ("Chicago" in "University of Chicago") is the last choice.
    """
    if len(answers) < 2:
        return {answer.text: 0 for answer in answers}
    order = sorted(zip(slices, range(len(answers)), strict=True), key=_is_unsure)
    return {answers[n].text: n for _, n in reversed(order)}


def _is_unsure(numbered: tuple[Slice | None, int]) -> int:
    piece, _ = numbered
    return 2 if piece is None or piece.clipped else int(piece.low == piece.high)


def _stands_free(text: str, start: int, end: int, letters: Letters) -> bool:
    """Return whether any new name can replace text[start:end] without joining an adjacent word.

    `letters` says which letters may stand next to the new names. It is not enough that the old
    name is a whole word. For example, "U.S." is a whole word in "U.S.Navy", but a new name without
    a full stop at its end would join "Navy".
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
    """Return the possessive apostrophe after a name that ends in s ("Reyes' letters").

    `end` is the end of the name. Returns an empty string if there is no apostrophe, or if it is a
    closing quotation mark because an opening one stands before the name.
    """
    if end + 1 >= len(text) or text[end] not in _APOSTROPHES:
        return ""
    if text[end - 1].lower() != "s" or not text[end + 1].isspace():
        return ""
    following = text[end + 1 :].lstrip()
    if not (following[:1].isalnum() or following[:1] in _OPENING):
        return ""
    opened = any(
        text[at] in "'‘" and (at == 0 or not text[at - 1].isalnum())
        for at in range(max(0, end - 80), end)
    )
    return "" if opened else text[end]
