"""Probe renamings from prediction files: worst and best case, stability, changed predictions.

A probe compares a model's answers over B renamings of the same rows. Here the answers come from
prediction files; builders.experiments.model_probe queries the model while it makes the renamings.

`Probe.to_json` returns an object with these keys. Percentages are not rounded, and undefined values
are null.

- `format`: 1.
- `release`: `recipe` (its name), `version`, `digest` (of the recipe) and `manifest` (the SHA-256 of
  the release's manifest, null if no release was built).
- `model`: `name` and `predictions` (the SHA-256 of the prediction files or of the model's answers).
- `warnings`: messages, such as how many questions are unanswered.
- `cells`: a record for each perturbation of a subset, with `config`, `dataset`, `type`,
  `perturbation`, `scorer`, `renamings` (B), `n` (rows), `clusters` (source passages), `left_out`
  (rows renamed in fewer than two of the B renamings, for which no worst case is defined), and the
  keys below.

Keys for the scores of all rows that are not left out. Those for F1 end in `_f1` instead of `_em`:

- `original_em`: the score before renaming.
- `random_em`, `random_sd_em`: the mean and the standard deviation over the B renamings.
- `worst_em`, `best_em`: the score with the worst or the best renaming of each row. The bounds of
  the intervals are `worst_low_em`, `worst_high_em`, `best_low_em` and `best_high_em`.
- `chance_worst_em`, `chance_best_em`: the values expected if the same errors were distributed over
  rows at random.
- `curve_em`: the worst and the best score by number of renamings, a list of {size, worst, best}.

Keys for the agreement of predictions, over all rows and without gold answers. All have bounds that
end in `_low` and `_high`. Predictions are compared after mapping new names back to the old names.
Without predictions for the original rows, only `pairwise` is given:

- `stability`: the share of rows on which the predictions for the original and all B renamings
  agree.
- `consistency`: the share of rows on which the predictions for all B renamings agree.
- `pairwise`: the share of pairs of renamings with the same prediction.
- `dpr`: the share of all renamings of all rows with another prediction than for the original row.
  Tang et al. 2021 define this measure for paraphrases.
- `ambiguous`, `mapped` (without bounds): how predictions were mapped back.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from builders.experiments.cell_probe import best_and_worst, cell_record
from builders.experiments.worst_case import Extremes
from builders.progress import Reporter, Silent
from builders.releases.manifest import Manifest, RecipeRecord
from builders.releases.recipe import Recipe
from builders.releases.release_reading import gold_of, read_manifest
from builders.scoring.cells import (
    FilePredictions,
    PerturbationPredictions,
    SubsetPlan,
    configs_of,
    manifest_digest,
    plans,
)
from builders.scoring.prediction_files import find_predictions
from builders.scoring.prediction_records import CellRows, Record
from builders.scoring.release_scoring import check_about
from builders.scoring.scorecard import canonical_json
from builders.scoring.scored import AnswerNumbers, Scored, SplitScorer, read_subset
from builders.scoring.subset_scoring import ScoringOptions, scorers_for

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class ExtremeRenamings:
    """The worst and the best renaming, by F1, of each row of a file with original rows."""

    original: str
    """The path of the file with the original rows."""
    perturbation: str
    paths: tuple[str, ...]
    """The paths of the files with the renamings by this perturbation."""
    extremes: Extremes
    """The worst and the best renaming of each row, as indices into `paths`."""


@dataclass(slots=True)
class Probe:
    """The results of a probe, which compares a model's answers over renamings of the same rows.

    The docstring of this module describes the keys of the records.
    """

    release: Record
    """The recipe and the release that were probed."""
    model: Record
    """The name of the model and the digest of its predictions."""
    cells: list[Record] = field(default_factory=list)
    """The results for each perturbation of a subset."""
    warnings: list[str] = field(default_factory=list)
    choices: list[ExtremeRenamings] = field(default_factory=list)
    """The worst and the best renamings, for each perturbation of a subset.

    They are not part of the JSON text.
    """

    def to_json(self) -> str:
        """Return the results as JSON text; the same predictions always give the same text."""
        value = {"format": FORMAT, "release": self.release, "model": self.model,
                 "warnings": self.warnings, "cells": self.cells}  # fmt: skip
        return canonical_json(value)


def about_release(recipe: Recipe | RecipeRecord, manifest: str | None = None) -> Record:
    """Return the name, version and digest of a recipe, and the digest of its release's manifest.

    `manifest` is the SHA-256 of the manifest, or None if no release was built.
    """
    return {"recipe": recipe.name, "version": recipe.version, "digest": recipe.digest,
            "manifest": manifest}  # fmt: skip


def probe(
    release: Path,
    predictions: Path,
    options: ScoringOptions | None = None,
    reporter: Reporter | None = None,
) -> Probe:
    """Probe a model with its predictions for a release, which has a renaming of each row per seed.

    `predictions` is the folder of the prediction files. Only the first scorer in the options is
    used. Raises FixInputError or a subclass if the release or the predictions are invalid.
    """
    options = options or ScoringOptions()
    manifest = read_manifest(release)
    check_about(predictions, release)
    found = find_predictions(predictions, configs_of(manifest))
    made = Probe(
        about_release(manifest.recipe, manifest_digest(release)),
        {"name": options.model or predictions.name, "predictions": _digest(predictions)},
    )  # fmt: skip
    planned = list(plans(manifest, found))
    total = sum(map(_count_files, planned))
    options = replace(options, progress=(reporter or Silent()).stage("Probing", total))
    for plan in planned:
        _SubsetProbe(release, manifest, plan, options, made).run()
    return made


def _count_files(plan: SubsetPlan) -> int:
    """Return the number of prediction files that the probe of a subset scores."""
    originals = {id(plan.original_of(cell)) for cell in plan.cells if plan.original_of(cell)}
    return len(originals) + sum(len(cell.seeds) for cell in plan.cells)


def _digest(folder: Path) -> str:
    """Return one SHA-256 over the paths and contents of all prediction files."""
    whole = sha256()
    for path in sorted(each for each in folder.glob("*/*") if each.is_file()):
        content = sha256(path.read_bytes()).hexdigest()
        whole.update(f"{content}  {path.relative_to(folder).as_posix()}\n".encode())
    return whole.hexdigest()


class _SubsetProbe:
    """Compares the predictions for the renamings of one file of original rows.

    The results for each perturbation are added to a `Probe`.
    """

    def __init__(
        self,
        release: Path,
        manifest: Manifest,
        plan: SubsetPlan,
        options: ScoringOptions,
        made: Probe,
    ) -> None:
        self._plan = plan
        self._made = made
        self._progress = options.progress
        self._subset = read_subset(release, plan.original)
        used = scorers_for(options.scorers, gold_of(manifest, plan.original), self._subset)[:1]
        self._scorer = used[0]
        self._split = SplitScorer(release, used, AnswerNumbers(used[0]))
        self._originals: dict[int, Scored] = {}

    def run(self) -> None:
        """Compute the results for each perturbation, and add them to the given `Probe`."""
        for cell in self._plan.cells:
            self._made.cells.append(self._cell(cell))

    def _scored(self, source: FilePredictions) -> Scored:
        scored = self._split.score(source.path, self._subset, source.found.read)
        missing = int(scored.missing.sum())
        if missing:
            place = f"{source.found.config}/{source.found.split}"
            self._made.warnings.append(
                f"{place}: {missing:,} of {len(scored.missing):,} questions unanswered, scored 0"
            )
        self._progress(1)
        return scored

    def _original(self, cell: PerturbationPredictions) -> Scored | None:
        source = self._plan.original_of(cell)
        if source is None:
            return None
        if id(source) not in self._originals:
            self._originals[id(source)] = self._scored(source)
        return self._originals[id(source)]

    def _cell(self, cell: PerturbationPredictions) -> Record:
        before = self._original(cell)
        if before is None:
            self._made.warnings.append(f"{cell.name}: no predictions of `original`, no stability")
        rows = CellRows(cell, self._subset, [self._scored(each) for each in cell.seeds])
        self._made.choices.append(
            ExtremeRenamings(self._plan.original, cell.perturbation,
                   tuple(each.path for each in cell.seeds), best_and_worst(rows, self._scorer.name))
        )  # fmt: skip
        return cell_record(rows, before, self._scorer.name)
