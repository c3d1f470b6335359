"""Records written as CSV in which spreadsheets do not take any text for a formula."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from builders.scoring.prediction_records import Record


def to_csv(records: Sequence[Record]) -> str:
    """Return records as CSV text with a header and one column per key.

    The columns have the order in which the keys first occur.
    """
    header = list(dict.fromkeys(key for record in records for key in record))
    return csv_lines([header, *([record.get(key) for key in header] for record in records)])


def csv_lines(rows: Iterable[Iterable[Any]]) -> str:
    """Return rows of values as CSV text.

    None gives an empty cell, and the items of a list are joined by semicolons. A text that
    spreadsheets could take for a formula gets an apostrophe in front.
    """
    stream = StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows([_cell(value) for value in row] for row in rows)
    return stream.getvalue()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, (list, dict)):
        value = "; ".join(map(str, value))
    text = str(value)
    risky = isinstance(value, str) and text[:1] in ("=", "+", "-", "@", "\t", "\r")
    return f"'{text}" if risky else text
