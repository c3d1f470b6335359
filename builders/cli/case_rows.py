"""The lists of rows that `renamer score` writes: all rows, and the rows with worse predictions."""

from __future__ import annotations

from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import IO, Final

from builders.errors import FixInputError
from builders.scoring.cases import less_certain
from builders.scoring.csv_records import csv_lines
from builders.scoring.prediction_records import Record

_CHUNK: Final = 1 << 20


class CaseRows:
    """Collects the renamed rows of a scored release, with their source rows and predictions.

    All rows are written to a temporary file as CSV, which `lines` reads.
    """

    def __init__(self, fall: float) -> None:
        self.lost: list[Record] = []
        """The rows for which the prediction is right before renaming and wrong after it."""
        self.fallen: list[Record] = []
        """The rows for which the prediction stays right, but becomes less certain.

        The probability of the prediction minus that of the second-best answer drops by more than
        `fall`.
        """
        self._has_margins = False
        self._fall = fall
        self._header: list[str] = []
        self._file: IO[str] = TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115

    def add(self, case: Record) -> None:
        """Add the next row, given as a record made by builders.scoring.cases."""
        if case["class"]:
            self.lost.append(case)
        self._has_margins |= case["margin"] is not None
        self.fallen += less_certain([case], self._fall)
        if not self._header:
            self._header = list(case)
            self._file.write(csv_lines([self._header]))
        self._file.write(csv_lines([case.values()]))

    def less_certain(self) -> list[Record]:
        """Return the rows with predictions that stay right but become less certain.

        The rows with the largest drops come first. Raises FixInputError if no prediction has a
        second-best answer to compare with.
        """
        if not self._has_margins:
            raise FixInputError("--less-certain: no prediction is a list of n-best answers")
        return less_certain(self.fallen, self._fall)

    def lines(self) -> Iterator[str]:
        """Yield all rows as CSV text, many lines at a time, and delete the temporary file.

        Each yielded text ends without a line end.
        """
        self._file.seek(0)
        rest = ""
        while piece := self._file.read(_CHUNK):
            whole, end, rest = (rest + piece).rpartition("\n")
            if end:
                yield whole
        self._file.close()
