"""Over-stability: does a model choose a wrong name in a sentence worded like the question?

Tang et al. 2021 ask this in section 2.2 and figure 2. Such a wrong name is here called a trap: it
has the type of the answer (a person, for example), but is not an answer, and its sentence contains
no answer. If a passage has several such names, the trap is the one whose sentence, without the
name, is most similar to the question (F1 of characters). The passage must have more than one and
fewer than k names of the type, including the answer. The paper does not give k; here it is 5. In
the paper, experts then write new questions for some traps. `renamer experiment traps --sheet`
prepares a table for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from builders.errors import FixInputError
from builders.experiments.paraphrases import BUCKETS, correlated, similarity
from builders.scoring.metrics import Floats, Scorer
from builders.scoring.prediction_records import Record
from builders.scoring.uncertainty import clustered
from builders.text import fold_key
from builders.types import Example, TypedSpan

MOST: Final = 5
"""The k of Tang et al.: passages with k or more names of the answer's type are left out."""

_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[\"'“(]?[A-Z0-9])|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class Trap:
    """A name in a passage that is a likely wrong answer to a question about it."""

    id: str
    """The id of the question."""
    type: str
    """The entity type of the answer and of the name."""
    text: str
    """The name."""
    sentence: str
    """The sentence with the name."""
    similarity: float
    """How similar the question is to that sentence without the name, from 0 to 1."""


def find_traps(
    questions: Sequence[Example], found: Mapping[str, Sequence[TypedSpan]]
) -> list[Trap]:
    """Return the traps of the questions, which are likely wrong answers in their passages.

    A question has one trap or none. `found` maps each passage to the names in it.
    """
    traps = (_trap(each, found[each.context]) for each in questions)
    return [trap for trap in traps if trap is not None]


def _trap(example: Example, names: Sequence[TypedSpan]) -> Trap | None:
    answers = [(each.start, each.start + len(each.text)) for each in example.answers
               if each.start is not None]  # fmt: skip
    answered = [name for name in names if any(_meet(name, *each) for each in answers)]
    if not answered:
        return None
    kind, text = answered[0].type, example.context
    right = {fold_key(text[each.start : each.end]) for each in answered}
    right |= {fold_key(each) for each in example.gold_answers}
    of_type = {fold_key(text[each.start : each.end]) for each in names if each.type == kind}
    if not 1 < len(of_type) < MOST:
        return None
    best: Trap | None = None
    for start, end in _sentences(text):
        if any(low < end and start < high for low, high in answers):
            continue
        for name in names:
            own = text[name.start : name.end]
            if name.type != kind or not start <= name.start < end or fold_key(own) in right:
                continue
            rest = f"{text[start : name.start]} {text[name.end : end]}"
            alike = similarity(example.question, rest)
            if best is None or alike > best.similarity:
                best = Trap(example.id, kind, own, text[start:end].strip(), alike)
    return best


def _meet(name: TypedSpan, start: int, end: int) -> bool:
    return name.start < end and start < name.end


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for cut in _SENTENCE.finditer(text):
        yield start, cut.start()
        start = cut.end()
    yield start, len(text)


def over_stability(
    questions: Sequence[Example],
    traps: Sequence[Trap],
    answers: Mapping[str, str],
    scorer: Scorer,
    scores: tuple[Floats, Floats],
) -> Record:
    """Return the scores of questions with a trap, and how many wrong answers contain the trap.

    A trap is a likely wrong answer. `scores` are EM and F1 of all questions. The result has
    these keys:

    - `n`, `f1`, `scorer`: the number of traps, the F1 of their questions in percent, the
      scorer.
    - `buckets`: a list with the `n` and `f1` of the questions whose similarity to the trap
      is from `low` to `high`. The confidence interval of `f1` is `f1_low` to `f1_high`.
    - `spearman`: the correlation of similarity and F1 (negative in Tang et al. 2021).
    - `wrong`: the number of answers that are not empty and have an F1 of 0.
    - `trapped_n`, `trapped`: how many of these answers contain the trap, and in percent.

    Raises FixInputError if no question has a trap.
    """
    if not traps:
        raise FixInputError("no question has a trap: another name of its answer's type elsewhere")
    places = {each.id: at for at, each in enumerate(questions)}
    rows = np.array([places[trap.id] for trap in traps])
    passages = {each.context: number for number, each in enumerate(questions)}
    clusters = np.array([passages[questions[row].context] for row in rows])
    f1, alike = scores[1][rows], np.array([trap.similarity for trap in traps])
    wrong = [trap for trap, score in zip(traps, f1.tolist(), strict=True)
             if score == 0 and answers.get(trap.id)]  # fmt: skip
    trapped = sum(scorer.normalize(each.text) in scorer.normalize(answers[each.id])
                  for each in wrong)  # fmt: skip
    related = correlated(alike, f1, clusters, ("traps",))
    return {
        "n": len(traps), "f1": 100 * float(f1.mean()), "scorer": scorer.name,
        "buckets": list(_buckets(alike, f1, clusters)),
        "spearman": {"value": related.value,
                     "low": related.interval.low if related.interval else None,
                     "high": related.interval.high if related.interval else None},
        "wrong": len(wrong), "trapped_n": trapped,
        "trapped": 100 * trapped / len(wrong) if wrong else None,
    }  # fmt: skip


def _buckets(alike: Floats, f1: Floats, clusters: np.ndarray) -> Iterator[Record]:
    bins = np.minimum(np.floor(np.round(alike * BUCKETS, 9)), BUCKETS - 1)
    for at in range(BUCKETS):
        inside = bins == at
        record: Record = {"low": at / BUCKETS, "high": (at + 1) / BUCKETS, "n": int(inside.sum()),
                          "f1": None, "f1_low": None, "f1_high": None}  # fmt: skip
        if inside.any():
            _, own = np.unique(clusters[inside], return_inverse=True)
            found = clustered(f1[inside], own)
            record["f1"] = 100 * found.mean
            if found.interval is not None:
                record |= {"f1_low": 100 * found.interval.low, "f1_high": 100 * found.interval.high}
        yield record


def sheet(questions: Sequence[Example], traps: Sequence[Trap]) -> list[Record]:
    """Return one record per trap, for a table in which experts write new questions.

    A trap is a name that is a likely wrong answer to a question. The experts fill in
    `new_question`, which resembles the sentence with the trap, and `new_answer`, which must
    have the same type as the old answer.
    """
    by_id = {each.id: each for each in questions}
    return [
        {"id": trap.id, "question": by_id[trap.id].question,
         "answer": next(iter(by_id[trap.id].gold_answers), ""), "type": trap.type,
         "trap": trap.text, "sentence": trap.sentence, "similarity": round(trap.similarity, 3),
         "new_question": "", "new_answer": "", "note": ""}
        for trap in sorted(traps, key=lambda each: (-each.similarity, each.id))
    ]  # fmt: skip
