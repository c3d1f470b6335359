"""Tables of probe results, for the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from builders.experiments.probe import Probe
from builders.scoring.tables import Table, between, made_table, number
from builders.toml_file import read_toml

_PUBLISHED: Final = Path(__file__).with_name("published_probes.toml")


def worst_table(found: Probe, metric: str) -> Table:
    """Return the table of worst, mean and best scores over renamings, compared with chance."""
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
    """Return the table of worst and best scores by the number of renamings of each row."""
    rows: Iterable[tuple[object, ...]] = (
        (each["config"], point["size"], number(point["worst"]), number(point["best"]))
        for each in found.cells for point in each[f"curve_{metric}"]
    )  # fmt: skip
    return made_table(f"By number of renamings, {metric.upper()}",
                      ("config", "B", "worst", "best"), rows)  # fmt: skip


def agreement_table(found: Probe) -> Table:
    """Return the table of how often predictions for different renamings of a row agree."""
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


def published_table() -> Table:
    """Return the table of worst scores, best scores and stability in publications, with a note."""
    published: dict[str, Any] = read_toml(_PUBLISHED)
    measures = ("original", "worst", "best", "stability", "dpr")
    return made_table(
        "Published, for comparison",
        ("paper", "task", "model", "B", *measures),
        (
            (each["paper"], each["what"], each["model"], each.get("renamings", "-"),
             *(number(each.get(name), 2) for name in measures))
            for each in published["figures"]
        ),
        published["remark"],
    )  # fmt: skip
