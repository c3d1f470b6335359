"""Score predictions for a release: each original file with its renamed files, then summaries."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from builders.errors import FixInputError
from builders.progress import Reporter
from builders.releases.release_reading import read_manifest
from builders.scoring.cells import configs_of, manifest_digest, plans
from builders.scoring.decomposition import decomposed
from builders.scoring.prediction_files import find_predictions
from builders.scoring.prediction_records import METRICS, Record, bounds, percent
from builders.scoring.predictions import SplitPredictions
from builders.scoring.published import counterparts
from builders.scoring.scorecard import Scorecard
from builders.scoring.subset_scoring import ScoringOptions, SubsetScorer
from builders.scoring.uncertainty import FEWEST_CLUSTERS, Estimate, combined, holm


def score(
    release: Path,
    predictions: Path | Sequence[SplitPredictions],
    options: ScoringOptions | None = None,
    reporter: Reporter | None = None,
) -> Scorecard:
    """Score predictions for a release, and return the scorecard.

    `predictions` is a folder of prediction files, or predictions from elsewhere, such as the logs
    of an evaluation harness. Raises FixInputError or a subclass if the release or the predictions
    are invalid, with all faults of a file in one error. Raises ChooseKnownError if the options name
    an unknown scorer.
    """
    options = options or ScoringOptions()
    manifest = read_manifest(release)
    if isinstance(predictions, Path):
        check_about(predictions, release)
        found: Sequence[SplitPredictions] = find_predictions(predictions, configs_of(manifest))
    else:
        found = predictions
    card = Scorecard(
        {
            "recipe": manifest.recipe.name, "version": manifest.recipe.version,
            "manifest": manifest_digest(release),
        },
        options.model,
    )  # fmt: skip
    if reporter is not None:
        options = replace(options, progress=reporter.stage("Scoring", len(found)))
    for plan in plans(manifest, found):
        SubsetScorer(release, manifest, plan, options, card).run()
    _adjust(card.drops)
    card.macro.extend(_macro(card.drops))
    card.decomposition.extend(decomposed(card.cells))
    card.published.extend(counterparts(card.rows, card.drops))
    return card


def check_about(folder: Path, release: Path) -> None:
    """Raise FixInputError if about.json in a folder of predictions names another release.

    A folder without about.json is accepted.
    """
    place = folder / "about.json"
    if not place.is_file():
        return
    try:
        about = json.loads(place.read_text(encoding="utf-8"))
        digest = about["release"]["manifest"]
    except (ValueError, KeyError, TypeError):
        raise FixInputError(f"{place}: not what `renamer predict` wrote; remove it") from None
    if digest != manifest_digest(release):
        raise FixInputError(
            f"{folder}: predictions for another release ({digest!s:.12}…, not "
            f"{manifest_digest(release):.12}…); score them against that one"
        )


def _adjust(drops: Sequence[Record]) -> None:
    """Add a p-value to each drop, adjusted by Holm's method over all drops of the same scorer."""
    for scorer in {record["scorer"] for record in drops}:
        family = [record for record in drops if record["scorer"] == scorer]
        for metric in METRICS:
            adjusted = holm([record[f"p_{metric}"] for record in family])
            for record, p in zip(family, adjusted, strict=True):
                record[f"holm_{metric}"] = p


def _macro(drops: Sequence[Record]) -> Iterator[Record]:
    """Yield records of drops averaged over datasets, for each type, perturbation and scorer.

    If there is only one dataset, no record is made. Standard errors are computed on the assumption
    that the datasets are independent, because they share no rows.
    """
    groups: dict[tuple[str, str, str], list[Record]] = {}
    for record in drops:
        if record["type"] is not None:
            key = (record["type"], record["perturbation"], record["scorer"])
            groups.setdefault(key, []).append(record)
    for (kind, perturbation, scorer), parts in groups.items():
        if len(parts) < 2:
            continue
        record = {"type": kind, "perturbation": perturbation, "scorer": scorer,
                  "datasets": [part["dataset"] for part in parts]}  # fmt: skip
        for metric in METRICS:
            record |= _macro_metric(metric, parts)
        yield record


def _macro_metric(metric: str, parts: Sequence[Record]) -> Record:
    made = combined([_estimate(metric, part) for part in parts])
    found: Record = {
        f"{what}_{metric}": sum(part[f"{what}_{metric}"] for part in parts) / len(parts)
        for what in ("original", "perturbed", "drop")
    }
    few = any(part["clusters"] < FEWEST_CLUSTERS for part in parts)
    interval = None if made is None or few else made.interval
    found[f"se_{metric}"] = percent(made.se if made else None)
    return found | bounds("", metric, interval)


def _estimate(metric: str, part: Record) -> Estimate:
    se = part[f"se_{metric}"]
    return Estimate(
        part[f"drop_{metric}"] / 100, None if se is None else se / 100, part["n"], part["clusters"]
    )
