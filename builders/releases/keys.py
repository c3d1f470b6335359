"""Strict reading of TOML files: types are checked, and all faults are reported with lines."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

from builders.errors import FixManyKeysError, FixRecipeError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

KeyPath = tuple[str | int, ...]

_MISSING: Final[Any] = object()
_SHOWN: Final = 100
_LARGEST: Final = 2**63 - 1
_HEADER: Final = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"\s*((?:[A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*[^\s=.]+)*)\s*=")
_DECLARED: Final = re.compile(r"\('[^()]*\)")
_SYNTAX_PLACE: Final = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


def shown(value: object) -> str:
    """Return a value as text for an error message, truncated if it is long."""
    try:
        text = repr(value)
    except ValueError:  # an integer with more digits than Python converts to text
        return "a number of thousands of digits"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


class KeyFaults:
    """A collector of the faults (wrong keys and values) of a TOML file; it finds their lines.

    `path` is the name of the file in messages, and `text` its text.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self._lines = dict(reversed(tuple(_key_lines(text))))
        self._faults: dict[str, FixRecipeError] = {}
        self._at_fault: set[KeyPath] = set()

    def add(self, key: KeyPath, message: str) -> None:
        """Record a fault in the value of `key`, unless a table that contains it has a fault."""
        if not self.is_sound(key[:-1]):
            return
        self._at_fault.add(key)
        name = ".".join(part for part in key if isinstance(part, str) and part) or "recipe"
        fault = FixRecipeError(self.path, self._line(key), name, message)
        self._faults.setdefault(str(fault), fault)

    def is_sound(self, key: KeyPath) -> bool:
        """Return whether no fault was recorded for the value at `key` or a table around it."""
        return not any(key[:length] in self._at_fault for length in range(1, len(key) + 1))

    def check(self) -> None:
        """Raise FixRecipeError if a fault was recorded, or FixManyKeysError if several were."""
        faults = tuple(self._faults.values())
        if faults:
            raise faults[0] if len(faults) == 1 else FixManyKeysError(faults)

    def _line(self, key: KeyPath) -> int:
        while key and key not in self._lines:
            key = key[:-1]
        return self._lines.get(key, 1)


def parse_toml(path: str, text: str) -> dict[str, Any]:
    """Parse TOML; raise FixRecipeError with the line if `text` is not TOML."""
    try:
        return cast(dict[str, Any], tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _SYNTAX_PLACE.search(message)
        line = int(place.group(1)) if place and place.group(1) else text.count("\n") + 1
        message = _DECLARED.sub(_dotted, _SYNTAX_PLACE.sub("", message).strip())
        raise FixRecipeError(path, line, "syntax", f"not TOML: {message}") from None
    except (RecursionError, ValueError) as error:
        deep = isinstance(error, RecursionError)
        message = "nested too deeply" if deep else "a number is too long"
        raise FixRecipeError(path, 1, "syntax", f"cannot be read: {message}") from None


def _dotted(names: re.Match[str]) -> str:
    """Return the name of a table as TOML writes it ("a.b").

    `names` matches the name as a Python tuple ("('a', 'b')"), as in error messages of tomllib.
    """
    return ".".join(re.findall("'([^']*)'", names[0]))


class Keys:
    """A table of a TOML file, whose values are read by key with the expected type.

    Wrong values are recorded as faults. `close` records keys that were never read as faults, too.
    """

    def __init__(self, table: Mapping[str, Any], path: KeyPath, faults: KeyFaults) -> None:
        self.path = path
        self._table = table
        self._faults = faults
        self._known: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def fault(self, key: str, message: str) -> None:
        """Record a fault in the value of `key`."""
        self._faults.add((*self.path, key), message)

    def is_sound(self, key: str) -> bool:
        """Return whether no fault in the value of `key` was recorded.

        Callers skip further checks of a faulty value, because they would only report consequences
        of its fault.
        """
        return self._faults.is_sound((*self.path, key))

    def text(self, key: str, default: str = _MISSING) -> str:
        """Return the string at `key`, or `default` if the key is missing.

        If the value is not a string, or the key is missing and has no default, a fault is recorded
        and the result is an empty string.
        """
        return cast(str, self._value(key, default, "", str, "a string"))

    def flag(self, key: str, *, default: bool) -> bool:
        """Return the boolean at `key`, or `default` if the key is missing.

        A value that is not a boolean is recorded as a fault.
        """
        return cast(bool, self._value(key, default, default, bool, "true or false"))

    def count(self, key: str, default: int, *, least: int, most: int = _LARGEST) -> int:
        """Return the integer at `key`, or `default` if the key is missing.

        A value that is not an integer from `least` to `most` is recorded as a fault.
        """
        value = cast(int, self._value(key, default, default, int, "an integer"))
        if value < least:
            self.fault(key, f"must be at least {least}, is {value}")
        if value > most:
            self.fault(key, f"must be at most {most:,}, is {shown(value)}")
        return value

    def choice(self, key: str, known: Sequence[str], default: str = _MISSING) -> str:
        """Return the string at `key`, or `default`; record a fault if it is not in `known`."""
        value = self.text(key, default)
        if key in self._table and self.is_sound(key) and value not in known:
            self.fault(key, f"unknown value {shown(value)}; known: {', '.join(known)}")
        return value

    def texts(self, key: str, default: Sequence[str] = _MISSING) -> tuple[str, ...]:
        """Return the list of strings at `key`, or `default` if the key is missing.

        A value that is not a list of distinct strings is recorded as a fault.
        """
        value = self._value(key, default, (), list, "a list of strings")
        if strange := [item for item in value if not isinstance(item, str)]:
            self.fault(key, f"must be a list of strings, holds {shown(strange[0])}")
            return ()
        if twice := [item for at, item in enumerate(value) if item in value[:at]]:
            self.fault(key, f"names {shown(twice[0])} twice")
        return tuple(value)

    def choices(
        self, key: str, known: Sequence[str], default: Sequence[str] = _MISSING
    ) -> tuple[str, ...]:
        """Return the strings at `key` (or `default`) that are in `known`, in the order of `known`.

        Any other string is recorded as a fault.
        """
        value = self.texts(key, default)
        for item in value:
            if item not in known:
                self.fault(key, f"unknown value {shown(item)}; known: {', '.join(known)}")
        return tuple(item for item in known if item in value)

    def table(self, key: str) -> Keys:
        """Return the table at `key`, or an empty table if the key is missing."""
        value = self._value(key, {}, {}, dict, "a table")
        return type(self)(value, (*self.path, key), self._faults)

    def tables(self, key: str) -> tuple[Keys, ...]:
        """Return the tables of the array at `key`, or an empty tuple if the key is missing."""
        value = self._value(key, [], [], list, "an array of tables")
        if not all(isinstance(item, dict) for item in value):
            self.fault(key, f"must be an array of tables: [[{key}]]")
            return ()
        return tuple(
            type(self)(item, (*self.path, key, index), self._faults)
            for index, item in enumerate(value)
        )

    def named_tables(self) -> Iterator[tuple[str, Keys]]:
        """Yield every key of this table with its value, which must be a table."""
        for name in self._table:
            yield name, self.table(name)

    def named_texts(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield every key of this table, with its value, which must be a list of strings."""
        for name in self._table:
            yield name, self.texts(name)

    def named_text(self) -> Iterator[tuple[str, str]]:
        """Yield every key of this table, with its value, which must be a string."""
        for name in self._table:
            yield name, self.text(name)

    def close(self) -> None:
        """Record a fault for each key that was not read. Call this after reading all known keys."""
        for key in self._table:
            if key not in self._known:
                known = ", ".join(sorted(self._known))
                self.fault(key, f"unknown key; known here: {known}")

    def _value(self, key: str, default: Any, fallback: Any, kind: type, what: str) -> Any:
        self._known.append(key)
        if key not in self._table:
            if default is _MISSING:
                self.fault(key, "is missing")
                return fallback
            return default
        value = self._table[key]
        # In Python, bool is a subclass of int, but "true" is not an integer in a recipe.
        if type(value) is not kind:
            self.fault(key, f"must be {what}, is {shown(value)}")
            return fallback
        return value


def _key_lines(text: str) -> Iterator[tuple[KeyPath, int]]:
    """Yield the path of every table header and key with its line number, counted from 1.

    Lines are matched by regular expressions, without parsing TOML. Keys of inline tables are
    therefore not found, and their faults are reported on the line of the inline table.
    """
    table: KeyPath = ()
    seen: dict[KeyPath, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.match(line)
        if header:
            *outer, last = _parts(header.group(2))
            table = (*_indexed(outer, seen), last)
            if header.group(1) == "[[":
                seen[table] = seen.get(table, -1) + 1
                table = (*table, seen[table])
            yield table, number
            continue
        key = _KEY.match(line)
        if key:
            yield (*table, *_parts(key.group(1))), number


def _parts(dotted: str) -> KeyPath:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _indexed(names: Sequence[str | int], seen: Mapping[KeyPath, int]) -> KeyPath:
    """Return a path of keys with an index inserted after each key of an array of tables.

    `seen` has the index of the last table that was found so far in each array.
    """
    path: KeyPath = ()
    for name in names:
        path = (*path, name)
        if path in seen:
            path = (*path, seen[path])
    return path
