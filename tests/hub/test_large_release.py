"""A release of 160 configs and 500 files: one commit, and a config that is found among them.

How long that takes is told by `scripts/bench_hub.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hub_releases import files_at, files_of
from huggingface_hub import HfApi
from loopback_hub import LoopbackHub

sys.path.append(str(Path(__file__).parents[2] / "scripts"))

from bench_hub import REPO, build, load

from builders.hub.push import push

# 500 files must not be asked for one by one: a config has nine, its card and its description.
_MOST_REQUESTS = 60


@pytest.mark.slow
def test_five_hundred_files_are_one_commit_and_a_config_asks_for_its_own_alone(
    hub: LoopbackHub, api: HfApi, tmp_path: Path
) -> None:
    release = build(tmp_path / "release", rows=4)
    assert len(list(release.glob("data/**/*.parquet"))) == 500
    push(release, REPO, "v1.0.0", verify=lambda folder: None, api=api)
    assert hub.kinds().count("commit") == 1
    there, here = files_at(hub, "v1.0.0", REPO), files_of(release)
    assert {path for path in here if here[path] != there[path]} == {"README.md", "SHA256SUMS"}
    hub.calls.clear()
    load(hub, "TriviaQA-MIX-RandStr", tmp_path / "home")
    assert 0 < len(hub.calls) < _MOST_REQUESTS
