"""Measure how long a build takes to load the embedded names.

    python scripts/bench_names.py

The script prints a line for each step of loading: the least time that any of several fresh
processes took, in milliseconds and without the time for imports.
"""

from __future__ import annotations

import json
import subprocess
import sys

RUNS = 7
CODE = """
import json, time
from name_collections import store
from name_collections.columns import Columns
from name_collections.lexicon import Lexicon
marks = [time.perf_counter()]
found = [store.load(name) for name in store.known()]
marks.append(time.perf_counter())
Lexicon.load()
marks.append(time.perf_counter())
for each in found:
    for span_type in Columns.of(each.names).counts("span_type"):
        each.pool(span_type)
marks.append(time.perf_counter())
print(json.dumps([1000 * (b - a) for a, b in zip(marks, marks[1:])]))
"""
FIGURES = ("load every embedded collection", "load the lexicon", "make every pool")


def measure(runs: int = RUNS) -> dict[str, float]:
    """Measure in `runs` fresh processes, and return the least times in milliseconds.

    The keys are the steps in `FIGURES`, and "all together" for all steps of the fastest process.
    """
    rows = []
    for _ in range(runs):
        done = subprocess.run(
            [sys.executable, "-c", CODE], capture_output=True, text=True, check=True
        )
        rows.append(json.loads(done.stdout))
    figures = dict(zip(FIGURES, map(min, zip(*rows, strict=True)), strict=True))
    return figures | {"all together": min(map(sum, rows))}


def main() -> None:
    """Print how long each step of loading the embedded names takes."""
    for name, milliseconds in measure().items():
        print(f"{name}: {milliseconds:.0f} ms")


if __name__ == "__main__":
    main()
