"""Scores for a model's own repository: entries of the Hub's form, of the release's own tasks."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from hub_releases import FIRST, REPO, files_of, make_release, sound, write_files
from huggingface_hub import HfApi, parse_eval_result_entries
from loopback_hub import LoopbackHub
from typer.testing import CliRunner

from builders.cli.main import app
from builders.errors import FixInputError, FixManyError
from builders.hub.evaluation_tasks import PublishedTasks, published_tasks
from builders.hub.push import push
from builders.hub.retry_policy import Patience
from builders.leaderboard.eval_results import eval_results

TASKS = [{"id": f"per_{split}", "config": "Demo-PER-RandStr", "split": split, "scorers": []}
         for split in ("original", "seed0")]  # fmt: skip


@pytest.fixture
def published(api: HfApi, patience: Patience, tmp_path: Path) -> PublishedTasks:
    folder = make_release(tmp_path / "release", FIRST)
    files = files_of(folder)
    del files["SHA256SUMS"]
    write_files(folder, files | {"eval.yaml": yaml.safe_dump({"tasks": TASKS}).encode()})
    push(folder, REPO, "v1.0.0", verify=sound, api=api)
    found = published_tasks(REPO, "v1.0.0", api=api, patience=patience)
    assert found.manifest == sha256(files["manifest.json"]).hexdigest()
    return found


def scores(published: PublishedTasks) -> dict[str, Any]:
    rows = [
        {"config": "Demo-PER-RandStr", "split": split, "scorer": scorer, "n": 1200, "em": em,
         "f1": em + 5}
        for split, em in (("original", 80.123), ("seed0", 70.0), ("seed1", 60.0))
        for scorer in ("squad", "lenient")
    ]  # fmt: skip
    return {"format": 1, "release": {"manifest": published.manifest}, "rows": rows}


def test_every_scored_task_is_an_entry(hub: LoopbackHub, published: PublishedTasks) -> None:
    text = eval_results(scores(published), published, where="s", source="https://example.org/r")
    found = parse_eval_result_entries(yaml.safe_load(text))
    assert [(each.task_id, each.value) for each in found] == [
        ("per_original", 85.12), ("per_seed0", 75.0),
    ]  # fmt: skip
    assert {(each.dataset_id, each.dataset_revision, each.source_url) for each in found} == {
        (REPO, hub.repos[REPO].tags["v1.0.0"], "https://example.org/r")
    }
    assert found[0].notes == (
        "F1 in percent, scorer squad of renamer score; exact match 80.12; 1,200 rows"
    )


def test_scores_that_do_not_fit_are_refused(published: PublishedTasks) -> None:
    other = scores(published) | {"release": {"manifest": "0" * 64}}
    with pytest.raises(FixInputError, match="scores of another release than org/renamed"):
        eval_results(other, published, where="s")
    with pytest.raises(FixInputError, match="none of the tasks of the release, such as Demo-PER"):
        eval_results(scores(published) | {"rows": []}, published, where="s")
    wrong = scores(published)
    wrong["rows"][0]["f1"] = "<b>"
    with pytest.raises(FixManyError, match="expected a number"):
        eval_results(wrong, published, where="s")


def test_a_repository_without_tasks(api: HfApi, patience: Patience, tmp_path: Path) -> None:
    push(make_release(tmp_path / "release", FIRST), REPO, "v1.0.0", verify=sound, api=api)
    with pytest.raises(FixInputError, match=r"has no eval\.yaml"):
        published_tasks(REPO, "v1.0.0", api=api, patience=patience)


def test_the_verb_writes_the_file(
    published: PublishedTasks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builders.hub.evaluation_tasks.published_tasks", lambda *_: published)
    place, out = tmp_path / "scores.json", tmp_path / "renamed.yaml"
    place.write_text(json.dumps(scores(published)))
    arguments = ["leaderboard", "results", str(place), "--out", str(out), "--release"]
    done = CliRunner().invoke(app, [*arguments, f"{REPO}@v1.0.0"])
    assert done.exit_code == 0, done.output
    assert "2 tasks of org/renamed" in done.output
    assert len(yaml.safe_load(out.read_text())) == 2
    with pytest.raises(FixInputError, match="expected ORG/NAME@TAG"):
        CliRunner().invoke(app, [*arguments, REPO], catch_exceptions=False)
