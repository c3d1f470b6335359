"""Pausing Python's search for reference cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_cycle_collection() -> Iterator[None]:
    """Pause the cycle collector during work on many values without cycles.

    While thousands of tuples are made, the collector would repeatedly visit all live objects
    without finding anything.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
