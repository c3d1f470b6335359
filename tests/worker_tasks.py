"""Functions that worker processes run in the tests of workers."""

from __future__ import annotations

import os
import signal

_LOADED: set[int] = set()


def doubled(number: int) -> int:
    """Double."""
    return number * 2


def deadly(number: int) -> int:
    """Be killed at 3, as by a system that is out of memory."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def refusing(number: int) -> int:
    """Fail at 2."""
    if number == 2:
        raise ValueError("two")
    return number


def load() -> None:
    """Note that something was loaded in this process."""
    _LOADED.add(1)


def has_loaded(number: int) -> bool:
    """Return whether something is loaded in this process."""
    del number
    return bool(_LOADED)
