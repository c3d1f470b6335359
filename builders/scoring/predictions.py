"""Predictions of a model as one table, independent of their file format."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from builders.errors import MOST_LISTED, Fault, FixManyError
from builders.scoring.metrics import Floats, Integers

LONGEST: Final = 100_000
"""The maximum length of a prediction in characters. A longer text is probably not an answer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of several answers that a model considered, with its probability."""

    text: str
    probability: float
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Prediction:
    """A model's answer to a question; an empty text means that there is no answer.

    `start` is the offset of the text in the passage, in code points. `no_answer` is a score that
    increases with the model's confidence that there is no answer; only the order of scores matters.
    """

    id: str
    text: str
    start: int | None = None
    no_answer: float | None = None
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class PredictionTable:
    """Predictions in columns, one row per question."""

    ids: pa.Array
    """The ids of the questions."""
    texts: pa.Array
    """The predicted texts: null if the prediction is missing."""
    starts: Integers
    """The offsets of the texts in the passages: -1 if unknown."""
    no_answer: Floats
    """Scores that increase with the confidence that there is no answer: NaN if unknown."""
    margins: Floats
    """The probability of the best candidate minus that of the second best: NaN if unknown."""

    @classmethod
    def of(cls, predictions: Iterable[Prediction]) -> PredictionTable:
        """Return predictions as a table."""
        made = list(predictions)
        return cls(
            pa.array([each.id for each in made], pa.string()),
            pa.array([each.text for each in made], pa.string()),
            np.array([-1 if each.start is None else each.start for each in made], np.int64),
            np.array([_or_nan(each.no_answer) for each in made], np.float64),
            np.array([_margin(each.candidates) for each in made], np.float64),
        )

    def aligned(self, ids: pa.Array) -> PredictionTable:
        """Return the predictions for these ids, in this order.

        The text of a missing prediction is null.
        """
        places = pc.index_in(ids, value_set=self.ids)
        found = np.asarray(pc.fill_null(places, -1), np.int64)
        known = found >= 0
        return PredictionTable(
            ids,
            self.texts.take(places),
            _taken(self.starts, found, known, -1),
            _taken(self.no_answer, found, known, math.nan),
            _taken(self.margins, found, known, math.nan),
        )

    def abstaining(self, threshold: float) -> PredictionTable:
        """Return the predictions, with an empty text if the no-answer score is above a threshold.

        A missing prediction stays missing.
        """
        silent = self.no_answer > threshold
        texts = pc.if_else(pa.array(silent & ~np.asarray(pc.is_null(self.texts))), "", self.texts)
        return replace(self, texts=texts, starts=np.where(silent, -1, self.starts))


def _taken(values: Any, places: Integers, known: Any, missing: float) -> Any:
    taken = np.full(len(places), missing, values.dtype)
    taken[known] = values[places[known]]
    return taken


def _or_nan(value: float | None) -> float:
    return math.nan if value is None else value


def _margin(candidates: tuple[Candidate, ...]) -> float:
    best = sorted((each.probability for each in candidates), reverse=True)
    return best[0] - best[1] if len(best) > 1 else math.nan


class Faults:
    """The faults of one file, collected and raised together."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._faults: list[Fault] = []
        self._more = 0

    def add(self, where: str, field: str, message: str) -> None:
        """Record a fault, to be raised by `check`.

        `where` is the line or id in the file, and `field` the part of the line or value that is
        faulty. The error lists the first faults, and gives the number of the others.
        """
        if len(self._faults) < MOST_LISTED:
            self._faults.append(Fault(where, field, message))
        else:
            self._more += 1

    def check(self) -> None:
        """Raise FixManyError if there is any fault."""
        if self._faults:
            raise FixManyError(self._path, self._faults, self._more)


Reader = Callable[[pa.Array], PredictionTable]
"""A function that takes a column of ids and returns the predictions for them, in that order."""


@dataclass(frozen=True, slots=True)
class SplitPredictions:
    """A split for which there are predictions, and a function (`read`) that reads them."""

    config: str
    split: str
    read: Reader
