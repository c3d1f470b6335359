"""Scores of labelled tasks: F1 of one class for pairs, and F0.5 by ERRANT for corrections."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from builders.errors import FixInputError, InstallError

_FIGURES: Final = re.compile(r"^(\d+)\t(\d+)\t(\d+)\t([\d.]+)\t([\d.]+)\t([\d.]+)", re.MULTILINE)


def class_f1(gold: Sequence[str], predicted: Sequence[str], positive: str = "1") -> float:
    """Return the F1 of the class `positive`, from 0 to 1; it is 0 if the class never occurs.

    Balasubramanian et al. (2020) score the paraphrase corpus MRPC this way. Raises FixInputError if
    the lists differ in length.
    """
    if len(gold) != len(predicted):
        raise FixInputError(f"{len(predicted)} predictions for {len(gold)} labels")
    pairs = list(zip(gold, predicted, strict=True))
    right = sum(one == other == positive for one, other in pairs)
    said = sum(one == positive for one in gold) + sum(one == positive for one in predicted)
    return 2 * right / said if said else 0.0


@dataclass(frozen=True, slots=True)
class Corrections:
    """The results of ERRANT, a scorer of grammatical corrections.

    They are the numbers of right, wrong and missed corrections, and scores from 0 to 1.
    """

    right: int
    wrong: int
    missed: int
    precision: float
    recall: float
    f05: float


def errant_scores(hypothesis: Path, reference: Path) -> Corrections:
    """Score the corrections in one M2 file against those in another with `errant_compare`.

    Raises InstallError if ERRANT is missing, and FixInputError if it fails on the files.
    """
    if find_spec("errant") is None:
        raise InstallError("ERRANT is not installed; run: pip install 'entity-renamer[labelled]'")
    command = (sys.executable, "-m", "errant.commands.compare_m2")
    files = ("-hyp", str(hypothesis), "-ref", str(reference))
    done = subprocess.run([*command, *files], capture_output=True, text=True, check=False)
    found = _FIGURES.search(done.stdout)
    if done.returncode or found is None:
        reason = (done.stderr.strip().splitlines() or ["no figures in its output"])[-1]
        raise FixInputError(f"{hypothesis}: ERRANT cannot compare it with {reference}: {reason}")
    counts = map(int, found.group(1, 2, 3))
    return Corrections(*counts, *map(float, found.group(4, 5, 6)))
