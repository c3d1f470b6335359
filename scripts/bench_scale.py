"""Measure large builds: the time of each phase, bytes per row and memory per process.

    python scripts/bench_scale.py [QUESTIONS] [--engine ray] [--only GLOB]
    python scripts/bench_scale.py QUESTIONS --jobs N     only one build
    ... --cache FOLDER     keeps recognized names in FOLDER for the next run

The first form builds a release of QUESTIONS questions with one process and with two, and a release
of twice as many questions with two processes. Then it prints the strong and weak scaling of the
build, and the strong scaling of its main phases. From all times, the time of a build of only a few
questions is subtracted, because such a build mostly starts processes. The questions come from the
demonstration data, copied into an MRQA file with new ids and with a number appended to each
passage. Names are recognized in the copies too.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final

from builders import pipeline
from builders.releases.recipe import Recipe
from builders.sources.demo import demo_path
from builders.sources.format_table import read
from builders.types import Example, Progress

SOURCE: Final = "DemoMRQA"
FILES: Final = f"{SOURCE}/MIX/*"
_OTHERS: Final = ("squad", "DemoSQuAD2")
_PHASES: Final = {
    "Checking sources": "plan", f"Reading {SOURCE}": "plan", "Recognizing": "prepare",
    "Counting": "reduce", "Renaming": "fill", "Joining parts": "join",
}  # fmt: skip
_EVERY: Final = 0.5
FEW: Final = 200
"""The number of questions of a build whose duration is mostly the start of processes."""


def mrqa_line(passage: str, questions: list[Example], copy: int) -> str:
    """Return a line of an MRQA file: copy number `copy` of a passage with its questions."""
    qas = []
    for one in questions:
        spans = [(a.text, a.start) for a in one.answers if a.start is not None]
        found = [
            {"text": text, "char_spans": [[start, start + len(text) - 1]]} for text, start in spans
        ]
        qas.append({
            "qid": f"{one.id}-{copy}", "question": one.question,
            "answers": list(one.gold_answers), "detected_answers": found,
        })  # fmt: skip
    return json.dumps({"context": f"{passage} #{copy}", "qas": qas}) + "\n"


def write_source(path: Path, questions: int) -> int:
    """Write an MRQA file of at least `questions` questions, and return the actual number."""
    name, dataset = _OTHERS
    passages: dict[str, list[Example]] = {}
    for one in read(demo_path(name), format=name, dataset=dataset):
        if not one.is_impossible:
            passages.setdefault(one.context, []).append(one)
    written = copy = 0
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"header": {"dataset": SOURCE, "split": "train"}}) + "\n")
        while written < questions:
            for passage, asked in passages.items():
                file.write(mrqa_line(passage, asked, copy))
                written += len(asked)
            copy += 1
    return written


class Phases:
    """A progress reporter for a build that measures the time of each phase of the build."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._name = "start"
        self._since = time.perf_counter()

    def stage(self, name: str, total: int | None) -> Progress:
        """Stop measuring the previous phase, and start measuring a phase with `total` items.

        Return a function to be called with the number of items done since the last call.
        """
        self._begin(_PHASES[name])
        left = total or 0

        def progress(done: int) -> None:
            nonlocal left
            left -= done
            if left <= 0:
                self._begin("finish")

        return progress

    def end(self) -> dict[str, float]:
        """Stop measuring, and return the seconds that each phase took."""
        self._begin("")
        return {name: round(seconds, 1) for name, seconds in self.seconds.items()}

    def _begin(self, name: str) -> None:
        now = time.perf_counter()
        self.seconds[self._name] = self.seconds.get(self._name, 0) + now - self._since
        self._name, self._since = name, now


class Peaks:
    """A context manager that observes the peak memory of this process and its descendants.

    `megabytes` maps the id of each process to its peak. It stays empty if the system has no /proc.
    """

    def __init__(self) -> None:
        self.megabytes: dict[int, int] = {}
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> Peaks:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(_EVERY):
            for process in (os.getpid(), *descendants(os.getpid())):
                try:
                    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
                except OSError:
                    continue
                peak = next((ln for ln in status.splitlines() if ln.startswith("VmHWM")), "")
                if peak:
                    self.megabytes[process] = int(peak.split()[1]) // 1024


def descendants(process: int) -> Iterator[int]:
    """Yield the ids of the descendants of a process, or nothing if the system has no /proc."""
    try:
        found = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8")
    except OSError:
        return
    for child in map(int, found.split()):
        yield child
        yield from descendants(child)


def build(folder: Path, questions: int, options: dict[str, Any], cache: Path | None) -> None:
    """Build a release in this process, and print the measurements as one line of JSON."""
    source = folder / "source.jsonl"
    asked = write_source(source, questions)
    phases = Phases()
    with Peaks() as peaks:
        release = pipeline.build(
            Recipe.read("demo"), folder / "release",
            pipeline.Options(sources={SOURCE: source}, cache=cache or folder / "cache", **options),
            phases,
        )  # fmt: skip
        seconds = phases.end()
    files = json.loads((release / "manifest.json").read_text(encoding="utf-8"))["files"]
    rows = sum(file["rows"] for file in files)
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    own = peaks.megabytes.pop(os.getpid(), used[0].ru_maxrss // 1024)
    print(json.dumps({
        "questions": asked, **options, "seconds": round(sum(seconds.values()), 1),
        "phases": seconds, "processor": round(sum(one.ru_utime + one.ru_stime for one in used), 1),
        "files": len(files), "rows": rows,
        "bytes a row": round(sum(file["bytes"] for file in files) / rows),
        "MB, this process": own,
        "MB, others": sorted(peaks.megabytes.values(), reverse=True)[:8],
    }))  # fmt: skip


def measured(questions: int, jobs: int, arguments: list[str]) -> dict[str, Any]:
    """Build in a separate process and return the measurements that it printed."""
    done = subprocess.run(
        [sys.executable, __file__, str(questions), "--jobs", str(jobs), *arguments],
        stdout=subprocess.PIPE, text=True, check=True,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # as the `renamer` command sets it
    )  # fmt: skip
    line = done.stdout.splitlines()[-1]
    print(line, flush=True)
    result: dict[str, Any] = json.loads(line)
    return result


def taken(result: dict[str, Any], phases: Iterable[str]) -> float:
    """Return the total seconds of some phases of a build."""
    return sum(result["phases"].get(phase, 0.0) for phase in phases)


def main() -> None:
    """Measure one build if --jobs is given, or else compare builds with one process and two."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=int, nargs="?", default=20_000)
    parser.add_argument("--jobs", type=int, help="measure one build with so many processes")
    parser.add_argument("--engine", choices=("processes", "ray"), default="processes")
    parser.add_argument("--only", default=FILES)
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args()
    if given.jobs:
        options = {"jobs": given.jobs, "engine": given.engine, "only": given.only}
        with tempfile.TemporaryDirectory() as name:
            build(Path(name), given.questions, options, given.cache)
        return
    arguments = ["--engine", given.engine, "--only", given.only]
    if given.cache is not None:
        arguments += ["--cache", str(given.cache.absolute())]
    starts = {jobs: measured(FEW, jobs, arguments) for jobs in (1, 2)}
    one = measured(given.questions, 1, arguments)
    two = measured(given.questions, 2, arguments)
    double = measured(2 * given.questions, 2, arguments)

    def ratio(other: dict[str, Any], phases: tuple[str, ...]) -> float:
        return (taken(one, phases) - taken(starts[1], phases)) / (
            taken(other, phases) - taken(starts[2], phases)
        )

    every = (*dict.fromkeys(_PHASES.values()), "finish")
    for name, phases in (("preparing", ("prepare",)), ("filling", ("fill", "join"))):
        print(f"strong scaling of {name}, two processes: {ratio(two, phases):.2f}")
    print(f"strong scaling of the build, two processes: {ratio(two, every):.2f}")
    print(f"weak scaling, two units on two processes: {ratio(double, every):.2f}")


if __name__ == "__main__":
    main()
