"""Ask a model about many renamings of each row, to find its worst and best cases.

The rows are renamed, answered and scored in blocks of bounded size. For each renaming of a row,
only some numbers are kept (33 bytes), such as its scores and a number that stands for its answer.
Passages are discarded after the model has answered, and nothing is written to disk. The renamings
are identical to those of a build of the recipe with the same number of seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
import pyarrow as pa

from builders.experiments.asking import Asker, in_bounds
from builders.experiments.cell_probe import best_and_worst, cell_record
from builders.experiments.probe import ExtremeRenamings, Probe, about_release
from builders.progress import Reporter, Silent
from builders.releases.layout import ReleaseFile
from builders.releases.recipe import Recipe
from builders.scoring.cells import PerturbationPredictions
from builders.scoring.metrics import Scorer, Scores
from builders.scoring.predicting import Model
from builders.scoring.prediction_records import CellRows
from builders.scoring.predictions import PredictionTable
from builders.scoring.scored import AnswerNumbers, OriginalReader, RowScorer, Scored
from builders.scoring.subset_scoring import ScoringOptions, scorers_for
from builders.stages.renamings import RenamableSubset, RenamingOptions, drawn_subsets

_NO_FLOATS: Final = np.zeros(0)
_NO_MASK: Final = np.zeros(0, bool)
_NO_INTEGERS: Final = np.zeros(0, np.int64)


def probe_model(
    recipe: Recipe,
    model: Model,
    drawing: RenamingOptions,
    options: ScoringOptions | None = None,
    reporter: Reporter | None = None,
) -> Probe:
    """Score a model's answers for `drawing.count` renamings of every instance of a recipe.

    Only the first scorer in `options` is used. The reporter shows the progress for each source that
    is read, and for each subset of rows (a dataset with one type of answers). Raises FixRecipeError
    if the recipe has no entity renaming, and FixInputError or a subclass for an invalid source or
    for a model whose answers are malformed.
    """
    options = options or ScoringOptions()
    reporter, asker = reporter or Silent(), Asker(model)
    made = Probe(about_release(recipe), {"name": options.model or model.fingerprint})
    for subset in drawn_subsets(recipe, drawing, reporter):
        total = subset.size() * len(subset.files)
        asker.progress = reporter.stage(f"Asking {subset.dataset}-{subset.type}", total)
        probed = _Probed(subset, asker, options.scorers)
        if probed.run():
            probed.record_in(made)
        else:
            made.warnings.append(f"{subset.dataset}-{subset.type}: no row can be renamed")
    made.model["predictions"] = asker.digest.hexdigest()
    return made


class _Probed:
    """The rows of a dataset with one type of answers, and a model's scores on them so far.

    Scores are kept for each file of these rows: the original file, and each renamed file.
    """

    def __init__(self, subset: RenamableSubset, asker: Asker, scorers: Sequence[str]) -> None:
        self._drawn = subset
        self._asker = asker
        self._names = scorers
        self._rows = OriginalReader(subset.files[0].path)
        self._scorer: Scorer | None = None
        self._scorers: RowScorer | None = None
        self._parts: list[list[Scored]] = [[] for _ in subset.files]

    def run(self) -> bool:
        """Ask the model the questions of all rows, and score its answers.

        Returns False if there are no rows, and True otherwise.
        """
        for block in self._drawn.blocks():
            at = 0
            for tables in in_bounds(table for table, _ in block):
                if at == 0:
                    for batch in tables[0].to_batches():
                        self._rows.add(batch)
                self._score(at, tables)
                at += len(tables)
        return any(self._parts)

    def _score(self, first: int, tables: Sequence[pa.Table]) -> None:
        """Ask the model about tables of rows, score its answers, and keep the scores.

        The tables are from consecutive files of the subset, and `first` is the index of the first
        file.
        """
        if not tables[0].num_rows:
            return
        if self._scorers is None:
            subset = self._rows.subset()
            self._scorer, *_ = scorers_for(self._names, self._drawn.gold, subset)
            self._scorers = RowScorer([self._scorer], AnswerNumbers(self._scorer))
        asked = zip(tables, self._asker.ask(tables), strict=True)
        for at, (table, predictions) in enumerate(asked, first):
            scored = self._scorers.score(table.to_batches(), PredictionTable.of(predictions))
            self._parts[at].append(_without_unused(scored))

    def record_in(self, made: Probe) -> None:
        """Add the results for each perturbation to the probe `made`.

        The results are a record of scores, and the worst and the best renaming of each row.
        """
        assert self._scorer is not None
        subset, (before, *after) = self._rows.subset(), [_joined(each) for each in self._parts]
        original, *renamed = self._drawn.files
        groups: dict[str, list[tuple[str, Scored]]] = {}
        for file, scored in zip(renamed, after, strict=True):
            groups.setdefault(file.perturbation, []).append((file.path, scored))
        for perturbation, draws in groups.items():
            paths, found = zip(*draws, strict=True)
            rows = CellRows(_cell(original, perturbation), subset, list(found))
            worst = best_and_worst(rows, self._scorer.name)
            made.cells.append(cell_record(rows, before, self._scorer.name))
            made.choices.append(ExtremeRenamings(original.path, perturbation, paths, worst))


def _cell(original: ReleaseFile, perturbation: str) -> PerturbationPredictions:
    name = f"{original.dataset}-{original.type}-{perturbation}"
    return PerturbationPredictions(name, original.dataset, original.type, perturbation, ())


def _without_unused(scored: Scored) -> Scored:
    """Return scored rows without the arrays that a probe does not need."""
    return replace(
        scored, empty=_NO_MASK, missing=_NO_MASK, no_answer=_NO_FLOATS, margins=_NO_FLOATS,
        edits=_NO_INTEGERS, types={}, directions={},
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
