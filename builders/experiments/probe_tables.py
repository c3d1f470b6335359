"""What a probe found as tables: what the terminal shows."""

from __future__ import annotations

from collections.abc import Iterable

from builders.experiments.probe import Probe
from builders.scoring.tables import Table, between, made_table, number


def worst_table(found: Probe, metric: str) -> Table:
    """Return worst and best over B renamings, beside chance and their mean."""
    return made_table(
        f"Worst and best renaming, {metric.upper()}",
        ("config", "B", "n", "left out", "original", "random (sd)", "worst", "95%", "by chance",
         "best", "95%", "by chance"),
        (
            (each["config"], each["renamings"], each["n"], each["left_out"],
             number(each[f"original_{metric}"]),
             f"{number(each[f'random_{metric}'])} ({number(each[f'random_sd_{metric}'], 2)})",
             number(each[f"worst_{metric}"]),
             between(each[f"worst_low_{metric}"], each[f"worst_high_{metric}"]),
             number(each[f"chance_worst_{metric}"]), number(each[f"best_{metric}"]),
             between(each[f"best_low_{metric}"], each[f"best_high_{metric}"]),
             number(each[f"chance_best_{metric}"]))
            for each in found.cells if each[f"curve_{metric}"]
        ),
        "Worst falls and best rises with B, whatever the model. By chance: the same scores of "
        "every renaming, shuffled over rows.",
    )  # fmt: skip


def curve_table(found: Probe, metric: str) -> Table:
    """Return how worst and best go with the number of renamings looked at."""
    rows: Iterable[tuple[object, ...]] = (
        (each["config"], point["size"], number(point["worst"]), number(point["best"]))
        for each in found.cells for point in each[f"curve_{metric}"]
    )  # fmt: skip
    return made_table(f"By number of renamings, {metric.upper()}",
                      ("config", "B", "worst", "best"), rows)  # fmt: skip


def agreement_table(found: Probe) -> Table:
    """Return how far predictions agree over renamings; no gold answer is needed."""
    names = ("stability", "consistency", "pairwise", "dpr")
    return made_table(
        "Predictions in the source's names, %",
        ("config", "B", *(cell for name in names for cell in (name, "95%"))),
        (
            (each["config"], each["renamings"],
             *(cell for name in names for cell in (
                 number(each.get(name)),
                 between(each.get(f"{name}_low"), each.get(f"{name}_high")))))
            for each in found.cells
        ),
        "Stability: all B and the original agree; consistency: the B agree; pairwise: pairs of "
        "the B agree; DPR: the prediction is not that of the original.",
    )  # fmt: skip
