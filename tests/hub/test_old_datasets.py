"""Every `datasets` that users still have loads a release: by its script, its YAML or its class."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from environments import ENVIRONMENTS, python
from hub_releases import files_of
from loopback_hub import LoopbackHub, loopback_hub
from tiny_release import TinyRelease

from builders.stages.edits_only import withhold

pytestmark = pytest.mark.slow

REPO = "org/tiny"
CONFIG = "Quads-PER-RandStr"

BY_SCRIPT = """
from datasets import load_dataset
data = load_dataset(folder + "/loading/entity_renamed_mrqa.py", config, trust_remote_code=True)
"""
WITH_SCRIPTS = ("2.14", "3.6")
BY_YAML = """
from datasets import load_dataset
data = load_dataset(repo, config, revision="v1.0.0")
"""
EDITS_BY_YAML = """
from datasets import load_dataset
data = load_dataset(repo, config + "-edits", revision="v1.0.1")
"""
BY_CLASS = """
sys.path.insert(0, folder + "/loading")
from entity_renamed_mrqa import EntityRenamedMRQA
builder = EntityRenamedMRQA(config_name=config, data_dir=folder)
builder.download_and_prepare()
data = builder.as_dataset()
"""
SHOW = """
print(json.dumps({name: [dict(row) for row in split] for name, split in data.items()}))
"""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return TinyRelease().build(tmp_path_factory.mktemp("old") / "release")


@pytest.fixture(scope="module")
def hub(release: Path) -> Iterator[LoopbackHub]:
    """A Hub that holds the release."""
    with loopback_hub() as served:
        served.create(REPO)
        served.repos[REPO].tags["v1.0.0"] = served.commit_by_other(REPO, files_of(release)).oid
        edits = withhold(release, release.with_name("edits"), ["Quads"])
        served.repos[REPO].tags["v1.0.1"] = served.commit_by_other(REPO, files_of(edits)).oid
        yield served


@pytest.fixture
def loaded(
    hub: LoopbackHub, release: Path, tmp_path: Path
) -> Callable[[str, str], dict[str, list[dict[str, object]]]]:
    """Load the config with some code under some version: split -> rows."""

    def load(version: str, code: str) -> dict[str, list[dict[str, object]]]:
        head = f"import json, sys\nfolder, repo, config = {str(release)!r}, {REPO!r}, {CONFIG!r}"
        environment = {
            **os.environ, "HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "hf"),
            "HF_HUB_DISABLE_XET": "1", "HF_TOKEN": "hf_reader", "HF_UPDATE_DOWNLOAD_COUNTS": "0",
            "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
        }  # fmt: skip
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(
            [str(python(version)), "-c", f"{head}\n{code}\n{SHOW}"], env=environment,
            capture_output=True, text=True, timeout=300, check=False, cwd=tmp_path,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found: dict[str, list[dict[str, object]]] = json.loads(done.stdout.splitlines()[-1])
        return found

    return load


Loaded = Callable[[str, str], dict[str, list[dict[str, object]]]]


def check(found: dict[str, list[dict[str, object]]]) -> None:
    """Check splits, rows, and one row's nested columns."""
    assert list(found) == ["original", "seed0", "seed1"]
    assert [len(rows) for rows in found.values()] == [4, 4, 4]
    row = found["seed1"][2]
    assert row["id"] == "Quads-2"
    assert row["question"] == "Whom did Kej Pum meet on day 2?"
    assert row["answers"] == {"text": ["Zo Brun", "Zo Brun"], "answer_start": [21, 65]}
    assert row["gold_answers"] == ["Zo Brun"]
    assert row["changed"] is True
    edits = row["edits"]
    assert isinstance(edits, list)
    assert edits[0] == {
        "field": "context", "start": 9, "end": 16, "old": "Ann Lee", "new": "Kej Pum",
        "type": "LAST", "entity": "PERSON:ann lee",
    }  # fmt: skip


@pytest.mark.parametrize("version", WITH_SCRIPTS)
def test_versions_with_scripts_load_through_the_script(loaded: Loaded, version: str) -> None:
    check(loaded(version, BY_SCRIPT))


@pytest.mark.parametrize("version", ENVIRONMENTS)
def test_every_version_loads_through_the_yaml(loaded: Loaded, version: str) -> None:
    check(loaded(version, BY_YAML))


@pytest.mark.parametrize("version", ENVIRONMENTS)
def test_every_version_loads_through_the_class(loaded: Loaded, version: str) -> None:
    check(loaded(version, BY_CLASS))


@pytest.mark.parametrize("version", ENVIRONMENTS)
def test_every_version_loads_edits_through_the_yaml(loaded: Loaded, version: str) -> None:
    found = loaded(version, EDITS_BY_YAML)
    row = found["seed1"][2]
    assert (row["id"], row["answer_starts"], row["changed"]) == ("Quads-2", [21, 65], True)
    assert row["edits"][0]["new"] == "Kej Pum"  # type: ignore[index]
