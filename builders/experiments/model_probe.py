"""Renamings probed with a model in the loop: drawn, answered, scored and forgotten block by block.

What is kept of a renaming of a row are its scores and the number of its answer, 26 bytes; no
passage is held longer than the model is asked for it, and nothing is written down. The renamings
are those of a build of the recipe with as many seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Final

import numpy as np
import pyarrow as pa

from builders.experiments.cell_probe import cell_record
from builders.experiments.probe import Probe, about_release
from builders.releases.layout import ReleaseFile
from builders.releases.recipe import Recipe
from builders.scoring.cells import Cell
from builders.scoring.metrics import Scorer, Scores
from builders.scoring.predicting import Model, Question, answered, digest_of
from builders.scoring.prediction_records import CellRows
from builders.scoring.predictions import Prediction, PredictionTable
from builders.scoring.scored import Answers, RowScorer, Scored, SubsetReader
from builders.scoring.subset_scoring import Options, scorers_for
from builders.stages.renamings import Drawing, DrawnSubset, drawn_subsets
from builders.types import Progress

AT_ONCE: Final = 4096
"""Rows whose texts are held at a time: what a model is asked in one go."""

_ASKED: Final = ("id", "title", "context", "question")
_NO_FLOATS: Final = np.zeros(0)
_NO_MASK: Final = np.zeros(0, bool)
_NO_INTEGERS: Final = np.zeros(0, np.int64)


def probe_model(
    recipe: Recipe,
    model: Model,
    drawing: Drawing,
    options: Options | None = None,
    reading: Progress = lambda instances: None,
) -> Probe:
    """Probe a model with `drawing.count` renamings of every instance of a recipe's sources.

    Of the options' scorers the first counts; their `progress` counts questions answered, `reading`
    the instances that were prepared. Raises FixInputError and its kinds for a recipe or sources
    that are none, and for a model that does not answer as it should.
    """
    options = options or Options()
    asker = _Asker(model, options.progress)
    made = Probe(about_release(recipe), {"name": options.model or model.fingerprint})
    for subset in drawn_subsets(recipe, drawing, reading):
        probed = _Probed(subset, asker, options.scorers)
        if probed.run():
            made.cells += probed.records()
        else:
            made.warnings.append(f"{subset.dataset}-{subset.type}: no row can be renamed")
    made.model["predictions"] = asker.digest.hexdigest()
    return made


class _Asker:
    """Asks a model for the rows of some tables at once, each distinct text once."""

    def __init__(self, model: Model, progress: Progress) -> None:
        self._model = model
        self._progress = progress
        self.digest = sha256()

    def ask(self, tables: Sequence[pa.Table]) -> Iterator[PredictionTable]:
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
        found = {each.id: each for each in answered(
            self._model, list(asked.values()), self._progress)}  # fmt: skip
        for own in keys:
            made = [replace(found[key], id=id_) for id_, key in own]
            self._note(made)
            yield PredictionTable.of(made)

    def _note(self, predictions: Iterable[Prediction]) -> None:
        for each in predictions:
            self.digest.update(f"{each.id}\0{each.text}\0".encode("utf-8", "surrogatepass"))


class _Probed:
    """A subset probed: what its rows are, and for each file of it the scores so far."""

    def __init__(self, subset: DrawnSubset, asker: _Asker, scorers: Sequence[str]) -> None:
        self._drawn = subset
        self._asker = asker
        self._names = scorers
        self._rows = SubsetReader(subset.files[0].path)
        self._scorer: Scorer | None = None
        self._scorers: RowScorer | None = None
        self._parts: list[list[Scored]] = [[] for _ in subset.files]

    def run(self) -> bool:
        """Ask and score everything; return whether there was a row."""
        for block in self._drawn.blocks():
            waiting: list[tuple[int, pa.Table]] = []
            rows = 0
            for at, (table, _) in enumerate(block):
                if at == 0:
                    for batch in table.to_batches():
                        self._rows.add(batch)
                waiting.append((at, table))
                rows += table.num_rows
                if rows >= AT_ONCE:
                    self._score(waiting)
                    waiting, rows = [], 0
            self._score(waiting)
        return any(self._parts)

    def _score(self, waiting: Sequence[tuple[int, pa.Table]]) -> None:
        tables = [table for _, table in waiting]
        if not any(table.num_rows for table in tables):
            return
        if self._scorers is None:
            subset = self._rows.subset()
            self._scorer, *_ = scorers_for(self._names, self._drawn.gold, subset)
            self._scorers = RowScorer([self._scorer], Answers(self._scorer))
        for (at, table), found in zip(waiting, self._asker.ask(tables), strict=True):
            self._parts[at].append(_slim(self._scorers.score(table.to_batches(), found)))

    def records(self) -> Iterator[dict[str, object]]:
        """Yield a record for each perturbation."""
        assert self._scorer is not None
        subset, (before, *after) = self._rows.subset(), [_joined(each) for each in self._parts]
        groups: dict[str, list[Scored]] = {}
        for file, scored in zip(self._drawn.files[1:], after, strict=True):
            groups.setdefault(file.perturbation, []).append(scored)
        for perturbation, draws in groups.items():
            cell = _cell(self._drawn.files[0], perturbation)
            yield cell_record(CellRows(cell, subset, draws), before, self._scorer.name)


def _cell(original: ReleaseFile, perturbation: str) -> Cell:
    name = f"{original.dataset}-{original.type}-{perturbation}"
    return Cell(name, original.dataset, original.type, perturbation, ())


def _slim(scored: Scored) -> Scored:
    """Return what a probe needs of scored rows."""
    return replace(
        scored, empty=_NO_MASK, missing=_NO_MASK, no_answer=_NO_FLOATS, margins=_NO_FLOATS,
        edits=_NO_INTEGERS, types={},
    )  # fmt: skip


def _joined(parts: Sequence[Scored]) -> Scored:
    first = parts[0]
    scores = {
        name: Scores(
            np.concatenate([each.scores[name].em for each in parts]),
            np.concatenate([each.scores[name].f1 for each in parts]),
        )
        for name in first.scores
    }
    return replace(
        first,
        scores=scores,
        answers=np.concatenate([each.answers for each in parts]),
        changed=np.concatenate([each.changed for each in parts]),
        ambiguous=sum(each.ambiguous for each in parts),
        mapped=sum((each.mapped for each in parts), Counter()),
    )
