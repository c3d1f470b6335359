"""A release's life on the command line and in `datasets`, each a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hub_releases import files_at, files_of
from loopback_hub import LoopbackHub, loopback_hub
from tiny_release import SEEDS, TinyRelease, examples_of

from builders.sources.squad_export import to_mrqa
from builders.stages.edits_only import withhold

RENAMER = "from builders.cli.main import main; main()"
TOKEN = "hf_writer"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def served() -> Iterator[LoopbackHub]:
    """One Hub for all tests here, each with a repository of its own."""
    with loopback_hub() as hub:
        yield hub


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release in full."""
    return TinyRelease().build(tmp_path_factory.mktemp("life") / "release")


@pytest.fixture
def run(served: LoopbackHub, tmp_path: Path) -> Run:
    """Run Python code, or `renamer`, against the Hub: run(RENAMER, "push", ...)."""

    def call(code: str, *arguments: str | Path, **more: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **os.environ, "HF_ENDPOINT": served.url, "HF_TOKEN": TOKEN,
            "HF_HOME": str(tmp_path / "hf"), "HF_HUB_DISABLE_XET": "1",
            "HF_UPDATE_DOWNLOAD_COUNTS": "0", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1", **more,
        }  # fmt: skip
        return subprocess.run(
            [sys.executable, "-c", code, *map(str, arguments)], env=environment,
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip

    return call


def publish(served: LoopbackHub, folder: Path, repo: str) -> None:
    """Put the files of a folder under the tag v1.0.0."""
    served.create(repo)
    served.repos[repo].tags["v1.0.0"] = served.commit_by_other(repo, files_of(folder)).oid


@pytest.mark.slow
def test_a_life(served: LoopbackHub, run: Run, release: Path, tmp_path: Path) -> None:
    repo = "org/life"
    planned = run(RENAMER, "push", release, "--repo", repo, "--tag", "v1.0.0", "--dry-run")
    assert planned.returncode == 0, planned.stderr
    assert f"{len(files_of(release))} added, 0 changed, 0 removed" in planned.stdout
    assert "configs added: 5" in planned.stdout
    assert repo not in served.repos

    pushed = run(RENAMER, "push", release, "--repo", repo, "--tag", "v1.0.0", HF_DEBUG="1")
    assert pushed.returncode == 0, pushed.stderr
    assert TOKEN not in pushed.stdout
    there, here = files_at(served, "v1.0.0", repo), files_of(release)
    assert {path for path in here if here[path] != there[path]} == {"README.md", "SHA256SUMS"}
    assert f'load_dataset("{repo}", "Quads-PER-RandStr", revision="v1.0.0")' in (
        there["README.md"].decode()
    )
    assert not any(TOKEN.encode() in data for data in files_at(served, "v1.0.0", repo).values())

    again = run(RENAMER, "push", release, "--repo", repo)
    assert "v1.0.0: is published already" in again.stdout

    pulled = run(RENAMER, "pull", f"{repo}@v1.0.0", tmp_path / "pulled")
    assert pulled.returncode == 0, pulled.stderr
    assert files_of(tmp_path / "pulled") == there

    proven = run(RENAMER, "verify", f"{repo}@v1.0.0")
    assert proven.returncode == 0, proven.stderr
    assert proven.stdout == f"{repo}@v1.0.0: 24 rows in 6 files: all invariants hold\n"

    shown = run(RENAMER, "show", f"{repo}@v1.0.0", "Quads-PER-RandStr", "--split", "seed1")
    assert shown.returncode == 0, shown.stderr
    assert "context 9:16 LAST 'Ann Lee' -> 'Kej Pum'" in shown.stdout

    newer = TinyRelease(seeds=({**SEEDS[0], "Ann Lee": "Zed Vok"}, SEEDS[1]), version="1.0.1")
    newer.build(tmp_path / "newer")
    compared = run(RENAMER, "diff", f"{repo}@v1.0.0", tmp_path / "newer")
    assert "seed0.parquet: rows differ: names drawn 4" in compared.stdout
    bumped = run(RENAMER, "push", tmp_path / "newer", "--repo", repo)
    assert "what changed since v1.0.0 is worth v2.0.0" in bumped.stdout
    assert f"{repo}@v1.0.1: committed and tagged" in bumped.stdout, bumped.stderr


def test_faults_are_one_line_and_status_two(run: Run, release: Path, tmp_path: Path) -> None:
    broken = TinyRelease().build(tmp_path / "broken")
    (broken / "README.md").write_text((broken / "README.md").read_text() + "x")
    for arguments, message in (
        (("push", broken, "--repo", "org/x"), "not a sound release: 1 fault"),
        (("push", release, "--repo", "nowhere"), "expected org/name"),
        (("pull", "org/none@v7.0.0", tmp_path / "x"), "answered 404"),
    ):
        done = run(RENAMER, *arguments)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert message in done.stderr
        assert done.stderr.count("\n") == 1
        assert TOKEN not in done.stderr


def test_rows_that_may_not_be_passed_on_come_back_from_the_users_copy(
    served: LoopbackHub, run: Run, tmp_path: Path
) -> None:
    release = TinyRelease(licence="unknown").build(tmp_path / "release")
    repo = "org/edits"
    pushed = run(RENAMER, "push", release, "--repo", repo, "--tag", "v1.0.0")
    assert "Lists: published as edits, without its texts" in pushed.stdout, pushed.stderr
    published = files_at(served, "v1.0.0", repo)
    assert not any(path.startswith("data/Lists") for path in published)
    assert any(path.startswith("data/Quads") for path in published)

    copy = tmp_path / "lists.jsonl"
    copy.write_text("\n".join(to_mrqa(examples_of("Lists"), "Lists")) + "\n")
    joined = tmp_path / "joined"
    without = run(RENAMER, "apply", f"{repo}@v1.0.0", "--out", joined)
    assert (without.returncode, without.stderr.count("\n")) == (2, 1)
    assert "--source Lists=PATH" in without.stderr
    done = run(RENAMER, "apply", f"{repo}@v1.0.0", "--source", f"Lists={copy}", "--out", joined)
    assert done.returncode == 0, done.stderr
    assert files_of(joined) == files_of(release)


def test_what_is_wrong_on_the_hub_is_named_with_file_and_row(
    served: LoopbackHub, run: Run, tmp_path: Path
) -> None:
    wrong = TinyRelease()
    wrong.examples["Quads"] *= 2
    publish(served, wrong.build(tmp_path / "wrong"), "org/wrong")
    found = run(RENAMER, "verify", "org/wrong@v1.0.0")
    assert (found.returncode, found.stderr) == (1, "")
    where = "data/Quads/PER/Original.parquet: row Quads-0 [invariant 1]"
    assert where in found.stdout
    missing = run(RENAMER, "verify", "org/wrong@v9.0.0")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert missing.stderr.count("\n") == 1


def test_a_release_of_edits_is_verified_as_such(
    served: LoopbackHub, run: Run, release: Path, tmp_path: Path
) -> None:
    edits = withhold(release, tmp_path / "edits", ["Lists"])
    publish(served, edits, "org/proven")
    proven = run(RENAMER, "verify", "org/proven@v1.0.0")
    assert proven.returncode == 0, proven.stdout
    assert "12 rows in 6 files: all invariants hold" in proven.stdout
    assert "Lists: there as edits; `renamer apply` proves their rows" in proven.stdout
    for verb in ("show", "export"):
        options = ["--out", tmp_path / "x.json"] if verb == "export" else []
        config = "Lists-PER-RandStr"
        refused = run(RENAMER, verb, "org/proven@v1.0.0", config, "--split", "seed0", *options)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "there as edits, without its texts" in refused.stderr
        assert refused.stderr.count("\n") == 1
    (edits / "edits" / "Lists" / "PER" / "Original.parquet").unlink()
    found = run(RENAMER, "verify", edits)
    assert found.returncode == 1
    assert "data/Lists/PER/Original.parquet: [invariant 7] is missing" in found.stdout


# Leaves without the interpreter's farewell: a stream that is not read to its end may have a
# thread of a native library running, which ends the process with an abort.
LOAD = """
import json, os, sys
from datasets import load_dataset
repo, config, split, tag = sys.argv[1:]
rows = load_dataset(repo, config, split=split, revision=tag)
streamed = load_dataset(repo, config, split=split, revision=tag, streaming=True)
first = next(iter(streamed))
print(json.dumps({"rows": len(rows), "same": first == rows[0], "first": first}), flush=True)
os._exit(0)
"""


def test_datasets_loads_and_streams_what_was_published(
    run: Run, served: LoopbackHub, release: Path
) -> None:
    publish(served, release, "org/full")
    loaded = run(LOAD, "org/full", "Quads-PER-RandStr", "seed1", "v1.0.0")
    assert loaded.returncode == 0, loaded.stderr
    found = json.loads(loaded.stdout)
    assert found["rows"] == 4
    assert found["same"]
    assert found["first"]["answers"]["text"] == ["Zo Brun", "Zo Brun"]
    assert "unknown" not in served.kinds()


def test_datasets_loads_edits(run: Run, served: LoopbackHub, release: Path, tmp_path: Path) -> None:
    publish(served, withhold(release, tmp_path / "edits", ["Lists"]), "org/loaded")
    loaded = run(LOAD, "org/loaded", "Lists-PER-RandStr-edits", "seed0", "v1.0.0")
    assert loaded.returncode == 0, loaded.stderr
    assert json.loads(loaded.stdout)["first"]["edits"][0]["new"] == "Uqe Wob"
