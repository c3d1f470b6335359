"""The papers' published results, as data in published/, compared with a scorecard.

There is one file per table. `part` is HasAns or NoAns if a figure covers only these questions. The
results of a scorecard need not agree with a paper's, because models, recognizers, names and subsets
differ, as the `remark` in each file says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from builders.cards.papers import (
    PERTURBABLE,
    SWAPPED_PARTS,
    SWAPPED_QUESTIONS,
    SWAPPED_SOURCE,
)
from builders.releases.keys import parse_toml
from builders.scoring.metrics import LENIENT
from builders.scoring.prediction_records import Record

ORIGINAL: Final = "Original"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a table, in percent; `sd` is the value that the paper prints after ±."""

    paper: str
    table: str
    remark: str
    dataset: str
    type: str
    perturbation: str
    model: str
    metric: str
    value: float
    sd: float | None = None
    part: str = ""


@lru_cache(maxsize=1)
def published() -> tuple[Figure, ...]:
    """Return the figures of all tables."""
    found: list[Figure] = []
    for place in sorted(files(__package__).joinpath("published").iterdir(), key=lambda p: p.name):
        table = parse_toml(place.name, place.read_text(encoding="utf-8"))
        head = {key: table[key] for key in ("paper", "table", "remark")}
        found += [Figure(**head, **figure) for figure in table["figures"]]
    return tuple(found)


def counterparts(
    rows: Sequence[Record], drops: Sequence[Record], figures: Sequence[Figure] | None = None
) -> Iterator[Record]:
    """Yield the papers' figures together with their counterparts in a scorecard, in percent.

    `low` and `high` bound the figure of the scorecard. `n` is the number of rows of the scorecard's
    figure, `published_n` that of the paper's.
    """
    for figure in published() if figures is None else figures:
        ours = _part(rows, figure) if figure.part else _whole(drops, figure)
        if ours is not None and ours["ours"] is not None:
            yield asdict(figure) | ours | {"published_n": _paper_rows(figure)}


def _paper_rows(figure: Figure) -> int | None:
    if figure.dataset == SWAPPED_SOURCE:
        return SWAPPED_PARTS[figure.part] if figure.part else SWAPPED_QUESTIONS
    return PERTURBABLE.get(figure.dataset, {}).get(figure.type)


def _part(rows: Sequence[Record], figure: Figure) -> Record | None:
    part = figure.part.lower()
    for row in rows:
        if _fits(row, figure, row["perturbation"]):
            return _our_figure(row, f"{part}_", figure.metric, row[f"{part}_n"])
    return None


def _whole(drops: Sequence[Record], figure: Figure) -> Record | None:
    what = "original_" if figure.perturbation == ORIGINAL else "perturbed_"
    for drop in drops:
        perturbation = ORIGINAL if what == "original_" else drop["perturbation"]
        if _fits(drop, figure, perturbation):
            kind, _, metric = figure.metric.rpartition("_")
            if kind == "drop":
                return _our_figure(drop, "", metric, drop["n"]) | {"ours": drop[figure.metric]}
            return _our_figure(drop, what, metric, drop["n"])
    return None


def _our_figure(record: Record, prefix: str, metric: str, n: int) -> Record:
    """Return the scorecard's figure with its bounds; bounds of drops have no prefix."""
    keys = {"ours": f"{prefix}{metric}", "low": f"{prefix}low_{metric}",
            "high": f"{prefix}high_{metric}"}  # fmt: skip
    return {name: record.get(key) for name, key in keys.items()} | {"n": n}


def _fits(record: Record, figure: Figure, perturbation: str) -> bool:
    ours = (record["dataset"], record["type"] or "", perturbation)
    theirs = (figure.dataset, figure.type, figure.perturbation)
    return ours == theirs and record["scorer"] != LENIENT
