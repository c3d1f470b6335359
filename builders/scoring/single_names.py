"""Scores of single first names against how common they are and whose they are.

Yan et al. 2022, section 4.2: every answer's first name becomes one name, a perturbation a name
(`renamer names study` writes the recipe and the CSV). Is EM tied to a name's popularity, f_m +
f_f, or to its polarity, max(f_m / f_f, f_f / f_m)? The paper compares the mean EM of the top 20%
of names with that of the bottom 10%, and found no evidence.

A name that one gender alone has is of infinite polarity and stands above all finite ones. Ties
are not broken: a group that ends inside one takes all of it, and says how large it is.
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

# EM of SpanBERT on TriviaQA, top 20% and bottom 10% (Yan et al. 2022, section 4.2).
PUBLISHED: Final[Mapping[Factor, tuple[float, float]]] = {
    "polarity": (72.7, 72.8), "popularity": (73.0, 72.7),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NameScore:
    """A name, its factors and what a model scores with it; `changed` rows hold it anew."""

    name: str
    polarity: float
    popularity: float
    em: float
    changed: int


def read_factors(path: Path) -> dict[str, tuple[float, float]]:
    """Read what `renamer names study` wrote: name -> polarity (infinite where empty), popularity.

    Raises FixManyError with every line that is not so.
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
    """Return the scores of the names that a scorecard's drops are perturbations of."""
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
    """Put the scores of single names into a scorecard, each and by factor, and return them."""
    found = name_scores(card.drops, factors)
    card.names.extend(by_factor(found, factor) for factor in FACTORS)
    card.by_name.extend(map(asdict, found))
    return found


def by_factor(scores: Sequence[NameScore], factor: Factor) -> Record:
    """Return correlations and groups of EM by a factor, percent.

    `top_em` and `bottom_em` are None, with a `remark`, where a tie makes the top larger than
    `TOP` by half as much again: a group that is nearly everybody says nothing.
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
    """Return which values are in the top share, a tie at its end taken whole."""
    last = np.sort(values)[::-1][max(math.ceil(share * len(values)), 1) - 1]
    found: Mask = values >= last
    return found


def _defined(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _interval(ranked: Floats, ems: Floats) -> tuple[float | None, float | None]:
    """Return Spearman's bounds by a keyed bootstrap over names."""
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
