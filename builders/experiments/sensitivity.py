"""Over-sensitivity of a model to the wording of questions (Tang et al. 2021, section 3.3).

The measure is DPR, the share of paraphrases that are answered differently from the original
question. It is computed for all paraphrases, by similarity to the original, and by class of
paraphrase. Of the classes in the paper's table 9, a rule can recognize two: WR has the same words
in another order, and RF differs only in function words. All other classes need a human annotator.
`selection` returns a subset of questions that a model answers inconsistently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np

from builders.errors import FixInputError
from builders.experiments.paraphrases import (
    ParaphraseGroup,
    Rate,
    by_similarity,
    correlation,
    pairs_of,
    rate,
)
from builders.scoring.normalization import lenient_words
from builders.scoring.prediction_records import Record

_FUNCTION_WORDS: Final = Path(__file__).parent / "function_words.txt"
REORDERED, FUNCTION, OTHER = "WR", "RF", "other"


@lru_cache(maxsize=1)
def _function_words() -> frozenset[str]:
    lines = _FUNCTION_WORDS.read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def paraphrase_class(one: str, other: str) -> str:
    """Return the class of the paraphrase `other` of the question `one`.

    It is "WR" if only the order of words differs, "RF" if only function words differ, and "other"
    for all other paraphrases.
    """
    words, others = (Counter(lenient_words(each).split()) for each in (one, other))
    if words == others:
        return REORDERED
    differing = (words - others) + (others - words)
    return FUNCTION if set(differing) <= _function_words() else OTHER


def sensitivity(groups: Sequence[ParaphraseGroup], answers: Mapping[str, str]) -> Record:
    """Return how often paraphrases of a question are answered differently, in percent.

    The result has these keys:

    - `groups`: the number of questions that have paraphrases.
    - `dpr`: the different prediction ratio, which is the share of all paraphrases that are answered
      differently from the original question.
    - `buckets`: that ratio for pairs of questions of a similarity from `from` to `to`.
    - `spearman`: Spearman's correlation between the similarity of the two questions and whether
      their answers differ.
    - `classes`: that ratio for each class of paraphrase: WR (other order of words), RF (other
      function words) or other.

    Raises FixInputError if no question has a paraphrase.
    """
    if not groups:
        raise FixInputError("no question has a paraphrase; give --groups")
    pairs = pairs_of(groups, answers)
    classes = np.array([
        paraphrase_class(group.questions[group.original], text)
        for group in groups for id_, text in group.questions.items() if id_ != group.original
    ])  # fmt: skip
    related = correlation(pairs, ("sensitivity",))
    return {
        "groups": len(groups),
        "dpr": _record(rate(pairs.differs)),
        "buckets": [
            {"from": each.low, "to": each.high, **_record(each.rate)}
            for each in by_similarity(pairs)
        ],
        "spearman": {
            "value": related.value,
            "low": related.interval.low if related.interval else None,
            "high": related.interval.high if related.interval else None,
        },
        "classes": {
            name: _record(rate(pairs.differs[classes == name]))
            for name in (REORDERED, FUNCTION, OTHER)
        },
    }


def selection(groups: Sequence[ParaphraseGroup], answers: Mapping[str, str]) -> list[str]:
    """Return the ids of the questions in all groups in which a paraphrase changes the answer.

    A group is a question with its paraphrases. Tang et al. made their subset in the same way. Such
    a subset is hard by construction for the model whose answers were used.
    """
    chosen: list[str] = []
    for group in groups:
        if pairs_of([group], answers).differs.any():
            chosen += group.questions
    return chosen


def _record(found: Rate) -> Record:
    return {
        "n": found.n,
        "share": None if found.share is None else 100 * found.share,
        "low": 100 * found.interval.low if found.interval else None,
        "high": 100 * found.interval.high if found.interval else None,
    }
