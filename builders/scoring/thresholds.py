"""Thresholds on no-answer scores, above which a prediction counts as no answer (SQuAD 2.0)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from builders.scoring.metrics import Floats, Mask


@dataclass(frozen=True, slots=True)
class Best:
    """The best mean score that a threshold can give, and the lowest threshold that gives it."""

    score: float
    threshold: float


def best_threshold(scores: Floats, no_answer: Floats, has_answer: Mask, empty: Mask) -> Best:
    """Return the best mean score over all thresholds on no-answer scores, with its threshold.

    All arguments have one value per question. `scores` are the scores of the predictions without a
    threshold, and `no_answer` are the no-answer scores. `has_answer` marks answerable questions,
    and `empty` marks empty predictions. Questions with equal no-answer scores are always treated
    alike, whereas the official script may treat them differently. Of equally good thresholds, the
    lowest is returned. If it is best to answer no question, the threshold is 0, or just below the
    lowest no-answer score if that is not positive.
    """
    order = np.argsort(no_answer, kind="stable")
    gained = np.where(has_answer, scores, np.where(empty, 0.0, -1.0))[order]
    reached = np.cumsum(gained) + np.count_nonzero(~has_answer)
    values = no_answer[order]
    last = np.append(values[1:] != values[:-1], True) if len(values) else np.zeros(0, bool)
    best = float(np.count_nonzero(~has_answer))
    threshold = min(0.0, float(np.nextafter(values[0], -np.inf))) if len(values) else 0.0
    candidates = np.flatnonzero(last)
    if len(candidates):
        top = candidates[int(np.argmax(reached[candidates]))]
        if reached[top] > best:
            best, threshold = float(reached[top]), float(values[top])
    return Best(best / max(len(scores), 1), threshold)
