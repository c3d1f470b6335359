"""Scores of single first names by their popularity and gender polarity.

In the experiment of Yan et al. 2022, section 4.2, one name replaces the first (given) names in all
answers, and this is repeated for many names. `renamer names study` writes a recipe with one
perturbation per name, and a CSV of the names. The question is whether EM depends on the name's
popularity, f_m + f_f, or its polarity, max(f_m / f_f, f_f / f_m), where f_m and f_f are its
frequencies among men and women. Yan et al. compare the mean EM of the top 20% of names with that of
the bottom 10%, and find no evidence of a difference.

A name that only men or only women have has infinite polarity and ranks above all others. Names with
equal values are never separated. For example, the top 20% also include all names with the same
value as the lowest name among them. The sizes of both groups are reported.
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
    """A first (given) name, and a model's EM when it replaces the first names in the answers."""

    name: str
    polarity: float
    """How unequally men and women have the name: infinite if only one of them have it."""
    popularity: float
    """The frequency of the name among men and women together."""
    em: float
    """EM in percent, over all rows of the perturbation."""
    changed: int
    """The number of rows that were really renamed."""


def read_factors(path: Path) -> dict[str, tuple[float, float]]:
    """Read the CSV of `renamer names study`; return the polarity and popularity of each name.

    An empty polarity is infinite. Raises FixManyError listing the malformed lines, and
    FixInputError if the file cannot be read or lacks a column.
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
    """Return the scores of the names that belong to the perturbations of a scorecard.

    For example, the perturbation Name_Ada renames every first name in an answer to Ada and
    belongs to the name Ada. `drops` are records of the scorecard, and `factors` has the
    polarity and popularity of each name. Raises FixInputError if no perturbation of the
    scorecard belongs to one of the names.
    """
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
    """Add the scores of single names to a scorecard, and return one score per name.

    `factors` has the polarity and popularity of each name. The scorecard also receives two
    summaries: how scores depend on polarity, and how they depend on popularity.
    """
    found = name_scores(card.drops, factors)
    card.names.extend(by_factor(found, factor) for factor in FACTORS)
    card.by_name.extend(map(asdict, found))
    return found


def by_factor(scores: Sequence[NameScore], factor: Factor) -> Record:
    """Return a record of how EM depends on a factor: the polarity or the popularity of names.

    The record has rank correlations, and the mean EM, in percent, of the 20% of names with the
    highest values and of the 10% with the lowest. Ties enlarge these groups. If the group of the
    highest values is more than 1.5 times as large as intended, it is not informative. Then both
    means are None, and `remark` says why.
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
    """Return a mask of the highest values, which are the fraction `share` of all values.

    If several values equal the lowest value of the mask, all of them are included.
    """
    last = np.sort(values)[::-1][max(math.ceil(share * len(values)), 1) - 1]
    found: Mask = values >= last
    return found


def _defined(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _interval(ranked: Floats, ems: Floats) -> tuple[float | None, float | None]:
    """Return the bounds of a 95% interval for Spearman's correlation, from a bootstrap over names.

    `ranked` are the ranks of the names by a factor. The bootstrap is seeded by the number of names.
    Returns (None, None) if there are too few names or the correlation is undefined.
    """
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
