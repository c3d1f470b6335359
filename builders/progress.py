"""The interface for reporting the progress of work."""

from __future__ import annotations

from typing import Protocol

from builders.types import Progress


class Reporter(Protocol):
    """A receiver of the stages of some work; the command line shows them as bars."""

    def stage(self, name: str, total: int | None) -> Progress:
        """Begin a stage of `total` items; return a function to call with the items done."""


class Silent:
    """A reporter that reports nothing."""

    def stage(self, name: str, total: int | None) -> Progress:
        """Ignore the stage."""
        del name, total
        return lambda done: None
