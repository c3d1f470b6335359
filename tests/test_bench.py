"""The benchmarks run: their figures are for people, but a bench that breaks is seen by nobody."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from builders.releases.recipe import Recipe
from builders.stages import ingredients
from builders.stages.finding import Finder, Setup
from builders.stages.prepare import Preparer

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.mark.slow
def test_every_line_of_the_bench_has_its_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    bench = importlib.import_module("bench")
    for name in ("COPIES", "ROUNDS", "TURNS"):
        monkeypatch.setattr(bench, name, 1)
    recipe = Recipe.read("demo")
    assert recipe.entity_renaming is not None
    known = bench.known_names(Setup(cache=tmp_path / "cache"), 1)
    preparer = Preparer(Finder(known), ingredients.knowledge(None), keep_all=False)
    bench.bench_renaming(preparer, recipe.entity_renaming)
    bench.bench_building(recipe, known, tmp_path)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert all(" rows/s" in line for line in lines)
    assert sum(line.endswith(" x") or " x " in line for line in lines) == 7
