"""Read the JSON of untrusted submissions: sizes are limited, and every fault is recorded."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NoReturn

from builders.errors import Fault, FixInputError

LARGEST: Final = 32 << 20
_SHOWN: Final = 60
_LONGEST_TEXT: Final = 1000
_CONTROL: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def read_object(path: Path) -> dict[str, Any]:
    """Return the object in a JSON file.

    Raises FixInputError if the file cannot be read, is too large or contains no JSON object.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise FixInputError(f"{path}: larger than {LARGEST >> 20} MiB")
        value = json.loads(path.read_bytes().decode(), parse_constant=_refuse)
    except OSError as error:
        raise FixInputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FixInputError(f"{path}: byte {error.start} is not UTF-8") from None
    except (ValueError, RecursionError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise FixInputError(f"{path}: not JSON: {reason:.200}") from None
    if not isinstance(value, dict):
        raise FixInputError(f"{path}: expected an object")
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number of JSON")


class Fields:
    """A JSON object whose values are read by key and type.

    If a value is missing or wrong, a fault is added to the list `faults`, and a neutral value, such
    as an empty string or 0, is returned in its place. `where` names the object in the faults.
    """

    def __init__(self, value: Mapping[str, Any], where: str, faults: list[Fault]) -> None:
        self._value = value
        self._where = where
        self._faults = faults

    def fault(self, key: str, message: str) -> None:
        """Add a fault of the value at a key to the list of faults."""
        self._faults.append(Fault(self._where, key, message))

    def _refuse(self, key: str, expected: str) -> None:
        """Record that the value at a key is missing or is not what was expected.

        The message shows the value, cut short if it is long.
        """
        if key not in self._value:
            self.fault(key, f"is missing, {expected}")
            return
        text = json.dumps(self._value[key])
        cut = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        self.fault(key, f"{expected}, is {cut}")

    def text(self, key: str, default: str | None = None, *, empty: bool = False) -> str:
        """Return the string at a key, which must be on one line, or "" after recording a fault.

        If there is a default, it is returned for a null or missing value. An empty string is a
        fault unless `empty` is set.
        """
        value = self._value.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            self._refuse(key, "expected a text")
        elif not value.strip() and not empty:
            self.fault(key, "expected a text, is empty")
        elif len(value) > _LONGEST_TEXT:
            self.fault(key, f"longer than {_LONGEST_TEXT} characters")
        elif _CONTROL.search(value):
            self.fault(key, "holds control characters")
        else:
            return value
        return ""

    def link(self, key: str) -> str:
        """Return the web address at a key, or an empty string if it is missing or invalid.

        Only an invalid address is recorded as a fault.
        """
        value = self.text(key, "", empty=True)
        if value and not re.fullmatch(r"https?://[^\s\"'<>\\]+", value):
            self._refuse(key, "expected an address that starts with https://")
            return ""
        return value

    def choice(self, key: str, known: Sequence[str], default: str) -> str:
        """Return the string at a key, or the default for a null or missing value.

        A string that is not one of the known values is returned and recorded as a fault.
        """
        value = self.text(key, default)
        if value and value not in known:
            self._refuse(key, f"expected one of {', '.join(known)}")
        return value

    def count(self, key: str, *, optional: bool = False) -> int | None:
        """Return the non-negative integer at a key, or 0 after recording a fault.

        If `optional`, a null or missing value gives None and is no fault.
        """
        value = self._value.get(key)
        if optional and value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**63:
            self._refuse(key, "expected a whole number from 0")
            return 0
        return value

    def number(self, key: str, low: float = -100, high: float = 100) -> float | None:
        """Return the number at a key, or None for a null or missing value.

        A value that is no number, or not between `low` and `high`, is recorded as a fault and also
        gives None.
        """
        value = self._value.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self._refuse(key, "expected a number or null")
            return None
        if not math.isfinite(value) or not low <= value <= high:
            self._refuse(key, f"expected a number from {low:g} to {high:g}")
            return None
        return float(value)

    def score(self, key: str, low: float = -100, high: float = 100) -> float:
        """Return the number at a key, or 0 after recording a fault.

        It is a fault if the number is missing, null, or not between `low` and `high`.
        """
        if self._value.get(key) is None:
            self.fault(key, "is missing")
        value = self.number(key, low, high)
        return 0.0 if value is None else value

    def table(self, key: str) -> Fields:
        """Return the JSON object at a key; otherwise record a fault and return an empty object."""
        value = self._value.get(key)
        if not isinstance(value, dict):
            self._refuse(key, "expected an object")
            value = {}
        return Fields(value, f"{self._where}: {key}", self._faults)

    def tables(self, key: str) -> list[Fields]:
        """Return the list of JSON objects at a key; otherwise record a fault and return []."""
        value = self._value.get(key)
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self._refuse(key, "expected a list of objects")
            return []
        where = f"{self._where}: {key}"
        return [Fields(each, f"{where}[{n}]", self._faults) for n, each in enumerate(value)]
