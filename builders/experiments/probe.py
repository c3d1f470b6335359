"""A release probed with predictions: worst and best case, stability, changed predictions.

`Probe.to_json` gives an object; percentages are unrounded, what cannot be said is null. Keys:

- `format` 1; `release` {recipe, version, manifest (SHA-256)}; `model` {name, predictions (SHA-256
  over the files)}; `warnings`.
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

import json
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

import numpy as np

from builders.experiments.worst_case import by_chance, curve, extremes, pairwise_agreement, picked
from builders.releases.manifest import Manifest
from builders.releases.release_reading import gold_of, read_manifest
from builders.scoring.cells import Cell, Source, SubsetPlan, configs_of, manifest_digest, plans
from builders.scoring.metrics import Floats, Mask
from builders.scoring.prediction_files import find_predictions
from builders.scoring.prediction_records import (
    METRICS,
    CellRows,
    Record,
    agreement,
    bounds,
    count_clusters,
    percent,
    values_of,
)
from builders.scoring.release_scoring import check_about
from builders.scoring.scorecard import finite
from builders.scoring.scored import Answers, Scored, SplitScorer, read_subset
from builders.scoring.subset_scoring import Options, scorers_for
from builders.scoring.uncertainty import bootstrap

FORMAT: Final = 1
_AGREEMENTS: Final = {"stability": "stability", "consistency": "consistency",
                      "changed_answer": "dpr"}  # fmt: skip


@dataclass(slots=True)
class Probe:
    """Everything that was found; see the head of this file."""

    release: Record
    model: Record
    cells: list[Record] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def to_json(self) -> str:
        """Return the canonical JSON text, the same for the same predictions."""
        value = {"format": FORMAT, "release": self.release, "model": self.model,
                 "warnings": self.warnings, "cells": self.cells}  # fmt: skip
        return json.dumps(finite(value), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


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
        {"recipe": manifest.recipe.name, "version": manifest.recipe.version,
         "manifest": manifest_digest(release)},
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
        renamed = np.stack([each.changed for each in rows.after])
        record: Record = {
            "config": cell.name, "dataset": cell.dataset, "type": cell.type or None,
            "perturbation": cell.perturbation, "scorer": self._scorer.name,
            "renamings": len(cell.seeds), "n": len(self._subset.ids),
            "clusters": count_clusters(self._subset.clusters),
        }  # fmt: skip
        for metric in METRICS:
            record |= self._extremes(metric, rows, before, renamed)
        return record | self._agreement(rows, before)

    def _extremes(
        self, metric: str, rows: CellRows, before: Scored | None, renamed: Mask
    ) -> Record:
        name = self._scorer.name
        seeds = np.stack([values_of(metric, each.scores[name]) for each in rows.after])
        found = extremes(seeds, renamed)
        kept, key = found.kept, ("probe", rows.cell.name, metric)
        record: Record = {"left_out": int((~kept).sum()), f"curve_{metric}": []}
        if not kept.any():
            return record
        corpora = seeds[:, kept].mean(axis=1)
        spread = float(corpora.std(ddof=1)) if len(corpora) > 1 else None
        chance = by_chance(seeds, renamed, key)
        record |= {
            f"original_{metric}": None if before is None else 100 * float(
                values_of(metric, before.scores[name])[kept].mean()),
            f"random_{metric}": 100 * float(corpora.mean()),
            f"random_sd_{metric}": percent(spread),
            f"chance_worst_{metric}": 100 * chance.worst,
            f"chance_best_{metric}": 100 * chance.best,
            f"curve_{metric}": [
                {"size": each.size, "worst": 100 * each.worst, "best": 100 * each.best}
                for each in curve(seeds, renamed)
            ],
        }  # fmt: skip
        columns = [picked(seeds, found.worst)[kept], picked(seeds, found.best)[kept]]
        _, clusters = np.unique(self._subset.clusters[kept], return_inverse=True)
        intervals = bootstrap(columns, clusters, key)
        for what, values, interval in zip(("worst", "best"), columns, intervals, strict=True):
            record[f"{what}_{metric}"] = 100 * float(values.mean())
            record |= bounds(f"{what}_", metric, interval)
        return record

    def _agreement(self, rows: CellRows, before: Scored | None) -> Record:
        pairs: Floats = pairwise_agreement(np.stack([each.answers for each in rows.after]))
        (interval,) = bootstrap([pairs], rows.subset.clusters, ("pairwise", rows.cell.name))
        record: Record = {
            "pairwise": 100 * float(pairs.mean()),
            **bounds("pairwise_", "", interval),
        }
        if before is None:
            return record
        agreed = agreement(rows, before)
        for old, new in _AGREEMENTS.items():
            record |= {f"{new}{end}": agreed[f"{old}{end}"] for end in ("", "_low", "_high")}
        return record | {"ambiguous": agreed["ambiguous"], "mapped": agreed["mapped"]}
