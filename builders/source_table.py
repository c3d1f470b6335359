"""The formats of source files.

To add a format, write a function `scan(path, dataset)` in builders/sources. It yields an Example
for each valid question and a Rejected for each faulty one. Then add a row to SOURCE_TABLE, and a
test with a small file in tests/sources.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class SourceRow(NamedTuple):
    """A format of source files, and the function that reads it."""

    scan: str
    """The function, as module:function of builders.sources."""
    streams: bool
    """Whether only a part of the file is in memory at a time."""
    has_subsets: bool = False
    """Whether a file may have several parts, of which the argument `subset` chooses one."""
    in_recipes: bool = False
    """Whether a recipe may name the format, because datasets are published in it."""


SOURCE_TABLE: Final[dict[str, SourceRow]] = {
    "squad": SourceRow("squad:scan", streams=False, in_recipes=True),
    "mrqa": SourceRow("mrqa:scan", streams=True, in_recipes=True),
    "cmrc": SourceRow("cmrc:scan", streams=False, in_recipes=True),
    "squad-rows": SourceRow("squad_rows:scan_file", streams=True),
    "mrqa-rows": SourceRow("mrqa_rows:scan_file", streams=True, has_subsets=True),
    "rows": SourceRow("row_formats:scan", streams=True),
}
