"""A release scored: rows by split, drops by perturbation, and what they are made of.

`Scorecard.to_json` gives an object that scripts and pages read. Percentages are unrounded; what
cannot be said (an interval of fewer than 20 passages, a part without rows) is null. Its keys:

- `format` 1; `release` {recipe, version, manifest (SHA-256)}; `model`, a name; `warnings`.
- `rows`, one a split and scorer: `config`, `split`, `path`, `dataset`, `type`, `perturbation`,
  `seed`, `scorer` (squad, squad2 or mrqa as fits the source, and lenient), `n`, `clusters`
  (source passages), `em`, `f1`, `se_em`, `se_f1` (clustered), `low_em` … `high_f1` (95%),
  `hasans_n`, `hasans_em`, `hasans_f1` with bounds (`hasans_low_em` …), `hasans_empty` (share of
  empty predictions there, which says whether a model gains by abstaining), `noans_n` …,
  `changed_n` … (rows that were renamed), `missing` (scored 0), and where there are scores of no
  answer `best_em`, `best_em_threshold`, `best_f1`, `best_f1_threshold`; or
  `threshold`, where predictions above one were taken for no answer.
- `drops`, one a perturbation of a subset and scorer: `config`, `dataset`, `type`,
  `perturbation`, `scorer`, `seeds`, `n`, `clusters`, `changed_n`; for em and f1 alike
  `original_em`, `perturbed_em` (mean over seeds) with bounds (`original_low_em` …), `drop_em` with
  `se_em`, `low_em`, `high_em`, `p_em`, `holm_em` (over all drops of the scorer), `mde_em` (the
  drop that would be found in 80% of cases), `relative_em` with `relative_low_em`,
  `relative_high_em`, `changed_drop_em`,
  `worst_em` with its bounds (the worst of the seeds in every instance: names `seeds`, falls with
  their number), `worst_with_original_em` (HELM), `seed_sd_em` (of the seeds' drops); and
  `consistency` (all seeds agree, in the source's names), `stability` (they agree with the
  original too), `changed_answer` (share of rows and seeds whose answer differs from the
  original's) with bounds; `ambiguous`, `mapped` (how predictions were mapped back); `right_right`,
  `right_wrong`, `wrong_right`, `wrong_wrong` (EM before and after, percent, mean over seeds).
- `groups`: parts of a drop: `config`, `scorer`, `by` (edits, span type, answer, and the gender and
  culture of persons, old -> new), `group`, `n`, `clusters`, and `original_em` … `high_f1` as above.
- `lengths`: parts of a drop by the length of the new names, see builders.scoring.name_lengths:
  `config`, `scorer`, `tercile` (short, middle, long; the same bounds for all renamings of the same
  rows), `unit` (letters or tokens), `shortest`, `longest`, and the rest as in `groups`.
- `macro`: means over datasets of a type and perturbation, `datasets` counted.
- `decomposition`: see builders.scoring.decomposition; `part` is entity knowledge or domain shift.
- `runs`, where there are several training runs: see builders.scoring.training_runs; everything else
  is of the first.
- `published`, the papers' figures that have a counterpart: `paper`, `table`, `dataset`, `type`,
  `perturbation`, `model`, `metric`, `part`, `value`, `sd`, `published_n` (its rows), `ours` with
  `low`, `high` and `n`, `remark`.
- `errors`, where cases were looked at: right before and wrong after, by `config` and `class`.
- `names`, where a study of single names was scored: see builders.scoring.single_names; `by_name`,
  what each of them is: `name`, `polarity` (null: infinite), `popularity`, `em`, `changed`.
- `left_out_types`: EntSwap's variants: `gain_em` is the score without a type renamed less that of
  all types renamed: what the type costs.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from typing import Any, Final

from builders.scoring.cells import Cell
from builders.scoring.metrics import Floats, Integers
from builders.scoring.prediction_records import Record

FORMAT: Final = 1


@dataclass(slots=True)
class CellScores:
    """A perturbation of a subset, by row: what comparisons of models are made from.

    `before` and `after` (the mean over seeds) are from 0 to 1, by metric, of the scorer that fits.
    """

    cell: Cell
    scorer: str
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
        """Return everything that is a list of records, by its key."""
        return {
            "rows": self.rows, "drops": self.drops, "groups": self.groups,
            "lengths": self.lengths, "macro": self.macro, "left_out_types": self.left_out_types,
            "decomposition": self.decomposition, "runs": self.runs, "errors": self.errors,
            "published": self.published, "names": self.names, "by_name": self.by_name,
        }  # fmt: skip

    def to_json(self) -> str:
        """Return the canonical JSON text, the same for the same predictions."""
        head = {"format": FORMAT, "release": self.release, "model": self.model}
        return canonical_json({**head, "warnings": self.warnings, **self.records})


def canonical_json(value: Any) -> str:
    """Return a report as JSON text: sorted keys, null for what is no number, a last newline."""
    return json.dumps(_finite(value), ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _finite(value: Any) -> Any:
    """Return a value as JSON has it: nothing in place of what is no number."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, list) else value
