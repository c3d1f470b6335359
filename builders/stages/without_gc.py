"""Work during which Python does not look for cycles among the objects made."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_cycles() -> Iterator[None]:
    """Pause the cycle collector: for work on many values, which never form a cycle.

    Where thousands of tuples are made at once, it walks over all that are alive again and again
    and finds nothing.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
