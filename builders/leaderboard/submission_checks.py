"""Recompute the scores of the submissions to a leaderboard from the predictions in them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from builders.errors import FixInputError
from builders.leaderboard.comparisons import COMPARISONS, comparisons_text
from builders.leaderboard.results_reading import read_object
from builders.leaderboard.submissions import (
    PREDICTIONS,
    REPRODUCED,
    SCORES,
    read_board,
    read_meta,
    submission_folders,
)
from builders.progress import Reporter, Silent
from builders.scoring.cells import manifest_digest
from builders.scoring.release_scoring import score
from builders.scoring.scorecard import CellScores, Scorecard
from builders.scoring.subset_scoring import ScoringOptions

_LARGEST: Final = 2 << 30
_TOO_GOOD: Final = 99.5

Verdict = Literal["reproduced", "differs", "refused", "not reproducible", "paper"]
"""What the check of a submission found.

    reproduced        its predictions give its scores
    differs           its predictions give other scores, or do not exist although its
                      reproduced.json does
    refused           its files are invalid or incomplete
    not reproducible  it has no predictions
    paper             its results are from a publication and are not checked
"""


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """The result of checking a submission."""

    folder: str
    """The folder of the submission, relative to the results folder."""
    name: str
    """The name of the model."""
    verdict: Verdict
    reason: str = ""
    """Why the submission was not reproduced, or empty."""
    remarks: tuple[str, ...] = ()
    """Suspicious results that a maintainer should look at."""

    @property
    def ok(self) -> bool:
        """Return whether nothing is known to be wrong with the submission.

        A submission that cannot be reproduced, because it has no predictions, is not wrong.
        """
        return self.verdict not in {"differs", "refused"}


def check_submissions(
    results: Path, release: Path, reporter: Reporter | None = None
) -> tuple[CheckOutcome, ...]:
    """Recompute each submission's scores from its predictions and compare them with those reported.

    If the recomputed scores agree with the reported scores, or if none were reported, they are
    written to reproduced.json in the submission's folder. If this file exists already, they must be
    equal to its content byte for byte. The row-by-row comparisons of all submissions are written to
    comparisons.json in `results`. Raises FixInputError if the leaderboard is for another release.
    """
    board = read_board(results)
    digest = manifest_digest(release)
    if board.manifest and board.manifest != digest:
        raise FixInputError(
            f"{release}: not the release of this board ({digest:.12}…, not {board.manifest:.12}…)"
        )
    outcomes = []
    cells: dict[str, list[CellScores]] = {}
    folders = submission_folders(results)
    progress = (reporter or Silent()).stage("Checking submissions", len(folders))
    for folder in folders:
        where = folder.relative_to(results).as_posix()
        try:
            outcome, card = _check(where, folder, release)
            outcomes.append(outcome)
            if card is not None:
                cells[where] = card.cells
        except FixInputError as error:
            outcomes.append(CheckOutcome(where, folder.name, "refused", str(error)))
        progress(1)
    _write(results / COMPARISONS, comparisons_text(results, cells))
    return tuple(outcomes)


def _check(where: str, folder: Path, release: Path) -> tuple[CheckOutcome, Scorecard | None]:
    """Check the submission in `folder`; return the outcome, and the scores if they are reproduced.

    `where` is the path of the folder to give in the outcome.
    """
    meta = read_meta(folder)
    if meta.paper:
        return CheckOutcome(where, meta.name, "paper"), None
    reproduced = folder / REPRODUCED
    if not (folder / PREDICTIONS).is_dir():
        if reproduced.is_file():
            reason = f"{REPRODUCED} without {PREDICTIONS}/: nothing shows that it is right"
            return CheckOutcome(where, meta.name, "differs", reason), None
        return CheckOutcome(where, meta.name, "not reproducible", f"has no {PREDICTIONS}/"), None
    _check_size(folder / PREDICTIONS)
    card = score(release, folder / PREDICTIONS, ScoringOptions(model=meta.name))
    if missing := [row for row in card.rows if row["missing"]]:
        row = missing[0]
        reason = f"{row['config']}/{row['split']}: {row['missing']:,} questions have no prediction"
        return CheckOutcome(where, meta.name, "refused", reason), None
    text = card.to_json()
    reason = _difference(folder, text)
    if reason:
        return CheckOutcome(where, meta.name, "differs", reason), None
    if not reproduced.is_file():
        _write(reproduced, text)
    return CheckOutcome(where, meta.name, "reproduced", remarks=tuple(_remarks(card))), card


def _write(place: Path, text: str) -> None:
    beside = place.with_name(f".{place.name}.partial")
    beside.write_text(text, encoding="utf-8", newline="")
    beside.replace(place)


def _check_size(predictions: Path) -> None:
    total = 0
    for base, folders, names in os.walk(predictions):
        for name in (*folders, *names):
            path = Path(base) / name
            if path.is_symlink():
                raise FixInputError(f"{path}: is a link, which a submission does not hold")
            total += path.stat().st_size
    if total > _LARGEST:
        raise FixInputError(f"{predictions}: larger than {_LARGEST >> 30} GiB")


def _difference(folder: Path, derived: str) -> str:
    """Return how the scores in a submission differ from those computed from its predictions.

    `derived` has the computed scores as JSON text. Returns an empty string if nothing
    differs.
    """
    reproduced = folder / REPRODUCED
    if reproduced.is_file() and reproduced.read_bytes() != derived.encode():
        return f"{REPRODUCED} is not what the predictions give; delete it and check again"
    if not (folder / SCORES).is_file():
        return ""
    reported, ours = read_object(folder / SCORES), json.loads(derived)
    # The submitter may have scored the predictions under another name of the model.
    for value in (reported, ours):
        value.pop("model", None)
    place = _first_difference(reported, ours, "")
    return f"{SCORES}: {place}" if place else ""


def _first_difference(reported: Any, ours: Any, where: str) -> str:
    if isinstance(reported, dict) and isinstance(ours, dict):
        if other := sorted(reported.keys() ^ ours.keys()):
            return f"{where}: the keys differ, {ascii(other[0])[1:-1]:.60} first".lstrip(": ")
        pairs = [(reported[key], ours[key], f"{where}.{key}".lstrip(".")) for key in sorted(ours)]
    elif isinstance(reported, list) and isinstance(ours, list):
        if len(reported) != len(ours):
            return f"{where}: {len(reported)} entries, the predictions give {len(ours)}"
        pairs = [(one, two, f"{where}[{n}]")
                 for n, (one, two) in enumerate(zip(reported, ours, strict=True))]  # fmt: skip
    elif type(reported) is type(ours) and reported == ours:
        return ""
    else:
        return f"{where} is {reported!a:.60}, the predictions give {ours!a:.60}"
    found = (_first_difference(*pair) for pair in pairs)
    return next((place for place in found if place), "")


def _remarks(card: Scorecard) -> Iterator[str]:
    """Yield remarks on suspiciously good scores.

    The gold answers are public, so they may have been copied.
    """
    if any(row["em"] >= _TOO_GOOD for row in card.rows):
        yield f"exact match of {_TOO_GOOD} and more: were the gold answers copied?"
    if card.drops and all(drop["drop_f1"] == 0 for drop in card.drops):
        yield "no perturbation changes anything: were the original rows answered twice?"
