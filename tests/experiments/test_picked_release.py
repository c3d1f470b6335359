"""`renamer probe --out`: the worst and the best rows as a release that verifies."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

sys.path.append(str(Path(__file__).parents[1] / "scoring"))

from stub_models import reader, write_predictions

from builders.cli.main import app
from builders.errors import ChooseFolderError, FixInputError
from builders.experiments.model_probe import probe_model
from builders.experiments.picked_release import DrawnAgain, write_picked
from builders.experiments.probe import Probe, probe
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest, rows_of
from builders.scoring.predicting import Question, predict
from builders.scoring.predictions import Prediction
from builders.stages.renamings import RenamingOptions
from builders.types import Row
from builders.verification.verify import verify

CONFIG = "DemoMRQA-PER-DBName"
WORST, BEST = f"{CONFIG}-WN-worst", f"{CONFIG}-WN-best"


def flighty(row: Row, source: Row) -> str:
    """Fail on half of the new names."""
    new = "".join(edit.new for edit in row.edits)
    return "xyzzy" if sum(map(ord, new)) % 2 else reader(row, source)


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("picked") / "release"
    build(Recipe.read("demo"), folder, Options(seeds=4, only="DemoMRQA/PER/DBName/*"))
    return folder


@pytest.fixture(scope="module")
def predictions(release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_predictions(release, tmp_path_factory.mktemp("model"), flighty, (CONFIG,))


@pytest.fixture(scope="module")
def found(release: Path, predictions: Path) -> Probe:
    return probe(release, predictions)


@pytest.fixture(scope="module")
def picked(release: Path, found: Probe, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_picked(release, found, tmp_path_factory.mktemp("out") / "worst")


def test_it_verifies_and_names_what_picked_it(picked: Path, found: Probe) -> None:
    report = verify(picked)
    assert not report.findings
    manifest = read_manifest(picked)
    assert {config.name for config in manifest.configs} >= {WORST, BEST}
    renaming = Recipe.parse(manifest.recipe.text).entity_renaming
    assert renaming is not None and renaming.picked is not None
    assert renaming.picked.predictions == found.model["predictions"]
    assert (renaming.picked.model, renaming.picked.renamings) == (found.model["name"], 4)
    card = (picked / "README.md").read_text(encoding="utf-8")
    assert found.model["predictions"] in card
    assert "the one that a model scores worst" in card


def test_the_same_model_scores_what_the_probe_says(
    picked: Path, found: Probe, tmp_path: Path
) -> None:
    write_predictions(picked, tmp_path, flighty, (WORST, BEST))
    again = {each["config"]: each for each in probe(picked, tmp_path).cells}
    (cell,) = found.cells
    assert again[WORST]["random_f1"] == pytest.approx(cell["worst_f1"])
    assert again[BEST]["random_f1"] == pytest.approx(cell["best_f1"])
    assert cell["worst_f1"] < cell["best_f1"]


def test_every_row_is_one_of_the_renamings_the_first_of_equal_ones(
    release: Path, picked: Path
) -> None:
    folder = "data/DemoMRQA/PER"
    seeds = [list(rows_of(release, f"{folder}/DBName/seed{n}.parquet")) for n in range(4)]
    originals = list(rows_of(release, f"{folder}/Original.parquet"))
    best = list(rows_of(picked, f"{folder}/DBName-WN-best/seed0.parquet"))
    for row, source, *drawn in zip(best, originals, *seeds, strict=True):
        right = [each for each in drawn if flighty(each, source) != "xyzzy"]
        assert row == (right or drawn)[0]


def test_the_verb_writes_it_once(release: Path, predictions: Path, tmp_path: Path) -> None:
    arguments = ["probe", str(release), str(predictions), "--out", str(tmp_path / "worst")]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert verify(tmp_path / "worst").rows > 0
    again = CliRunner().invoke(app, arguments)
    assert isinstance(again.exception, ChooseFolderError)


def test_a_recipe_of_picked_rows_cannot_be_built_or_picked_from(
    picked: Path, tmp_path: Path
) -> None:
    recipe = Recipe.parse(read_manifest(picked).recipe.text)
    with pytest.raises(FixInputError, match="picked by what a model answered"):
        build(recipe, tmp_path / "again")
    made = probe(picked, write_predictions(picked, tmp_path / "model", flighty, (WORST,)))
    with pytest.raises(FixInputError, match="picked already"):
        write_picked(picked, made, tmp_path / "twice")


class Flighty:
    """Says what `flighty` says of a row, from its passage alone: half of the passages fail."""

    fingerprint = "flighty"

    def predict(self, questions: Sequence[Question]) -> Iterator[Prediction]:
        for each in questions:
            words = each.context.split()
            fails = sum(map(ord, each.context)) % 2
            yield Prediction(each.id, "xyzzy" if fails else " ".join(words[:2]))


def test_the_rows_of_a_model_in_the_loop_are_those_of_a_built_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe, only = Recipe.read("demo"), "DemoMRQA/PER/*"
    built = build(recipe, tmp_path / "built", Options(seeds=3, only=only))
    predict(built, tmp_path / "predictions", Flighty())
    expected = write_picked(built, probe(built, tmp_path / "predictions"), tmp_path / "expected")

    drawing = RenamingOptions(3, only=only)
    once = build(recipe, tmp_path / "once", Options(seeds=1, only=only))
    found = probe_model(recipe, Flighty(), drawing)
    made = write_picked(once, found, tmp_path / "made", renamings=DrawnAgain(recipe, drawing))

    assert not verify(made).findings
    files = sorted(each.relative_to(made) for each in made.rglob("*.parquet"))
    assert len(files) == 2 + 2 * 5  # the original, what is left out, two cases of five kinds
    for path in files:
        assert pq.read_table(made / path).equals(pq.read_table(expected / path)), path


def test_the_verb_writes_it_with_a_command(tmp_path: Path) -> None:
    model = tmp_path / "model.py"
    model.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    row = json.loads(line)\n"
        "    print(json.dumps({'id': row['id'], 'prediction_text': row['context'].split()[0]}))\n"
    )
    arguments = ["probe", "demo", "--renamings", "3", "--only", "DemoMRQA/PER/DBName/*",
                 "--command", f"{sys.executable} {model}",
                 "--out", str(tmp_path / "worst")]  # fmt: skip
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert not verify(tmp_path / "worst").findings
    manifest = read_manifest(tmp_path / "worst")
    assert {config.name for config in manifest.configs} >= {WORST, BEST}
    model.write_text("raise SystemExit('was asked')")
    again = CliRunner().invoke(app, arguments)
    assert isinstance(again.exception, ChooseFolderError)
