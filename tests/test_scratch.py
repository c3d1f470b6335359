"""Scratch folders go with their command, however it ends; those in use are left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from builders.scratch import scratch_folder

KILLED = """
import os, signal
from builders.scratch import scratch_folder
with scratch_folder() as folder:
    (folder / "large").write_bytes(b"x" * 1000)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL and locks")
def test_what_a_killed_command_leaves_is_cleared_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    others = tmp_path / "renamer-work-of-mine"
    others.mkdir()
    subprocess.run([sys.executable, "-c", KILLED], check=False, timeout=60)
    [left] = [path for path in tmp_path.iterdir() if path != others]
    assert (left / "work" / "large").is_file()
    with scratch_folder() as mine, scratch_folder() as other:
        assert not left.exists()
        assert mine.is_dir()
        assert other.is_dir()
        assert mine.parent.parent == tmp_path
    assert list(tmp_path.iterdir()) == [others]
