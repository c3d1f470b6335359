"""A reader of the fields of JSON objects (records), which collects their faults."""

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
    """Return the name of a value's JSON type for messages, such as "a string"."""
    return next((name for cls, name in _KINDS if isinstance(value, cls)), type(value).__name__)


def shown(text: str) -> str:
    """Return a text in quotation marks for a message, shortened, with escapes for non-ASCII."""
    return ascii(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def wrong_text(value: object) -> str:
    """Return what is wrong with a value that should be a non-blank text, or "" if nothing."""
    if not isinstance(value, str):
        return "is missing" if value is _MISSING else f"is {kind(value)}, expected a string"
    if not value or value.isspace():
        return "is empty"
    if not value.isascii() and (half := _SURROGATE.search(value)):
        return f"holds half of a surrogate pair ({half[0]!a}) at character {half.start()}"
    return too_long(value)


def wrong_number(value: object) -> str:
    """Return what is wrong with a value that should be a whole number; "" if nothing."""
    if isinstance(value, int) and not isinstance(value, bool):
        return ""
    return "is missing" if value is _MISSING else f"is {kind(value)}, expected a whole number"


def wrong_offset(context: str, text: str, start: int) -> str:
    """Return the message for a text that is not at offset `start`; it says where the text is."""
    if not 0 <= start < len(context):
        return f"is {start}, outside the passage of {len(context)} characters"
    nearest = min(occurrences(context, text), key=lambda at: abs(at - start), default=None)
    there = "does not occur in it" if nearest is None else f"occurs at {nearest}"
    found = shown(context[start : start + len(text)])
    return f"is {start}, where the passage has {found}; {shown(text)} {there}"


def occurrences(context: str, text: str) -> list[int]:
    """Return the offsets at which a text occurs in a passage."""
    return [match.start() for match in re.finditer(f"(?={re.escape(text)})", context)]


@dataclass(frozen=True, slots=True)
class Passage:
    """The text of a passage (`context`) with the names of its dataset and article."""

    dataset: str
    title: str
    context: str

    def or_same(self, title: str, context: str) -> Passage:
        """Return this passage if title and context are equal to its own, or else a new passage.

        Thus the questions of a passage share one copy of its text.
        """
        same = self.context == context and self.title == title
        return self if same else Passage(self.dataset, title, context)


class RecordReader:
    """A reader of the records (JSON objects) of one file, which collects the faults of a question.

    A method that finds a fault notes it and still returns a value. Thus the other fields of the
    record are checked as well. `rejected` returns the faults and forgets them, and the next
    question can be read. In all methods, `where` is the position of the record, for messages.
    """

    __slots__ = ("_faults", "_ids")

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._ids = DigestMap()

    @property
    def clean(self) -> bool:
        """Return whether no fault was noted since the last call of `rejected`."""
        return not self._faults

    def note(self, where: str, field: str, message: str) -> None:
        """Note a fault of a field at the position `where`."""
        self._faults.append(Fault(where, field, message))

    def rejected(self, questions: int = 1) -> Rejected:
        """Return the noted faults with the number of faulty questions, and forget the faults."""
        faults = tuple(self._faults)
        self._faults.clear()
        return Rejected(faults, questions)

    def record(self, value: object, where: str, field: str) -> Mapping[str, Any] | None:
        """Return the value if it is a JSON object, or note a fault and return None."""
        if isinstance(value, dict):
            return value
        self.note(where, field, f"is {kind(value)}, expected an object")
        return None

    def items(self, record: Mapping[str, Any], key: str, where: str) -> list[Any]:
        """Return the list under `key`, or note a fault and return an empty list."""
        value = record.get(key, _MISSING)
        if isinstance(value, list):
            return value
        wrong = "is missing" if value is _MISSING else f"is {kind(value)}, expected a list"
        self.note(where, key, wrong)
        return []

    def filled(self, record: Mapping[str, Any], key: str, where: str) -> list[Any]:
        """Return the list under `key`; note a fault if it is empty, missing or not a list."""
        value = record.get(key)
        if value == []:
            self.note(where, key, "is empty")
        return value if value and isinstance(value, list) else self.items(record, key, where)

    def text(self, record: Mapping[str, Any], key: str, where: str) -> str:
        """Return the string under `key`, or note what is wrong (see `wrong_text`) and return ""."""
        value = record.get(key, _MISSING)
        if wrong := wrong_text(value):
            self.note(where, key, wrong)
            return ""
        return str(value)

    def title(self, record: Mapping[str, Any], where: str) -> str:
        """Return the title, which may be empty; if it is missing, note a fault and return ""."""
        return "" if record.get("title") == "" else self.text(record, "title", where)

    def new_id(self, record: Mapping[str, Any], key: str, where: str) -> str:
        """Return the id under `key`; note a fault if an earlier question has the same id."""
        value = self.text(record, key, where)
        if value and not self._ids.add(short_digest(value)):
            self.note(where, key, f"{shown(value)} is the id of an earlier question too")
        return value

    def flag(self, record: Mapping[str, Any], key: str, where: str) -> bool:
        """Return the boolean under `key`, or False if the key is missing.

        For a value that is not a boolean, note a fault and return False.
        """
        value = record.get(key, False)
        if not isinstance(value, bool):
            self.note(where, key, f"is {kind(value)}, expected true or false")
        return value is True

    def answer(self, item: object, context: str, where: str, field: str) -> Answer | None:
        """Return the answer that a JSON object with `text` and `answer_start` describes.

        If the object is faulty or the passage does not have the text at this offset, note a fault
        and return None.
        """
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
        elif not wrong and context:  # the fault of the passage is already noted
            self.note(where, f"{field}.answer_start", wrong_offset(context, text, start))
        return None
