"""Builds the tiny release in a process of its own; can be told to die on the way.

python build_child.py FOLDER OUT JOBS [DIE_AFTER]: with DIE_AFTER the process kills itself, as
kill -9 would, once that many files are filled.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from forks import die_at
from tiny_line import NAMED, Tiny

from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.types import Progress


class Deadly:
    """A reporter that ends the process."""

    def __init__(self, files: int) -> None:
        self.files = files

    def stage(self, name: str, total: int | None) -> Progress:
        """Count the files of the last stage."""
        del total
        done = 0

        def progress(more: int) -> None:
            nonlocal done
            done += more
            if name == "Renaming" and done >= self.files:
                os.kill(os.getpid(), signal.SIGKILL)

        return progress


def run(folder: str, out: str, moment: str) -> None:
    """Build and die at a moment (see forks.py), or not at all where it is negative."""
    if int(moment) >= 0:
        die_at(int(moment), str(Path(out).parent))
    main(folder, out, "1")


def main(folder: str, out: str, jobs: str, *rest: str) -> None:
    """Build."""
    tiny = Tiny(Path(folder))
    options = Options(
        sources=tiny.sources, names=tiny.names, jobs=int(jobs), cache=tiny.folder / "cache",
        recognizer=NAMED,
    )  # fmt: skip
    reporter = Deadly(int(rest[0])) if rest else None
    build(Recipe.read(tiny.recipe), Path(out), options, reporter)


if __name__ == "__main__":
    main(*sys.argv[1:])
