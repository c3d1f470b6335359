"""Several training runs of one model: means and standard deviations over runs.

The ± in Yan et al. 2022 is the spread over training runs, scored on the same test rows.
It is not the same as `seed_sd_em` in a scorecard, which is the spread over perturbation
seeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import mean, stdev
from typing import Final

from builders.errors import FixInputError
from builders.scoring.prediction_records import METRICS, Record
from builders.scoring.scorecard import Scorecard

_FIGURES: Final = ("original", "perturbed", "drop")


def over_runs(cards: Sequence[Scorecard]) -> list[Record]:
    """Return means and sample standard deviations over two or more training runs of a model.

    `cards` has one scorecard per run. There is one record for each config and scorer. It has the
    mean and the standard deviation of three values in percent, each for EM and for F1: the score
    before renaming, the score after it, and the drop. The score of a run is its mean over
    perturbation seeds. Raises FixInputError if the runs were not scored on the same configs by the
    same scorers.
    """
    first, *others = ({(each["config"], each["scorer"]): each for each in card.drops}
                      for card in cards)  # fmt: skip
    for card, drops in zip(cards[1:], others, strict=True):
        differing = sorted(config for config, _ in first.keys() ^ drops.keys())
        if differing:
            raise FixInputError(
                f"{card.model}: not predicted as the first run was: {differing[0]} is in one alone"
            )
    return [
        {"config": config, "scorer": scorer, "runs": len(cards)}
        | dict(_spread([first[config, scorer], *(each[config, scorer] for each in others)]))
        for config, scorer in first
    ]


def _spread(runs: Sequence[Record]) -> Iterator[tuple[str, float]]:
    for key in (f"{figure}_{metric}" for metric in METRICS for figure in _FIGURES):
        values = [each[key] for each in runs]
        yield key, mean(values)
        yield f"{key}_sd", stdev(values)
