"""The indented blocks of a verb's help: lines that it reads and writes, broken up for readers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from itertools import groupby


def blocks(verb: Callable[..., None]) -> list[str]:
    """Return each block of a docstring that is indented as code is."""
    lines = (inspect.getdoc(verb) or "").splitlines()
    grouped = groupby(lines, key=lambda line: line.startswith("    "))
    return ["\n".join(group) for indented, group in grouped if indented]
