"""Map predictions for the rows of a batch back to the source's names, row by row."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from builders.errors import FixInputError
from builders.releases.rows import table_to_rows
from builders.releases.undo import undo_text
from builders.scoring.edit_columns import EditColumns
from builders.scoring.mapback import Mapped, map_back
from builders.types import Row


class RowMapper:
    """Maps predictions for the rows of a batch back to the source's names.

    `map` makes a row the current row. The other methods return data of the current row. They look
    these data up only when they are called.
    """

    def __init__(self, batch: pa.RecordBatch, edits: EditColumns) -> None:
        self._batch = batch
        self._edits = edits
        self._contexts = batch.column("context").to_pylist()
        self._golds = batch.column("gold_answers").to_pylist()
        self._answers = batch.column("answers").field("text").to_pylist()
        self._at = 0

    def map(self, at: int, text: str, start: int | None) -> Mapped:
        """Map a prediction from the new names back to the names of the source.

        `at` is the index of the row, which becomes the current row. `text` is the predicted
        text, and `start` is its offset in the renamed passage, or None if that is unknown.
        """
        self._at = at
        return map_back(self._contexts[at], self._edits.of_context(at), self, text, start)

    def row(self) -> Row:
        """Return the current row, which is the row of the last call of `map`."""
        return next(table_to_rows(pa.Table.from_batches([self._batch.slice(self._at, 1)])))

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield the new and the old name of each edit of the current row."""
        return self._edits.names(self._at)

    def answer(self, text: str) -> str | None:
        """Return the source text of a gold answer of the current row.

        Returns None if `text` is no gold answer of the row, or if the row's edits are invalid.
        """
        if text not in self._golds[self._at]:
            return None
        texts = self._answers[self._at]
        kind, texts = ("answer", texts) if text in texts else ("gold", self._golds[self._at])
        field = f"{kind}:{texts.index(text)}"
        try:
            return undo_text(field, text, self._edits.of_field(self._at, field))
        except FixInputError:  # `renamer verify` reports such rows
            return None
