"""Restoring the source instance from a renamed row and its edits alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeVar

from builders.errors import FixInputError
from builders.types import Answer, Edit, Example, Kept, Row

_WHOLE_FIELDS: Final = frozenset({"context", "question", "title"})

_Span = TypeVar("_Span", Edit, Kept)

Gold = Literal["list", "answers"]
"""The kind of gold answers that a dataset has.

- list: the dataset has a separate list of gold answers, and rows have edits of this list (MRQA).
- answers: the gold answers are the distinct texts of the answers (SQuAD).
"""


def undo(row: Row, *, gold: Gold = "list") -> Example:
    """Return the source instance of a renamed row.

    `gold` is "list" if the dataset has a separate list of gold answers, and "answers" if the gold
    answers are the texts of the answers. Raises FixInputError if an edit does not fit the row: for
    example, if the row does not have the edited field, if edits overlap, or if the new name is not
    at the offset of the edit.
    """
    edits = by_field(row.edits)
    example = row.example
    context_edits = edits.get("context", ())
    context = undo_text("context", example.context, context_edits)
    answers = _answers("answer", example.answers, edits, context, context_edits)
    source = Example(
        id=example.id,
        dataset=example.dataset,
        title=undo_text("title", example.title, edits.get("title", ())),
        question=undo_text("question", example.question, edits.get("question", ())),
        context=context,
        answers=answers,
        plausible_answers=_answers(
            "plausible", example.plausible_answers, edits, context, context_edits
        ),
        gold_answers=_gold(example.gold_answers, answers, edits, gold),
        is_impossible=example.is_impossible,
    )
    _check_fields(edits, example)
    return source


def by_field(spans: Iterable[_Span]) -> dict[str, tuple[_Span, ...]]:
    """Return a mapping from the name of each field to the spans in it, in the given order.

    The spans are either edits or places where words were deliberately not renamed (`Kept`).
    """
    grouped: dict[str, list[_Span]] = {}
    for span in spans:
        grouped.setdefault(span.field, []).append(span)
    return {field: tuple(group) for field, group in grouped.items()}


def undo_text(field: str, text: str, edits: Sequence[Edit]) -> str:
    """Return the source text of a renamed text; `edits` are all edits of the field, sorted.

    Raises FixInputError if an edit does not fit the text.
    """
    if not edits:
        return text
    pieces: list[str] = []
    done = end = shift = 0
    for edit in edits:
        start = edit.start + shift
        if edit.start < end or edit.end - edit.start != len(edit.old):
            raise FixInputError(
                f"{field}: the edit at {edit.start}:{edit.end} overlaps another or is not as long "
                "as its old name"
            )
        if text[start : start + len(edit.new)] != edit.new:
            raise FixInputError(
                f"{field}: the new name of the edit at {edit.start}:{edit.end} is not at {start}"
            )
        pieces += (text[done:start], edit.old)
        end = edit.end
        done = start + len(edit.new)
        shift += len(edit.new) - len(edit.old)
    pieces.append(text[done:])
    return "".join(pieces)


def undo_start(start: int, old_text: str, context: str, edits: Sequence[Edit]) -> int:
    """Return the start offset that an answer had in the source passage.

    `start` is the offset in the renamed passage, `old_text` the source text of the answer,
    `context` the source passage, and `edits` are the edits of the passage. If the answer starts
    inside a new name, it started inside the old name in the source passage. The result is then the
    first offset inside the old name at which `old_text` occurs. Raises FixInputError if `old_text`
    does not occur there.
    """
    shift = 0
    for edit in edits:
        new_start = edit.start + shift
        if start < new_start:
            break
        if start < new_start + len(edit.new):
            place = context.find(old_text, edit.start, edit.end - 1 + max(len(old_text), 1))
            if place < 0:
                raise FixInputError(
                    f"context: no answer text starts inside the name at {edit.start}:{edit.end}"
                )
            return place
        shift += len(edit.new) - len(edit.old)
    return start - shift


def distinct(texts: Iterable[str]) -> tuple[str, ...]:
    """Return the texts without duplicates, in the order of their first occurrence."""
    return tuple(dict.fromkeys(texts))


def _answers(
    kind: str,
    answers: Sequence[Answer],
    edits: Mapping[str, tuple[Edit, ...]],
    context: str,
    context_edits: Sequence[Edit],
) -> tuple[Answer, ...]:
    source = []
    for index, answer in enumerate(answers):
        field = f"{kind}:{index}"
        text = undo_text(field, answer.text, edits.get(field, ()))
        start = answer.start
        if start is not None:
            start = undo_start(start, text, context, context_edits)
        source.append(Answer(text, start))
    return tuple(source)


def _gold(
    texts: Sequence[str],
    answers: Sequence[Answer],
    edits: Mapping[str, tuple[Edit, ...]],
    gold: Gold,
) -> tuple[str, ...]:
    if gold == "answers":
        return distinct(answer.text for answer in answers)
    fields = (f"gold:{index}" for index in range(len(texts)))
    return tuple(
        undo_text(field, text, edits.get(field, ()))
        for field, text in zip(fields, texts, strict=True)
    )


def _check_fields(edits: Mapping[str, object], example: Example) -> None:
    known = _fields(len(example.answers), len(example.plausible_answers), len(example.gold_answers))
    unknown = edits.keys() - known
    if unknown:
        raise FixInputError(f"an edit names {min(unknown)}, which the row does not have")


@lru_cache(maxsize=1024)
def _fields(answers: int, plausible: int, gold: int) -> frozenset[str]:
    """Return the names of all fields of a row, for example "title" and "answer:0".

    The arguments are the numbers of the row's answers, plausible answers and gold answers.
    """
    counts = {"answer": answers, "plausible": plausible, "gold": gold}
    listed = {f"{kind}:{n}" for kind, count in counts.items() for n in range(count)}
    return _WHOLE_FIELDS | listed
