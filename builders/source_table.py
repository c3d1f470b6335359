"""The formats of source files.

To add one: a function `scan(path, dataset)` in builders/sources that yields Examples, and a
Rejected for each question at fault; a row here; a test with a small file in tests/sources.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class SourceRow(NamedTuple):
    """The reader of a format (module:function of builders.sources), and its properties.

    `streams` says that the reader reads a part of the file at a time, so that a first pass takes
    time but no memory. With `has_subsets`, the reader has an argument `subset`. `in_recipes` says
    that a recipe may name the format, because such files are published.
    """

    scan: str
    streams: bool
    has_subsets: bool = False
    in_recipes: bool = False


SOURCE_TABLE: Final[dict[str, SourceRow]] = {
    "squad": SourceRow("squad:scan", streams=False, in_recipes=True),
    "mrqa": SourceRow("mrqa:scan", streams=True, in_recipes=True),
    "cmrc": SourceRow("cmrc:scan", streams=False, in_recipes=True),
    "squad-rows": SourceRow("squad_rows:scan_file", streams=True),
    "mrqa-rows": SourceRow("mrqa_rows:scan_file", streams=True, has_subsets=True),
    "rows": SourceRow("row_formats:scan", streams=True),
}
