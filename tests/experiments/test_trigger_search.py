"""`renamer experiment triggers`: the one name that breaks a model is found, and no other."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from person_questions import RECIPE, Reader, drawing
from stage_record import StageRecord
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError
from builders.experiments.trigger_search import search_model
from builders.experiments.triggers import Search
from builders.releases.recipe import Recipe
from builders.stages.ingredients import frequent_first_names

NAMES = sorted({*frequent_first_names("us-names", 199, None), "Zed"})


def is_zed(name: str) -> bool:
    return name.startswith("Zed ")


def test_the_one_name_of_200_that_always_fails_comes_first(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    model = Reader(is_zed)
    report = search_model(
        RECIPE, model, NAMES, search=Search(batch=20, iterations=60),
        drawing=drawing(tmp_path, 1), tell=lambda *cost: told.append(cost),
    )  # fmt: skip
    (found,) = report.searches
    first, second = found["top"][:2]
    assert first["name"] == "Zed"
    assert first["held_out_drop"]["mean"] == 100
    assert first["held_out_drop"]["low"] > 0 == second["held_out_drop"]["mean"]
    assert told == [("Stones", 20 * 20 * 60 + 10 * 64 + 64)]
    assert found["n"] == 64 > first["held_out_drop"]["n"]
    assert json.loads(report.to_json())["searches"][0]["original_f1"] == 100


def test_a_reader_has_no_trigger(tmp_path: Path) -> None:
    report = search_model(
        RECIPE, Reader(lambda name: False), NAMES[:30],
        search=Search(batch=10, iterations=5), drawing=drawing(tmp_path, 1),
    )  # fmt: skip
    drop = report.searches[0]["held_out_drop"]
    assert drop["mean"] == drop["low"] == drop["high"] == 0


def test_its_bar_is_full_although_the_search_ends_early(tmp_path: Path) -> None:
    stages = StageRecord()
    search = Search(batch=10, iterations=60, unchanged=1)
    report = search_model(
        RECIPE, Reader(is_zed), NAMES[-12:], search=search, drawing=drawing(tmp_path, 1),
        reporter=stages,
    )  # fmt: skip
    assert report.searches[0]["iterations"] < 60
    most = 10 * 10 * 60 + 10 * 64 + 64
    assert stages.totals == stages.done == {"Reading Stones": 64, "Asking Stones": most}


def test_a_recipe_without_persons_is_refused(tmp_path: Path) -> None:
    places = RECIPE.text.replace('types = ["PER"]', 'types = ["GPE"]', 1)
    recipe = Recipe.parse(places.replace('"us-names"', '"places"'))
    with pytest.raises(FixInputError, match="makes no file of type PER"):
        search_model(recipe, Reader(is_zed), NAMES, search=Search(), drawing=drawing(tmp_path, 1))


MODEL = """
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    print(json.dumps({"id": row["id"], "prediction_text": row["context"].split()[0]}))
"""


def test_the_verb_says_the_cost_first(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")
    arguments = ["experiment", "triggers", "demo", "--dataset", "DemoMRQA", "--most", "20",
                 "--batch", "5", "--iterations", "2", "--json", str(tmp_path / "found.json"),
                 "--command", f"{sys.executable} {tmp_path / 'model.py'}"]  # fmt: skip
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert "DemoMRQA: asks the model at most" in result.stderr
    assert "together" in result.stdout
    assert json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["search"]["batch"] == 5
