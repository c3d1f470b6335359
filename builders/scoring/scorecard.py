"""A scored release: scores per split, and drops per perturbation and on parts of the rows.

`Scorecard.to_json` returns a JSON object for scripts and web pages. Percentages are
unrounded. Undefined values (an interval over fewer than 20 passages, a part without
rows) are null. Bounds are those of 95% intervals. The object has these keys, most of
them with a list of records:

- `format` 1; `release` {recipe, version, manifest (SHA-256)}; `model`, a name;
  `warnings`.
- `rows`, one record per split and scorer: `config`, `split`, `path`, `dataset`, `type`,
  `perturbation`, `seed`, `scorer` (by default lenient and one of squad, squad2 and
  mrqa), `n` (number of rows), `clusters` (number of source passages), `em`, `f1`,
  `se_em`, `se_f1` (standard errors, clustered by passage), `low_em`, `high_em`,
  `low_f1`, `high_f1` (bounds). For questions with an answer: `hasans_n`, `hasans_em`,
  `hasans_f1`, their bounds (such as `hasans_low_em`), and `hasans_empty` (share of
  empty predictions, which shows whether a model gains by abstaining). The same keys,
  except the last, begin with `noans_` for questions without an answer, and with
  `changed_` for renamed rows. `missing` is the number of questions without a
  prediction, scored 0. If there are no-answer scores: `best_em`, `best_em_threshold`,
  `best_f1`, `best_f1_threshold`; or `threshold`, if predictions with a no-answer score
  above it were counted as no answer.
- `drops`, one record per perturbation, original file and scorer: `config`, `dataset`,
  `type`, `perturbation`, `scorer`, `seeds`, `n`, `clusters`, `changed_n`; for em and f1
  alike `original_em`, `perturbed_em` (mean over seeds) with bounds (such as
  `original_low_em`), `drop_em` with `se_em`, `low_em`, `high_em`, `p_em`, `holm_em` (p
  adjusted by Holm's method over all drops of the scorer), `mde_em` (minimum detectable
  effect: the smallest drop that is found with 80% power), `relative_em` (drop divided
  by original score) with `relative_low_em`, `relative_high_em`, `changed_drop_em` (drop
  on renamed rows), `worst_em` with its bounds (each instance scored on its worst seed;
  decreases with the number of seeds), `worst_with_original_em` (the original row counts
  as a seed, as in HELM), `seed_sd_em` (standard deviation of the seeds' drops);
  `consistency` (share of instances on which the answers with all seeds agree, after
  they have been mapped back to the source's names), `stability` (share on which they
  also agree with the answer to the original), `changed_answer` (share of rows and seeds
  whose answer differs from that to the original), all with bounds; `ambiguous`,
  `mapped` (how many predictions were mapped back in which way, see
  builders.scoring.mapback); `right_right`, `right_wrong`, `wrong_right`, `wrong_wrong`
  (percentages of rows by EM before and after renaming, mean over seeds).
- `groups`, drops on parts of the rows: `config`, `scorer`, `by` (what rows are grouped
  by: edits, span type, answer, gender or culture), `group` (for example "female ->
  male"), `n`, `clusters`, and for em and f1 alike `original_em`, `perturbed_em`,
  `drop_em`, `se_em`, `low_em`, `high_em`, `p_em`, `mde_em` as above.
- `lengths`, drops by the length of the new names (see builders.scoring.name_lengths):
  `config`, `scorer`, `tercile` (short, middle, long; with the same limits for all
  renamings of the same rows), `unit` (letters or tokens), `shortest`, `longest`, and
  the rest as in `groups`.
- `macro`: drops averaged over the `datasets` that have the same type and perturbation.
- `decomposition` (see builders.scoring.decomposition): `part` is entity knowledge or
  domain shift.
- `runs`, if there are several training runs (see builders.scoring.training_runs).
  Everything else then describes the first run.
- `published`, the numbers of papers that have a counterpart: `paper`, `table`,
  `dataset`, `type`, `perturbation`, `model`, `metric`, `part`, `value`, `sd`,
  `published_n` (rows in the paper), `ours` with `low`, `high` and `n`, `remark`.
- `errors`, if rows were collected to be read by hand: how many are right before and
  wrong after renaming, by `config` and `class` (see builders.scoring.errors_by_class).
- `names`, if a study of single names was scored (see builders.scoring.single_names).
- `by_name`, one record per name in this study: `name`, `polarity` (null if infinite),
  `popularity`, `em`, `changed`.
- `left_out_types`, for EntSwap without one type: `gain_em` is the score with this type
  not renamed, minus the score with all types renamed.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any, Final

from builders.scoring.cells import PerturbationPredictions
from builders.scoring.metrics import Floats, Integers
from builders.scoring.prediction_records import Record

FORMAT: Final = 1


@dataclass(slots=True)
class CellScores:
    """The row-by-row scores before and after one perturbation, for comparisons between models."""

    cell: PerturbationPredictions
    """The perturbation and the predictions for it."""
    scorer: str
    """The name of the first scorer, by default the official one."""
    clusters: Integers
    """The number of each row's source passage."""
    before: dict[str, Floats]
    """The scores of the original rows by metric, from 0 to 1."""
    after: dict[str, Floats]
    """The scores of the renamed rows by metric, from 0 to 1, averaged over seeds."""


@dataclass(slots=True)
class Scorecard:
    """All scores of a model on a release.

    The docstring of this module describes the records in each list. `cells`, which has the scores
    of single rows for comparisons between models, is not part of the JSON.
    """

    release: Record
    model: str
    rows: list[Record] = field(default_factory=list)
    drops: list[Record] = field(default_factory=list)
    groups: list[Record] = field(default_factory=list)
    lengths: list[Record] = field(default_factory=list)
    macro: list[Record] = field(default_factory=list)
    decomposition: list[Record] = field(default_factory=list)
    runs: list[Record] = field(default_factory=list)
    left_out_types: list[Record] = field(default_factory=list)
    errors: list[Record] = field(default_factory=list)
    published: list[Record] = field(default_factory=list)
    names: list[Record] = field(default_factory=list)
    by_name: list[Record] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    cells: list[CellScores] = field(default_factory=list)

    @property
    def records(self) -> dict[str, list[Record]]:
        """Return the lists of records, each under its key in the scorecard's JSON object."""
        return {
            "rows": self.rows, "drops": self.drops, "groups": self.groups,
            "lengths": self.lengths, "macro": self.macro, "left_out_types": self.left_out_types,
            "decomposition": self.decomposition, "runs": self.runs, "errors": self.errors,
            "published": self.published, "names": self.names, "by_name": self.by_name,
        }  # fmt: skip

    def to_json(self) -> str:
        """Return the scorecard as JSON text; the same predictions always give the same text."""
        head = {"format": FORMAT, "release": self.release, "model": self.model}
        return canonical_json({**head, "warnings": self.warnings, **self.records})


def canonical_json(value: Any) -> str:
    """Return a value as JSON text with sorted keys and a final newline.

    NaN and infinity become null.
    """
    return json.dumps(_finite(value), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _finite(value: Any) -> Any:
    """Return a value with None in place of NaN and infinity."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, list) else value
