"""Builds the tiny release in a process of its own; can be told to die on the way.

python build_child.py FOLDER OUT JOBS [DIE_AFTER]: with DIE_AFTER the process kills itself, as
kill -9 would, once that many files are filled.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from tiny_line import Tiny

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


def main() -> None:
    """Build."""
    folder, out, jobs, *rest = sys.argv[1:]
    tiny = Tiny(Path(folder))
    options = Options(
        sources=tiny.sources, names=tiny.names, jobs=int(jobs), cache=tiny.folder / "cache"
    )
    reporter = Deadly(int(rest[0])) if rest else None
    build(Recipe.read(tiny.recipe), Path(out), options, reporter)


if __name__ == "__main__":
    main()
