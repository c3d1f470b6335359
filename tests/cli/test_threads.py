"""The command line shares no product of small matrices among threads, unless it is told to."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

CODE = """
import os, sys
import builders.cli.main
print(os.environ["OPENBLAS_NUM_THREADS"], "numpy" in sys.modules)
"""


@pytest.mark.parametrize(("given", "used"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_one_thread_is_asked_for_before_numpy_is_imported(given: dict[str, str], used: str) -> None:
    unset = {key: value for key, value in os.environ.items() if key != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env={**unset, **given},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [used, "False"]
