"""Tables of annotation accuracy and of agreement between annotators."""

from __future__ import annotations

from collections.abc import Sequence

from builders.scoring.prediction_records import Record
from builders.scoring.tables import Table, between, made_table, number


def accuracy_table(records: Sequence[Record]) -> Table:
    """Return the table of accuracies by entity type and by what was judged.

    The judgements are whether names were identified rightly and whether they were replaced rightly.
    """
    rows = [
        (
            row["type"], row["step"], str(row["n"]), str(row["arguable"]), number(row["right"]),
            between(row["right_low"], row["right_high"]), number(row["right_arguable"]),
            between(row["right_arguable_low"], row["right_arguable_high"]), number(row["paper"]),
            between(row["difference_low"], row["difference_high"]),
        )
        for row in records
    ]  # fmt: skip
    return made_table(
        "Accuracy",
        ("type", "step", "units", "arguable", "right", "95%", "with arguable", "95%", "paper",
         "right less paper, 95%"),
        rows,
        "The papers' marks are of 30 rows, or of the names of 50 passages, counted as 30 here.",
        keys=2,
    )  # fmt: skip


def agreement_table(records: Sequence[Record]) -> Table:
    """Return the table of agreement between annotators, by entity type and by what they judged."""
    rows = [
        (row["type"], row["step"], str(row["n"]), str(row["readers"]), number(row["agreement"]),
         number(row["kappa"], 2), number(row["alpha"], 2))
        for row in records
    ]  # fmt: skip
    return made_table(
        "Agreement",
        ("type", "step", "units", "readers", "agreement", "Cohen's kappa", "Krippendorff's alpha"),
        rows,
        "A dash: not defined, as where everybody gives every unit the same label.",
    )
