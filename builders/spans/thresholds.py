"""How probable a name in an answer must be to be renamed (thresholds.toml)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

from builders.toml_file import read_toml
from builders.type_table import AnswerEntityType

TABLE: Final[dict[str, Any]] = read_toml(Path(__file__).with_name("thresholds.toml"))


def is_probable(kind: AnswerEntityType, score: float, asked: float | None, whole: bool) -> bool:
    """Return whether a name in an answer is probable enough to be an answer entity of a type.

    `score` is the probability that a recognizer gives it, and `asked` the probability that the
    question asks for something of this type, or None if that is unknown. `whole` tells whether the
    name is the whole answer or one item of a list, and not only a part of another name.
    """
    if asked is not None and whole:
        return together(kind, score, asked) >= float(TABLE["together"]["least"])
    least = TABLE["least"][kind] if asked is None or asked >= TABLE["part"]["least"] else math.inf
    return score >= float(least)


def together(kind: AnswerEntityType, score: float, asked: float) -> float:
    """Return the probability of a name of this type that is the whole answer to a question."""
    weights = TABLE["together"]
    total = weights["bias"][kind] + weights["mention"] * logit(score)
    return 1.0 / (1.0 + math.exp(-total - weights["question"] * logit(asked, least=0.001)))


def logit(chance: float, least: float = 0.005) -> float:
    """Return the log-odds of a probability, at least those of `least`."""
    bounded = min(max(chance, least), 1 - least)
    return math.log(bounded / (1 - bounded))
