"""Scores of single first names by their popularity and gender polarity.

Yan et al. 2022, section 4.2: every answer's first name is replaced by the same name, with one
perturbation per name (`renamer names study` writes the recipe and the CSV). The question is whether
EM depends on the name's popularity, f_m + f_f, or its polarity, max(f_m / f_f, f_f / f_m), where
f_m and f_f are its frequencies among men and women. The paper compares the mean EM of the top 20%
of names with that of the bottom 10%, and finds no evidence of a difference.

A name used for only one gender has infinite polarity and ranks above all others. Ties are not
broken: a group whose boundary falls inside a tie includes the whole tie, and its size is reported.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np

from builders.draws import digest
from builders.errors import FixInputError
from builders.scoring.metrics import Floats, Mask
from builders.scoring.prediction_records import Record
from builders.scoring.predictions import Faults
from builders.scoring.scorecard import Scorecard
from builders.scoring.uncertainty import FEWEST_CLUSTERS, RESAMPLES, kendall, ranks, spearman

Factor = Literal["polarity", "popularity"]
FACTORS: Final[tuple[Factor, ...]] = ("polarity", "popularity")
TOP, BOTTOM = 0.2, 0.1
_NOT_WORD: Final = re.compile(r"\W+", re.ASCII)
_COLUMNS: Final = ("name", "male", "female", "polarity", "popularity")

# EM of SpanBERT on TriviaQA for the top 20% and bottom 10% (Yan et al. 2022, section 4.2).
PUBLISHED: Final[Mapping[Factor, tuple[float, float]]] = {
    "polarity": (72.7, 72.8), "popularity": (73.0, 72.7),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NameScore:
    """A first name, its polarity and popularity, and a model's EM when it is given to rows.

    `em` covers all rows of the perturbation; `changed` counts the rows renamed to this name.
    """

    name: str
    polarity: float
    popularity: float
    em: float
    changed: int


def read_factors(path: Path) -> dict[str, tuple[float, float]]:
    """Read the CSV of `renamer names study`: name -> polarity (infinite if empty), popularity.

    Raises FixManyError listing every malformed line.
    """
    faults = Faults(str(path))
    found: dict[str, tuple[float, float]] = {}
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            reader = csv.DictReader(stream)
            if any(name not in (reader.fieldnames or ()) for name in _COLUMNS):
                raise FixInputError(f"{path}: expected the columns {', '.join(_COLUMNS)}")
            for number, line in enumerate(reader, 2):
                try:
                    polarity = float(line["polarity"] or "inf")
                    found[line["name"]] = polarity, float(line["popularity"])
                except (TypeError, ValueError):
                    faults.add(f"line {number}", "polarity, popularity", "expected numbers")
    except (OSError, UnicodeDecodeError) as error:
        raise FixInputError(f"{path}: cannot be read: {error}") from None
    faults.check()
    return found


def name_scores(
    drops: Sequence[Record], factors: Mapping[str, tuple[float, float]]
) -> list[NameScore]:
    """Return the scores of the names for which a scorecard has a perturbation."""
    names = {f"Name_{_NOT_WORD.sub('_', name)}": name for name in factors}
    found = [
        NameScore(names[each["perturbation"]], *factors[names[each["perturbation"]]],
                  each["perturbed_em"], each["changed_n"])
        for each in drops
        if each["perturbation"] in names and each["scorer"] != "lenient"
    ]  # fmt: skip
    if not found:
        raise FixInputError("no perturbation is one of these names; see renamer names study")
    return found


def add_names(card: Scorecard, factors: Mapping[str, tuple[float, float]]) -> list[NameScore]:
    """Add the scores of single names to a scorecard, by name and by factor, and return them."""
    found = name_scores(card.drops, factors)
    card.names.extend(by_factor(found, factor) for factor in FACTORS)
    card.by_name.extend(map(asdict, found))
    return found


def by_factor(scores: Sequence[NameScore], factor: Factor) -> Record:
    """Return correlations between EM and a factor, and EM of the top and bottom groups in percent.

    `top_em` and `bottom_em` are None, with a `remark`, if a tie makes the top group more than 1.5
    times as large as `TOP` asks for. A group that contains most names would not be informative.
    """
    values = np.array([getattr(each, factor) for each in scores], np.float64)
    ems = np.array([each.em for each in scores], np.float64)
    record: Record = {"factor": factor, "names": len(scores),
                      "infinite": int(np.isinf(values).sum()),
                      "published_top_em": PUBLISHED[factor][0],
                      "published_bottom_em": PUBLISHED[factor][1]}  # fmt: skip
    ranked = ranks(values)
    record |= {"spearman": _defined(spearman(ranked, ems)), "kendall": _defined(
        kendall(ranked, ems))}  # fmt: skip
    record |= dict(zip(("spearman_low", "spearman_high"), _interval(ranked, ems), strict=True))
    top, bottom = _top(values, TOP), _top(-values, BOTTOM)
    record |= {"top_names": int(top.sum()), "bottom_names": int(bottom.sum()),
               "top_em": float(ems[top].mean()), "bottom_em": float(ems[bottom].mean()),
               "remark": ""}  # fmt: skip
    if top.sum() > 1.5 * math.ceil(TOP * len(scores)):
        record |= {"top_em": None, "bottom_em": None, "remark": (
            f"{int(top.sum())} of {len(scores)} names tie at the top by {factor}; counts of all "
            "years part them: renamer harvest ssa")}  # fmt: skip
    return record


def _top(values: Floats, share: float) -> Mask:
    """Return a mask of the top share of values, including all values tied with the last."""
    last = np.sort(values)[::-1][max(math.ceil(share * len(values)), 1) - 1]
    found: Mask = values >= last
    return found


def _defined(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _interval(ranked: Floats, ems: Floats) -> tuple[float | None, float | None]:
    """Return the bounds of Spearman's correlation from a seeded bootstrap over names."""
    n = len(ems)
    if n < FEWEST_CLUSTERS:
        return None, None
    bits = np.random.Philox(key=int.from_bytes(digest(("names", n)), "big"))
    found = []
    for _ in range(RESAMPLES):
        drawn = (bits.random_raw(n) % np.uint64(n)).astype(np.int64)
        if np.ptp(ranked[drawn]) and np.ptp(ems[drawn]):
            found.append(spearman(ranked[drawn], ems[drawn]))
    if not found:
        return None, None
    low, high = np.quantile(found, [0.025, 0.975])
    return float(low), float(high)
