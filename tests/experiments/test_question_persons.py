"""The recipe wn-squad: persons of questions get names that the training data does not hold."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

sys.path.append(str(Path(__file__).parents[1] / "scoring"))

from stub_models import reader, write_predictions

from builders.cli.main import app
from builders.pipeline import Options, build
from builders.releases.left_out import read_left_out
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest, rows_of
from builders.spans.answer_entities import NOT_ASKED
from builders.verification.verify import verify
from name_collections import store

CONTEXT = (
    "Ada Quist opened the harbour of Lima in 1902. Otto Falk paid for it, and Quist thanked him. "
    "Thorvald came in 1910."
)
QUESTIONS = {
    "both": ("When did Ada Quist open the harbour?", "1902"),
    "answered": ("Whom did Quist thank?", "Otto Falk"),
    "nobody": ("Who paid for the harbour?", "Otto Falk"),
    "lone": ("When did Thorvald come?", "1910"),
}
TRAINING = "Mary and James Smith met a rose in the street. JOHNSON was there."
CONFIG = "SQuAD-PER-UnseenName"
FILE = "data/SQuAD/PER/UnseenName/seed0.parquet"


def squad(folder: Path, context: str, questions: dict[str, tuple[str, str]]) -> Path:
    folder.mkdir(exist_ok=True)
    qas = [
        {"id": id_, "question": question,
         "answers": [{"text": answer, "answer_start": context.index(answer)}]}
        for id_, (question, answer) in questions.items()
    ]  # fmt: skip
    paragraphs = [{"context": context, "qas": qas}]
    path = folder / "questions.json"
    path.write_text(json.dumps({"version": "1.1", "data": [
        {"title": "Harbours", "paragraphs": paragraphs}
    ]}))  # fmt: skip
    return path


def run(*words: object) -> str:
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    training = squad(folder / "train", TRAINING, {"t": ("Who met a rose?", "James Smith")})
    run("names", "seen", training, "--out", folder)
    return folder


@pytest.fixture(scope="module")
def release(names: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wn")
    source = squad(folder / "dev", CONTEXT, QUESTIONS)
    return build(
        Recipe.read("wn-squad"),
        folder / "release",
        Options({"SQuAD": source}, names=names, seeds=4),
    )


def test_what_training_data_holds_is_a_collection(names: Path) -> None:
    seen = {name.text for name in store.load("seen-in-training", names).names}
    assert {"Mary", "James", "Smith", "Johnson"} <= seen
    assert not {"Rose", "Ada", "Street"} & seen
    (provenance,) = store.load("seen-in-training", names).provenance
    assert provenance.url == "file:questions.json"


def test_whom_the_question_names_is_renamed_everywhere_and_nobody_else(release: Path) -> None:
    assert not verify(release).findings
    rows = {row.example.id: row for row in rows_of(release, FILE)}
    assert rows.keys() == {"both", "answered", "lone"}
    for id_ in ("both", "answered"):
        row = rows[id_]
        assert "Quist" not in row.example.context + row.example.question
        assert "Otto Falk" in row.example.context
        assert "Lima" in row.example.context
    assert rows["answered"].example.gold_answers == ("Otto Falk",)
    assert {edit.type for edit in rows["both"].edits} == {"FIRST_FEMALE", "LAST"}


def test_a_name_of_one_word_is_a_last_name(release: Path) -> None:
    rows = {row.example.id: row for row in rows_of(release, FILE)}
    assert {edit.type for edit in rows["lone"].edits} == {"LAST"}
    assert {edit.old for edit in rows["lone"].edits} == {"Thorvald"}


def test_seen_names_are_not_drawn_and_are_on_record(release: Path, names: Path) -> None:
    seen = {name.text for name in store.load("seen-in-training", names).names}
    drawn = {
        edit.new
        for seed in range(4)
        for row in rows_of(release, f"data/SQuAD/PER/UnseenName/seed{seed}.parquet")
        for edit in row.edits
    }
    assert len(drawn) > 4
    assert not drawn & seen
    assert "seen-in-training" in {each.name for each in read_manifest(release).collections}


def test_questions_that_name_nobody_are_left_out_with_the_reason(release: Path) -> None:
    left = {one.id: one.reason for one in read_left_out(release)}
    assert left == {"nobody": NOT_ASKED}


def test_worst_and_best_rows_are_a_release(release: Path, tmp_path: Path) -> None:
    predictions = write_predictions(release, tmp_path / "model", reader, (CONFIG,))
    run("probe", release, predictions, "--out", tmp_path / "picked")
    assert not verify(tmp_path / "picked").findings
    configs = {each.name for each in read_manifest(tmp_path / "picked").configs}
    assert {f"{CONFIG}-WN-worst", f"{CONFIG}-WN-best"} <= configs


def test_it_is_probed_with_a_model_in_the_loop(release: Path, names: Path, tmp_path: Path) -> None:
    source = squad(tmp_path / "dev", CONTEXT, QUESTIONS)
    model = tmp_path / "model.py"
    model.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    row = json.loads(line)\n"
        "    print(json.dumps({'id': row['id'], 'prediction_text': '1902'}))\n"
    )
    run(
        "probe", "wn-squad", "--source", f"SQuAD={source}", "--names", names, "--renamings", 3,
        "--command", f"{sys.executable} {model}", "--json", tmp_path / "probe.json",
    )  # fmt: skip
    (cell,) = json.loads((tmp_path / "probe.json").read_text())["cells"]
    assert (cell["config"], cell["n"], cell["renamings"]) == (CONFIG, 3, 3)
    assert cell["stability"] == 100
