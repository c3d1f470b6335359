"""A submission becomes one pull request on a dataset repository, with the real client."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from huggingface_hub import HfApi
from loopback_hub import Fault, LoopbackHub

from builders.errors import FixAccessError, FixManyError
from builders.hub.proposal import propose
from builders.hub.retry_policy import Patience
from builders.leaderboard.parcel import parcel_of


@pytest.fixture
def submission(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "predictions" / "Demo-PER-French").mkdir(parents=True)
    (folder / "meta.json").write_text(json.dumps({"name": "My model", "licence": "MIT"}))
    for split in ("original", "seed0"):
        (folder / "predictions" / "Demo-PER-French" / f"{split}.json").write_text('{"q": "a"}')
    return folder


def test_a_submission_opens_one_pull_request(
    hub: LoopbackHub, api: HfApi, patience: Patience, submission: Path
) -> None:
    repo = hub.create("org/results")
    parcel = parcel_of(submission)
    made = propose(parcel.files, "org/results", parcel.title, api=api, patience=patience)
    assert made.new
    assert made.url == f"{hub.url}/datasets/org/results/discussions/1"
    ((title, tree),) = repo.proposals
    assert title == parcel.title
    assert title.startswith("Submit My model (")
    folder = f"submissions/my-model/{title[-13:-1]}"
    assert sorted(path for path in tree if not path.startswith(".")) == [
        f"{folder}/meta.json", f"{folder}/predictions/Demo-PER-French/original.json",
        f"{folder}/predictions/Demo-PER-French/seed0.json",
    ]  # fmt: skip
    assert repo.find("main").title == "initial commit"
    again = propose(parcel.files, "org/results", parcel.title, api=api, patience=patience)
    assert (again.url, again.new) == (made.url, False)
    assert len(repo.proposals) == 1


@pytest.mark.parametrize("fault", [Fault(503), Fault(drop="after"), Fault(drop="before")])
def test_an_attempt_that_failed_is_not_made_twice(
    hub: LoopbackHub, api: HfApi, patience: Patience, submission: Path, fault: Fault
) -> None:
    repo = hub.create("org/results")
    hub.order("commit", fault)
    parcel = parcel_of(submission)
    made = propose(parcel.files, "org/results", parcel.title, api=api, patience=patience)
    assert made.url.endswith("/discussions/1")
    assert len(repo.proposals) == 1


def test_who_may_not_is_told_so(hub: LoopbackHub, patience: Patience, submission: Path) -> None:
    hub.create("org/results")
    parcel = parcel_of(submission)
    reader = HfApi(endpoint=hub.url, token="hf_reader")
    with pytest.raises(FixAccessError, match="403"):
        propose(parcel.files, "org/results", parcel.title, api=reader, patience=patience)


def test_the_title_says_what_is_in_it(submission: Path) -> None:
    before = parcel_of(submission).title
    assert parcel_of(submission).title == before
    (submission / "predictions" / "Demo-PER-French" / "seed0.json").write_text('{"q": "b"}')
    assert parcel_of(submission).title != before


def test_nothing_else_is_sent(submission: Path, tmp_path: Path) -> None:
    (submission / "reproduced.json").write_text("{}")
    (submission / "token.txt").write_text("hf_secret")
    (submission / "predictions" / "Demo-PER-French" / "link.json").symlink_to(tmp_path / "x")
    with pytest.raises(FixManyError) as caught:
        parcel_of(submission)
    assert [(fault.where, fault.message.split(":")[0]) for fault in caught.value.faults] == [
        ("reproduced.json", "is no part of a submission"),
        ("token.txt", "is no part of a submission"),
        ("predictions/Demo-PER-French/link.json",
         "predictions/Demo-PER-French/link.json is a link"),
    ]  # fmt: skip


def test_an_empty_submission_is_refused(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text('{"name": "x"}')
    with pytest.raises(FixManyError, match="neither scores"):
        parcel_of(tmp_path)
