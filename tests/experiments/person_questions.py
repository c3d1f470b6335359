"""A source of questions about persons that a few lines can answer, and models that do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from builders.releases.recipe import Recipe
from builders.scoring.predicting import Question
from builders.scoring.predictions import Candidate, Prediction
from builders.stages.renamings import RenamingOptions
from builders.types import TypedSpan

_FIRST = ("Ada", "Otto", "Ingrid", "Paul", "Vera", "Karl", "Nina", "Hugo")
_LAST = ("Quist", "Holm", "Berg", "Lund", "Falk", "Dahl", "Strand", "Ek")
_PERSON = re.compile(r"\b[A-Z]\w+ [A-Z]\w+(?= counted)")


class Persons:
    """Recognizes whoever counted something."""

    fingerprint = "whoever counted"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        for text in texts:
            found = _PERSON.finditer(text)
            yield tuple(TypedSpan(each.start(), each.end(), "PERSON") for each in found)


def source(folder: Path, rows: int = 64) -> Path:
    """Write a SQuAD file: who counted so many stones?"""
    paragraphs = []
    for number in range(rows):
        name = f"{_FIRST[number % 8]} {_LAST[number // 8 % 8]}"
        context = f"On that day {name} counted {number} stones by the river."
        answers = [{"text": name, "answer_start": context.index(name)}]
        paragraphs.append({"context": context, "qas": [
            {"id": f"q{number}", "question": f"who counted {number} stones?", "answers": answers}
        ]})  # fmt: skip
    path = folder / "persons.json"
    text = json.dumps({"version": "1.1", "data": [{"title": "Stones", "paragraphs": paragraphs}]})
    path.write_text(text, encoding="utf-8")
    return path


RECIPE = Recipe.parse("""
name = "persons"
version = "1.0.0"
title = "Persons"
[[sources]]
name = "Stones"
format = "squad"
[entity_renaming]
sources = ["Stones"]
types = ["PER"]
[entity_renaming.perturbations.DBName]
kind = "collections"
collections = ["us-names"]
""")


def drawing(folder: Path, count: int) -> RenamingOptions:
    return RenamingOptions(count, {"Stones": source(folder)}, Persons())


class Reader:
    """Answers with whoever counted, or with "stones" where `fails` says so of the name.

    It is surer when it is right.
    """

    def __init__(self, fails: Callable[[str], bool], *, candidates: bool = True) -> None:
        self.fingerprint = f"a reader {candidates}"
        self._fails = fails
        self._candidates = candidates

    def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        for question in questions:
            found = _PERSON.search(question.context)
            assert found is not None, question
            name = found[0]
            wrong = self._fails(name)
            listed = (
                Candidate(name, 0.4 if wrong else 0.9),
                Candidate("stones", 0.5 if wrong else 0.05),
            )
            text = "stones" if wrong else name
            yield Prediction(question.id, text, candidates=listed if self._candidates else ())
