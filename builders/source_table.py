"""The formats of source files.

To add one: a function `scan(path, dataset)` in builders/sources that yields Examples, and a
Rejected for each question at fault; a row here; a test with a small file in tests/sources.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class SourceRow(NamedTuple):
    """What reads a format (module:function of builders.sources), and how.

    `streams` says that it holds a part of the file at a time, so that a first pass over it costs
    time but no memory. Where `has_subsets`, it takes `subset` too. A recipe may name the format
    if it is one of files that people publish (`in_recipes`).
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
