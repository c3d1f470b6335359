"""`renamer experiment resemble`: who helps, who cannot, and what nothing may be fitted on."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from person_questions import RECIPE, Reader, drawing
from stage_record import StageRecord
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError
from builders.experiments.resemble_model import ResembleSettings, canonical_names, resemble_model

KNOWN = {names[key] for _, names in canonical_names() for key in names if key != "LAST"}


def is_rare(name: str) -> bool:
    """Return whether a model that knows canonical names alone fails on this one."""
    return name.split(maxsplit=1)[0] not in KNOWN


def found(folder: Path, fails: Callable[[str], bool], **model: bool) -> list[dict[str, Any]]:
    report = resemble_model(RECIPE, Reader(fails, **model), drawing=drawing(folder, 5))
    (cell,) = json.loads(report.to_json())["cells"]
    assert cell["n"] + cell["validation_n"] == 64
    systems: list[dict[str, Any]] = cell["systems"]
    return systems


def test_a_model_wrong_for_rare_names_recovers(tmp_path: Path) -> None:
    base, one, three = found(tmp_path, is_rare)
    assert base["worst"] < 20
    assert (one["system"], three["system"]) == ("RESEMBLE, M = 1", "RESEMBLE, M = 3")
    assert one["worst"] == three["worst"] == three["own_worst"] == 100
    assert three["gain_low"] > 0
    assert len(one["names"]) == 1 and one["temperature"] >= 0.25


def test_a_model_that_ignores_names_is_left_as_it_is(tmp_path: Path) -> None:
    base, *others = found(tmp_path, lambda name: False)
    for system in others:
        for what in ("original", "worst", "best", "own_worst", "random"):
            assert system[what] == base[what] == 100
        assert system["gain"] == system["gain_low"] == system["gain_high"] == 0


def test_without_probabilities_there_is_a_vote_called_so(tmp_path: Path) -> None:
    _, one, three = found(tmp_path, is_rare, candidates=False)
    assert (one["system"], three["system"]) == ("majority vote, M = 1", "majority vote, M = 3")
    assert one["worst"] < 20  # of two the original's counts
    assert three["worst"] == 100
    assert three["temperature"] is None


def test_a_model_trained_on_renamed_data_is_the_other_remedy(tmp_path: Path) -> None:
    stages = StageRecord()
    report = resemble_model(
        RECIPE, Reader(is_rare), trained=Reader(lambda name: name.startswith("John ")),
        drawing=drawing(tmp_path, 5), reporter=stages,
    )  # fmt: skip
    asked = 64 * (len(canonical_names()) + 2 * 6)
    assert stages.totals == stages.done == {"Reading Stones": 64, "Asking Stones": asked}
    alone = resemble_model(RECIPE, Reader(is_rare), drawing=drawing(tmp_path, 5))
    (cell,), (expected,) = (json.loads(each.to_json())["cells"] for each in (report, alone))
    *others, trained = cell["systems"]
    assert others == expected["systems"]
    assert trained["system"] == "trained on renamed data"
    assert trained["original"] == 100 and trained["own_worst"] <= trained["worst"]
    assert trained["gain"] == pytest.approx(trained["worst"] - others[0]["worst"]) and (
        trained["gain_low"] > 0
    )
    assert report.trained is not None and report.trained["predictions"] != alone.model


def test_what_is_fitted_on_is_told_by_the_seed_alone(tmp_path: Path) -> None:
    reports = [
        resemble_model(RECIPE, Reader(is_rare), drawing=drawing(tmp_path, 3), settings=settings)
        for settings in (ResembleSettings(), ResembleSettings(), ResembleSettings(seed=1))
    ]
    assert reports[0].to_json() == reports[1].to_json() != reports[2].to_json()
    with pytest.raises(FixInputError, match="too few passages"):
        resemble_model(RECIPE, Reader(is_rare), drawing=drawing(tmp_path, 1),
                       settings=ResembleSettings(validation=1e-9))  # fmt: skip


MODEL = """
import json, sys
for line in sys.stdin:
    row = json.loads(line)
    first, second = row["context"].split()[:2]
    print(json.dumps({"id": row["id"], "prediction_text": first, "candidates": [
        {"text": first, "probability": 0.7}, {"text": second, "probability": 0.2}]}))
"""


def test_the_verb_prints_the_paper_s_table(tmp_path: Path) -> None:
    (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")
    arguments = ["experiment", "resemble", "demo", "--only", "DemoMRQA/PER/DBName/*",
                 "--renamings", "2", "--json", str(tmp_path / "found.json"),
                 "--command", f"{sys.executable} {tmp_path / 'model.py'}",
                 "--trained", f"{sys.executable} {tmp_path / 'model.py'}"]  # fmt: skip
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert "own worst" in result.stdout and "trained on renamed data" in result.stdout
    cells = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["cells"]
    assert [cell["config"] for cell in cells] == ["DemoMRQA-PER-DBName"]
