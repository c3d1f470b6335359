"""Read question answering files, predictions for them, and CSV files about their questions."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import pyarrow as pa

from builders.errors import FixInputError
from builders.experiments.paraphrases import ParaphraseGroup
from builders.scoring.metrics import Floats, Scorer, score_columns, scorer_named
from builders.scoring.prediction_files import read_predictions
from builders.scoring.prediction_records import Record
from builders.scoring.predictions import Faults
from builders.sources import format_table
from builders.types import Example


def read_questions(path: Path, name: str = "squad") -> list[Example]:
    """Read a file in a supported source format; raise FixInputError if it contains no question."""
    found = list(format_table.read(path, format=name, dataset=path.stem))
    if not found:
        raise FixInputError(f"{path}: holds no question")
    return found


def read_answers(path: Path, questions: Sequence[Example]) -> dict[str, str]:
    """Read predictions by question id; questions without a prediction are left out."""
    table = read_predictions(path, pa.array([each.id for each in questions], pa.string()))
    pairs = zip(table.ids.to_pylist(), table.texts.to_pylist(), strict=True)
    return {id_: text for id_, text in pairs if text is not None}


def about(path: Path, predictions: Path | None = None) -> Record:
    """Return the name and the SHA-256 of a file of questions and, if given, of predictions."""
    return {
        what: {"name": place.name, "sha256": sha256(place.read_bytes()).hexdigest()}
        for what, place in (("questions", path), ("predictions", predictions))
        if place is not None
    }


def chosen_scorer(name: str, questions: Sequence[Example]) -> Scorer:
    """Return the scorer with this name, or, if it is empty, the scorer that fits the questions.

    This is the scorer of SQuAD 2.0 if a question has no answer, otherwise that of SQuAD 1.1.
    """
    fitting = "squad" if all(each.gold_answers for each in questions) else "squad2"
    return scorer_named(name or fitting)


def scores_of_all(
    scorer: Scorer, questions: Sequence[Example], answers: Mapping[str, str]
) -> tuple[Floats, Floats]:
    """Return EM and F1 of every question, from 0 to 1; a missing answer scores 0."""
    texts = pa.array([answers.get(each.id) for each in questions], pa.string())
    golds = pa.array([list(each.gold_answers) for each in questions], pa.list_(pa.string()))
    scores = score_columns(scorer, texts, golds)
    return scores.em, scores.f1


def read_column(path: Path, column: str, questions: Sequence[Example]) -> dict[str, str]:
    """Return a column of a CSV file as a mapping from question id to value.

    The ids are in a column `id`. Raises FixManyError listing every malformed line, and
    FixInputError for a missing column or an unreadable file.
    """
    faults = Faults(str(path))
    known = {each.id for each in questions}
    found: dict[str, str] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            if not {"id", column} <= set(reader.fieldnames or ()):
                raise FixInputError(f"{path}: expected the columns id and {column}")
            for number, line in enumerate(reader, 2):
                id_, value = line["id"], (line[column] or "").strip()
                if id_ not in known:
                    faults.add(f"line {number}", "id", f"{id_!r:.60} is no question of the file")
                elif id_ in found or not value:
                    faults.add(f"line {number}", column, f"{id_!r:.60} is there twice or has none")
                else:
                    found[id_] = value
    except (OSError, UnicodeDecodeError) as error:
        raise FixInputError(f"{path}: cannot be read: {error}") from None
    faults.check()
    return found


def groups_of(
    questions: Sequence[Example], originals: Mapping[str, str] | None
) -> list[ParaphraseGroup]:
    """Return groups of questions, each of which is an original question with its paraphrases.

    `originals` maps the ids of paraphrases to those of original questions. Without it, the
    questions of a passage with the same answers form a group, and the first of them is the
    original. Questions without paraphrases are left out. Raises FixInputError if an original is not
    among the questions.
    """
    texts = {each.id: each.question for each in questions}
    keys: dict[str, object] = {each.id: (each.context, each.answers) for each in questions}
    if originals is not None:
        keys = {id_: originals.get(id_, id_) for id_ in texts}
        for original in originals.values():
            if original not in texts:
                raise FixInputError(f"{original!r:.60}: an original that is no question")
    members: dict[object, list[str]] = {}
    for id_, key in keys.items():
        members.setdefault(key, []).append(id_)
    return [
        ParaphraseGroup(
            str(key) if originals is not None else ids[0], {id_: texts[id_] for id_ in ids}
        )
        for key, ids in members.items() if len(ids) > 1
    ]  # fmt: skip
