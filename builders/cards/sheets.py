"""Audit sheets: CSV files in which annotators judge how names were identified and replaced.

A unit is what is judged right or wrong as a whole. It is a row for entity renaming (Yan et al.
2022, section 3.3), and a name for EntSwap (Siro and Ajayi 2023, section 4). Each unit has two lines
in the sheet, one to judge its identification and one to judge its substitution. The column `step`
says which. An annotator who finds a name that is in no unit adds a line for this name, with the
step `identification`, the judgement `wrong` and the reason `missed`.
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
"""The lines of an audit sheet, by the id in their column `unit`, which differs in every line.

A line is a mapping from the names of the columns to the texts in them.
"""


def read_sheet(path: Path) -> Sheet:
    """Read an audit sheet: a CSV file with the judgements of an annotator.

    Raises FixManyError with all faults of the lines: unknown values in the columns `judgement`,
    `step` and `reason`, and ids in the column `unit` that occur twice. Raises FixInputError if the
    file cannot be read or is not a sheet.
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
    """Return the lines of an audit sheet as CSV text.

    An apostrophe is put in front of texts that spreadsheets could interpret as a formula.
    """
    stream = StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for line in lines:
        writer.writerow({name: _safe(line.get(name, "")) for name in COLUMNS})
    return stream.getvalue()


def _safe(text: str) -> str:
    return f"'{text}" if text[:1] in _RISKY else text
