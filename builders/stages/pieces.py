"""Cutting the texts of a row into constant texts and the places for new names (slots)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from builders.swap.slots import Slice, Slot
from builders.swap.template import Template

Piece = str | int
"""A constant text, or the number of a slot or of a part of a slot."""
_Text = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """The texts of an instance, cut into constant texts and numbered places for new names."""

    context: _Text
    question: _Text
    title: _Text
    answers: tuple[_Text, ...]
    plausible: tuple[_Text, ...]
    gold: tuple[_Text, ...]
    """The list of gold answers or, if the dataset has no such list, the distinct answers."""


def pieces_of(template: Template, first_slot: int, first_clip: int) -> Pieces:
    """Cut the texts of an instance into pieces: constant texts, and numbers for new names.

    A number stands for a slot, which is the place for a new name. Slots are numbered from
    `first_slot`. If an answer starts or ends inside a slot, the slots in it have numbers of their
    own, from `first_clip`, because the answer contains only a part of a new name.
    """
    numbers = count(first_slot)
    cut: list[_Text] = []
    for part in (template.context, *template.texts):
        cut.append(_cut(part.text, 0, len(part.text), part.slots, numbers))
    loose = iter(cut[3:])
    clips = count(first_clip)
    answers = tuple(_answers(template, template.answers, first_slot, clips, loose))
    plausible = tuple(_answers(template, template.plausible, first_slot, clips, loose))
    if template.gold_is_listed:
        gold = tuple(next(loose) if at is None else answers[at] for at in template.gold)
    else:
        gold = answers if len(answers) < 2 else tuple(_distinct(answers, template, first_slot))
    return Pieces(cut[0], cut[1], cut[2], answers, plausible, gold)


def _answers(
    template: Template,
    slices: Iterable[Slice | None],
    first_slot: int,
    clips: Iterator[int],
    loose: Iterator[_Text],
) -> Iterator[_Text]:
    context = template.context
    for piece in slices:
        if piece is None:
            yield next(loose)
        else:
            slots = context.slots[piece.low : piece.high]
            numbers = clips if piece.clipped else count(first_slot + piece.low)
            yield _cut(context.text, piece.start, piece.end, slots, numbers)


def _cut(text: str, start: int, end: int, slots: Sequence[Slot], numbers: Iterator[int]) -> _Text:
    if not slots:
        return (text[start:end],) if start < end else ()
    pieces: list[Piece] = []
    for slot in slots:
        if start < slot.start:
            pieces.append(text[start : slot.start])
        pieces.append(next(numbers))
        start = slot.end
    if start < end:
        pieces.append(text[start:end])
    return tuple(pieces)


def _distinct(texts: Iterable[_Text], template: Template, first_slot: int) -> Iterator[_Text]:
    """Yield the texts without repeats.

    A text is a repeat if it equals an earlier text whatever new names are chosen.
    """
    slots = [slot for part in (template.context, *template.texts) for slot in part.slots]
    end = first_slot + len(slots)
    seen: set[tuple[object, ...]] = set()
    for text in texts:
        reading = tuple(
            piece if isinstance(piece, str) or piece >= end else slots[piece - first_slot][2:]
            for piece in text
        )
        if reading not in seen:
            seen.add(reading)
            yield text
