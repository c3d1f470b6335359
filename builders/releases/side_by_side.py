"""A renamed row next to its source instance, with the edited names marked.

This comparison is shown by the command `renamer show` and in the card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from builders.releases.quoting import escaped
from builders.releases.undo import Gold, by_field, undo
from builders.types import Answer, Edit, Kept, Row

_LONGEST: Final = 6000


@dataclass(frozen=True, slots=True)
class TextSlice:
    """A slice of a text before or after renaming.

    If the slice is a name that was replaced or the name that replaced it, `edited` is true.
    """

    text: str
    edited: bool


@dataclass(frozen=True, slots=True)
class Side:
    """A text of an instance (a title or an answer, for example) before and after renaming.

    Both versions are divided into pieces at the edited names.
    """

    field: str
    source: tuple[TextSlice, ...]
    renamed: tuple[TextSlice, ...]


def sides(row: Row, gold: Gold) -> tuple[Side, ...]:
    """Return every text of a row together with the same text of the source instance.

    The source instance is restored by undoing the edits. Answers that are equal to each
    other both before and after renaming are returned only once. `gold` is "list" if the
    dataset has a separate list of gold answers, which is then returned as well, and
    otherwise "answers".
    """
    source, renamed, edits = undo(row, gold=gold), row.example, by_field(row.edits)
    found = [
        _side("title", source.title, renamed.title, edits.get("title", ())),
        _side("question", source.question, renamed.question, edits.get("question", ())),
        _side("context", source.context, renamed.context, edits.get("context", ())),
    ]
    for name, kind, old_answers, new_answers in (
        ("answer", "answer", source.answers, renamed.answers),
        ("plausible answer", "plausible", source.plausible_answers, renamed.plausible_answers),
    ):
        for index, (old, new) in enumerate(zip(old_answers, new_answers, strict=True)):
            side = _side(name, old.text, new.text, edits.get(f"{kind}:{index}", ()))
            found.append(Side(name, _placed(side.source, old), _placed(side.renamed, new)))
    if gold == "list":
        for index, texts in enumerate(zip(source.gold_answers, renamed.gold_answers, strict=True)):
            found.append(_side("gold answer", *texts, edits.get(f"gold:{index}", ())))
    # Equal answers, for example of three annotators who agree, are shown once.
    return tuple(dict.fromkeys(found))


def marked(pieces: Sequence[TextSlice]) -> str:
    """Return a text on one line, with double brackets around its edited slices.

    Very long texts are truncated.
    """
    text = "".join(f"[[{piece.text}]]" if piece.edited else piece.text for piece in pieces)
    return escaped(text, _LONGEST)


def kept_texts(row: Row, gold: Gold) -> tuple[tuple[Kept, str], ...]:
    """Return the places of a row where words were deliberately not renamed, with these words.

    The words are "" if the place is in an answer or in a field that does not exist. `gold` is
    "list" if the dataset has a separate list of gold answers, and otherwise "answers".
    """
    source = undo(row, gold=gold)
    texts = {"context": source.context, "question": source.question, "title": source.title}
    texts |= {f"gold:{n}": text for n, text in enumerate(source.gold_answers)}
    return tuple((one, texts.get(one.field, "")[one.start : one.end]) for one in row.kept)


def _side(field: str, old: str, new: str, edits: Sequence[Edit]) -> Side:
    old_spans = [(edit.start, edit.end) for edit in edits]
    new_spans = []
    shift = 0
    for edit in edits:
        start = edit.start + shift
        new_spans.append((start, start + len(edit.new)))
        shift += len(edit.new) - len(edit.old)
    return Side(field, _pieces(old, old_spans), _pieces(new, new_spans))


def _pieces(text: str, spans: Sequence[tuple[int, int]]) -> tuple[TextSlice, ...]:
    pieces: list[TextSlice] = []
    done = 0
    for start, end in spans:
        pieces += (TextSlice(text[done:start], False), TextSlice(text[start:end], True))
        done = end
    pieces.append(TextSlice(text[done:], False))
    return tuple(piece for piece in pieces if piece.text)


def _placed(pieces: tuple[TextSlice, ...], answer: Answer) -> tuple[TextSlice, ...]:
    if answer.start is None:
        return pieces
    return (*pieces, TextSlice(f" (at {answer.start})", False))
