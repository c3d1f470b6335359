"""Detection of a file's format by its first bytes, for error messages."""

from __future__ import annotations

import codecs
import re
from typing import Final

HEAD: Final = 1 << 20
"""The number of bytes that `recognize` needs."""
SQUAD: Final = 'SQuAD JSON (format "squad")'
MRQA: Final = 'MRQA JSONL (format "mrqa")'
ROWS: Final = 'JSON lines of rows (format "rows")'
_OTHER: Final = "JSON of another shape"

_Marks = tuple[tuple[re.Pattern[bytes], str], ...]


def _compiled(*rows: tuple[bytes, str]) -> _Marks:
    return tuple((re.compile(pattern, re.DOTALL), name) for pattern, name in rows)


# Patterns for the first bytes of a file, with the names of formats; the first pattern that matches
# counts. To add a format, add a row here if it is not JSON lines, and otherwise in _MARKS.
_FOREIGN: Final[_Marks] = _compiled(
    (rb"version https://git-lfs", "a Git LFS pointer, not the file it points to"),
    (rb"PAR1", 'Parquet (format "hub-squad" or "hub-mrqa" of a recipe)'),
    (rb"ARROW1", "an Arrow file"),
    (rb"\x1f\x8b", "gzip within gzip"),
    (rb"PK\x03\x04", "a zip archive (only gzip is unpacked)"),
    (rb"BZh", "a bzip2 archive (only gzip is unpacked)"),
    (rb"\xfd7zXZ\x00", "an xz archive (only gzip is unpacked)"),
    (rb"\x28\xb5\x2f\xfd", "a Zstandard archive (only gzip is unpacked)"),
    (rb"\xff\xfe|\xfe\xff|[\[{]\x00|\x00[\[{]", "UTF-16 text (UTF-8 is expected)"),
    (rb"\s*<", "an HTML or XML page (a failed download?)"),
    (rb"\s*\[", "a JSON list"),
)
# Looser patterns come last.
_MARKS: Final[_Marks] = (
    *_compiled((rb"\s*$", "an empty file")),
    *_FOREIGN,
    *_compiled(
        (rb'\s*\{.*"paragraphs"\s*:', SQUAD),
        (rb'\s*\{[^\n]*"header"\s*:', MRQA),
        (rb'\s*\{[^\n]*"qas"\s*:', "MRQA JSONL without its header line"),
        (rb'\s*\{(?=[^\n]*"context"\s*:)[^\n]*"question"\s*:', ROWS),
        (rb'\s*\{[^\n]*"question"\s*:[^\n]*\}\s*(?:\n|$)', "rows without a column context"),
        (rb'\s*\{[^\n]*"context"\s*:[^\n]*\}\s*(?:\n|$)', "rows without a column question"),
        (rb"\s*\{", _OTHER),
        (rb'\s*(?:"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null)\s*$', _OTHER),
        (rb"", "neither JSON nor a format known here"),
    ),
)


def recognize(head: bytes) -> str:
    """Return the name of the format of a file with the (decompressed) first bytes `head`."""
    return _name(head, _MARKS)


def foreign(head: bytes) -> str:
    """Return the format of a file if its first bytes (`head`) rule out JSON lines, or else ""."""
    return _name(head, _FOREIGN)


def _name(head: bytes, marks: _Marks) -> str:
    text = head.removeprefix(codecs.BOM_UTF8)
    return next((name for pattern, name in marks if pattern.match(text)), "")
