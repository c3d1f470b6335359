"""Scores for a model's page on the Hub: a file for `.eval_results` in the model's repository.

The file has an entry for each scored task of the release's eval.yaml. The value of an entry is F1
in percent, as computed by the official scorer of the dataset. The Hub's own evaluations of these
tasks report a different measure, the f1 of the library Inspect, from 0 to 1. Therefore the notes of
an entry say which measure its value is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml  # type: ignore[import-untyped,unused-ignore]
from huggingface_hub import EvalResultEntry, eval_result_entries_to_yaml

from builders.errors import Fault, FixInputError, FixManyError
from builders.hub.evaluation_tasks import EvaluationTask, PublishedTasks
from builders.leaderboard.results_reading import Fields
from builders.scoring.metrics import LENIENT


def eval_results(
    scores: Mapping[str, Any], published: PublishedTasks, *, where: str, source: str = ""
) -> str:
    """Return scores as YAML text for the folder `.eval_results` in a model's repository.

    `scores` are what `renamer score --json` wrote to the file `where`. `published` are the tasks in
    the eval.yaml of the release. `source` is the URL of a page that shows how the scores were
    produced. Raises FixInputError if the scores are from another release or match no task, and
    FixManyError if they are malformed.
    """
    faults: list[Fault] = []
    fields = Fields(scores, where, faults)
    digest = fields.table("release").text("manifest")
    rows = {
        (row.text("config"), row.text("split")): row
        for row in fields.tables("rows")
        if row.text("scorer") != LENIENT
    }
    _check(where, faults)
    if digest != published.manifest:
        raise FixInputError(
            f"{where}: scores of another release than {published.repo} at {published.commit:.12} "
            f"({digest:.12}…, not {published.manifest:.12}…)"
        )
    entries = [
        _entry(task, row, published, source)
        for task in published.tasks
        if (row := rows.get((task.config, task.split))) is not None
    ]
    _check(where, faults)
    if not entries:
        known = ", ".join(f"{task.config}/{task.split}" for task in published.tasks[:3])
        raise FixInputError(f"{where}: scores none of the tasks of the release, such as {known}")
    text: str = yaml.safe_dump(
        eval_result_entries_to_yaml(entries), sort_keys=False, allow_unicode=True, width=1000
    )
    return text


def _entry(
    task: EvaluationTask, row: Fields, published: PublishedTasks, source: str
) -> EvalResultEntry:
    exact, rows = row.score("em", 0), row.count("n") or 0
    notes = (
        f"F1 in percent, scorer {row.text('scorer')} of renamer score; exact match {exact:.2f}; "
        f"{rows:,} rows"
    )
    return EvalResultEntry(
        dataset_id=published.repo, task_id=task.id, value=round(row.score("f1", 0), 2),
        dataset_revision=published.commit, source_url=source or None, notes=notes,
    )  # fmt: skip


def _check(where: str, faults: list[Fault]) -> None:
    if faults:
        raise FixManyError(where, faults)
