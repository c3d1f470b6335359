"""Builds that machines share: whoever does what, in whatever order, the bytes are the same."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tiny_line import NAMED, RECOGNIZER, Tiny, write_tiny

from builders import pipeline
from builders.errors import ChooseFolderError, FixInputError, RenamerError
from builders.pipeline import Options
from builders.releases.recipe import Recipe
from builders.stages import plan as plans
from builders.stages.slurm import slurm_script
from builders.types import Progress


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return write_tiny(tmp_path_factory.mktemp("tiny"))


@pytest.fixture(scope="module")
def options(tiny: Tiny) -> Options:
    return Options(
        sources=tiny.sources, names=tiny.names, cache=tiny.folder / "cache", recognizer=NAMED
    )


@pytest.fixture(scope="module")
def sums(tiny: Tiny, options: Options) -> str:
    """The sums of an ordinary build."""
    release = pipeline.build(Recipe.read(tiny.recipe), tiny.folder / "release", options)
    return (release / "SHA256SUMS").read_text()


def planned(tiny: Tiny, options: Options, out: Path) -> Path:
    """Plan the tiny recipe."""
    return pipeline.plan(Recipe.read(tiny.recipe), out, options)


def finished(out: Path) -> str:
    """Finish a build and return its sums."""
    release = pipeline.finish(out, NAMED)
    return (release / "SHA256SUMS").read_text()


@pytest.fixture
def in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of a passage each, and parts of two of them."""
    monkeypatch.setattr(plans, "PART", 6)
    monkeypatch.setattr("builders.stages.prepare.chunks.__defaults__", (1,))


@pytest.mark.parametrize("order", [(), (0, 1, 2), (2, 0, 0), (1,)])
def test_whoever_works_the_release_is_that_of_a_build(
    tiny: Tiny, options: Options, sums: str, tmp_path: Path, order: tuple[int, ...]
) -> None:
    out = planned(tiny, options, tmp_path / "out")
    for rank in order:
        pipeline.work(out, rank, 3, NAMED)
    assert finished(out) == sums
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@pytest.mark.usefixtures("in_parts")
def test_files_that_are_filled_in_parts_have_the_same_bytes(
    tiny: Tiny, options: Options, sums: str, tmp_path: Path
) -> None:
    out = planned(tiny, options, tmp_path / "out")
    work = out / "work"
    assert pipeline.work(out, 0, 1, NAMED) > 40
    assert len(list((work / "sources" / "TinyMRQA").iterdir())) == 3
    assert list((work / "fill").glob("*.arrow")), "no file was filled in parts"
    assert finished(out) == sums


def test_a_worker_does_its_share_and_then_what_is_left(
    tiny: Tiny, options: Options, tmp_path: Path
) -> None:
    out = planned(tiny, options, tmp_path / "out")
    assert pipeline.work(out, 1, 2, NAMED) > 0
    assert pipeline.work(out, 0, 2, NAMED) == 0
    finished(out)
    assert pipeline.work(out, 0, 2, NAMED) == 0, "of a finished build nothing is left to do"
    assert finished(out)


def test_what_is_damaged_is_made_again(
    tiny: Tiny, options: Options, sums: str, tmp_path: Path
) -> None:
    out = planned(tiny, options, tmp_path / "out")
    pipeline.work(out, 0, 1, NAMED)
    damaged = sorted((out / "release").rglob("*.parquet"))[3]
    damaged.write_bytes(bytes(damaged.stat().st_size))
    assert finished(out) == sums


def test_a_shard_that_was_changed_is_refused(tiny: Tiny, options: Options, tmp_path: Path) -> None:
    out = planned(tiny, options, tmp_path / "out")
    shard = next((out / "work" / "sources" / "TinySQuAD").iterdir())
    shard.write_bytes(shard.read_bytes()[:-1])
    with pytest.raises(RenamerError, match="is damaged"):
        pipeline.work(out, 0, 1, NAMED)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"package": "0.0.0"}, "planned with other versions: 0.0.0"),
        ({"fingerprint": "word list 9"}, "planned with other versions"),
        ({"datasets": 3}, "expected a list"),
        ({"format": None}, "expected a whole number"),
    ],
)
def test_a_plan_of_other_versions_or_of_another_shape_is_refused(
    tiny: Tiny, options: Options, tmp_path: Path, change: dict[str, object], told: str
) -> None:
    out = planned(tiny, options, tmp_path / "out")
    written = json.loads((out / "plan.json").read_text())
    (out / "plan.json").write_text(json.dumps({**written, **change}))
    with pytest.raises(FixInputError, match=told):
        pipeline.work(out, 0, 1, NAMED)


def test_a_plan_cannot_make_a_machine_run_code(
    tiny: Tiny, options: Options, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = planned(tiny, options, tmp_path / "out")
    (tmp_path / "evil.py").write_text("raise SystemExit('was run')")
    monkeypatch.chdir(tmp_path)
    written = json.loads((out / "plan.json").read_text())
    written["asked"]["recognizer"] = "evil:RECOGNIZER"
    (out / "plan.json").write_text(json.dumps(written))
    with pytest.raises(FixInputError, match=r"evil:RECOGNIZER; give it again"):
        pipeline.work(out, 0, 1)


def test_an_object_cannot_be_planned_with(tiny: Tiny, options: Options, tmp_path: Path) -> None:
    with pytest.raises(FixInputError, match="needs its name"):
        planned(tiny, replace(options, recognizer=RECOGNIZER), tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_plan_and_a_rank_outside_the_world(
    tiny: Tiny, options: Options, tmp_path: Path
) -> None:
    for verb in (lambda: pipeline.work(tmp_path, 0, 1), lambda: pipeline.finish(tmp_path)):
        with pytest.raises(ChooseFolderError, match="holds no plan"):
            verb()
    with pytest.raises(FixInputError, match="from 0 to 1"):
        pipeline.work(planned(tiny, options, tmp_path / "out"), 2, 2, NAMED)


def test_a_release_is_not_planned_over(tiny: Tiny, options: Options, tmp_path: Path) -> None:
    out = planned(tiny, options, tmp_path / "out")
    finished(out)
    with pytest.raises(ChooseFolderError, match="holds a release"):
        planned(tiny, options, out)


def test_faulty_sources_leave_no_plan(options: Options, tmp_path: Path) -> None:
    faulty = write_tiny(tmp_path / "tiny", faulty=True)
    with pytest.raises(RenamerError):
        planned(faulty, replace(options, sources=faulty.sources), tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]


@pytest.mark.usefixtures("in_parts")
def test_where_a_source_is_cut_depends_on_the_source_alone(
    tiny: Tiny, options: Options, tmp_path: Path
) -> None:
    shards = [
        json.loads((planned(tiny, other, tmp_path / name) / "plan.json").read_text())["datasets"]
        for name, other in (("one", options), ("two", replace(options, seeds=1, only="*/PER/*")))
    ]
    first = {one["name"]: one["shards"] for one in shards[0]}
    assert {one["name"]: one["shards"] for one in shards[1]}.items() <= first.items()


def test_the_slurm_script_is_sound(tmp_path: Path) -> None:
    script = tmp_path / "job.sbatch"
    script.write_text(slurm_script(Path("/shared/a folder's"), 12, "spacy:en_core_web_sm"))
    assert subprocess.run(["bash", "-n", script], check=False).returncode == 0
    assert "--array=0-11\n" in script.read_text()
    linter = Path(sys.executable).with_name("shellcheck")
    if linter.exists():
        done = subprocess.run([linter, script], capture_output=True, text=True, check=False)
        assert done.stdout == ""


@pytest.mark.parametrize("finishing", [False, True])
def test_the_slurm_script_starts_workers_and_one_that_finishes(
    tmp_path: Path, finishing: bool
) -> None:
    script, calls = tmp_path / "job.sbatch", tmp_path / "calls"
    script.write_text(slurm_script(Path("/shared/a plan"), 2))
    for name, says in (("renamer", ""), ("sbatch", ""), ("scontrol", f"   Command={script}")):
        stand_in = tmp_path / name
        stand_in.write_text(f'#!/bin/bash\necho "{name} $*" >> {calls}\necho "{says}"\n')
        stand_in.chmod(0o755)
    where = {"PATH": f"{tmp_path}:/usr/bin:/bin", "SLURM_JOB_ID": "8", "SLURM_ARRAY_JOB_ID": "7"}
    for rank in "0" if finishing else "01":
        subprocess.run(
            ["bash", script, *(["finish"] if finishing else [])],
            env={**where, "SLURM_ARRAY_TASK_ID": rank}, check=True, capture_output=True,
        )  # fmt: skip
    called = [line for line in calls.read_text().splitlines() if not line.startswith("scontrol")]
    assert called == (
        ["renamer finish /shared/a plan"]
        if finishing
        else [
            f"sbatch --array=0 --dependency=afterany:7 {script} finish",
            "renamer work /shared/a plan --rank 0 --world 2",
            "renamer work /shared/a plan --rank 1 --world 2",
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["processes", "ray"])
def test_an_engine_changes_no_byte(
    tiny: Tiny, options: Options, sums: str, tmp_path: Path, engine: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if engine == "ray":
        pytest.importorskip("ray")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    chosen = replace(options, jobs=2, engine=engine)  # type: ignore[arg-type]
    release = pipeline.build(Recipe.read(tiny.recipe), tmp_path / "out", chosen)
    assert (release / "SHA256SUMS").read_text() == sums


_KILLS = 50


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.usefixtures("in_parts")
def test_fifty_kills_of_workers_and_of_who_finishes_change_no_byte(
    tiny: Tiny, options: Options, sums: str, tmp_path: Path
) -> None:
    chance = random.Random(7)
    out = planned(tiny, options, tmp_path / "out")
    kills, killed_finishing, finishes = 0, 0, 0
    while kills < _KILLS:
        # Workers run at once, in any order and any number of times; one process finishes.
        finishing = chance.random() < 0.4
        ranks = ["finish"] if finishing else [str(chance.randrange(3)) for _ in range(2)]
        ended = _ended(out, [(rank, chance.randrange(900 if finishing else 160)) for rank in ranks])
        assert set(ended) <= {0, -9}
        kills += ended.count(-9)
        killed_finishing += finishing * ended.count(-9)
        if finishing and ended == [0]:
            assert (out / "SHA256SUMS").read_text() == sums
            assert {path.name for path in tmp_path.iterdir()} == {"out"}
            finishes += 1
            shutil.rmtree(out)
            planned(tiny, options, out)
    assert finished(out) == sums
    assert killed_finishing > 10
    assert finishes


def _ended(out: Path, dying: list[tuple[str, int]]) -> list[int]:
    """Run workers at once, each of which dies at a moment; return how they ended."""
    child = Path(__file__).parents[1] / "work_child.py"
    workers = [
        subprocess.Popen(
            [sys.executable, str(child), str(out), rank, str(moment)], stderr=subprocess.DEVNULL
        )
        for rank, moment in dying
    ]
    return [worker.wait() for worker in workers]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")
def test_ray_hands_on_what_a_lost_worker_had(
    tiny: Tiny, options: Options, sums: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.setattr("builders.stages.prepare.chunks.__defaults__", (1,))
    killed: list[int] = []

    class Deadly:
        def stage(self, name: str, total: int | None) -> Progress:
            def progress(done: int) -> None:
                if name in {"Recognizing", "Renaming"} and len(killed) < 2:
                    worker = next(iter(_ray_workers()), None)
                    if worker is not None:
                        os.kill(worker, signal.SIGKILL)
                        killed.append(worker)

            return progress

    chosen = replace(options, jobs=2, engine="ray")
    release = pipeline.build(Recipe.read(tiny.recipe), tmp_path / "out", chosen, Deadly())
    assert (release / "SHA256SUMS").read_text() == sums
    assert killed


def _ray_workers() -> Iterator[int]:
    """Yield the processes that run tasks of Ray."""
    for place in Path("/proc").iterdir():
        try:
            command = (place / "cmdline").read_bytes() if place.name.isdigit() else b""
        except OSError:
            continue
        if command.startswith(b"ray::_run"):
            yield int(place.name)
