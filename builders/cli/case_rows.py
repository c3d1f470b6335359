"""What `renamer score` writes of single rows: all of them as they come, and those to look at."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Final

from builders.scoring.cases import less_certain
from builders.scoring.csv_records import csv_lines
from builders.scoring.prediction_records import Record

_CHUNK: Final = 1 << 20


class CaseRows:
    """Takes the rows of a release beside their sources, which are too many for memory.

    `lost` are those right before and wrong after, `fallen` those right both times whose margin
    fell by more than `fall`; `lines` gives all as CSV, from a temporary file.
    """

    def __init__(self, fall: float) -> None:
        self.lost: list[Record] = []
        self.fallen: list[Record] = []
        self._fall = fall
        self._header: list[str] = []
        self._file: IO[str] = TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115

    def add(self, case: Record) -> None:
        """Take the next row."""
        if case["class"]:
            self.lost.append(case)
        self.fallen += less_certain([case], self._fall)
        if not self._header:
            self._header = list(case)
            self._file.write(csv_lines([self._header]))
        self._file.write(csv_lines([case.values()]))

    def lines(self) -> Iterator[str]:
        """Yield the CSV in pieces, each but the last without the line end that it had."""
        self._file.seek(0)
        rest = ""
        while piece := self._file.read(_CHUNK):
            whole, end, rest = (rest + piece).rpartition("\n")
            if end:
                yield whole
        self._file.close()
