"""The interface for reporting the progress of work."""

from __future__ import annotations

from typing import Protocol

from builders.types import Progress


class Reporter(Protocol):
    """An object that is told about the progress of work; the command line shows a bar per stage."""

    def stage(self, name: str, total: int | None) -> Progress:
        """Begin a stage of `total` items; return a function that adds to the items done."""


class Silent:
    """A reporter that reports nothing."""

    def stage(self, name: str, total: int | None) -> Progress:
        """Ignore the stage."""
        del name, total
        return lambda done: None
