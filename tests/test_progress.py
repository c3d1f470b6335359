"""Bars of long work have their total from the start, and reach it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from stage_record import StageRecord

from builders.cli.export import mrqa_lines
from builders.experiments.model_probe import probe_model
from builders.experiments.probe import probe
from builders.leaderboard.submission_checks import check_submissions
from builders.pipeline import Options, build
from builders.recognizing import recognize_file
from builders.releases.export import export
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest
from builders.scoring.predicting import Question, predict
from builders.scoring.predictions import Prediction
from builders.scoring.release_scoring import score
from builders.stages.renamings import RenamingOptions
from builders.swapping import swap_file

CONFIG = "DemoMRQA-GPE-DBName"
TEXTS = [{"id": str(n), "text": "Ada Holm flew to Lima."} for n in range(3)]


class Same:
    """Answers everything alike."""

    fingerprint = "same"

    def predict(self, questions: Sequence[Question]) -> list[Prediction]:
        return [Prediction(each.id, "Lima") for each in questions]


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("progress") / "release"
    build(Recipe.read("demo"), folder, Options(seeds=2, only="DemoMRQA/GPE/*"))
    return folder


def test_predict_and_score(release: Path, tmp_path: Path) -> None:
    stages = StageRecord()
    asked = predict(release, tmp_path / "out", Same(), configs=[CONFIG], reporter=stages)
    assert stages.totals == stages.done == {"Asking": asked.questions}
    stages = StageRecord()
    score(release, tmp_path / "out", reporter=stages)
    assert stages.totals == stages.done == {"Scoring": 3}


def test_probe(release: Path, tmp_path: Path) -> None:
    predict(release, tmp_path / "out", Same(), configs=[CONFIG])
    stages = StageRecord()
    probe(release, tmp_path / "out", reporter=stages)
    assert stages.totals == stages.done == {"Probing": 3}


def test_probe_with_a_model() -> None:
    stages = StageRecord()
    drawing = RenamingOptions(2, only="DemoMRQA/[GP]*/*")
    found = probe_model(Recipe.read("demo"), Same(), drawing, reporter=stages)
    assert stages.totals == stages.done
    reading, *asking = stages.totals
    assert (reading, asking) == ("Reading DemoMRQA", ["Asking DemoMRQA-PER", "Asking DemoMRQA-GPE"])
    gpe = [cell for cell in found.cells if cell["type"] == "GPE"]
    rows = gpe[0]["n"] + gpe[0]["left_out"]
    assert stages.totals["Asking DemoMRQA-GPE"] == rows * (1 + 2 * len(gpe))


def test_leaderboard_check(release: Path, tmp_path: Path) -> None:
    for name in ("first", "second"):
        predict(release, tmp_path / name / "predictions", Same(), configs=[CONFIG])
        (tmp_path / name / "meta.json").write_text("{}")
    stages = StageRecord()
    check_submissions(tmp_path, release, stages)
    assert stages.totals == stages.done == {"Checking submissions": 2}


def test_export(release: Path, tmp_path: Path) -> None:
    stages = StageRecord()
    rows = next(r.rows for r in read_manifest(release).files if r.path.endswith("seed0.parquet"))
    export(release, CONFIG, "seed0", tmp_path / "out", lines=mrqa_lines, reporter=stages)
    assert stages.totals == stages.done == {f"Exporting {CONFIG}": rows}


@pytest.mark.parametrize("kind", ["jsonl", "jsonl.gz", "parquet"])
def test_recognize(kind: str, tmp_path: Path) -> None:
    place = tmp_path / f"texts.{kind}"
    lines = "\n\n".join(map(json.dumps, TEXTS)).encode()  # empty lines are none
    if kind == "parquet":
        pq.write_table(pa.Table.from_pylist(TEXTS), place)
    else:
        place.write_bytes(gzip.compress(lines) if kind.endswith("gz") else lines)
    stages = StageRecord()
    recognize_file(place, tmp_path / "names.jsonl", reporter=stages)
    assert stages.totals == stages.done == {"Recognizing": len(TEXTS)}


def test_swap(tmp_path: Path) -> None:
    rename = {"entity": "e1", "type": "CITY", "source": "Lima", "target": "Accra"}
    line = {"id": "1", "context": "She left Lima.", "question": "What did she leave?",
            "renames": [rename]}  # fmt: skip
    place = tmp_path / "in.jsonl"
    place.write_text(json.dumps(line) + "\n" + json.dumps(line | {"id": "2"}))
    stages = StageRecord()
    swap_file(place, tmp_path / "out.jsonl", reporter=stages)
    assert stages.totals == stages.done == {"Renaming": 2}
