"""Results of Yan et al. 2022 and Siro and Ajayi 2023, and their counterparts in a scorecard.

The folder published/ has one file per table of a paper. The numbers in a table are called figures.
The `part` of a figure is HasAns if it covers only questions with an answer, NoAns if it covers only
questions without an answer, and otherwise empty. The results of a scorecard need not agree with
those of a paper, because models, recognizers, names and rows differ. The `remark` in each file says
how.
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
class PublishedResult:
    """A number in a table of a paper, in percent."""

    paper: str
    table: str
    remark: str
    """What to know when the table is compared with a scorecard."""
    dataset: str
    type: str
    """The entity type of the renamed answers, or an empty string."""
    perturbation: str
    """The perturbation, or Original for a score before renaming."""
    model: str
    metric: str
    """em or f1, or drop_em or drop_f1 for a drop."""
    value: float
    sd: float | None = None
    """The standard deviation that the paper prints after ±."""
    part: str = ""
    """HasAns if only questions with an answer count, NoAns if only those without, or empty."""


@lru_cache(maxsize=1)
def published() -> tuple[PublishedResult, ...]:
    """Return all numbers in the files of the folder published/, which has tables of papers."""
    found: list[PublishedResult] = []
    for place in sorted(files(__package__).joinpath("published").iterdir(), key=lambda p: p.name):
        table = parse_toml(place.name, place.read_text(encoding="utf-8"))
        head = {key: table[key] for key in ("paper", "table", "remark")}
        found += [PublishedResult(**head, **figure) for figure in table["figures"]]
    return tuple(found)


def counterparts(
    rows: Sequence[Record],
    drops: Sequence[Record],
    figures: Sequence[PublishedResult] | None = None,
) -> Iterator[Record]:
    """Yield numbers published in papers with their counterparts in a scorecard, in percent.

    `rows` and `drops` are records of the scorecard. `figures` are the papers' numbers, by default
    all that `published` returns. In a result, `ours` is the number in the scorecard, `low` and
    `high` are the bounds of its interval, `n` is the number of rows behind it, and `published_n` is
    the number of rows behind the paper's number. Numbers without a counterpart are left out.
    """
    for figure in published() if figures is None else figures:
        ours = _part(rows, figure) if figure.part else _whole(drops, figure)
        if ours is not None and ours["ours"] is not None:
            yield asdict(figure) | ours | {"published_n": _paper_rows(figure)}


def _paper_rows(figure: PublishedResult) -> int | None:
    if figure.dataset == SWAPPED_SOURCE:
        return SWAPPED_PARTS[figure.part] if figure.part else SWAPPED_QUESTIONS
    return PERTURBABLE.get(figure.dataset, {}).get(figure.type)


def _part(rows: Sequence[Record], figure: PublishedResult) -> Record | None:
    part = figure.part.lower()
    for row in rows:
        if _fits(row, figure, row["perturbation"]):
            return _our_figure(row, f"{part}_", figure.metric, row[f"{part}_n"])
    return None


def _whole(drops: Sequence[Record], figure: PublishedResult) -> Record | None:
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
    """Return a number of the scorecard as a record with the keys `ours`, `low`, `high` and `n`.

    `prefix` is what comes before the metric in the keys of `record`, for example "original_". It is
    empty for drops.
    """
    keys = {"ours": f"{prefix}{metric}", "low": f"{prefix}low_{metric}",
            "high": f"{prefix}high_{metric}"}  # fmt: skip
    return {name: record.get(key) for name, key in keys.items()} | {"n": n}


def _fits(record: Record, figure: PublishedResult, perturbation: str) -> bool:
    ours = (record["dataset"], record["type"] or "", perturbation)
    theirs = (figure.dataset, figure.type, figure.perturbation)
    return ours == theirs and record["scorer"] != LENIENT
