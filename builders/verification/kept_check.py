"""The check that a row does not rename a name in one place and leave it in another.

A name is only allowed to remain inside a kept mention, which is a place that the row lists together
with the reason why the words stay. This module checks one row. builders.verification.left_names
finds the rows to check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from builders.releases.quoting import shown
from builders.releases.undo import by_field
from builders.text import fold_key, has_multi_letter_word, is_whole, same_names
from builders.types import KEPT_REASONS, Edit, Example, Kept, Row

_INVARIANT: Final = 3


def left_broken(source: Example, row: Row) -> Iterator[tuple[int, str]]:
    """Yield each place where a renamed name remains, and each faulty kept mention.

    Both violate invariant 3. A renamed name is the old name of an edit, in any spelling (case and
    diacritics are ignored, see `fold_key`). It is allowed to remain inside a kept mention, which is
    a place that the row lists with a reason. Names of single letters are not searched for. Answers
    that are slices of the passage are only checked as a part of the passage.
    """
    texts = _judged(source)
    names = {fold_key(edit.old) for edit in row.edits if edit.field in texts}
    edits, kept = by_field(row.edits), by_field(row.kept)
    for one in row.kept:
        if problem := _problem(one, texts.get(one.field), edits.get(one.field, ())):
            yield _INVARIANT, f"{one.field}: the kept mention at {one.start}:{one.end} {problem}"
    for field, text in texts.items():
        for key in sorted(filter(has_multi_letter_word, names)):
            for start, end in same_names(text, key):
                over = any(one.start < end and start < one.end for one in edits.get(field, ()))
                stays = any(one.start <= start and end <= one.end for one in kept.get(field, ()))
                if not over and not stays:
                    where = f"{field}: {shown(text[start:end])} at {start}"
                    yield _INVARIANT, f"{where} is renamed elsewhere, and no kept mention covers it"


def _judged(source: Example) -> Mapping[str, str]:
    """Return the texts of an instance in which renamed names are searched for, by field.

    Answers that are slices of the passage, gold answers that equal an answer, and plausible answers
    are omitted.
    """
    answers = source.answers
    told = {answer.text for answer in answers}
    gold = {f"gold:{n}": text for n, text in enumerate(source.gold_answers) if text not in told}
    gold |= {f"answer:{n}": one.text for n, one in enumerate(answers) if one.start is None}
    fields = {"context": source.context, "question": source.question, "title": source.title}
    return {**fields, **gold}


def _problem(kept: Kept, text: str | None, edits: tuple[Edit, ...]) -> str:
    """Return what is wrong with a kept mention, or an empty string if it is correct.

    A kept mention is a place where the words of a renamed name stay. `text` is the source text of
    its field (None if the field does not exist), and `edits` are the edits of the field.
    """
    if kept.reason not in KEPT_REASONS:
        return f"has the reason {shown(kept.reason)}; known: {', '.join(KEPT_REASONS)}"
    if text is None or not 0 <= kept.start < kept.end <= len(text):
        return "stands nowhere in the source"
    if not is_whole(text, kept.start, kept.end):
        return "cuts a word of the source"
    if any(one.start < kept.end and kept.start < one.end for one in edits):
        return "overlaps an edit"
    return ""
