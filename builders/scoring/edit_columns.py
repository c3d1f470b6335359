"""The edits of a batch of rows, stored in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from builders.scoring.directions import DIRECTIONS, by_direction
from builders.scoring.mapback import ContextEdits
from builders.scoring.metrics import Floats, Integers, Mask
from builders.types import Edit


class EditColumns:
    """The edits of a batch of rows, stored in columns; rows are addressed by their index.

    It is built from the column `edits` of a data file, which has a list of edits for each row.
    """

    def __init__(self, column: pa.Array) -> None:
        flat = self._flat = column.flatten()
        self._lengths = np.asarray(pc.list_value_length(column), np.int64)
        self._rows = np.repeat(np.arange(len(column)), self._lengths)
        self._bounds = np.concatenate([[0], np.cumsum(self._lengths)]).tolist()
        self._fields = flat.field("field").dictionary_encode()
        self._types = flat.field("type").dictionary_encode()
        self._type_codes = np.asarray(self._types.indices, np.int64)
        inside = np.asarray(pc.equal(flat.field("field"), "context"), bool)
        self._olds = flat.field("old").to_pylist()
        self._news = flat.field("new").to_pylist()
        places = np.flatnonzero(inside)
        rows = self._rows[places]
        self._context_bounds = np.searchsorted(rows, np.arange(len(column) + 1)).tolist()
        kept = places.tolist()
        self._field_names = flat.field("field").to_pylist()
        self._all_starts = flat.field("start").to_pylist()
        self._all_ends = flat.field("end").to_pylist()
        self._starts = [self._all_starts[n] for n in kept]
        self._ends = [self._all_ends[n] for n in kept]
        self._context_olds = [self._olds[at] for at in kept]
        self._context_news = [self._news[at] for at in kept]

    def of_context(self, at: int) -> ContextEdits:
        """Return the edits of the passage of the row with index `at`."""
        part = slice(self._context_bounds[at], self._context_bounds[at + 1])
        return ContextEdits(
            self._starts[part], self._ends[part], self._context_olds[part],
            self._context_news[part],
        )  # fmt: skip

    def names(self, at: int) -> Iterator[tuple[str, str]]:
        """Yield the new and the old name of each edit of the row with index `at`."""
        part = slice(self._bounds[at], self._bounds[at + 1])
        return zip(self._news[part], self._olds[part], strict=True)

    def of_field(self, at: int, field: str) -> list[Edit]:
        """Return the edits of a field of the row with index `at`.

        The type and the entity of these edits are left empty.
        """
        places = range(self._bounds[at], self._bounds[at + 1])
        return [
            Edit(
                field, self._all_starts[n], self._all_ends[n], self._olds[n], self._news[n], "", ""
            )
            for n in places
            if self._field_names[n] == field
        ]

    def counts(self) -> Integers:
        """Return, for each row, the number of edits of its passage and question together."""
        kept = self._in_fields("context", "question")
        return np.bincount(self._rows[kept], minlength=len(self._lengths)).astype(np.int64)

    def lengths(self, measure: Callable[[pa.Array], Integers]) -> Floats:
        """Return, for each row, the mean length of the distinct new names in passage and question.

        `measure` takes a column of names and returns their lengths. A row without new names has
        NaN.
        """
        kept = np.flatnonzero(self._in_fields("context", "question"))
        names = self._flat.field("new").take(pa.array(kept)).dictionary_encode()
        size = max(1, len(names.dictionary))
        codes = np.asarray(names.indices, np.int64)
        rows, codes = np.divmod(np.unique(self._rows[kept] * size + codes), size)
        lengths = measure(names.dictionary)[codes]
        sums = np.bincount(rows, weights=lengths, minlength=len(self._lengths))
        counts = np.bincount(rows, minlength=len(self._lengths))
        means: Floats = np.full(len(sums), np.nan)
        return np.divide(sums, counts, out=means, where=counts > 0)

    def types(self) -> dict[str, Mask]:
        """Return, for each span type, a mask of the rows that have a renamed span of this type."""
        codes = self._type_codes
        found = {}
        for code, name in enumerate(self._types.dictionary.to_pylist()):
            found[name] = np.zeros(len(self._lengths), bool)
            found[name][self._rows[codes == code]] = True
        return found

    def directions(self) -> dict[tuple[str, str], Mask]:
        """Return, for each direction of renaming, a mask of the rows with such a renaming.

        Keys are pairs such as ("gender", "female -> male") or ("culture", "French -> Arabic").
        """
        kept = self._in_fields("context", "question")
        found: dict[tuple[str, str], Mask] = {}
        for by, (types, classes) in DIRECTIONS.items():
            known = self._types.dictionary.to_pylist()
            codes = [at for at, name in enumerate(known) if name in types]
            places = pa.array(np.flatnonzero(kept & np.isin(self._type_codes, codes)))
            rows = self._rows[np.asarray(places)]
            olds, news = (classes(self._flat.field(side).take(places)) for side in ("old", "new"))
            for name, mask in by_direction(olds, news):
                found[by, name] = np.zeros(len(self._lengths), bool)
                found[by, name][rows[mask]] = True
        return found

    def _in_fields(self, *names: str) -> Mask:
        known = self._fields.dictionary.to_pylist()
        wanted = [known.index(name) for name in names if name in known]
        return np.isin(np.asarray(self._fields.indices, np.int64), wanted)
