"""Score the predictions for an original file and for the renamed files that are made from it.

The results are scores for each file, drops for each perturbation, and drops on parts of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from builders.errors import FixInputError
from builders.releases.manifest import Manifest
from builders.releases.release_reading import gold_of
from builders.releases.undo import Gold
from builders.scoring.cases import case_of
from builders.scoring.cells import FilePredictions, SubsetPlan
from builders.scoring.metrics import LENIENT, Scorer, Scores, scorer_named
from builders.scoring.name_lengths import RowLengths, by_tercile
from builders.scoring.name_measures import LETTERS, LengthMeasure
from builders.scoring.prediction_records import (
    METRICS,
    CellRows,
    Record,
    agreement,
    bounds,
    count_clusters,
    drop_metric,
    level,
    masks,
    mean_over,
    part,
    part_of_drop,
    percent,
    thresholds,
    transitions,
    values_of,
)
from builders.scoring.predictions import PredictionTable
from builders.scoring.scorecard import CellScores, Scorecard
from builders.scoring.scored import (
    AnswerNumbers,
    MappedRow,
    OriginalRows,
    Scored,
    SplitScorer,
    Watch,
    read_subset,
)
from builders.scoring.thresholds import best_threshold
from builders.scoring.uncertainty import clustered
from builders.types import Progress

Cases = Callable[[Record], None]
"""A function that is called with a record of every renamed row (see builders.scoring.cases)."""


@dataclass(frozen=True, slots=True)
class ScoringOptions:
    """Options of scoring."""

    scorers: tuple[str, ...] = ()
    """The names of the scorers, or empty for the default scorers."""
    model: str = ""
    """The name of the model, which is only shown."""
    threshold: float | Literal["best"] | None = None
    """A prediction whose no-answer score is above this value is counted as no answer.

    "best" is the threshold with the best F1 on the original rows. It is applied to the renamed rows
    as well.
    """
    measure: LengthMeasure = LETTERS
    """The measure of the length of names, used for the scores by length."""
    cases: Cases | None = None
    """A function that receives a record of every renamed row, or None."""
    progress: Progress = lambda done: None
    """A function that is called with the number of files scored since the last call."""


class SubsetScorer:
    """Scores the predictions for an original file and for all renamed files made from it.

    The results are added to the scorecard that the constructor receives.
    """

    def __init__(
        self,
        release: Path,
        manifest: Manifest,
        plan: SubsetPlan,
        options: ScoringOptions,
        card: Scorecard,
    ) -> None:
        self._plan = plan
        self._options = options
        self._card = card
        self._gold = gold_of(manifest, plan.original)
        self._subset = read_subset(release, plan.original)
        self._scorers = scorers_for(options.scorers, self._gold, self._subset)
        self._split = SplitScorer(
            release, self._scorers, AnswerNumbers(self._scorers[0]), measure=options.measure
        )
        self._seen: dict[int, list[MappedRow]] = {}
        self._thresholds: dict[int, float | None] = {}

    def run(self) -> None:
        """Score the original rows, then each perturbation, and add the results to the scorecard."""
        plan = self._plan
        originals = {id(each): self._original(each) for each in plan.originals}
        full: CellScores | None = None
        lengths: list[RowLengths] = []
        for cell in plan.cells:
            source = plan.original_of(cell)
            after = [self._renamed(each, source) for each in cell.seeds]
            before = originals[id(source)] if source is not None else None
            rows = CellRows(cell, self._subset, after)
            if before is None:
                self._card.warnings.append(f"{cell.name}: no predictions of `original`, no drop")
                continue
            made = self._drop(rows, before)
            full = self._left_out(made, full)
            lengths.append(_lengths(rows, before))
        for other in plan.others:
            self._score(other, None)
        self._card.lengths.extend(by_tercile(lengths, self._options.measure.unit))

    def _original(self, source: FilePredictions) -> Scored:
        self._thresholds[id(source)] = self._threshold(source)
        if self._options.cases is None:
            return self._score(source, source)
        seen = self._seen[id(source)] = []
        return self._score(source, source, seen.append)

    def _renamed(self, source: FilePredictions, original: FilePredictions | None) -> Scored:
        show = self._options.cases
        if show is None:
            return self._score(source, original)
        before = self._seen.get(id(original))
        place = {"config": source.found.config, "split": source.found.split}
        scorer = self._scorers[0].name

        def watch(row: MappedRow) -> None:
            was = before[row.place] if before is not None else None
            show(place | case_of(row, was, scorer, self._gold))

        return self._score(source, original, watch)

    def _threshold(self, source: FilePredictions | None) -> float | None:
        """Return the no-answer threshold: the value in the options, or the best on original rows.

        `source` has the predictions for the original rows. Returns None if no threshold is wanted
        or all questions have an answer. Raises FixInputError if the best threshold is wanted and
        there are no predictions for the original rows, or some of them have no no-answer score.
        """
        asked = self._options.threshold
        if asked is None or self._subset.has_answer.all():
            return None
        if asked != "best":
            return asked
        if source is None:
            raise FixInputError("the best threshold is that of `original`, which is not predicted")
        read = partial(_scores_of_no_answer, source)
        scored = self._split.score(source.path, self._subset, read)
        said = ~scored.missing
        scores = scored.scores[self._scorers[0].name].f1[said]
        has_answer = self._subset.has_answer[said]
        best = best_threshold(scores, scored.no_answer[said], has_answer, scored.empty[said])
        return best.threshold

    def _score(
        self, source: FilePredictions, original: FilePredictions | None, watch: Watch | None = None
    ) -> Scored:
        split = replace(self._split, watch=watch)
        known = id(original) in self._thresholds
        threshold = self._thresholds[id(original)] if known else self._threshold(original)
        read = source.found.read if threshold is None else partial(_abstaining, source, threshold)
        scored = split.score(source.path, self._subset, read)
        missing = int(scored.missing.sum())
        if missing:
            self._card.warnings.append(
                f"{source.found.config}/{source.found.split}: {missing:,} of "
                f"{len(scored.missing):,} questions unanswered, scored 0"
            )
        for scorer in self._scorers:
            self._card.rows.append(self._row(source, scored, scorer, threshold))
        self._options.progress(1)
        return scored

    def _row(
        self, source: FilePredictions, scored: Scored, scorer: Scorer, threshold: float | None
    ) -> Record:
        subset, parts = self._subset, source.parts
        scores = scored.scores[scorer.name]
        row: Record = {
            "config": source.found.config, "split": source.found.split, "path": source.path,
            "dataset": self._plan.dataset, "type": parts.type or None,
            "perturbation": parts.perturbation, "seed": source.seed, "scorer": scorer.name,
            "missing": int(scored.missing.sum()),
        }  # fmt: skip
        em, f1 = (clustered(each, subset.clusters) for each in (scores.em, scores.f1))
        row |= {"n": em.n, "clusters": em.clusters}
        row |= level("em", em) | level("f1", f1)
        row |= part("hasans", scores, subset.has_answer, subset.clusters)
        row |= part("noans", scores, ~subset.has_answer, subset.clusters)
        row |= part("changed", scores, scored.changed, subset.clusters)
        row["hasans_empty"] = percent(mean_over(scored.empty.astype(float), subset.has_answer))
        if threshold is not None:
            return row | {"threshold": threshold}
        return row | thresholds(scored, scores, subset)

    def _drop(self, rows: CellRows, before: Scored) -> CellScores:
        subset, cell, after = self._subset, rows.cell, rows.after
        agreed = agreement(rows, before)
        for scorer in self._scorers:
            record = {
                "config": cell.name, "dataset": cell.dataset, "type": cell.type or None,
                "perturbation": cell.perturbation, "scorer": scorer.name,
                "seeds": [each.seed for each in cell.seeds], "n": len(subset.ids),
                "clusters": count_clusters(subset.clusters),
                "changed_n": int(after[0].changed.sum()),
            }  # fmt: skip
            old = before.scores[scorer.name]
            news = [each.scores[scorer.name] for each in after]
            for metric in METRICS:
                values = values_of(metric, old), np.stack([values_of(metric, new) for new in news])
                record |= drop_metric(metric, *values, rows)
            record |= transitions(old.em, np.stack([new.em for new in news])) | agreed
            self._card.drops.append(record)
            self._groups(rows, scorer, old, news)
        first = self._scorers[0].name
        made = CellScores(
            cell, first, subset.clusters,
            {metric: values_of(metric, before.scores[first]) for metric in METRICS},
            {metric: np.mean([values_of(metric, each.scores[first]) for each in after], axis=0)
             for metric in METRICS},
        )  # fmt: skip
        self._card.cells.append(made)
        return made

    def _groups(self, rows: CellRows, scorer: Scorer, old: Scores, news: Sequence[Scores]) -> None:
        for by, name, mask in masks(rows.after, self._subset):
            if not mask.any() or mask.all():
                continue
            record: Record = {"config": rows.cell.name, "scorer": scorer.name, "by": by,
                              "group": name}  # fmt: skip
            self._card.groups.append(record | part_of_drop(old, news, mask, self._subset.clusters))

    def _left_out(self, made: CellScores, full: CellScores | None) -> CellScores:
        """Record how much scores rise if EntSwap leaves one entity type unrenamed.

        This is called for each perturbation in turn, with its scores in `made`. Scores of
        EntSwap without one entity type are compared with `full`, the scores of EntSwap with all
        types; for other perturbations, nothing is recorded. Returns the scores to pass as
        `full` in the next call; None is passed in the first call.
        """
        if made.cell.type or full is None:
            return made
        left = made.cell.perturbation.removeprefix(f"{full.cell.perturbation}-wo-")
        if left == made.cell.perturbation:
            return full
        record: Record = {"config": made.cell.name, "type": left, "scorer": self._scorers[0].name}
        for metric in METRICS:
            gain = clustered(made.after[metric] - full.after[metric], made.clusters)
            record |= {"n": gain.n, "clusters": gain.clusters, f"gain_{metric}": 100 * gain.mean,
                       f"se_{metric}": percent(gain.se)}  # fmt: skip
            record |= bounds("", metric, gain.interval)
        self._card.left_out_types.append(record)
        return full


def _lengths(rows: CellRows, before: Scored) -> RowLengths:
    """Return the scores before and after a perturbation, with the lengths of its new names.

    `rows` has the scores and lengths after renaming, and `before` the scores of the original rows.
    """
    after = {name: [each.scores[name] for each in rows.after] for name in before.scores}
    lengths = np.stack([each.lengths for each in rows.after])
    return RowLengths(rows.cell.name, rows.subset.clusters, lengths, before.scores, after)


def _scores_of_no_answer(source: FilePredictions, ids: pa.Array) -> PredictionTable:
    """Read the predictions of `source` for these ids, which must all have a no-answer score.

    Raises FixInputError if a prediction has none; missing predictions are not checked.
    """
    table = source.found.read(ids)
    missing = int((np.isnan(table.no_answer) & ~np.asarray(pc.is_null(table.texts))).sum())
    if missing:
        raise FixInputError(
            f"{source.found.config}/{source.found.split}: {missing:,} predictions have no score of "
            "no answer, which a threshold needs"
        )
    return table


def _abstaining(source: FilePredictions, threshold: float, ids: pa.Array) -> PredictionTable:
    return _scores_of_no_answer(source, ids).abstaining(threshold)


def scorers_for(names: Sequence[str], gold: Gold, subset: OriginalRows) -> list[Scorer]:
    """Return the scorers with these names, or the default scorers if there are no names.

    The default scorers are the official scorer for the rows of `subset` (squad, squad2 or mrqa) and
    the lenient scorer. Raises ChooseKnownError for an unknown name.
    """
    if names:
        return [scorer_named(name) for name in names]
    if not subset.has_answer.all():
        return [scorer_named("squad2"), scorer_named(LENIENT)]
    return [scorer_named("mrqa" if gold == "list" else "squad"), scorer_named(LENIENT)]
