"""Decoding of UTF-8 JSON, with errors that say what is wrong and where."""

from __future__ import annotations

import codecs
import json
from typing import Any, Final

# If a text ends within a literal (false) or an escape (\\uXXXX), this begins at most so many
# characters before the end.
_CUT: Final = 6


class MalformedError(Exception):
    """The error for bytes that are not UTF-8 or not JSON.

    `truncated` says whether the fault is that the bytes end too early.
    """

    def __init__(self, message: str, *, truncated: bool = False) -> None:
        self.truncated = truncated
        super().__init__(message)


def decode(data: bytes, offset: int = 0) -> Any:
    """Return the value of UTF-8 JSON. Raises MalformedError if `data` is anything else.

    `offset` is the position of `data` in its file. If it is 0, a byte order mark is skipped.
    """
    skipped = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) and not offset else 0
    try:
        text = data[skipped:].decode("utf-8") if skipped else data.decode("utf-8")
    except UnicodeDecodeError as error:
        at = skipped + error.start
        message = f"byte {offset + at} (0x{data[at]:02x}) is not UTF-8; save the file as UTF-8"
        raise MalformedError(message, truncated=error.reason == "unexpected end of data") from None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise MalformedError(explain(error), truncated=_is_cut(error)) from None
    except (RecursionError, ValueError) as error:
        raise MalformedError(unreadable(error)) from None


def unreadable(error: Exception) -> str:
    """Return the message for JSON that is nested too deeply or has a number that is too long."""
    deep = isinstance(error, RecursionError)
    return f"not JSON that can be read: {'nested too deeply' if deep else 'a number is too long'}"


def explain(error: json.JSONDecodeError) -> str:
    """Return a message that says what is wrong with a JSON text, and in which line and column.

    If the text has only one line, the line number is omitted.
    """
    read = error.doc.rstrip()
    line = f"line {error.lineno}, " if "\n" in read else ""
    place = "the end" if read and error.pos >= len(read) else f"{line}column {error.colno}"
    what = "a byte order mark" if "BOM" in error.msg else error.msg
    return f"not JSON: {what} ({place})"


def _is_cut(error: json.JSONDecodeError) -> bool:
    if error.msg == "Extra data":
        return False
    rest = len(error.doc.rstrip()) - error.pos
    return error.msg.startswith("Unterminated string") or rest <= _CUT
