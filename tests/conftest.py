"""Puts this folder on the path: what several folders' tests share lies beside this file."""

import os
import time

import pytest
from hypothesis import settings

# A first example loads what the others find loaded, and machines are busy with other things.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


def pytest_runtest_setup() -> None:
    """Begin no test after the time that `make test-fast` sets."""
    until = os.environ.get("RENAMER_TESTS_UNTIL")
    if until and time.time() > float(until):
        pytest.skip("no time left in this minute; make test runs it")
