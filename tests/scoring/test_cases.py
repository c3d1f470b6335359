"""Rows beside their sources, why answers got wrong, and predictions out of harness logs."""

from __future__ import annotations

import csv
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from stub_models import biased, memorizer, reader, write_predictions
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError, FixManyError
from builders.releases.release_reading import read_manifest, rows_of, split_path
from builders.scoring.cases import error_class, keyed_sample
from builders.scoring.harness_logs import check_places, inspect_predictions, lm_eval_predictions
from builders.scoring.release_scoring import score
from builders.types import Edit, Example, Row

PER = "DemoSQuAD2-PER-French"
EDITS = (
    Edit("context", 0, 3, "Ada", "Léa", "FIRST", "ada"),
    Edit("answer:0", 0, 3, "Ada", "Léa", "FIRST", "ada"),
    Edit("context", 8, 11, "Bob", "Guy", "FIRST", "bob"),
    Edit("context", 15, 19, "Lima", "Caen", "CITY", "lima"),
)
ROW = Row(Example("1", "", "", "Who?", "Léa met Guy in Caen, long ago.", (), ("Léa",)), EDITS)


@pytest.mark.parametrize(
    ("prediction", "f1", "name"),
    [
        ("", 0, "no answer"),
        ("Léa and Guy", 0.5, "boundary"),
        ("to Guy", 0, "other entity of the type"),
        ("in Caen", 0, "other entity"),
        ("Ada", 0, "old name"),
        ("long ago", 0, "elsewhere"),
    ],
)
def test_classes(prediction: str, f1: float, name: str) -> None:
    assert error_class(ROW, prediction, f1) == name


def test_rows_and_errors_for_reading(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path / "p", memorizer, (PER,))
    arguments = ["score", str(release), str(folder), "--rows", str(tmp_path / "rows.csv"),
                 "--errors", str(tmp_path / "errors.csv"), "--sample", "9"]  # fmt: skip
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    rows = list(csv.DictReader((tmp_path / "rows.csv").open(encoding="utf-8")))
    card = score(release, folder)
    assert len(rows) == 3 * card.drops[0]["n"]
    assert {row["split"] for row in rows} == {"seed0", "seed1", "seed2"}
    for row in rows:
        assert row["mapped_back"] == row["source_prediction"] == row["prediction"]
        for edit in row["edits"].split("; "):
            old, new = edit.replace("_", " ").split(" -> ")
            texts = row["source_passage"], row["passage"]
            assert f"[[{old}]]" in texts[0] or old not in texts[0]
            assert f"[[{new}]]" in texts[1] or new not in texts[1]
        assert "[[" in row["passage"]
    lost = [row for row in rows if row["class"]]
    assert len(lost) / len(rows) == pytest.approx(card.drops[0]["right_wrong"] / 100)
    errors = list(csv.DictReader((tmp_path / "errors.csv").open(encoding="utf-8")))
    assert len(errors) == 9
    assert all(row in lost for row in errors)
    assert {row["class"] for row in lost} <= {"old name", "boundary", "elsewhere"}


def test_what_is_right_but_less_certain(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path / "predictions", reader, (PER,))
    for place in (folder / PER).iterdir():
        sure = 0.9 if place.stem == "original" else 0.6
        texts = json.loads(place.read_text())
        best = {id_: [{"text": text, "probability": sure}, {"text": "x", "probability": 0.1}]
                for id_, text in texts.items()}  # fmt: skip
        place.write_text(json.dumps(best))
    out = tmp_path / "less.csv"
    arguments = ["score", str(release), str(folder), "--less-certain", str(out), "--fall"]
    assert CliRunner().invoke(app, [*arguments, "0.2"]).exit_code == 0
    rows = list(csv.DictReader(out.open(encoding="utf-8")))
    assert rows
    assert {(row["source_em"], row["em"], row["class"]) for row in rows} == {("1.0", "1.0", "")}
    fallen = [float(row["source_margin"]) - float(row["margin"]) for row in rows]
    assert fallen == pytest.approx([0.3] * len(rows))
    assert CliRunner().invoke(app, [*arguments, "0.4"]).exit_code == 0
    assert not list(csv.DictReader(out.open(encoding="utf-8")))


def test_without_n_best_answers_nothing_can_be_less_certain(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path / "predictions", reader, (PER,))
    arguments = ["score", str(release), str(folder), "--less-certain", str(tmp_path / "less.csv")]
    result = CliRunner().invoke(app, arguments)
    assert "no prediction is a list of n-best answers" in str(result.exception)
    assert not (tmp_path / "less.csv").exists()


def test_a_sample_is_keyed() -> None:
    cases = [{"id": str(n), "config": "c", "split": "s"} for n in range(50)]
    sample = keyed_sample(cases, 5, "k")
    assert keyed_sample(cases[::-1], 5, "k") == sample[::-1]
    assert all(each in keyed_sample(cases, 6, "k") for each in sample)
    assert keyed_sample(cases, 5, "other") != sample


def texts_of(release: Path, split: str) -> dict[str, str]:
    path = split_path(read_manifest(release), PER, split)
    return {row.example.id: row.example.gold_answers[0] for row in rows_of(release, path)}


def lm_eval_log(release: Path, folder: Path) -> Path:
    place = folder / "model"
    place.mkdir(parents=True)
    stamp = "2026-01-01T00-00-00.000000"
    configs = {f"task_{split}": {"dataset_name": PER, "test_split": split}
               for split in ("original", "seed0")}  # fmt: skip
    (place / f"results_{stamp}.json").write_text(json.dumps({"configs": configs}))
    for split in ("original", "seed0"):
        lines = [{"doc": {"id": id_}, "filtered_resps": [f" {text}\nmore"]}
                 for id_, text in texts_of(release, split).items()]  # fmt: skip
        text = "\n".join(map(json.dumps, lines))
        (place / f"samples_task_{split}_{stamp}.jsonl").write_text(text)
    return folder


def test_a_log_of_lm_eval(release: Path, tmp_path: Path) -> None:
    card = score(release, lm_eval_predictions(lm_eval_log(release, tmp_path)))
    assert {(row["config"], row["split"]) for row in card.rows} == {
        (PER, "original"), (PER, "seed0")
    }  # fmt: skip
    assert card.drops[0]["perturbed_em"] == 100
    result = CliRunner().invoke(app, ["score", str(release), str(tmp_path), "--from", "lm-eval"])
    assert result.exit_code == 0, result.output


def inspect_log(release: Path, place: Path, split: str) -> None:
    samples = [{"id": id_, "output": {"completion": text}}
               for id_, text in texts_of(release, split).items()]  # fmt: skip
    head: dict[str, Any] = {"eval": {"task_args": {"config": PER, "split": split}}}
    if place.suffix == ".json":
        place.write_text(json.dumps(head | {"samples": samples}))
        return
    with zipfile.ZipFile(place, "w") as packed:
        packed.writestr("header.json", json.dumps(head))
        for sample in samples:
            packed.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))


def test_logs_of_inspect(release: Path, tmp_path: Path) -> None:
    inspect_log(release, tmp_path / "a.eval", "seed0")
    inspect_log(release, tmp_path / "b.json", "original")
    card = score(release, inspect_predictions(tmp_path))
    assert card.drops[0]["perturbed_em"] == card.drops[0]["original_em"] == 100
    assert not card.warnings


def test_logs_that_are_none(release: Path, tmp_path: Path) -> None:
    for read in (lm_eval_predictions, inspect_predictions):
        with pytest.raises(FixInputError, match="expected"):
            read(tmp_path)
    (tmp_path / "c.eval").write_bytes(b"no archive")
    with pytest.raises(FixInputError, match="cannot be read"):
        inspect_predictions(tmp_path)
    (tmp_path / "c.eval").unlink()
    inspect_log(release, tmp_path / "d.json", "seed0")
    found = inspect_predictions(tmp_path / "d.json")
    with pytest.raises(FixManyError, match="no such split"):
        check_places(found, {PER: ["seed1"]}, tmp_path)
    lines = json.loads((tmp_path / "d.json").read_text())
    lines["samples"] += [lines["samples"][0], {"id": "zz", "output": {"completion": "x"}},
                         {"id": 3, "output": None}]  # fmt: skip
    (tmp_path / "d.json").write_text(json.dumps(lines))
    with pytest.raises(FixManyError) as raised:
        score(release, inspect_predictions(tmp_path / "d.json"))
    assert len(raised.value.faults) == 4


def test_the_biased_model_answers_elsewhere(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path, biased, (PER,))
    result = CliRunner().invoke(app, ["score", str(release), str(folder), "--json",
                                      str(tmp_path / "s.json"), "--errors",
                                      str(tmp_path / "e.csv")])  # fmt: skip
    assert result.exit_code == 0, result.output
    errors = json.loads((tmp_path / "s.json").read_text())["errors"]
    assert [(each["class"], each["share"]) for each in errors] == [("elsewhere", 100.0)]
