"""Reads a JSON array one item at a time, so that memory does not grow with its length."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

from name_collections.errors import FixNamesFileError

_BLOCK: Final = 1 << 16
_LONGEST: Final = 256 << 20
"""The longest allowed item, in characters. The longest real item, a country, has 30 million."""


def items(stream: BinaryIO, where: str) -> Iterator[Any]:
    """Yield the items of a stream that holds one JSON array.

    Raises FixNamesFileError, with `where` at the start of its message, if the stream holds no
    array or is damaged.
    """
    text = _Text(stream, where)
    opening = text.peek()
    if opening != "[":
        raise FixNamesFileError(f"{where}: not a JSON array (starts with {opening!r})")
    text.skip()
    if text.peek() == "]":
        return
    while True:
        yield text.value()
        separator = text.peek()
        text.skip()
        if separator == "]":
            return
        if separator != ",":
            raise FixNamesFileError(f"{where}: damaged JSON near character {text.place}")


class _Text:
    """Reads JSON values from a stream, and keeps in memory only the text not yet returned."""

    def __init__(self, stream: BinaryIO, where: str) -> None:
        self._stream = stream
        self._where = where
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._json = json.JSONDecoder()
        self._window = ""
        self._at = 0
        self._before = 0
        self._ended = False

    @property
    def place(self) -> int:
        return self._before + self._at

    def peek(self) -> str:
        """Return the next non-whitespace character, or an empty string at the end."""
        while True:
            while self._at < len(self._window):
                if not self._window[self._at].isspace():
                    return self._window[self._at]
                self._at += 1
            if not self._more(_BLOCK):
                return ""

    def skip(self) -> None:
        self._at += 1

    def value(self) -> Any:
        """Return the next JSON value, reading more of the stream until the value is complete.

        Raises FixNamesFileError if the value is damaged, truncated or too long.
        """
        self.peek()
        while True:
            try:
                value, end = self._json.raw_decode(self._window, self._at)
            except (ValueError, RecursionError) as error:
                if not self._more(max(_BLOCK, len(self._window) - self._at)):
                    raise FixNamesFileError(
                        f"{self._where}: damaged or truncated JSON near character {self.place}"
                        f"{' (nested too deeply)' if isinstance(error, RecursionError) else ''}"
                    ) from None
                continue
            if end == len(self._window) and self._more(_BLOCK):
                continue  # a number may continue in the next block
            self._at = end
            return value

    def _more(self, size: int) -> bool:
        if self._ended or len(self._window) - self._at > _LONGEST:
            return False
        data = self._stream.read(size)
        try:
            text = self._decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            raise FixNamesFileError(f"{self._where}: not UTF-8 ({error.reason})") from None
        self._ended = not data
        self._before += self._at
        self._window = self._window[self._at :] + text
        self._at = 0
        return bool(data)
