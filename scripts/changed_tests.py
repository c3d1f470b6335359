"""Run the tests that changed files can break, nearest first, for at most a minute.

    python scripts/changed_tests.py               changes since the branch left `main`
    python scripts/changed_tests.py --since HEAD  uncommitted changes
    python scripts/changed_tests.py --list        list the test files without running them

The distance of a test file is the number of imports between it and a changed file. If a data file
is changed, all modules in its folder count as changed. Tests that do not fit into the time are
counted as skipped; `make test` runs all tests.
"""

from __future__ import annotations

import argparse
import ast
import os
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = 30
"""Seconds during which new tests are started. Tests already running end within the minute."""


def changed(since: str) -> set[Path]:
    """Return the untracked files, and those changed since the last commit shared with `since`.

    `since` is a branch or a commit.
    """
    base = git("merge-base", "HEAD", since) or ["HEAD"]
    names = git("diff", "--name-only", base[0]) + git("ls-files", "--others", "--exclude-standard")
    return {Path(name) for name in names}


def git(*arguments: str) -> list[str]:
    """Return the output lines of a git command."""
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.split("\n")[:-1]


def modules() -> dict[str, Path]:
    """Map the import name of each module, test and script to its file."""
    found: dict[str, Path] = {}
    for top in ("builders", "name_collections", "tests", "scripts"):
        for path in (ROOT / top).rglob("*.py"):
            own = path.relative_to(ROOT)
            parts = [part for part in own.with_suffix("").parts if part != "__init__"]
            # Tests and scripts are imported by file name, and each file name occurs only once.
            found[parts[-1] if top in {"tests", "scripts"} else ".".join(parts)] = own
    return found


@cache
def importers() -> dict[Path, set[Path]]:
    """Map every file to the files that import it, at module level or inside functions.

    The tests in a folder count as importers of its conftest.py.
    """
    known = modules()
    found: dict[Path, set[Path]] = {path: set() for path in known.values()}
    for path in known.values():
        for name in imported(path):
            parts = name.split(".")
            while parts and ".".join(parts) not in known:
                parts.pop()
            if parts:
                found[known[".".join(parts)]].add(path)
        if path.name == "conftest.py":
            found[path] |= {test for test in known.values() if path.parent in test.parents}
    return found


def imported(path: Path) -> Iterator[str]:
    """Yield the dotted names that a module imports, at module level or inside functions."""
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def nearest(files: set[Path]) -> list[Path]:
    """Return the test files that import any of `files`, directly or indirectly, nearest first.

    The distance is the number of imports between a test file and a changed file. At equal distance,
    tests in a folder named like the folder of a changed file come first.
    """
    above = importers()
    begun = {path for path in files if path in above}
    for path in files - begun:
        folder = path.parent
        while folder.parts and not any(known.parent == folder for known in above):
            folder = folder.parent
        begun |= {known for known in above if folder.parts and known.parent == folder}
    near = dict.fromkeys(sorted(begun), 0)
    waiting = deque(near)
    while waiting:
        path = waiting.popleft()
        for importer in sorted(above[path]):
            if importer not in near:
                near[importer] = near[path] + 1
                waiting.append(importer)
    own = {path.parent.name for path in files}
    tests = (path for path in near if path.name.startswith("test_"))
    return sorted(tests, key=lambda path: (near[path], path.parent.name not in own))


def main() -> int:
    """Choose and run the tests, and return the exit status of pytest."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--since", default="main", help="the commit to compare with")
    parser.add_argument("--list", action="store_true", help="print the test files alone")
    options = parser.parse_args()
    tests = [str(path) for path in nearest(changed(options.since))]
    if options.list or not tests:
        print("\n".join(tests) or "nothing changed that a test imports")
        return 0
    command = [sys.executable, "-m", "pytest", "-n", "2", "-m", "not slow", "-rs", *tests]
    environment = {**os.environ, "RENAMER_TESTS_UNTIL": str(time.time() + SECONDS)}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
