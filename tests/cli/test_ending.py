"""A command that is told to end while its workers are at work: nothing goes on without it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from tiny_line import write_tiny

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

STUCK = """
import os
import signal

class Stuck:
    fingerprint = "stuck 1"

    def recognize(self, texts):
        print(os.getpid(), flush=True)
        while True:
            signal.pause()
"""
COMMAND = "from builders.cli.main import main; main()"


@pytest.mark.parametrize(
    ("ending", "status", "told"),
    [
        (signal.SIGTERM, 143, "renamer: terminated; run the same command again to resume\n"),
        (signal.SIGINT, 130, "renamer: interrupted; run the same command again to resume\n"),
        (signal.SIGKILL, -9, None),
    ],
)
def test_workers_end_with_the_command(
    ending: signal.Signals, status: int, told: str | None, tmp_path: Path
) -> None:
    if signal.getsignal(ending) is signal.SIG_IGN:
        pytest.skip("ignored here, and so by every process that is started")
    tiny = write_tiny(tmp_path / "tiny")
    (tmp_path / "stuck.py").write_text(STUCK)
    given = [f"--source={name}={path}" for name, path in tiny.sources.items()]
    words = ["build", tiny.recipe, "--out", "out", "--names", tiny.names, *given, "--jobs", "2",
             "--recognizer", "stuck:Stuck", "--cache", "cache"]  # fmt: skip
    started = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *map(str, words)],
        cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert started.stdout is not None
    worker = int(started.stdout.readline())
    try:
        started.send_signal(ending)
        # The pipes end when the last process that holds them has ended.
        _, errors = started.communicate(timeout=60)
    finally:
        for process in (started.pid, worker):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
    assert started.returncode == status
    assert told is None or errors == told
    assert not (tmp_path / "out").exists()
