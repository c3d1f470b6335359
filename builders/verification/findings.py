"""The faults that `verify` finds, each with its file, its row and the invariant that is broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from builders.releases.quoting import escaped

INVARIANTS: Final[dict[int, str]] = {
    1: "answers stand where they should; ids, order and counts are the source's",
    2: "undoing the edits gives the source row back",
    3: "one source name has one new name, two have two, none is held, none is left",
    4: "edits do not cut words; casing and endings are kept",
    5: "files, digests, schema and card agree with the manifest",
    6: "every instance left out or unchanged has a reason",
    7: "the release is whole: nothing missing, nothing extra, nothing outside of it",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault of a release, with the number of the invariant that it breaks."""

    file: str
    row: str
    """The id of the faulty row, or empty if the whole file is at fault."""
    invariant: int
    """The number of the broken invariant (see INVARIANTS)."""
    message: str

    def __str__(self) -> str:
        """Return the finding on one line, with control characters escaped."""
        row = f" row {escaped(self.row, 80)}" if self.row else ""
        text = escaped(self.message, 400)
        return f"{escaped(self.file, 200)}:{row} [invariant {self.invariant}] {text}"


@dataclass(frozen=True, slots=True)
class Report:
    """The result of `verify`: the faults that were found, and the numbers of files and rows."""

    findings: tuple[Finding, ...]
    more: int
    """The number of faults that were counted but not kept."""
    files: int
    """The number of data files that the manifest lists."""
    rows: int
    """The number of rows that were read."""

    @property
    def ok(self) -> bool:
        """Return whether there are no findings."""
        return not self.findings and not self.more


class Findings:
    """A collector that keeps findings up to a limit and counts the rest."""

    def __init__(self, limit: int) -> None:
        self.kept: list[Finding] = []
        self.more = 0
        self._limit = limit

    def add(self, file: str, row: str, invariant: int, message: str) -> None:
        """Add a finding, or only count it if the limit is reached."""
        if len(self.kept) < self._limit:
            self.kept.append(Finding(file, row, invariant, message))
        else:
            self.more += 1

    @property
    def full(self) -> bool:
        """Return whether the limit is reached. Further findings are only counted."""
        return len(self.kept) >= self._limit
