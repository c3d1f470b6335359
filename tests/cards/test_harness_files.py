"""The files for harnesses: what they hold, that they are right, and that a changed one is found."""

from __future__ import annotations

import importlib.util
import json
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from release_samples import change_manifest

from builders.cards.harness_files import harness_files
from builders.releases.manifest import Manifest
from builders.stages.write import sums_text
from builders.verification.verify import verify

TASKS = "harness/lm-eval"


@pytest.fixture(scope="module")
def utils(sample: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("utils", sample / TASKS / "utils.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    # Compiled code would lie in the release.
    source = (sample / TASKS / "utils.py").read_text()
    exec(compile(source, str(sample / TASKS / "utils.py"), "exec"), module.__dict__)
    return module


# What evaluate-v2.0.py makes of these.
@pytest.mark.parametrize(
    ("completion", "golds", "exact", "f1"),
    [
        (" Marta Klein\nPassage: more", ["Marta Klein"], 1, 1),
        ("the Marta, Klein!", ["Marta Klein"], 1, 1),
        ("Klein", ["Marta Klein", "Klein Klein"], 0, 2 / 3),
        ("Klein Klein", ["Klein a Klein x"], 0, 0.8),
        ("Unanswerable.", [], 1, 1),
        ("", [], 1, 1),
        ("Marta", [], 0, 0),
        ("unanswerable", ["Marta"], 0, 0),
        ("the", ["An", "..."], 1, 1),
        ("An", ["An", "Nuhud"], 0, 0),
        ("al Rashid", ["al-Rashid"], 0, 0),
    ],
)
def test_answers_are_scored_as_squad_2_does(
    utils: ModuleType, completion: str, golds: list[str], exact: float, f1: float
) -> None:
    scores = utils.process_results({"gold_answers": golds}, [completion])
    assert scores == {"exact": exact, "f1": pytest.approx(f1)}


def test_every_renamed_file_has_a_task_and_every_config_a_group(sample: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    loaded = [yaml.safe_load(path.read_text()) for path in (sample / TASKS).glob("*.yaml")]
    tasks = {entry["task"]: entry["metadata"]["file"] for entry in loaded if "group" not in entry}
    assert sorted(tasks.values()) == sorted(record.path for record in manifest.files)
    groups = {entry["group"]: entry["task"] for entry in loaded if "group" in entry}
    assert len(groups) == sum(config.kind != "by-seed" for config in manifest.configs)
    original, seeds = groups["sample_letters_per_french"]
    assert tasks[original] == "data/Letters/PER/Original.parquet"
    assert [tasks[name] for name in seeds["task"]] == [
        f"data/Letters/PER/French/seed{seed}.parquet" for seed in range(2)
    ]


def test_the_hub_has_few_tasks(sample: Path) -> None:
    data = yaml.safe_load((sample / "eval.yaml").read_text())
    assert [(task["config"], task["split"]) for task in data["tasks"]] == [
        ("Afri", "original"), ("Afri", "validation"),
        ("Books-MIX-RandStr", "original"), ("Books-MIX-RandStr", "seed0"),
        ("Letters-MIX-RandStr", "original"), ("Letters-MIX-RandStr", "seed0"),
    ]  # fmt: skip


def test_names_that_look_alike_as_words_stay_apart(sample: Path) -> None:
    text = (sample / "manifest.json").read_text().replace("Books", "A_B").replace("Letters", "A__B")
    texts = harness_files(Manifest.from_json(text))
    loaded = [yaml.safe_load(text) for path, text in texts.items() if "original" in path]
    files = {entry["task"]: entry["metadata"]["file"] for entry in loaded}
    assert files["sample_a_b_per_original"] == "data/A_B/PER/Original.parquet"
    assert files["sample_a_b_per_original_2"] == "data/A__B/PER/Original.parquet"


def test_the_manifest_has_their_digests(sample: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    found = {path.relative_to(sample).as_posix() for path in (sample / "harness").rglob("*.*")}
    assert {record.path for record in manifest.generated} >= found | {"eval.yaml"}
    for record in manifest.generated:
        assert sha256((sample / record.path).read_bytes()).hexdigest() == record.sha256


def refit(release: Path) -> None:
    (release / "SHA256SUMS").write_text(sums_text(release))


def faults(release: Path) -> list[tuple[str, int]]:
    return [(finding.file, finding.invariant) for finding in verify(release).findings]


@pytest.mark.parametrize("name", [f"{TASKS}/utils.py", "harness/inspect/renamed.py", "eval.yaml"])
def test_a_changed_file_is_found(copied: Path, name: str) -> None:
    place = copied / name
    place.write_text(place.read_text() + "\n# more\n")
    refit(copied)
    assert faults(copied) == [(name, 5)]


def test_a_changed_file_whose_digest_was_changed_too_is_found(copied: Path) -> None:
    name = f"{TASKS}/utils.py"
    data = b"import os\n"
    (copied / name).write_bytes(data)

    def fit(manifest: dict) -> None:
        record = next(record for record in manifest["generated"] if record["path"] == name)
        record["sha256"] = sha256(data).hexdigest()

    change_manifest(copied, fit)
    assert faults(copied) == [("manifest.json", 5)]


def test_missing_and_extra_files_are_found(copied: Path) -> None:
    (copied / TASKS / "utils.py").unlink()
    (copied / TASKS / "more.py").write_text("")
    (copied / TASKS / "__pycache__").mkdir()
    (copied / TASKS / "__pycache__" / "utils.cpython-311.pyc").write_bytes(b"")
    refit(copied)
    found = {finding.file: finding for finding in verify(copied).findings}
    assert set(found) == {
        f"{TASKS}/utils.py", f"{TASKS}/more.py", f"{TASKS}/__pycache__/utils.cpython-311.pyc",
    }  # fmt: skip
    assert {finding.invariant for finding in found.values()} == {7}
    told = found[f"{TASKS}/__pycache__/utils.cpython-311.pyc"].message
    assert "PYTHONDONTWRITEBYTECODE=1" in told


def test_a_manifest_that_lists_other_files_is_refused(copied: Path) -> None:
    def change(manifest: dict) -> None:
        manifest["generated"][0]["path"] = "../secret"

    change_manifest(copied, change)
    assert faults(copied) == [("manifest.json", 5)]


def test_a_manifest_whose_files_no_release_has_is_refused(copied: Path) -> None:
    def change(manifest: dict) -> None:
        manifest["configs"][0]["splits"][0]["path"] = "data/a/b/c/d/e.parquet"

    change_manifest(copied, change)
    assert ("manifest.json", 5) in faults(copied)


def test_the_card_shows_the_commands(sample: Path) -> None:
    card = (sample / "README.md").read_text()
    assert "--include_path harness/lm-eval --tasks sample_afri " in card
    assert "inspect eval harness/inspect/renamed.py " in card
    task = card.partition("inspect eval hf/ORG/NAME/")[2].split()[0]
    data = yaml.safe_load((sample / "eval.yaml").read_text())
    assert task in [entry["id"] for entry in data["tasks"]]
    assert json.loads((sample / "manifest.json").read_text())["generated"]
