"""The progress of work: who hears of it."""

from __future__ import annotations

from typing import Protocol

from builders.types import Progress


class Reporter(Protocol):
    """Hears of the stages of some work; the command line draws bars from it."""

    def stage(self, name: str, total: int | None) -> Progress:
        """Begin a stage of `total` items; the result is called with the items done."""


class Silent:
    """A reporter that says nothing."""

    def stage(self, name: str, total: int | None) -> Progress:
        """Ignore the stage."""
        del name, total
        return lambda done: None
