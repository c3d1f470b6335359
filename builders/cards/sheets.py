"""Audit sheets: CSV files in which annotators judge how names were identified and replaced.

A unit is what is judged right or wrong as a whole: a row for entity renaming (Yan et al. 2022,
section 3.3), a name for EntSwap (Siro and Ajayi 2023, section 4). It is judged in two steps, on a
line each: identification and substitution. An annotator who finds a name that is in no unit adds a
line for it, with the step `identification`, and judges it wrong for the reason `missed`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path
from typing import Final

from builders.errors import Fault, FixInputError, FixManyError, not_utf8

STEPS: Final = ("identification", "substitution")
JUDGEMENTS: Final = ("right", "wrong", "arguable")
REASONS: Final = (
    "", "missed", "not a name", "wrong borders", "wrong type", "wrong person or place",
    "not replaced everywhere", "replaced too much", "form", "other",
)  # fmt: skip
COLUMNS: Final = (
    "unit", "path", "id", "type", "step", "source", "renamed", "spans", "judgement", "reason",
    "note",
)  # fmt: skip

_RISKY: Final = ("=", "+", "-", "@")


Sheet = Mapping[str, Mapping[str, str]]
"""The contents of a sheet: the lines, by the id in the column `unit`.

A line is a mapping from columns to cells. The id is different in every line.
"""


def read_sheet(path: Path) -> Sheet:
    """Read an audit sheet; raise FixManyError listing every fault of its lines.

    A fault is an unknown judgement, step or reason, or a line that is there twice. Raises
    FixInputError if the file cannot be read or is not a sheet.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FixInputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FixInputError(f"{path}: {not_utf8(error)}; save the sheet as UTF-8") from None
    reader = csv.DictReader(StringIO(text, newline=""), strict=True)
    faults: list[Fault] = []
    found: dict[str, Mapping[str, str]] = {}
    try:
        missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
        if missing:
            raise FixInputError(f"{path}: has no column {', '.join(missing)}: not a sheet")
        for number, line in enumerate(reader, 2):
            cells = {name: (line.get(name) or "").strip() for name in COLUMNS}
            _check_line(cells, f"record {number}", found, faults)
            found[cells["unit"]] = cells
    except csv.Error as error:
        raise FixInputError(f"{path}: line {reader.line_num}: not CSV: {error}") from None
    if faults:
        raise FixManyError(str(path), faults)
    if not found:
        raise FixInputError(f"{path}: holds no units")
    return found


def _check_line(cells: Mapping[str, str], where: str, found: Sheet, faults: list[Fault]) -> None:
    if cells["unit"] in found:
        faults.append(Fault(where, "unit", f"{cells['unit']!r:.40} is there twice"))
    for column, known in (("judgement", JUDGEMENTS), ("step", STEPS), ("reason", REASONS)):
        if cells[column] not in known:
            listed = ", ".join(filter(None, known))
            faults.append(Fault(where, column, f"{cells[column]!r:.40} is none of: {listed}"))


def sheet_text(lines: Iterable[Mapping[str, str]]) -> str:
    """Return the lines of a sheet as CSV text.

    A text that spreadsheets could interpret as a formula gets an apostrophe in front.
    """
    stream = StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({name: _safe(line.get(name, "")) for name in COLUMNS})
    return stream.getvalue()


def _safe(text: str) -> str:
    return f"'{text}" if text[:1] in _RISKY else text
