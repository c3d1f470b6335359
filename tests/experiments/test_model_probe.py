"""`renamer probe` with a model in the loop: the figures of a built release, nothing written."""

from __future__ import annotations

import json
import re
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError, FixRecipeError
from builders.experiments import model_probe
from builders.experiments.asking import in_bounds
from builders.experiments.model_probe import probe_model
from builders.experiments.probe import Probe, probe
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.scoring.predicting import Question, predict
from builders.scoring.predictions import Prediction
from builders.stages.renamings import RenamingOptions

ONLY = "DemoMRQA/PER/*"
RENAMINGS = 4


NAME = re.compile(r"[A-Z]\w+(?: [A-Z]\w+)+")


class Guesser:
    """Answers with some name of the passage; which one depends on how long the passage is."""

    fingerprint = "a guesser"

    def __init__(self) -> None:
        self.asked = 0

    def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        self.asked += len(questions)
        for question in reversed(questions):
            names = [*NAME.findall(question.context), ""]
            yield Prediction(question.id, names[len(question.context) % 3 % len(names)])


def streamed(count: int = RENAMINGS, only: str = ONLY) -> Probe:
    return probe_model(Recipe.read("demo"), Guesser(), RenamingOptions(count, only=only))


def test_the_same_figures_as_of_a_release_and_its_predictions(tmp_path: Path) -> None:
    release = build(Recipe.read("demo"), tmp_path / "release", Options(seeds=RENAMINGS, only=ONLY))
    predict(release, tmp_path / "predictions", Guesser())
    built = probe(release, tmp_path / "predictions")
    found = {each["config"]: each for each in streamed().cells}
    assert found == {each["config"]: each for each in built.cells}
    french = found["DemoMRQA-PER-French"]
    assert french["worst_em"] < french["random_em"] < french["best_em"]


def test_each_distinct_text_is_asked_once_and_nothing_is_left(tmp_path: Path) -> None:
    model = Guesser()
    found = probe_model(
        Recipe.read("demo"), model, RenamingOptions(RENAMINGS, only="DemoMRQA/PER/DBName/*")
    )
    (cell,) = found.cells
    assert cell["renamings"] == RENAMINGS
    assert cell["n"] < model.asked <= cell["n"] * (RENAMINGS + 1)
    assert found.to_json() == streamed(only="DemoMRQA/PER/DBName/*").to_json()
    assert found.model["name"] == "a guesser"


@pytest.mark.slow
def test_memory_hardly_grows_with_the_renamings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_probe, "in_bounds", partial(in_bounds, most=200))

    def peak(count: int) -> int:
        streamed(1, "DemoMRQA/PER/DBName/*")  # what is loaded once
        tracemalloc.start()
        streamed(count, "DemoMRQA/PER/DBName/*")
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    # Kept in memory, the texts of a hundred more renamings of 37 rows would be some 4.5 MB.
    assert peak(120) - peak(20) < 2_000_000


def test_a_model_that_answers_nothing_is_one_line() -> None:
    class Silent:
        fingerprint = "silent"

        def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
            return iter(())

    with pytest.raises(FixInputError, match=r"silent: .* were not answered"):
        probe_model(Recipe.read("demo"), Silent(), RenamingOptions(2, only=ONLY))


def test_a_recipe_without_entity_renaming_has_nothing_to_draw() -> None:
    with pytest.raises(FixRecipeError, match="nothing to draw anew"):
        probe_model(Recipe.read("afrisquad2"), Guesser(), RenamingOptions(2))


MODEL = """
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(json.dumps({"id": row["id"], "prediction_text": row["context"].split()[0]}))
"""


def test_the_verb_asks_a_command(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")
    arguments = ["probe", "demo", "--renamings", "3", "--only", "DemoMRQA/PER/French/*",
                 "--command", f"{sys.executable} {tmp_path / 'model.py'}",
                 "--json", str(tmp_path / "probe.json")]  # fmt: skip
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert "Worst and best renaming, EM" in result.output
    found = json.loads((tmp_path / "probe.json").read_text(encoding="utf-8"))
    assert found["release"]["manifest"] is None
    (cell,) = found["cells"]
    assert (cell["config"], cell["renamings"]) == ("DemoMRQA-PER-French", 3)


def test_predictions_and_a_model_are_not_asked_together(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["probe", "x", str(tmp_path), "--command", "cat"])
    assert isinstance(result.exception, FixInputError)
    assert "not both" in str(result.exception)
