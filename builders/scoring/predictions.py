"""Predictions of a model: one table whatever they were written as."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from builders.errors import Fault, FixManyError
from builders.scoring.metrics import Floats, Integers

LONGEST: Final = 100_000
"""Characters of a prediction: what is longer is no answer but an accident."""

_LISTED: Final = 50


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of several answers that a model considered, with its probability."""

    text: str
    probability: float
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a model answers to one question; an empty text means that there is no answer.

    `start` is the offset of the text in the passage, in code points. `no_answer` grows with the
    model's belief that there is no answer; only its order counts.
    """

    id: str
    text: str
    start: int | None = None
    no_answer: float | None = None
    candidates: tuple[Candidate, ...] = ()


@dataclass(frozen=True, slots=True)
class PredictionTable:
    """Predictions in columns.

    `texts` is null where a prediction is missing, `starts` -1 and the others NaN where nothing
    was said. `margins` are the probability of the best candidate less that of the second.
    """

    ids: pa.Array
    texts: pa.Array
    starts: Integers
    no_answer: Floats
    margins: Floats

    @classmethod
    def of(cls, predictions: Iterable[Prediction]) -> PredictionTable:
        """Put predictions into columns."""
        made = list(predictions)
        return cls(
            pa.array([each.id for each in made], pa.string()),
            pa.array([each.text for each in made], pa.string()),
            np.array([-1 if each.start is None else each.start for each in made], np.int64),
            np.array([_or_nan(each.no_answer) for each in made], np.float64),
            np.array([_margin(each.candidates) for each in made], np.float64),
        )

    def aligned(self, ids: pa.Array) -> PredictionTable:
        """Return the predictions of these ids, in their order."""
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
        """Return the predictions with no answer where its score is above a threshold."""
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
    """Faults of one file, gathered and raised at once."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._faults: list[Fault] = []
        self._more = 0

    def add(self, where: str, field: str, message: str) -> None:
        """Note a fault; of very many only the first are listed."""
        if len(self._faults) < _LISTED:
            self._faults.append(Fault(where, field, message))
        else:
            self._more += 1

    def check(self) -> None:
        """Raise FixManyError if there is any fault."""
        if self._more:
            self._faults.append(Fault("…", "and", f"{self._more:,} more faults like these"))
        if self._faults:
            raise FixManyError(self._path, self._faults)


Reader = Callable[[pa.Array], PredictionTable]
"""Reads predictions for these ids, in their order."""


@dataclass(frozen=True, slots=True)
class Found:
    """Predictions for a split of a release, not read yet."""

    config: str
    split: str
    read: Reader
