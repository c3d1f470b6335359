"""The papers' own figures, as data in published/, and ours beside them.

One file a table. `part` is HasAns or NoAns where a figure is of one of them. Papers and we need
not agree: models, recognizers, names and subsets are others, as each file's `remark` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from builders.releases.keys import parse_toml
from builders.scoring.metrics import LENIENT
from builders.scoring.prediction_records import Record

ORIGINAL: Final = "Original"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of a table, in percent; `sd` as the paper prints it behind ±."""

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


def beside(
    rows: Sequence[Record], drops: Sequence[Record], figures: Sequence[Figure] | None = None
) -> Iterator[Record]:
    """Yield the papers' figures that a scorecard has a counterpart of, and ours, in percent.

    `n` is the number of our rows.
    """
    for figure in published() if figures is None else figures:
        ours, n = _part(rows, figure) if figure.part else _whole(drops, figure)
        if ours is not None:
            yield asdict(figure) | {"ours": ours, "n": n}


def _part(rows: Sequence[Record], figure: Figure) -> tuple[Any, int]:
    part = figure.part.lower()
    for row in rows:
        if _fits(row, figure, row["perturbation"]):
            return row[f"{part}_{figure.metric}"], row[f"{part}_n"]
    return None, 0


def _whole(drops: Sequence[Record], figure: Figure) -> tuple[Any, int]:
    for drop in drops:
        if figure.perturbation == ORIGINAL:
            if _fits(drop, figure, ORIGINAL):
                return drop[f"original_{figure.metric}"], drop["n"]
        elif _fits(drop, figure, drop["perturbation"]):
            key = figure.metric if "drop" in figure.metric else f"perturbed_{figure.metric}"
            return drop[key], drop["n"]
    return None, 0


def _fits(record: Record, figure: Figure, perturbation: str) -> bool:
    ours = (record["dataset"], record["type"] or "", perturbation)
    theirs = (figure.dataset, figure.type, figure.perturbation)
    return ours == theirs and record["scorer"] != LENIENT
