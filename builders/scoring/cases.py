"""Records of rows to read by hand: the texts, the predictions, and a class for each error.

A prediction that is right on the original row and wrong on the renamed row gets the first matching
class of this list (Siro and Ajayi 2023, section 5.3, calls for such an analysis):

- no answer: the prediction is empty;
- boundary: the prediction shares words with a gold answer;
- other entity of the type: the prediction contains the new name of an entity that is not in the
  answer, but has the type of an entity in the answer;
- other entity: the prediction contains the new name of any other entity that is not in the answer;
- old name: the prediction contains a name that was replaced, so the model recalled this name;
- elsewhere: any other wrong prediction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from builders.draws import digest
from builders.errors import FixInputError
from builders.releases.side_by_side import marked, sides
from builders.releases.undo import Gold, undo
from builders.scoring.metrics import score_one, scorer_named
from builders.scoring.normalization import words
from builders.scoring.prediction_records import Record
from builders.scoring.scored import MappedRow
from builders.types import Row

_ANSWER_FIELDS = ("answer", "gold")


def case_of(seen: MappedRow, before: MappedRow | None, scorer: str, gold: Gold) -> Record:
    """Return a record of a row before and after renaming, to be read by hand.

    The record has the texts, the predictions, EM and F1, the edits and the error class. Edited
    words in the passages are in double brackets. `seen` is the renamed row with its prediction, and
    `before` the same row of the original file with its prediction. Without `before`, values that
    depend on it are None. The class is empty unless the prediction is right before and wrong after
    renaming. `scorer` is the name of the scorer. `gold` is "list" if the dataset has a separate
    list of gold answers, and otherwise "answers".
    """
    row, prediction = seen.row, seen.prediction or ""
    try:
        source = undo(row, gold=gold)
        passage = next((marked(side.source), marked(side.renamed))
                       for side in sides(row, gold) if side.field == "context")  # fmt: skip
    except FixInputError:
        source = row.example
        passage = (source.context, source.context)
    used = scorer_named(scorer)
    em, f1 = score_one(used, prediction, row.example.gold_answers)
    record: Record = {
        "id": row.example.id,
        "source_question": source.question,
        "question": row.example.question,
        "source_gold": list(source.gold_answers),
        "gold": list(row.example.gold_answers),
        "source_prediction": None if before is None else before.prediction,
        "prediction": seen.prediction,
        "mapped_back": seen.mapped,
        "source_em": None, "source_f1": None,
        "em": em, "f1": f1,
        "source_margin": None if before is None else before.margin, "margin": seen.margin,
        "has_answer": bool(source.gold_answers), "predicted_empty": not words(prediction),
        "edits": list(dict.fromkeys(f"{each.old} -> {each.new}" for each in row.edits)),
        "types": sorted({each.type for each in row.edits}),
        "class": "",
        "source_passage": passage[0], "passage": passage[1],
    }  # fmt: skip
    if before is not None:
        was, was_f1 = score_one(used, before.prediction or "", before.row.example.gold_answers)
        record |= {"source_em": was, "source_f1": was_f1}
        if was > em:
            record["class"] = error_class(row, prediction, f1)
    return record


def error_class(row: Row, prediction: str, f1: float) -> str:
    """Return the error class of a wrong prediction for a renamed row, for example "boundary".

    The classes are described in the docstring of this module. `f1` is the F1 of the prediction,
    from 0 to 1.
    """
    said = f" {words(prediction)} "
    if not said.strip():
        return "no answer"
    if f1 > 0:
        return "boundary"
    ours = {each.entity for each in row.edits if each.field.split(":")[0] in _ANSWER_FIELDS}
    types = {each.type for each in row.edits if each.entity in ours}
    others = [each for each in row.edits if each.entity not in ours and _holds(said, each.new)]
    if any(each.type in types for each in others):
        return "other entity of the type"
    if others:
        return "other entity"
    if any(_holds(said, each.old) for each in row.edits):
        return "old name"
    return "elsewhere"


def _holds(said: str, name: str) -> bool:
    normal = words(name)
    return bool(normal) and f" {normal} " in said


def less_certain(cases: Iterable[Record], fall: float) -> list[Record]:
    """Return the cases in which a model is right before and after renaming, but less certain after.

    The margin of a prediction is its probability minus that of the second-best candidate. A model
    is less certain if the margin fell by more than `fall`, a number from 0 to 1. The cases with the
    largest falls come first. Cases without margins are left out.
    """
    sure = [
        (case["source_margin"] - case["margin"], case)
        for case in cases
        if case["em"] == case["source_em"] == 1
        and case["margin"] is not None
        and case["source_margin"] is not None
    ]
    fallen = [each for each in sure if each[0] > fall]
    return [case for _, case in sorted(fallen, key=lambda each: -each[0])]


def keyed_sample(cases: Sequence[Record], size: int, key: str) -> list[Record]:
    """Return a random sample of at most `size` cases, in the order of `cases`.

    The cases with the lowest digests of `key`, config, split and id are taken. So the same `key`
    and cases always give the same sample.
    """
    ranked = sorted(
        cases, key=lambda each: digest((key, str(each.get("config")), str(each.get("split")),
                                        str(each["id"]))),
    )  # fmt: skip
    kept = {id(each) for each in ranked[:size]}
    return [each for each in cases if id(each) in kept]
