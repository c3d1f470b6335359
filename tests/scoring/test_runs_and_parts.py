"""Several training runs, and what a drop is made of."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean, stdev

import pytest
from stub_models import WRONG, biased, memorizer, reader, write_predictions
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError
from builders.scoring.release_scoring import score
from builders.scoring.training_runs import over_runs
from builders.types import Row

CONFIGS = ("DemoMRQA-MIX-InDistName", "DemoMRQA-MIX-DBName", "DemoMRQA-MIX-RandStr")


def test_means_and_deviations_are_over_runs(release: Path, tmp_path: Path) -> None:
    runs = [write_predictions(release, tmp_path / each.__name__, each, CONFIGS[:1])
            for each in (reader, biased, memorizer)]  # fmt: skip
    place = tmp_path / "scores.json"
    more = [text for run in runs[1:] for text in ("--run", str(run))]
    arguments = ["score", str(release), str(runs[0]), "--json", str(place), *more]
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    found = json.loads(place.read_text())
    drops = [score(release, run).drops[0]["drop_em"] for run in runs]
    assert [each["scorer"] for each in found["runs"]] == ["mrqa", "lenient"]
    assert found["runs"][0]["runs"] == 3
    assert found["runs"][0]["drop_em"] == pytest.approx(mean(drops))
    assert found["runs"][0]["drop_em_sd"] == pytest.approx(stdev(drops))
    assert found["drops"][0]["drop_em"] == drops[0]
    assert "Training runs" in result.output


def test_runs_of_other_configs_are_no_runs(release: Path, tmp_path: Path) -> None:
    one = score(release, write_predictions(release, tmp_path / "one", reader, CONFIGS[:1]))
    two = score(release, write_predictions(release, tmp_path / "two", reader, CONFIGS[:2]))
    with pytest.raises(FixInputError, match=f"{CONFIGS[1]} is in one alone"):
        over_runs([one, two])


def test_a_fear_of_random_strings_is_domain_shift(release: Path, tmp_path: Path) -> None:
    def afraid(row: Row, source: Row) -> str:
        """Fail where a name looks like none: its new names are those of no list."""
        odd = any(each.new in text for each in row.edits for text in row.example.gold_answers
                  if not set(each.new.lower()) & set("aeiou"))  # fmt: skip
        return WRONG if odd else reader(row, source)

    card = score(release, write_predictions(release, tmp_path, afraid, CONFIGS))
    found = {(each["part"], each["perturbation"]): each for each in card.decomposition}
    assert set(found) == {
        ("entity knowledge", "InDistName"), ("domain shift", "DBName"), ("domain shift", "RandStr"),
    }  # fmt: skip
    shift = found["domain shift", "RandStr"]
    knowledge = found["entity knowledge", "InDistName"]
    assert shift["low_em"] > 0
    assert knowledge["drop_em"] <= shift["drop_em"]
    whole = next(each for each in card.drops if each["config"] == CONFIGS[2])
    assert knowledge["drop_em"] + shift["drop_em"] == pytest.approx(whole["drop_em"])
