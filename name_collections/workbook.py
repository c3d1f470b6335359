"""Reads the rows of Excel workbooks (.xlsx) that were downloaded, without trusting them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from typing import BinaryIO, Final

import openpyxl

from name_collections.archive import DAMAGED, FREE_BYTES, MAX_RATIO
from name_collections.errors import FixNamesFileError

Row = tuple[object, ...]
"""The values of a row's cells: text, numbers, or None for an empty cell."""

_DAMAGED: Final = (*DAMAGED, AttributeError, KeyError, OSError, SyntaxError, TypeError)


def rows(stream: BinaryIO, where: str) -> Iterator[Row]:
    """Yield the rows of the first sheet of a workbook.

    Formulas and macros are not run. Raises FixNamesFileError, with `where` as the file's name, if
    the file is no workbook, is damaged, or unpacks to far more than a workbook of its size should.
    """
    try:
        with zipfile.ZipFile(stream) as archive:
            size = sum(member.file_size for member in archive.infolist())
            packed = sum(member.compress_size for member in archive.infolist())
        if size > max(FREE_BYTES, packed * MAX_RATIO):
            raise FixNamesFileError(f"{where}: unpacks to far more than it should; refused")
        stream.seek(0)
        book = openpyxl.load_workbook(stream, read_only=True, data_only=True, keep_links=False)
        yield from book.worksheets[0].iter_rows(values_only=True)
    except _DAMAGED as error:
        raise FixNamesFileError(f"{where}: damaged workbook ({error})") from error
