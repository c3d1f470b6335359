"""What experiments found as tables: what the terminal shows."""

from __future__ import annotations

from builders.scoring.prediction_records import Record
from builders.scoring.tables import Table, between, made_table, number


def trigger_table(found: Record) -> Table:
    """Return the names with the highest weights, and what they do on rows never searched."""
    rows = [
        (each["name"], f"{each['weight']:.3f}", *_drop(each["drop"]), *_drop(each["held_out_drop"]))
        for each in found["top"]
    ]
    rows.append(("together", "", *_drop(found["drop"]), *_drop(found["held_out_drop"])))
    return made_table(
        f"{found['dataset']}: names after {found['iterations']} iterations, drop of F1",
        ("name", "weight", "searched rows", "95%", "other rows", "95%"),
        rows,
        f"Of {found['names']:,} names. The drop on the rows that a name was searched on is high "
        "partly by luck; the one on other rows counts.",
    )


def _drop(estimate: Record) -> tuple[str, str]:
    return number(estimate["mean"]), between(estimate["low"], estimate["high"])


def resemble_table(cell: Record) -> Table:
    """Return the table of Balasubramanian et al. 2020 (table 5) for one perturbation."""
    return made_table(
        f"{cell['config']}: {cell['n']:,} rows, {cell['renamings']} renamings, F1",
        ("system", "original", "worst", "best", "random (sd)", "own worst", "own best", "gain on "
         "worst", "95%"),
        (
            (each["system"], number(each["original"]), number(each["worst"]), number(each["best"]),
             f"{number(each['random'])} ({number(each['random_sd'], 2)})",
             number(each["own_worst"]), number(each["own_best"]), number(each["gain"]),
             between(each["gain_low"], each["gain_high"]))
            for each in cell["systems"]
        ),
        f"Fitted on {cell['validation_n']:,} other rows. Worst and best were found for the model, "
        "own worst and own best for the system of the line.",
    )  # fmt: skip
