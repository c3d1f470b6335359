"""The interface for reporting the progress of work."""

from __future__ import annotations

from typing import Protocol

from builders.types import Progress


class Reporter(Protocol):
    """An object that is told about the progress of work; the command line shows a bar per stage."""

    def stage(self, name: str, total: int | None) -> Progress:
        """Begin a stage of `total` items (None if unknown); return a function to report progress.

        The function takes the number of items done since it was last called.
        """


class Silent:
    """A Reporter that shows no progress."""

    def stage(self, name: str, total: int | None) -> Progress:
        """Return a function that does nothing."""
        del name, total
        return lambda done: None
