"""A release scored: rows by split, drops by perturbation, and what they are made of.

`Scorecard.to_json` gives an object that scripts and pages read. Percentages are unrounded; what
cannot be said (an interval of fewer than 20 passages, a part without rows) is null. Its keys:

- `format` 1; `release` {recipe, version, manifest (SHA-256)}; `model`, a name; `warnings`.
- `rows`, one a split and scorer: `config`, `split`, `path`, `dataset`, `type`, `perturbation`,
  `seed`, `scorer` (squad, squad2 or mrqa as fits the source, and lenient), `n`, `clusters`
  (source passages), `em`, `f1`, `se_em`, `se_f1` (clustered), `low_em` … `high_f1` (95%),
  `hasans_n`, `hasans_em`, `hasans_f1`, `hasans_empty` (share of empty predictions there, which
  says whether a model gains by abstaining), `noans_n`, `noans_em`, `noans_f1`, `changed_n`,
  `changed_em`, `changed_f1` (rows that were renamed), `missing` (scored 0), and where there are
  scores of no answer `best_em`, `best_em_threshold`, `best_f1`, `best_f1_threshold`.
- `drops`, one a perturbation of a subset and scorer: `config`, `dataset`, `type`,
  `perturbation`, `scorer`, `seeds`, `n`, `clusters`, `changed_n`; for em and f1 alike
  `original_em`, `perturbed_em` (mean over seeds), `drop_em` with `se_em`, `low_em`, `high_em`,
  `p_em`, `holm_em` (over all drops of the scorer), `mde_em` (the drop that would be found in 80%
  of cases), `relative_em` with `relative_low_em`, `relative_high_em`, `changed_drop_em`,
  `worst_em` with its bounds (the worst of the seeds in every instance: names `seeds`, falls with
  their number), `worst_with_original_em` (HELM), `seed_sd_em` (of the seeds' drops); and
  `consistency` (all seeds agree, in the source's names), `stability` (they agree with the
  original too), `changed_answer` (share of rows and seeds whose answer differs from the
  original's) with bounds; `ambiguous`, `mapped` (how predictions were mapped back); `right_right`,
  `right_wrong`, `wrong_right`, `wrong_wrong` (EM before and after, percent, mean over seeds).
- `groups`: parts of a drop: `config`, `scorer`, `by` (edits, span type, answer), `group`, `n`,
  `clusters`, and `original_em` … `high_f1` as above.
- `macro`: means over datasets of a type and perturbation, `datasets` counted.
- `published`, the papers' figures that have a counterpart: `paper`, `table`, `dataset`, `type`,
  `perturbation`, `model`, `metric`, `part`, `value`, `sd`, `ours`, `n`, `remark`.
- `errors`, where cases were looked at: right before and wrong after, by `config` and `class`.
- `names`, where a study of single names was scored: see builders.scoring.single_names.
- `left_out_types`: EntSwap's variants: `gain_em` is the score without a type renamed less that of
  all types renamed: what the type costs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from builders.errors import FixInputError
from builders.releases.manifest import Manifest
from builders.releases.release_reading import gold_of, read_manifest
from builders.releases.undo import Gold
from builders.scoring.cases import case_of
from builders.scoring.cells import (
    Cell,
    Source,
    SubsetPlan,
    configs_of,
    manifest_digest,
    plans,
)
from builders.scoring.metrics import Floats, Integers, Scorer, Scores, scorer_named
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
    means,
    part,
    percent,
    thresholds,
    transitions,
    values_of,
)
from builders.scoring.predictions import Found, find_predictions
from builders.scoring.published import beside
from builders.scoring.scored import (
    Answers,
    MappedRow,
    Scored,
    SplitScorer,
    Subset,
    Watch,
    read_subset,
)
from builders.scoring.uncertainty import (
    FEWEST_CLUSTERS,
    Estimate,
    clustered,
    clustered_wilson,
    combined,
    holm,
)
from builders.types import Progress

FORMAT: Final = 1
LENIENT: Final = "lenient"


@dataclass(slots=True)
class CellScores:
    """A perturbation of a subset, by row: what comparisons of models are made from.

    `before` and `after` (the mean over seeds) are from 0 to 1, by metric, of the scorer that fits.
    """

    cell: Cell
    clusters: Integers
    before: dict[str, Floats]
    after: dict[str, Floats]


@dataclass(slots=True)
class Scorecard:
    """Everything that was found; see the head of this file."""

    release: Record
    model: str
    rows: list[Record] = field(default_factory=list)
    drops: list[Record] = field(default_factory=list)
    groups: list[Record] = field(default_factory=list)
    macro: list[Record] = field(default_factory=list)
    left_out_types: list[Record] = field(default_factory=list)
    errors: list[Record] = field(default_factory=list)
    published: list[Record] = field(default_factory=list)
    names: list[Record] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    cells: list[CellScores] = field(default_factory=list)

    def to_json(self) -> str:
        """Return the canonical JSON text, the same for the same predictions."""
        value = {
            "format": FORMAT, "release": self.release, "model": self.model,
            "warnings": self.warnings, "rows": self.rows, "drops": self.drops,
            "groups": self.groups, "macro": self.macro, "left_out_types": self.left_out_types,
            "errors": self.errors, "published": self.published,
            "names": self.names,
        }  # fmt: skip
        return json.dumps(finite(value), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


Cases = Callable[[Record], None]
"""Called with every renamed row beside its source: see builders.scoring.cases."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to score: `scorers` in place of the one that fits and lenient; `model`, a name."""

    scorers: tuple[str, ...] = ()
    model: str = ""
    cases: Cases | None = None
    progress: Progress = lambda files: None


def score(
    release: Path, predictions: Path | Sequence[Found], options: Options | None = None
) -> Scorecard:
    """Score predictions for a release; a folder of them, or what a reader of logs found.

    Raises FixInputError and its kinds for a release or predictions that are none; all faults of
    a file are reported together.
    """
    options = options or Options()
    manifest = read_manifest(release)
    if isinstance(predictions, Path):
        check_about(predictions, release)
        found: Sequence[Found] = find_predictions(predictions, configs_of(manifest))
    else:
        found = predictions
    card = Scorecard(
        {
            "recipe": manifest.recipe.name, "version": manifest.recipe.version,
            "manifest": manifest_digest(release),
        },
        options.model,
    )  # fmt: skip
    for plan in plans(manifest, found):
        _SubsetScorer(release, manifest, plan, options, card).run()
    _adjust(card.drops)
    card.macro.extend(_macro(card.drops))
    card.published.extend(beside(card.rows, card.drops))
    return card


def check_about(folder: Path, release: Path) -> None:
    """Refuse predictions that say they are for another release."""
    place = folder / "about.json"
    if not place.is_file():
        return
    try:
        about = json.loads(place.read_text(encoding="utf-8"))
        digest = about["release"]["manifest"]
    except (ValueError, KeyError, TypeError):
        raise FixInputError(f"{place}: not what `renamer predict` wrote; remove it") from None
    if digest != manifest_digest(release):
        raise FixInputError(
            f"{folder}: predictions for another release ({digest!s:.12}…, not "
            f"{manifest_digest(release):.12}…); score them against that one"
        )


class _SubsetScorer:
    """Scores all predictions that one original is behind."""

    def __init__(
        self, release: Path, manifest: Manifest, plan: SubsetPlan, options: Options, card: Scorecard
    ) -> None:
        self._plan = plan
        self._options = options
        self._card = card
        self._gold = gold_of(manifest, plan.original)
        self._subset = read_subset(release, plan.original)
        self._scorers = scorers_for(options.scorers, self._gold, self._subset)
        self._split = SplitScorer(release, self._scorers, Answers(self._scorers[0]))
        self._seen: dict[int, list[MappedRow]] = {}

    def run(self) -> None:
        """Score originals, then perturbations, one after the other."""
        plan = self._plan
        originals = {id(each): self._original(each) for each in plan.originals}
        full: CellScores | None = None
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
        for other in plan.others:
            self._score(other)

    def _original(self, source: Source) -> Scored:
        if self._options.cases is None:
            return self._score(source)
        seen = self._seen[id(source)] = []
        return self._score(source, seen.append)

    def _renamed(self, source: Source, original: Source | None) -> Scored:
        show = self._options.cases
        if show is None:
            return self._score(source)
        before = self._seen.get(id(original))
        place = {"config": source.found.config, "split": source.found.split}
        scorer = self._scorers[0].name

        def watch(row: MappedRow) -> None:
            was = before[row.place] if before is not None else None
            show(place | case_of(row, was, scorer, self._gold))

        return self._score(source, watch)

    def _score(self, source: Source, watch: Watch | None = None) -> Scored:
        split = replace(self._split, watch=watch)
        scored = split.score(source.path, self._subset, source.found.read)
        missing = int(scored.missing.sum())
        if missing:
            self._card.warnings.append(
                f"{source.found.config}/{source.found.split}: {missing:,} of "
                f"{len(scored.missing):,} questions unanswered, scored 0"
            )
        for scorer in self._scorers:
            self._card.rows.append(self._row(source, scored, scorer))
        self._options.progress(1)
        return scored

    def _row(self, source: Source, scored: Scored, scorer: Scorer) -> Record:
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
        row |= level("em", em, clustered_wilson(em)) | level("f1", f1, f1.interval)
        row |= part("hasans", scores, subset.has_answer)
        row |= part("noans", scores, ~subset.has_answer)
        row |= part("changed", scores, scored.changed)
        row["hasans_empty"] = percent(mean_over(scored.empty.astype(float), subset.has_answer))
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
            self._groups(cell, scorer, old, news, after[0])
        first = self._scorers[0].name
        made = CellScores(
            cell, subset.clusters,
            {metric: values_of(metric, before.scores[first]) for metric in METRICS},
            {metric: np.mean([values_of(metric, each.scores[first]) for each in after], axis=0)
             for metric in METRICS},
        )  # fmt: skip
        self._card.cells.append(made)
        return made

    def _groups(
        self, cell: Cell, scorer: Scorer, old: Scores, news: Sequence[Scores], first: Scored
    ) -> None:
        for by, name, mask in masks(first, self._subset):
            if not mask.any() or mask.all():
                continue
            clusters = self._subset.clusters[mask]
            record: Record = {"config": cell.name, "scorer": scorer.name, "by": by,
                              "group": name, "n": int(mask.sum()),
                              "clusters": count_clusters(clusters)}  # fmt: skip
            for metric in METRICS:
                before = values_of(metric, old)[mask]
                after = np.mean([values_of(metric, new)[mask] for new in news], axis=0)
                record |= means(metric, before, after, clusters)
            self._card.groups.append(record)

    def _left_out(self, made: CellScores, full: CellScores | None) -> CellScores:
        """Note what a type costs: a variant without it against the one that renames all."""
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


def scorers_for(names: Sequence[str], gold: Gold, subset: Subset) -> list[Scorer]:
    """Return the scorers of these names; of none, the one that fits a subset, and lenient."""
    if names:
        return [scorer_named(name) for name in names]
    if not subset.has_answer.all():
        return [scorer_named("squad2"), scorer_named(LENIENT)]
    return [scorer_named("mrqa" if gold == "list" else "squad"), scorer_named(LENIENT)]


def _adjust(drops: Sequence[Record]) -> None:
    """Give every drop its p by Holm, over all drops of its scorer."""
    for scorer in {record["scorer"] for record in drops}:
        family = [record for record in drops if record["scorer"] == scorer]
        for metric in METRICS:
            adjusted = holm([record[f"p_{metric}"] for record in family])
            for record, p in zip(family, adjusted, strict=True):
                record[f"holm_{metric}"] = p


def _macro(drops: Sequence[Record]) -> Iterator[Record]:
    """Yield the mean drops over datasets: their rows are different ones, so errors add up."""
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for record in drops:
        if record["type"] is not None:
            key = (record["type"], record["perturbation"], record["scorer"])
            groups.setdefault(key, []).append(record)
    for (kind, perturbation, scorer), parts in groups.items():
        if len(parts) < 2:
            continue
        record = {"type": kind, "perturbation": perturbation, "scorer": scorer,
                  "datasets": [part["dataset"] for part in parts]}  # fmt: skip
        for metric in METRICS:
            record |= _macro_metric(metric, parts)
        yield record


def _macro_metric(metric: str, parts: Sequence[Record]) -> Record:
    made = combined([_estimate(metric, part) for part in parts])
    found: Record = {
        f"{what}_{metric}": sum(part[f"{what}_{metric}"] for part in parts) / len(parts)
        for what in ("original", "perturbed", "drop")
    }
    few = any(part["clusters"] < FEWEST_CLUSTERS for part in parts)
    interval = None if made is None or few else made.interval
    found[f"se_{metric}"] = percent(made.se if made else None)
    return found | bounds("", metric, interval)


def _estimate(metric: str, part: Record) -> Estimate:
    se = part[f"se_{metric}"]
    return Estimate(
        part[f"drop_{metric}"] / 100, None if se is None else se / 100, part["n"], part["clusters"]
    )


def finite(value: Any) -> Any:
    """Return a value as JSON has it: nothing in place of what is no number."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    return [finite(each) for each in value] if isinstance(value, list) else value
