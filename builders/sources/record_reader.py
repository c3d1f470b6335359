"""Reads decoded records field by field, and collects what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from builders.digest_map import DigestMap, short_digest
from builders.errors import Fault
from builders.sources.source_reading import Rejected
from builders.text import too_long
from builders.types import Answer

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_KINDS: Final[tuple[tuple[type, str], ...]] = (
    (bool, "true or false"), (int, "a whole number"), (float, "a number"), (str, "a string"),
    (list, "a list"), (dict, "an object"), (type(None), "null"),
)  # fmt: skip
_MISSING: Final = object()
_SHOWN: Final = 40


def kind(value: object) -> str:
    """Name the JSON type of a decoded value."""
    return next((name for cls, name in _KINDS if isinstance(value, cls)), type(value).__name__)


def shown(text: str) -> str:
    """Quote a text for a message, shortened and safe to print."""
    return ascii(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def wrong_text(value: object) -> str:
    """Say what is wrong with a value that should be a text; empty if nothing is."""
    if not isinstance(value, str):
        return "is missing" if value is _MISSING else f"is {kind(value)}, expected a string"
    if not value or value.isspace():
        return "is empty"
    if not value.isascii() and (half := _SURROGATE.search(value)):
        return f"holds half of a surrogate pair ({half[0]!a}) at character {half.start()}"
    return too_long(value)


def wrong_number(value: object) -> str:
    """Say what is wrong with a value that should be a whole number; empty if nothing is."""
    if isinstance(value, int) and not isinstance(value, bool):
        return ""
    return "is missing" if value is _MISSING else f"is {kind(value)}, expected a whole number"


def wrong_offset(context: str, text: str, start: int) -> str:
    """Say that `text` is not found at `start` of the passage, and where it is."""
    if not 0 <= start < len(context):
        return f"is {start}, outside the passage of {len(context)} characters"
    nearest = min(occurrences(context, text), key=lambda at: abs(at - start), default=None)
    there = "does not occur in it" if nearest is None else f"occurs at {nearest}"
    found = shown(context[start : start + len(text)])
    return f"is {start}, where the passage has {found}; {shown(text)} {there}"


def occurrences(context: str, text: str) -> list[int]:
    """Return where a text starts in a passage."""
    return [match.start() for match in re.finditer(f"(?={re.escape(text)})", context)]


@dataclass(frozen=True, slots=True)
class Passage:
    """What the questions of a passage have in common."""

    dataset: str
    title: str
    context: str

    def or_same(self, title: str, context: str) -> Passage:
        """Return the passage of a next row: this one if it is the same, to share its strings."""
        same = self.context == context and self.title == title
        return self if same else Passage(self.dataset, title, context)


class RecordReader:
    """Reads the records of one file; its faults are collected question by question.

    The accessors return an empty value where a field is at fault, so that the rest of a record
    is looked at all the same. `rejected` hands the faults over and clears the reader.
    """

    __slots__ = ("_faults", "_ids")

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._ids = DigestMap()

    @property
    def clean(self) -> bool:
        """Return whether nothing is noted."""
        return not self._faults

    def note(self, where: str, field: str, message: str) -> None:
        """Note a fault."""
        self._faults.append(Fault(where, field, message))

    def rejected(self, questions: int = 1) -> Rejected:
        """Hand over what is noted and clear the reader."""
        faults = tuple(self._faults)
        self._faults.clear()
        return Rejected(faults, questions)

    def record(self, value: object, where: str, field: str) -> Mapping[str, Any] | None:
        """Take a JSON object; None if it is none."""
        if isinstance(value, dict):
            return value
        self.note(where, field, f"is {kind(value)}, expected an object")
        return None

    def items(self, record: Mapping[str, Any], key: str, where: str) -> list[Any]:
        """Take the list under `key`."""
        value = record.get(key, _MISSING)
        if isinstance(value, list):
            return value
        wrong = "is missing" if value is _MISSING else f"is {kind(value)}, expected a list"
        self.note(where, key, wrong)
        return []

    def filled(self, record: Mapping[str, Any], key: str, where: str) -> list[Any]:
        """Take the list under `key`; it must not be empty."""
        value = record.get(key)
        if value == []:
            self.note(where, key, "is empty")
        return value if value and isinstance(value, list) else self.items(record, key, where)

    def text(self, record: Mapping[str, Any], key: str, where: str) -> str:
        """Take the text under `key`; it must say something."""
        value = record.get(key, _MISSING)
        if wrong := wrong_text(value):
            self.note(where, key, wrong)
            return ""
        return str(value)

    def title(self, record: Mapping[str, Any], where: str) -> str:
        """Take a title; it may be empty, but not missing."""
        return "" if record.get("title") == "" else self.text(record, "title", where)

    def new_id(self, record: Mapping[str, Any], key: str, where: str) -> str:
        """Take an id that no earlier question of the file has."""
        value = self.text(record, key, where)
        if value and not self._ids.add(short_digest(value)):
            self.note(where, key, f"{shown(value)} is the id of an earlier question too")
        return value

    def flag(self, record: Mapping[str, Any], key: str, where: str) -> bool:
        """Take true or false; false if `key` is missing."""
        value = record.get(key, False)
        if not isinstance(value, bool):
            self.note(where, key, f"is {kind(value)}, expected true or false")
        return value is True

    def answer(self, item: object, context: str, where: str, field: str) -> Answer | None:
        """Take an object with `text` and `answer_start` that points at that text."""
        if not isinstance(item, dict):
            self.note(where, field, f"is {kind(item)}, expected an object")
            return None
        text, start = item.get("text", _MISSING), item.get("answer_start", _MISSING)
        if (
            type(text) is str
            and type(start) is int
            and start >= 0
            and text
            and not text.isspace()
            and context.startswith(text, start)
        ):
            return Answer(text, start)
        wrong = wrong_text(text)
        if wrong:
            self.note(where, f"{field}.text", wrong)
        if wrong_start := wrong_number(start):
            self.note(where, f"{field}.answer_start", wrong_start)
        elif not wrong and context:  # a passage at fault is noted itself
            self.note(where, f"{field}.answer_start", wrong_offset(context, text, start))
        return None
