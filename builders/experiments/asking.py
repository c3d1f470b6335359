"""Ask a model the questions of rows in memory, each distinct passage and question only once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

import pyarrow as pa

from builders.scoring.predicting import Model, Question, answered, digest_of
from builders.scoring.predictions import Prediction
from builders.types import Progress

AT_ONCE: Final = 4096
"""The default number of rows after which `in_bounds` ends a list, to limit the use of memory."""

_ASKED: Final = ("id", "title", "context", "question")


class Asker:
    """Asks a model the questions of rows, and counts the rows that have been answered.

    The function `progress` is called after each answer of the model. Callers can replace it, for
    example to show another progress bar for each dataset.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self.progress: Progress = lambda rows: None
        """A function that gets, after each answer, the number of rows with the same question."""
        self.rows = 0
        """The number of rows that have been answered, over all calls of `ask`."""
        self.digest = sha256()
        """The SHA-256 of all answers, in order."""

    def ask(self, tables: Sequence[pa.Table]) -> Iterator[list[Prediction]]:
        """Yield a list of predictions for each table, in the order of the rows of the table.

        Rows with the same title, passage and question share one answer of the model.
        """
        asked: dict[str, Question] = {}
        keys: list[list[tuple[str, str]]] = []
        for table in tables:
            columns = (table.column(name).to_pylist() for name in _ASKED)
            own = []
            for id_, *texts in zip(*columns, strict=True):
                key = digest_of(*texts)
                if key not in asked:
                    asked[key] = Question(key, *texts)
                own.append((id_, key))
            keys.append(own)
        found = self._answers(list(asked.values()), Counter(key for own in keys for _, key in own))
        for own in keys:
            made = [replace(found[key], id=id_) for id_, key in own]
            self._note(made)
            yield made

    def _answers(
        self, questions: Sequence[Question], served: Counter[str]
    ) -> dict[str, Prediction]:
        """Return the model's answers by question id.

        `served` has, by question id, the number of rows that have the question.
        """
        found = {}
        for each in answered(self._model, questions, lambda answers: None):
            found[each.id] = each
            self.rows += served[each.id]
            self.progress(served[each.id])
        return found

    def _note(self, predictions: Iterable[Prediction]) -> None:
        for each in predictions:
            self.digest.update(f"{each.id}\0{each.text}\0".encode("utf-8", "surrogatepass"))


def in_bounds(tables: Iterable[pa.Table], most: int = AT_ONCE) -> Iterator[list[pa.Table]]:
    """Yield all tables in lists; a list ends as soon as its tables have `most` rows or more."""
    waiting: list[pa.Table] = []
    rows = 0
    for table in tables:
        waiting.append(table)
        rows += table.num_rows
        if rows >= most:
            yield waiting
            waiting, rows = [], 0
    if waiting:
        yield waiting
