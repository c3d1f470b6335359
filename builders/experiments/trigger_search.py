"""Search for universal triggers of a QA model: given names that lower its scores in any passage."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
import pyarrow as pa

from builders.errors import FixInputError
from builders.experiments.asking import Asker, in_bounds
from builders.experiments.probe import about_release
from builders.experiments.triggers import (
    FoundTriggers,
    Search,
    TriggerRow,
    find_triggers,
    most_calls,
)
from builders.progress import Reporter, Silent
from builders.releases.recipe import Recipe
from builders.scoring.metrics import Floats
from builders.scoring.predicting import Model
from builders.scoring.prediction_records import Record
from builders.scoring.predictions import Prediction, PredictionTable
from builders.scoring.scorecard import canonical_json
from builders.scoring.scored import AnswerNumbers, OriginalReader, RowScorer
from builders.scoring.subset_scoring import ScoringOptions, scorers_for
from builders.scoring.uncertainty import Estimate
from builders.stages.renamings import NamedRows, RenamableSubset, RenamingOptions, drawn_subsets

FORMAT = 1


@dataclass(slots=True)
class TriggerReport:
    """The results of searching for harmful names in each source of a recipe, in percent."""

    release: Record
    """The recipe whose sources were searched."""
    model: Record
    """The name of the model and the digest of its predictions."""
    search: Record
    """The settings of the searches."""
    searches: list[Record] = field(default_factory=list)
    """A record for each source, with these keys.

    - `dataset`, `scorer`, `n` (rows with a given name), `original_f1` (before renaming), `names`
      (the number of candidate names), `iterations`.
    - `drop`, `held_out_drop`: the mean drop over the most harmful names, on the rows of the search
      and on the other rows. Each has `mean`, `low`, `high` and `n`.
    - `top`: the most harmful names, each with `name`, `weight`, `drop` and `held_out_drop`.
    """

    def to_json(self) -> str:
        """Return the report as JSON text."""
        return canonical_json({"format": FORMAT, **asdict(self)})


def search_model(
    recipe: Recipe,
    model: Model,
    names: Sequence[str],
    *,
    search: Search,
    drawing: RenamingOptions,
    options: ScoringOptions | None = None,
    tell: Callable[[str, int], None] = lambda dataset, calls: None,
    reporter: Reporter | None = None,
) -> TriggerReport:
    """Search for given names that lower a model's F1 on each source's questions about persons.

    Only the first scorer in the options is used. Before each search, `tell` is called with the name
    of the dataset and the maximum number of questions to ask. The reporter shows how many of these
    were asked; if the search ends early, the rest are counted as done. Raises FixInputError if no
    gold answer has a given name, and all errors of `find_triggers` and `drawn_subsets`.
    """
    options = options or ScoringOptions()
    reporter, asker = reporter or Silent(), Asker(model)
    report = TriggerReport(about_release(recipe), {"name": options.model or model.fingerprint},
                           asdict(search))  # fmt: skip
    for subset in drawn_subsets(recipe, drawing, reporter):
        if subset.type != "PER":
            continue
        rows = subset.first_named()
        if not rows.ids:
            raise FixInputError(f"{subset.dataset}: nobody in a gold answer has a first name")
        most = most_calls(search, len(names), len(rows.ids)) + len(rows.ids)
        tell(subset.dataset, most)
        asker.progress = reporter.stage(f"Asking {subset.dataset}", most)
        before = asker.rows
        report.searches.append(_Searched(subset, rows, asker, options.scorers).run(names, search))
        asker.progress(most - (asker.rows - before))
    if not report.searches:
        raise FixInputError(f"{recipe.name}: makes no file of type PER, so no first name is tried")
    report.model["predictions"] = asker.digest.hexdigest()
    return report


class _Searched:
    """The rows of a source whose persons' given names can be changed, with a model's scores."""

    def __init__(
        self, subset: RenamableSubset, rows: NamedRows, asker: Asker, scorers: Sequence[str]
    ) -> None:
        self._dataset = subset.dataset
        self._rows = rows
        self._asker = asker
        originals = rows.originals()
        reader = OriginalReader(subset.files[0].path)
        for batch in originals.to_batches():
            reader.add(batch)
        self._subset = reader.subset()
        self._scorer, *_ = scorers_for(scorers, subset.gold, self._subset)
        (predictions,) = asker.ask([originals])
        self._before = self._f1(originals, predictions)

    def _f1(self, table: pa.Table, predictions: list[Prediction]) -> Floats:
        scorer = RowScorer([self._scorer], AnswerNumbers(self._scorer))
        scored = scorer.score(table.to_batches(), PredictionTable.of(predictions))
        return scored.scores[self._scorer.name].f1

    def ask(self, names: Sequence[str], ids: Sequence[str]) -> list[list[float]]:
        """Return, for each name, the F1 of some rows after their given names are changed to it.

        `ids` are the ids of these rows.
        """
        found = []
        for tables in in_bounds(self._rows.table(name, ids) for name in names):
            for table, predictions in zip(tables, self._asker.ask(tables), strict=True):
                found.append(self._f1(table, predictions).tolist())
        return found

    def run(self, names: Sequence[str], search: Search) -> Record:
        """Run the search and return its record for the report."""
        ids, clusters = self._subset.ids.to_pylist(), self._subset.clusters.tolist()
        rows = [
            TriggerRow(*each) for each in zip(ids, clusters, self._before.tolist(), strict=True)
        ]
        found = find_triggers(names, rows, self.ask, search)
        return {"dataset": self._dataset, "scorer": self._scorer.name, "n": len(rows),
                "original_f1": 100 * float(np.mean(self._before)), **_record(found)}  # fmt: skip


def _record(found: FoundTriggers) -> Record:
    return {
        "names": len(found.weights), "iterations": found.iterations,
        "drop": _percent(found.drop), "held_out_drop": _percent(found.held_out_drop),
        "top": [
            {"name": each.name, "weight": each.weight, "drop": _percent(each.drop),
             "held_out_drop": _percent(each.held_out_drop)}
            for each in found.top
        ],
    }  # fmt: skip


def _percent(estimate: Estimate) -> Record:
    interval = estimate.interval
    return {"mean": 100 * estimate.mean, "n": estimate.n,
            "low": None if interval is None else 100 * interval.low,
            "high": None if interval is None else 100 * interval.high}  # fmt: skip
