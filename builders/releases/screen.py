"""Finding the rows of a block that may break an invariant, without an object per edit.

A row that passes here is right by builders.releases.check, whose invariants 1 to 4 are computed
on plain lists; a row that does not pass is looked at there. This file is the hot loop of
`verify`: locals and tuples instead of attributes and objects, and everything that recurs (word
edges, pairs of names) is judged once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from builders.releases.check import (
    fold_text,
    folded,
    folded_fields,
    holds_name,
    holds_word,
    keeps_form,
)
from builders.releases.columns import AnswerLists, Columns
from builders.releases.undo import Gold
from builders.text import is_whole, is_word_char

_REMEMBERED: Final = 1 << 18

_Field = tuple[Callable[[Columns], Any], int]
_TEXTS: Final[dict[str, Callable[[Columns], list[str]]]] = {
    "context": attrgetter("contexts"),
    "question": attrgetter("questions"),
    "title": attrgetter("titles"),
}
_LISTS: Final[dict[str, Callable[[Columns], Any]]] = {
    "answer": attrgetter("answers"),
    "plausible": attrgetter("plausible"),
    "gold": attrgetter("gold"),
}
_NUMBERED: Final = {kind: tuple(f"{kind}:{index}" for index in range(256)) for kind in _LISTS}
_FIELDS: Final[dict[str, _Field]] = {
    field: (_LISTS[kind], index)
    for kind, fields in _NUMBERED.items()
    for index, field in enumerate(fields)
}
"""Fields of higher numbers are left to the exact check."""

_EditTuple = tuple[str, int, int, str, str, str]
"""Field, start, end, old, new, entity."""


_Bearers = dict[str, list[tuple[str, str]]]
"""By new name, folded, whose it is: entities with their folded old names."""


@dataclass(slots=True)
class _Trail:
    """What the walk over a row's edits found: fields changed, and places in the passage."""

    edited: set[str]
    context: list[_EditTuple]
    new_starts: list[int]


_NO_TRAIL: Final = _Trail(set(), [], [])


@dataclass(slots=True)
class _Passage:
    """A passage that was walked over, for the next question about it: EntSwap asks ten."""

    source: str
    renamed: str
    edits: list[_EditTuple]
    new_starts: list[int]


class SourceBlock:
    """The source rows that several renamed blocks are compared with, and what they hold."""

    def __init__(self, block: Columns) -> None:
        self.block = block
        self._contexts: dict[str, str] = {}
        self._others: dict[int, str] = {}

    def held_in_context(self, row: int) -> str:
        """Return the folded passage of a source row: one object for all its questions."""
        context = self.block.contexts[row]
        held = self._contexts.get(context)
        if held is None:
            held = self._contexts[context] = fold_text(context)
        return held

    def held_elsewhere(self, row: int) -> str:
        """Return the other texts of a source row, folded."""
        held = self._others.get(row)
        if held is None:
            held = self._others[row] = folded_fields(self.block.example(row))
        return held


class Screen:
    """Screens blocks; remembers what it has seen of word edges, of names and of passages."""

    def __init__(self, gold: Gold, *, distinct_names: bool) -> None:
        self._gold = gold
        self._distinct_names = distinct_names
        self._outside: set[str] = {""}
        self._folds: dict[tuple[str, str], tuple[str, str]] = {}
        self._passage = _Passage("", "", [], [])
        self._triples: dict[tuple[str, str, str], None] = {}
        self._bearers: _Bearers = {}
        self._free: tuple[str, _Bearers] = ("", {})

    def suspects(self, source: SourceBlock, block: Columns) -> Iterator[int]:
        """Yield the rows of `block` that may not be made from the same row of `source`."""
        if len(self._folds) > _REMEMBERED:
            self._folds = {}
        edits = list(
            zip(block.fields, block.starts, block.ends, block.olds, block.news, block.entities,
                strict=True)
        )  # fmt: skip
        ends = block.edit_ends
        for row in range(block.rows):
            if not self._passes(source, block, row, edits[ends[row] : ends[row + 1]]):
                yield row

    def _passes(
        self, source: SourceBlock, block: Columns, row: int, edits: list[_EditTuple]
    ) -> bool:
        old = source.block
        if block.ids[row] != old.ids[row] or block.changed[row] != bool(edits):
            return False
        trail = self._walk(old, block, row, edits) if edits else _NO_TRAIL
        if trail is None:
            return False
        edited = trail.edited
        plausible = block.plausible.texts or old.plausible.texts
        return (
            ("context" in edited or block.contexts[row] == old.contexts[row])
            and ("question" in edited or block.questions[row] == old.questions[row])
            and ("title" in edited or block.titles[row] == old.titles[row])
            and _answers_pass("answer", old, block, row, trail)
            and (not plausible or _answers_pass("plausible", old, block, row, trail))
            and self._gold_passes(old, block, row, edited)
            and (not edits or self._names_pass(source, row, edits))
        )

    def _walk(self, old: Columns, new: Columns, row: int, edits: list[_EditTuple]) -> _Trail | None:
        """Follow the edits; None unless they make the fields out of the source's, word by word."""
        passage = self._passage
        count = len(passage.edits)
        # Texts of one block that are equal are one object: see columns.
        if (
            old.contexts[row] is passage.source
            and new.contexts[row] is passage.renamed
            and edits[:count] == passage.edits
            and (count == len(edits) or edits[count][0] != "context")
        ):
            trail = _Trail({"context"}, passage.edits, passage.new_starts)
            return trail if self._follow(old, new, row, edits[count:], trail) else None
        trail = _Trail(set(), [], [])
        if not self._follow(old, new, row, edits, trail):
            return None
        if trail.context and edits[0][0] == "context":
            self._passage = _Passage(
                old.contexts[row], new.contexts[row], trail.context, trail.new_starts
            )
        return trail

    def _follow(
        self, old: Columns, new: Columns, row: int, edits: list[_EditTuple], trail: _Trail
    ) -> bool:
        outside, edited = self._outside, trail.edited
        current = renamed = source = ""
        pieces: list[str] = []
        done = shift = 0
        for edit in edits:
            field, start, end, old_name, new_name, _ = edit
            if field != current:
                if current and "".join(pieces) + source[done:] != renamed:
                    return False
                texts = _texts_of(field, old, new, row)
                # A field that comes twice is left to the exact check.
                if texts is None or field in edited:
                    return False
                edited.add(field)
                current, (source, renamed) = field, texts
                pieces, done, shift = [], 0, 0
            if not done <= start < end or not new_name or source[start:end] != old_name:
                return False
            if (start == done and start) or (
                source[start - 1 : start] not in outside or source[end : end + 1] not in outside
            ):
                new_start = start + shift
                if not (
                    self._is_whole(source, start, end)
                    and self._is_whole(renamed, new_start, new_start + len(new_name))
                ):
                    return False
            if field == "context":
                trail.context.append(edit)
                trail.new_starts.append(start + shift)
            pieces += (source[done:start], new_name)
            done = end
            shift += len(new_name) - end + start
        return "".join(pieces) + source[done:] == renamed

    def _is_whole(self, text: str, start: int, end: int) -> bool:
        """Do what builders.text.is_whole does, and remember neighbours that are in no word."""
        for neighbour in (text[start - 1 : start], text[end : end + 1]):
            if neighbour and not is_word_char(neighbour):
                self._outside.add(neighbour)
        return is_whole(text, start, end)

    def _gold_passes(self, old: Columns, block: Columns, row: int, edited: set[str]) -> bool:
        texts = block.gold.of(row)
        if self._gold == "answers":
            return texts == list(dict.fromkeys(block.answers.of(row)))
        before = old.gold.of(row)
        if texts == before:
            return True
        return len(texts) == len(before) and all(
            text == before[index] or f"gold:{index}" in edited for index, text in enumerate(texts)
        )

    def _names_pass(self, source: SourceBlock, row: int, edits: list[_EditTuple]) -> bool:
        # In the order of the edits, so that nothing depends on Python's hash seed.
        triples = {(edit[5], edit[3], edit[4]): None for edit in edits}
        if triples != self._triples:
            bearers = self._bearers_of(triples)
            if bearers is None:
                return False
            self._triples, self._bearers = triples, bearers
        bearers = self._bearers
        if not self._distinct_names or not bearers:
            return True
        held = source.held_in_context(row)
        if held is not self._free[0] or bearers is not self._free[1]:
            if _holds_any(held, bearers):
                return False
            self._free = (held, bearers)
        return not _holds_any(source.held_elsewhere(row), bearers)

    def _bearers_of(self, triples: Iterable[tuple[str, str, str]]) -> _Bearers | None:
        """Return who bears which new name; None where that breaks invariant 3 or 4."""
        folds = self._folds
        written: dict[tuple[str, str], tuple[str, str]] = {}
        news: dict[tuple[str, str], str] = {}
        bearers: _Bearers = {}
        for entity, old, new in triples:
            pair = folds.get((old, new))
            if pair is None:
                if not keeps_form(old, new):
                    return None
                pair = folds[old, new] = (folded(old), folded(new))
            name, drawn = pair
            if not holds_word(name):
                continue
            key = (entity, name)
            if name == drawn or news.setdefault(key, drawn) != drawn:
                return None
            before = written.setdefault(key, (old, new))
            if before[0] != old and not _capitals_kept(before, (old, new)):
                return None
            others = bearers.setdefault(drawn, [])
            if others and any(other[1] != name and other[0] != entity for other in others):
                return None
            others.append(key)
        return bearers


def _capitals_kept(one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Tell whether of two ways to write a name the one in capitals has a new name in capitals."""
    if one[0].isupper() == other[0].isupper():
        # Two in capitals are no proof of a third: left to the exact check.
        return not one[0].isupper()
    _, new = one if one[0].isupper() else other
    return not any(char.islower() for char in new)


def _holds_any(held: str, names: Iterable[str]) -> bool:
    # A loop: a generator's frame would cost more than the search.
    for name in names:  # noqa: SIM110
        if name in held and holds_name(held, name):
            return True
    return False


def _texts_of(field: str, old: Columns, new: Columns, row: int) -> tuple[str, str] | None:
    """Return the texts of a field in both blocks, None where one of them has no such field."""
    numbered = _FIELDS.get(field)
    if numbered is None:
        get = _TEXTS.get(field)
        return None if get is None else (get(old)[row], get(new)[row])
    get_lists, index = numbered
    before, after = get_lists(old), get_lists(new)
    a, b = before.ends[row] + index, after.ends[row] + index
    if a >= before.ends[row + 1] or b >= after.ends[row + 1]:
        return None
    return before.texts[a], after.texts[b]


def _answers_pass(kind: str, old: Columns, new: Columns, row: int, trail: _Trail) -> bool:
    before: AnswerLists = _LISTS[kind](old)
    after: AnswerLists = _LISTS[kind](new)
    a, b = before.ends[row], after.ends[row]
    count = after.ends[row + 1] - b
    numbered = _NUMBERED[kind]
    if before.ends[row + 1] - a != count or count > len(numbered):
        return False
    if not count:
        return True
    edited, context = trail.edited, new.contexts[row]
    seen: tuple[str, int, str, int] | None = None
    for index in range(count):
        text, old_text = after.texts[b + index], before.texts[a + index]
        if text != old_text and numbered[index] not in edited:
            return False
        start, old_start = after.starts[b + index], before.starts[a + index]
        answer = (text, start, old_text, old_start)
        if answer == seen:
            continue
        seen = answer
        if start < 0 or not context.startswith(text, start):
            return False
        if _source_start(start, old_text, old.contexts[row], trail) != old_start:
            return False
    return True


def _source_start(start: int, old_text: str, source: str, trail: _Trail) -> int:
    """Do what undo_start does, with a bisection."""
    at = bisect_right(trail.new_starts, start) - 1
    if at < 0:
        return start
    _, old_start, old_end, _, new_name, _ = trail.context[at]
    new_end = trail.new_starts[at] + len(new_name)
    if start < new_end:
        return source.find(old_text, old_start, old_end - 1 + max(len(old_text), 1))
    return start - new_end + old_end
