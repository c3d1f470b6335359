"""Reads the rows of Excel workbooks (.xlsx) that were downloaded, without trusting them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import BinaryIO, Final

import openpyxl

from name_collections.archive import DAMAGED, MAX_MEMBERS, most_bytes
from name_collections.errors import FixNamesFileError

Row = tuple[object, ...]
"""The values of a row's cells: text, numbers, or None for an empty cell."""
COLUMNS: Final = 16
"""The number of columns that are read, and of the cells in each row."""

_DAMAGED: Final = (*DAMAGED, AttributeError, LookupError, OSError, SyntaxError, TypeError)


def rows(stream: BinaryIO, where: str) -> Iterator[Row]:
    """Yield the rows of the first sheet of a workbook that are not empty.

    Formulas and macros are not run. Raises FixNamesFileError, with `where` as the file's name, if
    the file is no workbook, is damaged, or unpacks to far more than a workbook of its size should.
    """
    # A workbook inside an archive cannot be read from its end.
    packed = stream if stream.seekable() else io.BytesIO(stream.read())
    try:
        size = packed.seek(0, io.SEEK_END)
        packed.seek(0)
        with zipfile.ZipFile(packed) as archive:
            members = archive.infolist()
        unpacked = sum(member.file_size for member in members)
        if len(members) > MAX_MEMBERS or unpacked > most_bytes(size):
            raise FixNamesFileError(f"{where}: unpacks to far more than it should; refused")
        packed.seek(0)
        book = openpyxl.load_workbook(packed, read_only=True, data_only=True, keep_links=False)
        for row in book.worksheets[0].iter_rows(max_col=COLUMNS, values_only=True):
            if any(cell is not None for cell in row):
                yield (*row, *[None] * (COLUMNS - len(row)))
    except _DAMAGED as error:
        raise FixNamesFileError(f"{where}: damaged workbook ({error})") from error
