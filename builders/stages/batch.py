"""The rows of a shard for all files of a release, made with array operations.

A template is an instance in which the spans where names are replaced (its slots) are known. The
files that are made from a shard differ only in the new names. Therefore the constant pieces of the
texts, the offsets of the answers and the possible edits are stored in arrays once. The rows of each
file then need only a few array operations. `Template.render` makes the same rows without arrays,
and some rows of every file are compared with its results.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from builders.releases.packed_strings import Mask, Places
from builders.releases.rows import ANSWERS, EDIT, KEPT, SCHEMA, first_of, list_of
from builders.stages.pieces import Piece, Pieces, pieces_of
from builders.swap.new_names import NewName
from builders.swap.slots import Slice
from builders.swap.template import FULL, Template, writer
from builders.types import Row

_ZERO: Final = pa.array([0], pa.int32())
Numbers = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class NewNames:
    """The new names for all names to be replaced (source names) in a sequence of instances."""

    full: Sequence[str | None]
    """The full new name for each source name, instance after instance; None keeps the old name."""
    parts: Mapping[int, NewName] = field(default_factory=dict)
    """The new names that also have a first name, a last name or aliases, by index in `full`."""

    @classmethod
    def of(cls, names: Sequence[NewName | None]) -> NewNames:
        """Return the `NewNames` for a list of new names, in which None keeps the old name."""
        full = [None if name is None else name.full for name in names]
        return cls(full, {at: name for at, name in enumerate(names) if name is not None})

    def name(self, source: int) -> NewName | None:
        """Return the new name for the source name at an index, or None if the old name is kept."""
        full = self.full[source]
        return None if full is None else self.parts.get(source) or NewName(full)


Drawn = tuple[NewNames, Sequence[str]]
"""The new names for the rows of a file, and the reason to give for each row without a change."""


class Batch:
    """The instances of a shard, from which `table` makes the rows of a file with new names."""

    def __init__(self, templates: Sequence[Template]) -> None:
        self.templates = templates
        self._first = [0, *accumulate(len(template.sources) for template in templates)]
        self._layout = _Layout(templates, self._first)

    def table(self, news: NewNames) -> pa.Table:
        """Return the renamed rows of all instances for one file, in the schema of release files."""
        return self._layout.table(news)

    def row(self, n: int, news: NewNames) -> Row:
        """Return the renamed row of instance `n`, made by `Template.render`.

        `news` has the new names for all instances, as for `table`.
        """
        sources = range(self._first[n], self._first[n + 1])
        return self.templates[n].render([news.name(source) for source in sources])


class _Layout:
    """The parts of a shard's rows that do not depend on the new names; `table` adds the new names.

    A slot is a span in which a name is replaced. If an answer starts or ends inside a slot, the
    part of the slot that the answer contains is called a clip.
    """

    def __init__(self, templates: Sequence[Template], first_source: Sequence[int]) -> None:
        clips = [template.clips(*template.answers, *template.plausible) for template in templates]
        first_clip = [0, *accumulate(map(len, clips))]
        # For each template, the texts of its surface forms (names as written) precede those of its
        # clips.
        lengths = (
            len(one.surface_forms) + len(own) for one, own in zip(templates, clips, strict=True)
        )
        first_form = [0, *accumulate(lengths)]
        written = [
            (first + surface_form.source, writer(surface_form))
            for first, template, own in zip(first_source, templates, clips, strict=False)
            for surface_form in (*template.surface_forms, *(clip.surface_form for clip in own))
        ]
        self._sources = [source for source, _ in written]
        # Nearly all surface forms are just the full name, so only the others are listed here.
        self._formed = [
            (at, source, write) for at, (source, write) in enumerate(written) if write is not FULL
        ]
        self._clips = [
            (at, self._sources[at], clip)
            for first, template, own in zip(first_form, templates, clips, strict=False)
            for at, clip in enumerate(own, first + len(template.surface_forms))
        ]
        slots = [
            (slot.old, first + slot.surface_form)
            for first, template in zip(first_form, templates, strict=False)
            for cut in (template.context, *template.texts)
            for slot in cut.slots
        ]
        first_cut = len(slots)
        slots += [(clip.old, at) for at, _, clip in self._clips]
        self._old = _texts([old for old, _ in slots])
        self._old_lengths = pc.utf8_length(self._old)
        self._surface_form = _numbers([surface_form for _, surface_form in slots])
        first_slot = [0, *accumulate(template.slots for template in templates)]
        cut = [
            pieces_of(one, at, first_cut + clip)
            for one, at, clip in zip(templates, first_slot, first_clip, strict=False)
        ]
        strings = _Strings(len(slots))
        self._context = strings.section(one.context for one in cut)
        self._question = strings.section(one.question for one in cut)
        self._title = strings.section(one.title for one in cut)
        first_of_answer: dict[tuple[int, str], int] = {}
        for n, own in enumerate(clips):
            for at, clip in enumerate(own, first_clip[n]):
                first_of_answer.setdefault((n, clip.field), at)
        self._answers = _Places(strings, [one.answers for one in cut],
                                [one.answers for one in templates], first_slot,
                                first_of_answer)  # fmt: skip
        self._plausible = _Places(strings, [one.plausible for one in cut],
                                  [one.plausible for one in templates], first_slot,
                                  first_of_answer)  # fmt: skip
        self._gold = _Gold(strings, cut, templates)
        self._strings = strings.joiner()
        self._edits = _Edits(templates, first_form)
        self._ids = _texts([template.example.id for template in templates])

    def table(self, news: NewNames) -> pa.Table:
        texts = list(map(news.full.__getitem__, self._sources))
        for at, source, write in self._formed:
            new = news.name(source)
            texts[at] = None if new is None else write(new)
        moves = self._cut(texts, news)
        written = _texts(texts)
        slots = pc.coalesce(written.take(self._surface_form), self._old)
        joined = self._strings(slots)
        shifts = _sums(pc.subtract(pc.utf8_length(slots), self._old_lengths))
        edits, keep = self._edits.array(written)
        gold = self._gold.array(joined)
        columns = [
            self._ids,
            joined[self._title],
            joined[self._context],
            joined[self._question],
            self._answers.array(joined, shifts, moves),
            gold,
            first_of(gold),
            self._plausible.array(joined, shifts, moves),
            edits,
            self._edits.kept(keep),
            pc.greater(edits.value_lengths(), 0),
        ]
        return pa.Table.from_arrays(columns, schema=SCHEMA)

    def _cut(self, texts: list[str | None], news: NewNames) -> Numbers:
        """Shorten the new names in answers that start or end inside a name.

        In `texts`, only the part of such a new name that belongs in the answer is kept. Returns
        one number for each part: the offset of its start in the new name, minus the offset of
        the old part in the old name.
        """
        moves = np.zeros(len(self._clips), np.int32)
        for n, (at, source, clip) in enumerate(self._clips):
            text = texts[at]
            if text is not None:
                start, end = clip.part(news.name(source), text)
                texts[at] = text[start:end]
                moves[n] = start - clip.low
        return moves


@dataclass
class _Strings:
    """Texts that are joined from pieces: constant texts, and slots (gaps that new names fill)."""

    slots: int
    """The number of slots."""
    constants: list[str] = field(default_factory=list)
    """The constant texts."""
    pieces: list[int] = field(default_factory=list)
    """The pieces of all texts, each represented by a number.

    A number below `slots` is the index of a slot. Other numbers, less `slots`, are the indices of
    constant texts.
    """
    ends: list[int] = field(default_factory=lambda: [0])
    """The bounds of the texts in `pieces`: text n is joined from pieces[ends[n]:ends[n + 1]]."""

    def section(self, texts: Iterable[Iterable[Piece]]) -> slice:
        """Add texts, each given by its pieces, and return their indices as a slice."""
        start = len(self.ends) - 1
        for text in texts:
            for piece in text:
                if isinstance(piece, str):
                    self.pieces.append(self.slots + len(self.constants))
                    self.constants.append(piece)
                else:
                    self.pieces.append(piece)
            self.ends.append(len(self.pieces))
        return slice(start, len(self.ends) - 1)

    def joiner(self) -> Callable[[pa.Array], pa.Array]:
        """Return a function that joins every text from its pieces.

        The function takes an array with the texts of all slots (the places for names), and
        returns an array of the joined texts.
        """
        constants, pieces = _texts(self.constants), _numbers(self.pieces)
        ends, texts = np.array(self.ends), len(self.ends) - 1

        def join(slots: pa.Array) -> pa.Array:
            # The pieces are already adjacent in memory, so joining them only needs fewer bounds.
            _, offsets, letters = pa.concat_arrays([slots, constants]).take(pieces).buffers()
            bounds = np.frombuffer(offsets, np.int32)[ends]
            return pa.StringArray.from_buffers(texts, pa.py_buffer(bounds), letters)

        return join


class _Places:
    """Answers with offsets in the passage; new names before an answer shift its offset."""

    def __init__(
        self,
        strings: _Strings,
        pieces: Sequence[Sequence[Sequence[Piece]]],
        slices: Sequence[Sequence[Slice | None]],
        first_slot: Sequence[int],
        first_clip: Mapping[tuple[int, str], int],
    ) -> None:
        placed = [
            [(text, place) for text, place in zip(*row, strict=True) if place is not None]
            for row in zip(pieces, slices, strict=True)
        ]
        self._section = strings.section(text for row in placed for text, _ in row)
        self._ends = _numbers([0, *accumulate(map(len, placed))])
        rows = list(zip(first_slot, placed, strict=False))
        self._starts = _numbers([place.start for _, row in rows for _, place in row])
        self._first = _numbers([first for first, row in rows for _ in row])
        self._before = _numbers([first + place.low for first, row in rows for _, place in row])
        of_rows = ((n, place) for n, row in enumerate(placed) for _, place in row)
        clips = {
            at: first_clip[n, place.name] for at, (n, place) in enumerate(of_rows) if place.clipped
        }
        self._clipped = np.array([*clips], np.int64)
        self._clips = np.array([*clips.values()], np.int64)

    def array(self, joined: pa.Array, shifts: pa.Array, moves: Numbers) -> pa.Array:
        """Return the column of answers: for each row, their texts and offsets.

        `joined` has all texts of the rows, including the answers. `shifts[n]` is the number of
        characters by which the first n new names together are longer than the old names.
        `moves` has a number for each part of a name in an answer that starts or ends inside a
        name: the offset of the part in the new name, minus its offset in the old name.
        """
        moved = pc.subtract(shifts.take(self._before), shifts.take(self._first))
        own = np.zeros(len(self._starts), np.int32)
        own[self._clipped] = moves[self._clips]
        starts = pc.add(pc.add(self._starts, moved), pa.array(own))
        return pa.StructArray.from_arrays(
            [
                pa.ListArray.from_arrays(
                    self._ends, joined[self._section], type=list_of(pa.string())
                ),
                pa.ListArray.from_arrays(self._ends, starts, type=list_of(pa.int32())),
            ],
            fields=list(ANSWERS),
        )


class _Gold:
    """The gold answers: a separate list of texts (MRQA), or the distinct answer texts (SQuAD)."""

    def __init__(
        self, strings: _Strings, pieces: Sequence[Pieces], templates: Sequence[Template]
    ) -> None:
        self._section = strings.section(text for one in pieces for text in one.gold)
        ends = [0, *accumulate(len(one.gold) for one in pieces)]
        self._ends = _numbers(ends)
        alike = [
            (at + one, at + other)
            for (at, end), cut, template in zip(pairwise(ends), pieces, templates, strict=False)
            if end - at > 1 and not template.gold_is_listed
            for one, other in _may_be_alike(cut.gold)
        ]
        self._one = _numbers([one for one, _ in alike])
        self._other = _numbers([other for _, other in alike])

    def array(self, joined: pa.Array) -> pa.Array:
        texts = joined[self._section]
        repeats = self._repeats(texts)
        if not len(repeats):
            return pa.ListArray.from_arrays(self._ends, texts, type=list_of(pa.string()))
        keep = np.ones(len(texts), np.bool_)
        keep[repeats] = False
        return _filtered(texts, self._ends, pa.array(keep))

    def _repeats(self, texts: pa.Array) -> Places:
        """Return the indices of the texts that equal an earlier text of the same row.

        New names can make different answers equal.
        """
        same = pc.equal(texts.take(self._one), texts.take(self._other))
        found: Places = self._other.filter(same).to_numpy()
        return found


def _may_be_alike(texts: Sequence[Sequence[Piece]]) -> Iterator[tuple[int, int]]:
    """Yield the indices of each pair of texts that new names may make equal.

    These are all pairs except those in which neither text has a name to be renamed. The
    smaller index comes first.
    """
    for other, text in enumerate(texts):
        fixed = all(isinstance(piece, str) for piece in text)
        for one in range(other):
            if not (fixed and all(isinstance(piece, str) for piece in texts[one])):
                yield one, other


class _Edits:
    """The edits that new names may cause in the rows.

    An edit is left out of a row if the name is kept, or if the old and the new text are equal.
    """

    def __init__(self, templates: Sequence[Template], first_form: Sequence[int]) -> None:
        rows = [template.all_changes() for template in templates]
        flat = [change for row in rows for change in row]
        ends = [0, *accumulate(map(len, rows))]
        self._ends = _numbers(ends)
        self._kept = _Kept(templates, ends)
        self._surface_form = _numbers(
            [first + one.surface_form for first, row in zip(first_form, rows, strict=False)
             for one in row]
        )  # fmt: skip
        self._old = _texts([one.old for one in flat])
        self._before = [
            _texts([one.field for one in flat]), _numbers([one.start for one in flat]),
            _numbers([one.end for one in flat]), self._old,
        ]  # fmt: skip
        self._after = [_texts([one.type for one in flat]), _texts([one.entity for one in flat])]

    def array(self, written: pa.Array) -> tuple[pa.Array, pa.Array]:
        """Return the edits of each row, and a Boolean array that marks the edits that are made.

        The array has one value per possible edit. `written` has the new text for each way in
        which an instance writes a name, or null if the name is kept.
        """
        new = written.take(self._surface_form)
        keep = pc.fill_null(pc.not_equal(new, self._old), fill_value=False)
        edits = pa.StructArray.from_arrays([*self._before, new, *self._after], fields=list(EDIT))
        return _filtered(edits, self._ends, keep), keep

    def kept(self, keep: pa.Array) -> pa.Array:
        """Return the mentions that keep their old text in each row (see `_Kept`).

        `keep` says which possible edits are made.
        """
        return self._kept.array(keep)


class _Kept:
    """The places where a name can stay although the same name is renamed elsewhere in the row.

    A row lists such a place if at least one edit renames the name elsewhere (`_wanted`) and
    no edit overlaps the place (`_unless`). `_wanted` and `_unless` are pairs of arrays: the
    indices of such edits, and for each edit the index of the place.
    """

    def __init__(self, templates: Sequence[Template], first_edit: Sequence[int]) -> None:
        flat = [
            (one, first)
            for first, template in zip(first_edit, templates, strict=False)
            for one in template.kept
        ]
        self._ends = _numbers([0, *accumulate(len(template.kept) for template in templates)])
        kept = [one.kept for one, _ in flat]
        self._values = pa.StructArray.from_arrays(
            [
                _texts([one.field for one in kept]), _numbers([one.start for one in kept]),
                _numbers([one.end for one in kept]), _texts([one.reason for one in kept]),
            ],
            fields=list(KEPT),
        )  # fmt: skip
        self._wanted = _pairs([[first + at for at in one.renamed] for one, first in flat])
        self._unless = _pairs([[first + at for at in one.over] for one, first in flat])

    def array(self, edits: pa.Array) -> pa.Array:
        made = edits.to_numpy(zero_copy_only=False)
        keep = _any(made, *self._wanted, len(self._values))
        keep &= ~_any(made, *self._unless, len(self._values))
        return _filtered(self._values, self._ends, pa.array(keep))


def _pairs(lists: Sequence[Sequence[int]]) -> tuple[Places, Places]:
    """Return the items of all lists, and for each item the index of its list."""
    items = np.array([item for each in lists for item in each], np.int64)
    return items, np.repeat(np.arange(len(lists)), [len(each) for each in lists])


def _any(made: Mask, edits: Places, numbers: Places, count: int) -> Mask:
    found = np.zeros(count, np.bool_)
    found[numbers[made[edits]]] = True
    return found


def _filtered(values: pa.Array, ends: pa.Array, keep: pa.Array) -> pa.Array:
    """Return an array of lists with only the values that `keep` marks.

    List n of the result has the marked values among values[ends[n]:ends[n + 1]].
    """
    kind = list_of(values.type)
    if keep.true_count == len(keep):
        return pa.ListArray.from_arrays(ends, values, type=kind)
    ends = _sums(keep.cast(pa.int32())).take(ends)
    return pa.ListArray.from_arrays(ends, values.filter(keep), type=kind)


def _sums(numbers: pa.Array) -> pa.Array:
    """Return the cumulative sums of the numbers, after an initial 0: [3, 4] gives [0, 3, 7]."""
    return pa.concat_arrays([_ZERO, pc.cumulative_sum(numbers)])


def _texts(values: Sequence[str | None]) -> pa.Array:
    return pa.array(values, pa.string())


def _numbers(values: Sequence[int]) -> pa.Array:
    return pa.array(values, pa.int32())
