"""Renamings probed: worst and best case, stability, changed predictions; from predictions in files.

builders.experiments.model_probe makes the same of a model that is asked as renamings are drawn.

`Probe.to_json` gives an object; percentages are unrounded, what cannot be said is null. Keys:

- `format` 1; `release` {recipe, version, manifest (SHA-256), null where nothing was built, digest
  (of the recipe)}; `model` {name, predictions (SHA-256 over the files, or over what the model
  answered)}; `warnings`.
- `cells`, one a perturbation of a subset: `config`, `dataset`, `type`, `perturbation`, `scorer`,
  `renamings` (B), `n`, `clusters` (source passages), `left_out` (rows renamed in fewer than two of
  the B, which have no worst); for em and f1 alike, over the other rows: `original_em`,
  `random_em` (mean of the B corpora) with `random_sd_em`, `worst_em` with `worst_low_em`,
  `worst_high_em`, `best_em` with bounds, `chance_worst_em`, `chance_best_em` (the same errors
  dealt to rows by chance), `curve_em`, a list of {size, worst, best}.
- of the same cells, over all rows and needing no gold answer: `stability` (all B and the original
  agree, in the source's names), `consistency` (the B agree), `pairwise` (share of pairs of the B
  that agree), `dpr` (share of rows and renamings answered otherwise than the original: Tang et al.
  2021 ask it of paraphrases), each with `_low` and `_high`; `ambiguous`, `mapped` (how
  predictions were mapped back). Without predictions of `original`, null.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from builders.experiments.cell_probe import best_and_worst, cell_record
from builders.experiments.worst_case import Extremes
from builders.releases.manifest import Manifest, RecipeRecord
from builders.releases.recipe import Recipe
from builders.releases.release_reading import gold_of, read_manifest
from builders.scoring.cells import Cell, Source, SubsetPlan, configs_of, manifest_digest, plans
from builders.scoring.prediction_files import find_predictions
from builders.scoring.prediction_records import CellRows, Record
from builders.scoring.release_scoring import check_about
from builders.scoring.scorecard import canonical_json
from builders.scoring.scored import Answers, Scored, SplitScorer, read_subset
from builders.scoring.subset_scoring import Options, scorers_for

FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class Choice:
    """Which of the B renamings of each row is worst and which best, by F1.

    `paths` are the files of the B.
    """

    original: str
    perturbation: str
    paths: tuple[str, ...]
    extremes: Extremes


@dataclass(slots=True)
class Probe:
    """Everything that was found; see the head of this file.

    `choices` are by perturbation of a subset, and no part of the JSON text.
    """

    release: Record
    model: Record
    cells: list[Record] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)

    def to_json(self) -> str:
        """Return the canonical JSON text, the same for the same predictions."""
        value = {"format": FORMAT, "release": self.release, "model": self.model,
                 "warnings": self.warnings, "cells": self.cells}  # fmt: skip
        return canonical_json(value)


def about_release(recipe: Recipe | RecipeRecord, manifest: str | None = None) -> Record:
    """Return what a probe says of what it probed; see the head of this file."""
    return {"recipe": recipe.name, "version": recipe.version, "digest": recipe.digest,
            "manifest": manifest}  # fmt: skip


def probe(release: Path, predictions: Path, options: Options | None = None) -> Probe:
    """Probe a release with a folder of predictions; the seeds of a perturbation are its B.

    Of the options' scorers the first counts. Raises FixInputError and its kinds for a release or
    predictions that are none.
    """
    options = options or Options()
    manifest = read_manifest(release)
    check_about(predictions, release)
    found = find_predictions(predictions, configs_of(manifest))
    made = Probe(
        about_release(manifest.recipe, manifest_digest(release)),
        {"name": options.model or predictions.name, "predictions": _digest(predictions)},
    )  # fmt: skip
    for plan in plans(manifest, found):
        _SubsetProbe(release, manifest, plan, options, made).run()
    return made


def _digest(folder: Path) -> str:
    """Return the SHA-256 over the files of predictions, their paths and contents."""
    whole = sha256()
    for path in sorted(each for each in folder.glob("*/*") if each.is_file()):
        content = sha256(path.read_bytes()).hexdigest()
        whole.update(f"{content}  {path.relative_to(folder).as_posix()}\n".encode())
    return whole.hexdigest()


class _SubsetProbe:
    """Probes all perturbations that one original is behind, one after the other."""

    def __init__(
        self, release: Path, manifest: Manifest, plan: SubsetPlan, options: Options, made: Probe
    ) -> None:
        self._plan = plan
        self._made = made
        self._progress = options.progress
        self._subset = read_subset(release, plan.original)
        used = scorers_for(options.scorers, gold_of(manifest, plan.original), self._subset)[:1]
        self._scorer = used[0]
        self._split = SplitScorer(release, used, Answers(used[0]))
        self._originals: dict[int, Scored] = {}

    def run(self) -> None:
        """Probe originals and renamings."""
        for cell in self._plan.cells:
            self._made.cells.append(self._cell(cell))

    def _scored(self, source: Source) -> Scored:
        scored = self._split.score(source.path, self._subset, source.found.read)
        missing = int(scored.missing.sum())
        if missing:
            place = f"{source.found.config}/{source.found.split}"
            self._made.warnings.append(
                f"{place}: {missing:,} of {len(scored.missing):,} questions unanswered, scored 0"
            )
        self._progress(1)
        return scored

    def _original(self, cell: Cell) -> Scored | None:
        source = self._plan.original_of(cell)
        if source is None:
            return None
        if id(source) not in self._originals:
            self._originals[id(source)] = self._scored(source)
        return self._originals[id(source)]

    def _cell(self, cell: Cell) -> Record:
        before = self._original(cell)
        if before is None:
            self._made.warnings.append(f"{cell.name}: no predictions of `original`, no stability")
        rows = CellRows(cell, self._subset, [self._scored(each) for each in cell.seeds])
        self._made.choices.append(
            Choice(self._plan.original, cell.perturbation,
                   tuple(each.path for each in cell.seeds), best_and_worst(rows, self._scorer.name))
        )  # fmt: skip
        return cell_record(rows, before, self._scorer.name)
