"""Universal triggers of a model that answers questions: first names, tried where one stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
import pyarrow as pa

from builders.errors import FixInputError
from builders.experiments.asking import Asker, in_bounds
from builders.experiments.probe import about_release
from builders.experiments.triggers import Found, Question, Search, find_triggers, most_calls
from builders.releases.recipe import Recipe
from builders.scoring.metrics import Floats
from builders.scoring.predicting import Model
from builders.scoring.prediction_records import Record
from builders.scoring.predictions import Prediction, PredictionTable
from builders.scoring.scorecard import canonical_json
from builders.scoring.scored import Answers, RowScorer, SubsetReader
from builders.scoring.subset_scoring import Options, scorers_for
from builders.scoring.uncertainty import Estimate
from builders.stages.renamings import Drawing, DrawnSubset, NamedRows, drawn_subsets

FORMAT = 1


@dataclass(slots=True)
class TriggerReport:
    """The searches of a recipe's sources: one a source; percentages, as probes have them.

    `searches` have `dataset`, `scorer`, `n` (rows with a first name), `names` (tried at most),
    `iterations`, `drop`, `held_out_drop` (of the top names together; each mean, low, high, n) and
    `top`: name, weight, drop, held_out_drop.
    """

    release: Record
    model: Record
    search: Record
    searches: list[Record] = field(default_factory=list)

    def to_json(self) -> str:
        """Return the canonical JSON text."""
        return canonical_json({"format": FORMAT, **asdict(self)})


def search_model(
    recipe: Recipe,
    model: Model,
    names: Sequence[str],
    *,
    search: Search,
    drawing: Drawing,
    options: Options | None = None,
    tell: Callable[[str, int], None] = lambda dataset, calls: None,
) -> TriggerReport:
    """Search each source's questions about persons for names that lower a model's F1.

    Of the options' scorers the first counts. `tell` is told, before a search starts, the most
    questions that it can ask. Raises FixInputError where nobody has a first name, and what
    `find_triggers` and drawing raise.
    """
    options = options or Options()
    asker = Asker(model, options.progress)
    report = TriggerReport(about_release(recipe), {"name": options.model or model.fingerprint},
                           asdict(search))  # fmt: skip
    for subset in drawn_subsets(recipe, drawing):
        if subset.type != "PER":
            continue
        rows = subset.first_named()
        if not rows.ids:
            raise FixInputError(f"{subset.dataset}: nobody in a gold answer has a first name")
        tell(subset.dataset, most_calls(search, len(names), len(rows.ids)) + len(rows.ids))
        report.searches.append(_Searched(subset, rows, asker, options.scorers).run(names, search))
    if not report.searches:
        raise FixInputError(f"{recipe.name}: makes no file of type PER, so no first name is tried")
    report.model["predictions"] = asker.digest.hexdigest()
    return report


class _Searched:
    """A source's rows with first names, and what a model scores on them."""

    def __init__(
        self, subset: DrawnSubset, rows: NamedRows, asker: Asker, scorers: Sequence[str]
    ) -> None:
        self._dataset = subset.dataset
        self._rows = rows
        self._asker = asker
        originals = rows.originals()
        reader = SubsetReader(subset.files[0].path)
        for batch in originals.to_batches():
            reader.add(batch)
        self._subset = reader.subset()
        self._scorer, *_ = scorers_for(scorers, subset.gold, self._subset)
        (predictions,) = asker.ask([originals])
        self._before = self._f1(originals, predictions)

    def _f1(self, table: pa.Table, predictions: list[Prediction]) -> Floats:
        scorer = RowScorer([self._scorer], Answers(self._scorer))
        scored = scorer.score(table.to_batches(), PredictionTable.of(predictions))
        return scored.scores[self._scorer.name].f1

    def ask(self, names: Sequence[str], ids: Sequence[str]) -> list[list[float]]:
        """Return the F1 of rows renamed to each name."""
        found = []
        for tables in in_bounds(self._rows.table(name, ids) for name in names):
            for table, predictions in zip(tables, self._asker.ask(tables), strict=True):
                found.append(self._f1(table, predictions).tolist())
        return found

    def run(self, names: Sequence[str], search: Search) -> Record:
        """Search, and return the record."""
        ids, clusters = self._subset.ids.to_pylist(), self._subset.clusters.tolist()
        rows = [Question(*each) for each in zip(ids, clusters, self._before.tolist(), strict=True)]
        found = find_triggers(names, rows, self.ask, search)
        return {"dataset": self._dataset, "scorer": self._scorer.name, "n": len(rows),
                "original_f1": 100 * float(np.mean(self._before)), **_record(found)}  # fmt: skip


def _record(found: Found) -> Record:
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
