"""`renamer probe` on a release with models whose rank is known."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

sys.path.append(str(Path(__file__).parents[1] / "scoring"))

from stub_models import Model, biased, memorizer, reader, write_predictions

from builders.cli.main import app
from builders.experiments.probe import probe
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.scoring.release_scoring import score
from builders.types import Row

CONFIG = "DemoMRQA-MIX-RandStr"
SEEDS = 6


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("probe") / "release"
    build(Recipe.read("demo"), folder, Options(seeds=SEEDS, only="DemoMRQA/MIX/RandStr/*"))
    return folder


def flighty(row: Row, source: Row) -> str:
    """Fail on half of the new names."""
    new = "".join(edit.new for edit in row.edits)
    return "xyzzy" if sum(map(ord, new)) % 2 else reader(row, source)


def cell(release: Path, folder: Path, model: Model) -> dict[str, Any]:
    (found,) = probe(release, write_predictions(release, folder, model, (CONFIG,))).cells
    return found


def test_a_reader_has_no_worst_name(release: Path, tmp_path: Path) -> None:
    found = cell(release, tmp_path, reader)
    assert found["renamings"] == SEEDS
    assert found["worst_em"] == found["best_em"] == found["original_em"] > 60
    assert found["random_em"] == pytest.approx(found["worst_em"])
    assert found["random_sd_em"] == pytest.approx(0, abs=1e-6)
    assert found["chance_worst_em"] < found["worst_em"]
    assert found["stability"] > 90
    assert found["dpr"] < 10


def test_some_name_always_breaks_a_flighty_model(release: Path, tmp_path: Path) -> None:
    found = cell(release, tmp_path, flighty)
    assert found["worst_em"] < found["random_em"] < found["best_em"]
    worst = [point["worst"] for point in found["curve_em"]]
    assert worst == sorted(worst, reverse=True)
    assert worst[0] == pytest.approx(found["random_em"])
    assert worst[-1] == pytest.approx(found["worst_em"])
    assert found["stability"] < found["pairwise"]
    assert found["dpr_low"] < found["dpr"] < found["dpr_high"]


def test_the_same_figures_as_a_scorecard_s(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path, biased, (CONFIG,))
    (found,) = probe(release, folder).cells
    drop = score(release, folder).drops[0]
    assert found["dpr"] == drop["changed_answer"]
    assert found["stability"] == drop["stability"]
    assert found["left_out"] == 0
    assert found["worst_em"] == pytest.approx(drop["worst_em"])


def test_without_the_original_there_is_no_stability(release: Path, tmp_path: Path) -> None:
    folder = write_predictions(release, tmp_path, memorizer, (CONFIG,))
    (folder / CONFIG / "original.json").unlink()
    made = probe(release, folder)
    assert made.warnings == [f"{CONFIG}: no predictions of `original`, no stability"]
    (found,) = made.cells
    assert found["original_em"] is None
    assert "stability" not in found
    assert found["pairwise"] == 100


def test_the_verb_prints_tables_and_writes_the_same_json_twice(
    release: Path, tmp_path: Path
) -> None:
    folder = write_predictions(release, tmp_path / "stub", flighty, (CONFIG,))
    texts = []
    for name in ("a.json", "b.json"):
        arguments = ["probe", str(release), str(folder), "--json", str(tmp_path / name)]
        result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
        assert result.exit_code == 0, result.output
        assert "Worst and best renaming, EM" in result.output
        texts.append((tmp_path / name).read_text(encoding="utf-8"))
    assert texts[0] == texts[1]
    found = json.loads(texts[0])
    assert found["cells"][0]["config"] == CONFIG
    assert len(found["model"]["predictions"]) == len(found["release"]["manifest"]) == 64


def test_entswap_has_the_share_of_changed_predictions(tmp_path: Path) -> None:
    build(Recipe.read("demo"), tmp_path / "release", Options(only="AfriDemo/AfriDemo"))
    model = write_predictions(tmp_path / "release", tmp_path / "model", flighty, ("AfriDemo",))
    (found,) = probe(tmp_path / "release", model).cells
    assert (found["config"], found["renamings"]) == ("AfriDemo", 1)
    assert found["dpr"] == pytest.approx(100 - found["stability"])
    assert 0 < found["dpr"] < 100
    assert found["pairwise"] is None  # there are no two renamings


def test_the_papers_figures_stand_below_with_a_remark(
    release: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    model = write_predictions(release, tmp_path / "model", reader, (CONFIG,))
    done = CliRunner().invoke(app, ["probe", str(release), str(model)])
    assert done.exit_code == 0, done.output
    squad = next(line for line in done.stdout.splitlines() if "SQuAD 1.1" in line)
    assert "82.00" in squad
    assert "81.90" in squad
    assert "Other models, names, recognizers and questions" in done.stdout
