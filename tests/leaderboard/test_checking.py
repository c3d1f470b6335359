"""Scores are derived from predictions again, and what differs is said."""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

sys.path.append(str(Path(__file__).parents[1] / "scoring"))

from board_samples import scores, submit
from stub_models import WRONG, biased, memorizer, reader, write_predictions

from builders.cli.main import app
from builders.errors import FixInputError
from builders.leaderboard.comparisons import Comparisons, read_comparisons
from builders.leaderboard.standings import standings
from builders.leaderboard.submission_checks import CheckOutcome, check_submissions
from builders.leaderboard.submissions import read_submissions
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest
from builders.scoring.release_scoring import score
from builders.types import Row

CONFIG = "DemoMRQA-MIX-RandStr"
MODELS = {"reader": reader, "biased": biased, "memorizer": memorizer}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("checking") / "release"
    build(Recipe.read("demo"), folder, Options(seeds=2, only="DemoMRQA/MIX/RandStr/*"))
    return folder


@pytest.fixture
def results(release: Path, tmp_path: Path) -> Path:
    """Three submissions with predictions, the first with the scores that it reports."""
    results = tmp_path / "results"
    for name, model in MODELS.items():
        folder = submit(results, name, None)
        write_predictions(release, folder / "predictions", model, (CONFIG,))
        if name == "reader":
            (folder / "scores.json").write_text(score(release, folder / "predictions").to_json())
    return results


def verdicts(results: Path, release: Path) -> dict[str, CheckOutcome]:
    return {each.name: each for each in check_submissions(results, release)}


def test_what_agrees_is_reproduced_and_stays_so(release: Path, results: Path) -> None:
    assert CONFIG in {config.name for config in read_manifest(release).configs}
    found = verdicts(results, release)
    assert {name: each.verdict for name, each in found.items()} == dict.fromkeys(
        MODELS, "reproduced"
    )
    submissions = read_submissions(results)
    assert {each.status for each in submissions} == {"reproduced"}
    written = [path.read_bytes() for path in sorted(results.rglob("reproduced.json"))]
    assert all(each.ok for each in verdicts(results, release).values())
    assert [path.read_bytes() for path in sorted(results.rglob("reproduced.json"))] == written
    drops = {each.submission.meta.name: each.drop.f1.drop for each in standings(submissions)
             if not each.drop.lenient}  # fmt: skip
    assert drops["reader"] == 0 < drops["biased"] < drops["memorizer"]


def test_reproduced_models_are_ranked_by_tests_of_pairs(release: Path, results: Path) -> None:
    """The intervals of two that differ little overlap; row by row one is always the better."""

    def twin(row: Row, source: Row) -> str:
        second = sha256(row.example.id.encode()).digest()[1] % 6 == 0
        return WRONG if second else biased(row, source)

    folder = submit(results, "twin", None)
    write_predictions(release, folder / "predictions", twin, (CONFIG,))
    verdicts(results, release)

    def ranks(comparisons: Comparisons | None) -> dict[str, tuple[int | None, int | None]]:
        lines = standings(read_submissions(results), comparisons)
        return {line.submission.meta.name: (line.best, line.worst) for line in lines
                if line.drop.scorer == "mrqa"}  # fmt: skip

    tested = ranks(read_comparisons(results))
    assert ranks(None)["twin"] != tested["twin"]
    assert tested["biased"][1] < tested["twin"][0]  # type: ignore[operator]
    assert tested["reader"] == (1, 1)
    stale = results / "submissions" / "003" / "reproduced.json"
    stale.write_text(stale.read_text().replace("twin", "Twin"))
    assert ranks(read_comparisons(results))["twin"] == ranks(None)["twin"]


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"format": 1, "submissions": [], "cells": []}',
             '{"format": 1, "submissions": {}, "cells": [{"config": "x"}]}'],
)  # fmt: skip
def test_comparisons_that_are_none(results: Path, text: str) -> None:
    (results / "comparisons.json").write_text(text)
    with pytest.raises(FixInputError, match=r"comparisons\.json"):
        read_comparisons(results)


def test_what_is_too_good_is_remarked(release: Path, results: Path) -> None:
    found = verdicts(results, release)
    assert "answered twice" in found["reader"].remarks[0]
    assert not found["memorizer"].remarks


def test_other_scores_than_reported_are_said(release: Path, results: Path) -> None:
    place = results / "submissions" / "000" / "scores.json"
    card = json.loads(place.read_text())
    card["drops"][0]["drop_f1"] = -3.5
    place.write_text(json.dumps(card))
    found = verdicts(results, release)
    assert found["reader"].verdict == "differs"
    assert found["reader"].reason == (
        "scores.json: drops[0].drop_f1 is -3.5, the predictions give 0.0"
    )
    assert not (place.parent / "reproduced.json").exists()
    assert found["biased"].ok


def test_a_made_up_reproduction_is_found(release: Path, results: Path) -> None:
    (results / "submissions" / "001" / "reproduced.json").write_text("{}")
    alone = submit(results, "alone", scores(80.0, 1.0, 1.0))
    (alone / "scores.json").rename(alone / "reproduced.json")
    found = verdicts(results, release)
    assert (found["biased"].verdict, found["alone"].verdict) == ("differs", "differs")
    assert "nothing shows that it is right" in found["alone"].reason


def test_bad_predictions_are_refused_one_by_one(release: Path, results: Path) -> None:
    split = Path("predictions") / CONFIG / "seed0.json"
    first, second, third = (results / "submissions" / f"00{n}" for n in range(3))
    whole = json.loads((first / split).read_text())
    (first / split).write_text(json.dumps(dict(list(whole.items())[1:])))
    (second / split).write_text(json.dumps(whole | {"stranger": "x"}))
    (third / split).unlink()
    (third / split).symlink_to(first / split)
    found = verdicts(results, release)
    assert {each.verdict for each in found.values()} == {"refused"}
    reasons = " | ".join(each.reason for each in found.values())
    assert f"{CONFIG}/seed0: 1 questions have no prediction" in reasons
    assert "stranger" in reasons
    assert "is a link" in reasons
    assert not list(results.rglob("reproduced.json"))


def test_scores_alone_and_papers_are_told_apart(release: Path, tmp_path: Path) -> None:
    submit(tmp_path / "results", "alone", scores(80.0, 1.0, 1.0))
    submit(tmp_path / "results", "paper", scores(80.0, 1.0, 1.0), source="paper")
    found = verdicts(tmp_path / "results", release)
    assert {name: each.verdict for name, each in found.items()} == {
        "alone": "not reproducible", "paper": "paper",
    }  # fmt: skip
    assert all(each.ok for each in found.values())


def test_the_board_names_its_release(release: Path, results: Path) -> None:
    board = {"title": "x", "release": {"manifest": "0" * 64}}
    (results / "board.json").write_text(json.dumps(board))
    with pytest.raises(FixInputError, match="not the release of this board"):
        check_submissions(results, release)


def test_the_verb_exits_with_1_where_something_differs(release: Path, results: Path) -> None:
    command = ["leaderboard", "check", str(results), "--release", str(release)]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert "submissions/001: biased: reproduced" in done.output
    (results / "submissions" / "001" / "reproduced.json").write_text("{}")
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 1
    assert "biased: differs: reproduced.json is not what the predictions give" in done.output
