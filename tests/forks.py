"""Processes to be killed: forked from one that has imported what is slow to import.

python forks.py MODULE reads lines of JSON: the arguments of the module's `run`. Each is run in a
process of its own; its id and, when it has ended, its exit status are written, a line each.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path

_TOUCHES = frozenset({"open", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.truncate"})


class Forks:
    """Starts such processes, one after the other; a context manager."""

    def __init__(self, module: Path, **environment: str) -> None:
        command = [sys.executable, str(Path(__file__)), str(module)]
        self._parent = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, **environment},
        )  # fmt: skip

    def __enter__(self) -> Forks:
        return self

    def __exit__(self, *_: object) -> None:
        self._parent.communicate("")

    def start(self, *arguments: object) -> int:
        """Start a process and return its id."""
        assert self._parent.stdin is not None
        self._parent.stdin.write(json.dumps([str(a) for a in arguments]) + "\n")
        self._parent.stdin.flush()
        return self._answer()

    def wait(self) -> int:
        """Wait for the end of the process; its exit status is negative where it was killed."""
        return self._answer()

    def run(self, *arguments: object) -> int:
        """Start a process and wait for its end."""
        self.start(*arguments)
        return self.wait()

    def _answer(self) -> int:
        assert self._parent.stdout is not None
        return int(self._parent.stdout.readline())


def die_at(moment: int, place: str) -> None:
    """Kill this process, as kill -9 would, when it touches files for the `moment`th time.

    Counted is what it opens, makes, moves and removes under a path that begins with `place`.
    """
    left = moment

    def touched(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal left
        if event not in _TOUCHES or not arguments or not str(arguments[0]).startswith(place):
            return
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        left -= 1

    sys.addaudithook(touched)


def main(path: Path) -> None:
    """Fork for every line."""
    sys.path.insert(0, str(path.parent))
    module = import_module(path.stem)
    for line in sys.stdin:
        arguments = json.loads(line)
        child = os.fork()
        if not child:
            os.dup2(2, 1)  # What it says must not be taken for an answer.
            try:
                module.run(*arguments)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        sys.stdout.write(f"{child}\n")
        sys.stdout.flush()
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
