"""Score every row of a split, and map the predictions back to the names of the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from builders.errors import FixInputError
from builders.releases.release_reading import batches_of
from builders.scoring.edit_columns import EditColumns
from builders.scoring.metrics import Floats, Integers, Mask, Scorer, Scores, score_columns
from builders.scoring.name_measures import LETTERS, LengthMeasure
from builders.scoring.predictions import PredictionTable, Reader
from builders.scoring.row_mapping import RowMapper
from builders.types import Row

_BATCH: Final = 4096
_MISSING: Final = -1


@dataclass(slots=True)
class OriginalRows:
    """The rows of an original file, in which nothing is renamed, as columns.

    A release may contain several renamed files that are made from these rows.
    """

    path: str
    """The path of the original file."""
    ids: pa.Array
    clusters: Integers
    """For each row, the number of its source passage; rows with the same passage are a cluster."""
    has_answer: Mask
    """Marks the rows whose question has an answer."""


@dataclass(slots=True)
class Scored:
    """A scored split. Its arrays have one value per row, in the order of the file."""

    scores: dict[str, Scores]
    """The scores by the name of the scorer."""
    answers: Integers
    """A number for each prediction, or -1 if it is missing.

    Two predictions have the same number if the scorer treats them as equal once the new names in
    them are replaced by the source's names.
    """
    empty: Mask
    """Marks empty predictions."""
    missing: Mask
    """Marks questions without a prediction."""
    no_answer: Floats
    """Scores that increase with the confidence that there is no answer; NaN if unknown."""
    margins: Floats
    """The probability of the prediction minus that of the second best answer; NaN if unknown."""
    changed: Mask
    """Marks renamed rows."""
    edits: Integers
    """The number of edits of the passage and the question together."""
    lengths: Floats
    """The mean length of the new names in the row; NaN if there are none."""
    types: dict[str, Mask]
    """For each span type, a mask of the rows in which a span of it was renamed."""
    directions: dict[tuple[str, str], Mask]
    """Masks of rows by the gender or the culture of an old name and its new name.

    For example, ("gender", "female -> male") has the rows in which a man's name replaces a woman's.
    """
    ambiguous: int = 0
    """The number of predictions that occur in several places of the renamed passage.

    Only those are counted for which these places have different texts in the source.
    """
    mapped: Counter[str] = field(default_factory=Counter)
    """The number of predictions mapped back in each way (see `How` in builders.scoring.mapback)."""


@dataclass(frozen=True, slots=True)
class MappedRow:
    """A row with its prediction, for reading by hand (see builders.scoring.cases)."""

    place: int
    """The index of the row in its file."""
    row: Row
    prediction: str | None
    mapped: str
    """The prediction with the source's names in place of the new names."""
    margin: float | None
    """The probability of the prediction minus that of the second best answer; None if unknown."""


Watch = Callable[[MappedRow], None]
"""A function that is called with every row and its prediction."""


class AnswerNumbers:
    """A numbering of answers: all answers that a scorer treats as equal have the same number."""

    def __init__(self, scorer: Scorer) -> None:
        self._normalize = scorer.normalize
        self._texts: dict[str, int] = {}
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of an answer. If it equals no earlier answer, its number is new."""
        known = self._texts.get(text)
        if known is None:
            normal = self._normalize(text)
            known = self._texts[text] = self._numbers.setdefault(normal, len(self._numbers))
        return known

    def forget_texts(self) -> None:
        """Forget the texts that were looked up, to save memory, but not the numbers of answers.

        An answer still gets the number of an equal answer that was looked up earlier. This is
        called after each file, because the next file mostly has other texts.
        """
        self._texts.clear()


class OriginalReader:
    """Collects the rows of an original file, in which nothing is renamed, batch by batch.

    Only the id, the number of the passage, and whether there is an answer are kept for each row.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._ids: list[pa.Array] = []
        self._numbers: dict[bytes, int] = {}
        self._clusters: list[int] = []
        self._answered: list[npt.NDArray[Any]] = []

    def add(self, batch: pa.RecordBatch) -> None:
        """Add the next rows; the columns id, context and gold_answers are used."""
        numbers = self._numbers
        self._ids.append(batch.column("id"))
        encoded = batch.column("context").dictionary_encode()
        digests = [blake2b(text.encode(), digest_size=16).digest()
                   for text in encoded.dictionary.to_pylist()]  # fmt: skip
        known = [numbers.setdefault(each, len(numbers)) for each in digests]
        self._clusters += [known[at] for at in encoded.indices.to_pylist()]
        self._answered.append(np.asarray(pc.list_value_length(batch.column("gold_answers"))) > 0)

    def subset(self) -> OriginalRows:
        """Return an `OriginalRows` with all rows added so far."""
        return OriginalRows(
            self._path,
            pa.concat_arrays(self._ids) if self._ids else pa.array([], pa.string()),
            np.array(self._clusters, np.int64),
            np.concatenate(self._answered) if self._answered else np.zeros(0, bool),
        )


def read_subset(folder: Path, path: str) -> OriginalRows:
    """Read an original file, in which nothing is renamed, and return its rows as `OriginalRows`.

    `folder` is the release, and `path` is the path of the file in the release.
    """
    reader = OriginalReader(path)
    for batch in batches_of(folder, path, ("id", "context", "gold_answers"), _BATCH):
        reader.add(batch)
    return reader.subset()


@dataclass(frozen=True, slots=True)
class SplitScorer:
    """Scores files of the release in `folder`; `watch`, if set, is called with every row."""

    folder: Path
    scorers: Sequence[Scorer]
    answers: AnswerNumbers
    watch: Watch | None = None
    measure: LengthMeasure = LETTERS

    def score(self, path: str, subset: OriginalRows, read: Reader) -> Scored:
        """Score the predictions for the rows of the file at `path`.

        `read` gets the ids of the rows and returns their predictions. Raises FixInputError if the
        file does not have the same ids as its original file (`subset`), and all errors that `read`
        raises.
        """
        ids = _ids(self.folder, path)
        if not ids.equals(subset.ids):
            raise FixInputError(f"{self.folder / path}: its ids are not those of {subset.path}")
        rows = RowScorer(self.scorers, self.answers, self.watch, self.measure)
        return rows.score(batches_of(self.folder, path, rows=_BATCH), read(ids))


@dataclass(frozen=True, slots=True)
class RowScorer:
    """Scores rows from a file or from memory; `watch`, if set, is called with every row."""

    scorers: Sequence[Scorer]
    answers: AnswerNumbers
    watch: Watch | None = None
    measure: LengthMeasure = LETTERS

    def score(self, batches: Iterable[pa.RecordBatch], table: PredictionTable) -> Scored:
        """Score batches of rows; `table` has the predictions for them, in the same order."""
        parts: list[_Part] = []
        start = 0
        for batch in batches:
            parts.append(self._batch(batch, table, start))
            start += batch.num_rows
        self.answers.forget_texts()
        return _joined(parts, table, self.scorers)

    def _batch(self, batch: pa.RecordBatch, table: PredictionTable, start: int) -> _Part:
        texts = table.texts.slice(start, batch.num_rows)
        golds = batch.column("gold_answers")
        edits = EditColumns(batch.column("edits"))
        row = RowMapper(batch, edits)
        starts = table.starts[start : start + batch.num_rows].tolist()
        margins = table.margins[start : start + batch.num_rows].tolist()
        numbers: list[int] = []
        ambiguous, hows = 0, Counter[str]()
        for at, text in enumerate(texts.to_pylist()):
            mapped = row.map(at, text or "", starts[at] if starts[at] >= 0 else None)
            ambiguous += mapped.ambiguous
            hows[mapped.how] += 1
            numbers.append(_MISSING if text is None else self.answers.number(mapped.text))
            if self.watch is not None:
                margin = None if np.isnan(margins[at]) else margins[at]
                self.watch(MappedRow(start + at, row.row(), text, mapped.text, margin))
        answers = np.array(numbers, np.int64)
        return _Part(
            [score_columns(scorer, texts, golds) for scorer in self.scorers],
            answers,
            answers == self.answers.number(""),
            np.asarray(batch.column("changed"), bool),
            edits.counts(),
            edits.lengths(self.measure.of),
            edits.types(),
            edits.directions(),
            ambiguous,
            hows,
        )


def _ids(folder: Path, path: str) -> pa.Array:
    found = [batch.column("id") for batch in batches_of(folder, path, ("id",), 1 << 16)]
    return pa.concat_arrays(found) if found else pa.array([], pa.string())


@dataclass(slots=True)
class _Part:
    scores: list[Scores]
    answers: Integers
    empty: Mask
    changed: Mask
    edits: Integers
    lengths: Floats
    types: dict[str, Mask]
    directions: dict[tuple[str, str], Mask]
    ambiguous: int
    mapped: Counter[str]


def _joined(parts: Sequence[_Part], table: PredictionTable, scorers: Sequence[Scorer]) -> Scored:
    scores = {
        scorer.name: Scores(
            _concat([part.scores[at].em for part in parts], np.float64),
            _concat([part.scores[at].f1 for part in parts], np.float64),
        )
        for at, scorer in enumerate(scorers)
    }
    return Scored(
        scores,
        _concat([part.answers for part in parts], np.int64),
        _concat([part.empty for part in parts], bool),
        np.asarray(pc.is_null(table.texts), bool),
        table.no_answer,
        table.margins,
        _concat([part.changed for part in parts], bool),
        _concat([part.edits for part in parts], np.int64),
        _concat([part.lengths for part in parts], np.float64),
        _joined_masks([(len(part.answers), part.types) for part in parts]),
        _joined_masks([(len(part.answers), part.directions) for part in parts]),
        sum(part.ambiguous for part in parts),
        sum((part.mapped for part in parts), Counter()),
    )


_Name = TypeVar("_Name", str, tuple[str, str])


def _joined_masks(parts: Sequence[tuple[int, Mapping[_Name, Mask]]]) -> dict[_Name, Mask]:
    """Join the masks of several batches, and return one mask for each name.

    `parts` has the number of rows and the masks of each batch. If a batch has no mask of some name,
    this mask is False for all rows of the batch.
    """
    names = {name for _, masks in parts for name in masks}
    return {
        name: np.concatenate([masks.get(name, np.zeros(rows, bool)) for rows, masks in parts])
        for name in sorted(names)
    }


def _concat(arrays: Sequence[npt.NDArray[Any]], kind: Any) -> Any:
    return np.concatenate(arrays) if arrays else np.zeros(0, kind)
