"""Scores of predictions for a labelled file, in percent, by the scorer of its task.

The scorers are those of Balasubramanian et al. (2020, section 2). Paraphrase detection is scored by
the F1 of class 1, grammatical error correction by the F0.5 of corrections, and coreference by the
measures of CoNLL-2012, where only the clusters of the renamed entity count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from builders.errors import ChooseKnownError, FixInputError
from builders.labelled.coreference import coreference_scores, renamed_tokens
from builders.labelled.label_scores import class_f1, errant_scores
from builders.labelled.pairs import read_labels

Scores = dict[str, float]
_Score = Callable[[Path, Path, Path | None], Scores]


def score_labelled(
    predicted: Path,
    gold: Path,
    format: str,  # noqa: A002 - the word that recipes use
    original: Path | None = None,
) -> Scores:
    """Return the scores of the predictions for a labelled file, in percent, by measure.

    `predicted` has the same texts and format as `gold`, with the predicted labels. `original` is
    for coreference only: it is the gold file before renaming. If it is given, only the clusters
    with a renamed token are scored. Raises ChooseKnownError for an unknown format, FixInputError if
    the files do not belong together, and the errors of the scorers.
    """
    if format not in SCORERS:
        raise ChooseKnownError("labelled format", format, SCORERS)
    if original is not None and format != "conll":
        raise FixInputError(f"{original}: the file before renaming is for the format conll only")
    return SCORERS[format](predicted, gold, original)


def _pairs(predicted: Path, gold: Path, original: Path | None) -> Scores:
    del original
    said, right = read_labels(predicted), read_labels(gold)
    if said.keys() != right.keys():
        odd = min(said.keys() ^ right.keys())
        lacking = predicted if odd in right else gold
        raise FixInputError(f"{lacking}: lacks the pair {odd[0]} and {odd[1]} of the other file")
    labels = [said[pair] for pair in right]
    return {"F1 of class 1": 100 * class_f1([*right.values()], labels)}


def _corrections(predicted: Path, gold: Path, original: Path | None) -> Scores:
    del original
    found = errant_scores(predicted, gold)
    return {
        "precision": 100 * found.precision,
        "recall": 100 * found.recall,
        "F0.5": 100 * found.f05,
    }


def _coreference(predicted: Path, gold: Path, original: Path | None) -> Scores:
    renamed = None if original is None else renamed_tokens(gold, original)
    found = coreference_scores(
        predicted,
        gold,
        lambda cluster: (
            renamed is None
            or any(
                (document, token) in renamed
                for document, first, last in cluster
                for token in range(first, last + 1)
            )
        ),
    )
    measures = {"MUC": found.muc, "B-cubed": found.b_cubed, "CEAF-e": found.ceaf_e}
    return {
        **{f"{name} F1": 100 * measure.f1 for name, measure in measures.items()},
        "mean": 100 * found.average,
    }


SCORERS: Final[Mapping[str, _Score]] = {
    "conll": _coreference,
    "m2": _corrections,
    "pairs": _pairs,
}
