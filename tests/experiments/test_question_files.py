"""`renamer experiment paraphrases`, `traps` and `domains`: worked by hand, and as verbs."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import ChooseKnownError, FixInputError, FixManyError
from builders.experiments.paraphrases import ParaphraseGroup
from builders.experiments.sensitivity import paraphrase_class, selection, sensitivity
from builders.experiments.traps import find_traps
from builders.types import Answer, Example, TypedSpan

PASSAGE = "Ada Quist wrote the book. Otto Berg sold the old book in Lima. Vera Falk left."
NAMES = ("Ada Quist", "Otto Berg", "Vera Falk")


def example(question: str, answer: str, id_: str = "q", context: str = PASSAGE) -> Example:
    answers = (Answer(answer, context.index(answer)),)
    return Example(id_, "D", "", question, context, answers, (answer,))


def spans(context: str, names: tuple[str, ...] = NAMES) -> tuple[TypedSpan, ...]:
    return tuple(TypedSpan(context.index(name), context.index(name) + len(name), "PERSON")
                 for name in names)  # fmt: skip


def test_the_trap_is_the_name_whose_sentence_is_most_like_the_question() -> None:
    (trap,) = find_traps([example("who wrote the old book?", "Ada Quist")],
                         {PASSAGE: spans(PASSAGE)})  # fmt: skip
    assert (trap.text, trap.type) == ("Otto Berg", "PERSON")
    assert trap.sentence == "Otto Berg sold the old book in Lima."
    assert 0 < trap.similarity < 1


@pytest.mark.parametrize(
    "context",
    [
        "Ada Quist wrote the book. It sold well.",  # no other name
        "Ada Quist wrote the book for Otto Berg.",  # the other one stands in the answer's sentence
        "Ada Quist wrote it. Al A. Bo B. Cy C. Di D.",  # k names or more
    ],
)
def test_no_trap(context: str) -> None:
    names = tuple(name for name in (*NAMES, "Al", "Bo", "Cy", "Di") if f"{name} " in f"{context} "
                  or name in context)  # fmt: skip
    asked = example("who wrote the book?", "Ada Quist", context=context)
    assert not find_traps([asked], {context: spans(context, names)})


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Who wrote it first?", "Who first wrote it?", "WR"),
        ("In which year was it?", "What year is it?", "RF"),
        ("Who wrote it?", "Who is the author of it?", "other"),
    ],
)
def test_classes_that_words_tell(one: str, other: str, kind: str) -> None:
    assert paraphrase_class(one, other) == kind


def test_dpr_by_class_and_what_a_model_s_change_selects() -> None:
    groups = [
        ParaphraseGroup(
            "a", {"a": "who wrote it first", "a1": "who first wrote it", "a2": "its author"}
        ),
        ParaphraseGroup("b", {"b": "when was it", "b1": "when is it"}),
    ]
    answers = {"a": "Ada", "a1": "Ada.", "a2": "Otto", "b": "1999", "b1": "1999"}
    found = sensitivity(groups, answers)
    assert (found["dpr"]["n"], found["groups"]) == (3, 2)
    assert found["dpr"]["share"] == pytest.approx(100 / 3)
    assert {name: (each["n"], each["share"]) for name, each in found["classes"].items()} == {
        "WR": (1, 0), "RF": (1, 0), "other": (1, 100),
    }  # fmt: skip
    assert sum(each["n"] for each in found["buckets"]) == 3
    assert selection(groups, answers) == ["a", "a1", "a2"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Write 40 passages with a question each and, in one of two, its paraphrase."""
    paragraphs = []
    for number in range(40):
        context = f"{PASSAGE} Day {number}."
        answers = [{"text": "Ada Quist", "answer_start": 0}]
        qas: list[Any] = [{"id": f"q{number}", "question": "who wrote the book?",
                           "answers": answers}]  # fmt: skip
        if number % 2:
            qas.append({"id": f"p{number}", "question": "the book was by whom?",
                        "answers": answers})  # fmt: skip
        paragraphs.append({"context": context, "qas": qas})
    place = tmp_path / "questions.json"
    value = {"version": "1.1", "data": [{"title": "T", "paragraphs": paragraphs}]}
    place.write_text(json.dumps(value), encoding="utf-8")
    return place


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    """Write what a model says that falls for the trap in one of four questions."""
    made = {f"q{n}": "Otto Berg" if n % 4 == 0 else "Ada Quist" for n in range(40)}
    made |= {f"p{n}": "Otto Berg" if n % 4 == 1 else "Ada Quist" for n in range(1, 40, 2)}
    place = tmp_path / "predictions.json"
    place.write_text(json.dumps(made), encoding="utf-8")
    return place


def run(verb: str, *arguments: object) -> str:
    result = CliRunner().invoke(
        app, ["experiment", verb, *map(str, arguments)], env={"COLUMNS": "200"},
        catch_exceptions=False,
    )  # fmt: skip
    assert result.exit_code == 0, result.output
    return result.stdout


def test_paraphrases_as_a_verb(file: Path, predictions: Path, tmp_path: Path) -> None:
    place, chosen = tmp_path / "dpr.json", tmp_path / "chosen.json"
    shown = run("paraphrases", file, predictions, "--json", place, "--select", chosen)
    found = json.loads(place.read_text(encoding="utf-8"))
    assert (found["groups"], found["dpr"]["share"]) == (20, 50)
    assert found["dpr"]["low"] < 50 < found["dpr"]["high"]
    selected = json.loads(chosen.read_text(encoding="utf-8"))
    assert len(selected["ids"]) == 20
    assert len(selected["predictions"]["sha256"]) == len(selected["questions"]["sha256"]) == 64
    assert "DPR" in shown
    groups = tmp_path / "groups.csv"
    groups.write_text("id,original\np1,q1\np3,q3\n", encoding="utf-8")
    run("paraphrases", file, predictions, "--groups", groups, "--json", place)
    assert json.loads(place.read_text(encoding="utf-8"))["dpr"]["n"] == 2
    groups.write_text("id,original\nnowhere,q1\np3,\n", encoding="utf-8")
    with pytest.raises(FixManyError, match=r"nowhere[\s\S]*line 3"):
        run("paraphrases", file, predictions, "--groups", groups)


def test_traps_as_a_verb_with_today_s_recognizer(
    file: Path, predictions: Path, tmp_path: Path
) -> None:
    place, sheet = tmp_path / "traps.json", tmp_path / "traps.csv"
    run("traps", file, predictions, "--json", place, "--sheet", sheet)
    found = json.loads(place.read_text(encoding="utf-8"))
    assert found["n"] == 60
    assert (found["wrong"], found["trapped_n"], found["trapped"]) == (20, 20, 100)
    assert sum(each["n"] for each in found["buckets"]) == 60
    lines = list(csv.DictReader(sheet.read_text(encoding="utf-8").splitlines()))
    assert len(lines) == 60
    assert {line["trap"] for line in lines} == {"Otto Berg"}
    assert lines[0]["new_question"] == ""
    with pytest.raises(FixInputError, match="give predictions"):
        run("traps", file)


def test_domains_as_a_verb(file: Path, predictions: Path, tmp_path: Path) -> None:
    labels, place = tmp_path / "domains.csv", tmp_path / "found.json"
    lines = [f"q{n},{'news' if n % 4 else 'law'}" for n in range(40)]
    labels.write_text("\n".join(["id,domain", *lines]), encoding="utf-8")
    run("domains", file, predictions, "--domains", labels, "--in", "news", "--json", place)
    found = json.loads(place.read_text(encoding="utf-8"))
    scores = {each["domain"]: (each["inside"], each["n"], each["em"]) for each in found["domains"]}
    assert scores == {"news": (True, 30, 100), "law": (False, 10, 0)}
    assert found["gap"]["em"] == 100
    assert found["gap"]["low_em"] is None  # ten passages are too few
    assert found["unlabelled"] == 20
    with pytest.raises(ChooseKnownError, match="sport"):
        run("domains", file, predictions, "--domains", labels, "--in", "sport")
