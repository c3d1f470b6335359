"""Map predictions back to the names of the source, so that renamings can be compared.

A span of a renamed passage is mapped to the source span that it came from, by undoing the row's
edits. If a span boundary falls inside a new name, it is moved outward to include the whole old
name. The case, plural and possessive of the old name are restored as well: for example, "Tunisians"
is mapped back to "Normans".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, Protocol

from builders.text import is_whole
from builders.types import Edit

How = Literal["exact", "snapped", "by-name", "unmapped"]
"""How a prediction for a renamed row was mapped back to the names of the source.

- exact: the prediction is a gold answer, or a span of the passage without a boundary inside a new
  name.
- snapped: the prediction is a span of the passage with a boundary inside a new name. The span was
  extended to the whole old name.
- by-name: the prediction is no span of the passage, but has new names, which were replaced.
- unmapped: the prediction is empty, or neither a span of the passage nor a text with new names.
"""


class ContextEdits(NamedTuple):
    """The edits of a passage in columns, sorted by their position.

    `starts` and `ends` are offsets in the source passage. `olds` and `news` are the old and the new
    names.
    """

    starts: Sequence[int]
    ends: Sequence[int]
    olds: Sequence[str]
    news: Sequence[str]


@dataclass(frozen=True, slots=True)
class Mapped:
    """A prediction for a renamed row, mapped back to the names of the source instance."""

    text: str
    start: int | None
    """The offset in the source passage, or None if the prediction was not located there."""
    end: int | None
    how: How
    ambiguous: bool = False
    """Whether places in the renamed passage with this text have different texts in the source.

    The first of these places is then used.
    """


def context_edits(edits: Iterable[Edit]) -> ContextEdits:
    """Return the edits of the passage, in columns; edits of other fields are left out."""
    kept = [edit for edit in edits if edit.field == "context"]
    return ContextEdits(
        [edit.start for edit in kept], [edit.end for edit in kept],
        [edit.old for edit in kept], [edit.new for edit in kept],
    )  # fmt: skip


class RowNames(Protocol):
    """What `map_back` has to know of a row: its old and new names, and its source gold answers."""

    def names(self) -> Iterable[tuple[str, str]]:
        """Yield the new and the old name of each edit of the row."""

    def answer(self, text: str) -> str | None:
        """Return the source text of a gold answer of the row; None if `text` is no gold answer."""


def map_back(
    context: str, edits: ContextEdits, row: RowNames, text: str, start: int | None = None
) -> Mapped:
    """Map a prediction for a renamed row back to the names of the source.

    `context` is the renamed passage, `edits` are its edits, `text` is the prediction, and `start`
    is its offset in the passage, if known. A prediction that is a gold answer of the row is mapped
    to the source text of that answer. Any other prediction is located in the passage. If it occurs
    at `start`, that place is used. Otherwise it is searched for as whole words, then inside words,
    and then in the same way ignoring case. If the passage does not contain the prediction, new
    names that the prediction contains as whole words are replaced by the old names, starting with
    the longest new names.
    """
    if not text:
        return Mapped("", None, None, "unmapped")
    known = row.answer(text)
    if known is not None:
        return Mapped(known, None, None, "exact")
    return _by_place(context, edits, text, start) or _by_name(row.names(), text)


def _by_place(context: str, edits: ContextEdits, text: str, start: int | None) -> Mapped | None:
    places = _places(context, text, start)
    if not places:
        return None
    if not edits.starts:
        at = places[0]
        return Mapped(context[at : at + len(text)], at, at + len(text), "exact")
    back = _Back(context, edits)
    spans = [back.span(at, at + len(text)) for at in places]
    first = spans[0]
    ambiguous = len(spans) > 1 and len({back.source(span) for span in spans}) > 1
    how: How = "snapped" if first.snapped else "exact"
    return Mapped(back.source(first), first.start, first.end, how, ambiguous)


def _places(context: str, text: str, start: int | None) -> list[int]:
    if start is not None and context.startswith(text, start):
        return [start]
    places = _all_places(context, text)
    if not places:
        lowered, wanted = context.lower(), text.strip().lower()
        if len(lowered) == len(context) and wanted and len(wanted) == len(text):
            places = _all_places(lowered, wanted)
    whole = [at for at in places if is_whole(context, at, at + len(text))]
    return whole or places


def _all_places(context: str, text: str) -> list[int]:
    found = []
    at = context.find(text)
    while at >= 0:
        found.append(at)
        at = context.find(text, at + 1)
    return found


class _Span(NamedTuple):
    start: int
    end: int
    snapped: bool


class _Back:
    """A mapping of offsets in a renamed passage (`context`) to offsets in its source passage."""

    def __init__(self, context: str, edits: ContextEdits) -> None:
        self._context = context
        self._edits = edits
        self._new_starts: list[int] = []
        self._new_ends: list[int] = []
        self._shifts = [0]
        shift = 0
        for start, end, new in zip(edits.starts, edits.ends, edits.news, strict=True):
            self._new_starts.append(start + shift)
            self._new_ends.append(start + shift + len(new))
            shift += len(new) - (end - start)
            self._shifts.append(shift)

    def span(self, start: int, end: int) -> _Span:
        """Return the source span from which the span [start, end) of the renamed passage came.

        A boundary inside a new name is moved outward, to include the whole old name.
        """
        source_start, inside_start = self._start(start)
        source_end, inside_end = self._end(end)
        return _Span(source_start, max(source_start, source_end), inside_start or inside_end)

    def _start(self, at: int) -> tuple[int, bool]:
        edit = bisect_right(self._new_starts, at) - 1
        if edit >= 0 and at < self._new_ends[edit]:
            return self._edits.starts[edit], at > self._new_starts[edit]
        return at - self._shifts[edit + 1], False

    def _end(self, at: int) -> tuple[int, bool]:
        edit = bisect_right(self._new_starts, at - 1) - 1
        if edit >= 0 and at <= self._new_ends[edit]:
            return self._edits.ends[edit], at < self._new_ends[edit]
        return at - self._shifts[edit + 1], False

    def source(self, span: _Span) -> str:
        """Return the text of a span of the source passage."""
        edits = self._edits
        first = bisect_right(edits.ends, span.start)
        pieces: list[str] = []
        at = span.start
        for index in range(first, len(edits.starts)):
            if edits.starts[index] >= span.end:
                break
            shift = self._shifts[index]
            pieces += (self._context[at + shift : edits.starts[index] + shift], edits.olds[index])
            at = edits.ends[index]
        shift = self._shifts[bisect_right(edits.starts, at - 1 if pieces else at)]
        pieces.append(self._context[at + shift : span.end + shift])
        return "".join(pieces)


_WORD_EDGE: Final = r"(?<!\w){}(?!\w)"


def _by_name(names: Iterable[tuple[str, str]], text: str) -> Mapped:
    olds = {new: old for new, old in reversed(list(names)) if new and new in text}
    if not olds:
        return Mapped(text, None, None, "unmapped")
    longest_first = sorted(olds, key=lambda new: (-len(new), new))
    pattern = "|".join(_WORD_EDGE.format(re.escape(new)) for new in longest_first)
    made, count = re.subn(pattern, lambda found: olds[found[0]], text)
    return Mapped(made, None, None, "by-name" if count else "unmapped")
