"""Measures builds of many questions: time, bytes a row, and the memory of each process.

python scripts/bench_scale.py [QUESTIONS]: builds synthetic questions with one
process and with two, started apart, and prints weak and strong scaling of the two.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

from bench_memory import SOURCE, write_source

from builders import pipeline
from builders.releases.recipe import Recipe


def build(folder: Path, questions: int, jobs: int) -> None:
    """Build in this process, and print what it took."""
    source = folder / "source.json"
    asked = write_source(source, questions)
    options = pipeline.Options(
        sources={SOURCE: source}, only=f"{SOURCE}/PER/*",
        cache=folder / "cache", jobs=jobs,
    )  # fmt: skip
    start = time.perf_counter()
    release = pipeline.build(Recipe.read("demo"), folder / "release", options)
    seconds = time.perf_counter() - start
    files = json.loads((release / "manifest.json").read_text(encoding="utf-8"))["files"]
    kilobyte = 1 if sys.platform == "darwin" else 1024
    peaks = [
        resource.getrusage(who).ru_maxrss * kilobyte / 2**20
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    rows = sum(file["rows"] for file in files)
    print(json.dumps({
        "questions": asked, "jobs": jobs, "seconds": round(seconds, 1), "files": len(files),
        "rows": rows, "bytes a row": round(sum(file["bytes"] for file in files) / rows),
        "MB, this process": round(peaks[0]), "MB, largest worker": round(peaks[1]),
    }))  # fmt: skip


def measured(questions: int, jobs: int) -> float:
    """Build in a process of its own; return the seconds it took."""
    done = subprocess.run(
        [sys.executable, __file__, str(questions), "--jobs", str(jobs)],
        stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    line = done.stdout.splitlines()[-1]
    print(line, flush=True)
    seconds: Final[float] = json.loads(line)["seconds"]
    return seconds


def main() -> None:
    """Measure one build, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=int, nargs="?", default=20_000)
    parser.add_argument("--jobs", type=int, help="measure one build with so many processes")
    given = parser.parse_args()
    if given.jobs:
        with tempfile.TemporaryDirectory() as name:
            build(Path(name), given.questions, given.jobs)
        return
    unit, strong = measured(given.questions, 1), measured(given.questions, 2)
    weak = measured(2 * given.questions, 2)
    print(f"strong scaling, two processes: {unit / strong:.2f}")
    print(f"weak scaling, two units on two processes: {unit / weak:.2f}")


if __name__ == "__main__":
    main()
