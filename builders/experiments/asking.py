"""Ask a model about rows in memory: each distinct question once, in batches of bounded size."""

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
"""The number of rows after which a batch ends, which limits the number of texts in memory."""

_ASKED: Final = ("id", "title", "context", "question")


class Asker:
    """Asks a model the questions of rows.

    `progress` is called for every answer with the number of its rows, and may be replaced for each
    stage of the work. `rows` counts the answered rows. `digest` is the SHA-256 of all answers, in
    order.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self.progress: Progress = lambda rows: None
        self.rows = 0
        self.digest = sha256()

    def ask(self, tables: Sequence[pa.Table]) -> Iterator[list[Prediction]]:
        """Yield the predictions for each table, in the order of its rows."""
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
        """Return the answers by question id; `served` is the number of rows of each question."""
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
    """Yield lists of consecutive tables; each list but the last has at least `most` rows."""
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
