"""A reporter that remembers what it is told, so that tests can see what bars would show."""

from __future__ import annotations

from collections.abc import Callable


class StageRecord:
    """Remembers the total of every stage, and how much of it was done."""

    def __init__(self) -> None:
        self.totals: dict[str, int | None] = {}
        self.done: dict[str, int] = {}

    def stage(self, name: str, total: int | None) -> Callable[[int], None]:
        self.totals[name] = total
        self.done[name] = 0

        def progress(items: int) -> None:
            self.done[name] += items

        return progress
