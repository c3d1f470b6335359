"""Errors, most of them named after what the reader of the message should do.

    RenamerError                  one line for the user; the command line exits with 2
    |-- FixInputError             a file of yours is not what it should be (file, line, field)
    |   `-- FixManyError          several such faults of one file, all of them listed
    |-- FixRecipeError            a recipe names something unknown or impossible (file, line, key)
    |   `-- FixManyKeysError      several such faults of one recipe, all of them listed
    |-- ChooseKnownError          a name is unknown; the known ones are listed
    |-- FixRecognizerError        a recognizer of yours fails, or its spans are not in the text
    |-- InstallError              a model or an extra is missing; the command that installs it
    |-- ChooseFolderError         an output folder cannot be used as it stands
    |-- FreeSpaceError            the disk is full or the folder is not writable
    |-- RetryLaterError           a server or the network failed; try again
    |-- FixAccessError            a server refused: token, rights or name of a repository
    `-- ReportBugError            an invariant broke inside a build; nothing was written

A message says what is wrong, where, and what to do. It is one line, unless it lists several faults.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

_SHOWN: Final = 100
MOST_LISTED: Final = 100
"""The largest number of faults that a message lists; it gives the number of the others."""
_CONTROL: Final = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]")


def on_one_line(text: str) -> str:
    """Return a message with its line ends and control characters escaped.

    File names in messages may contain such characters.
    """
    return _CONTROL.sub(lambda found: ascii(found[0])[1:-1], text)


def not_utf8(error: UnicodeDecodeError) -> str:
    """Return a message that names the position and the value of the byte that is not UTF-8."""
    return f"byte {error.start} (0x{error.object[error.start]:02x}) is not UTF-8"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?" with the known name that is most similar to an unknown name.

    The result is empty if no known name is similar.
    """
    nearest = get_close_matches(name, list(known), n=1)
    return f"; did you mean {nearest[0]!r}?" if nearest else ""


class RenamerError(Exception):
    """Base of all errors that a user of this package should see."""


class FixInputError(RenamerError):
    """A file given by the user is truncated, of another format, or contradicts itself."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of an input file."""

    where: str
    """The place in the file, such as a line number, a record or a JSON path."""
    field: str
    """The field at fault, or an empty string if all of the line or record is at fault."""
    message: str
    """What is wrong and what was expected."""

    def __str__(self) -> str:
        """Return the text `where: field: message`."""
        return ": ".join(filter(None, (self.where, self.field, self.message)))


class FixManyError(FixInputError):
    """All faults of one file, reported together.

    The message for a single fault is one line. Several faults are listed under a heading with their
    number. The message lists at most a hundred of them. `more` is the number of further faults that
    are not in `faults`.
    """

    def __init__(self, path: str, faults: Sequence[Fault], more: int = 0) -> None:
        self.path = path
        self.faults = tuple(faults)
        more += max(0, len(self.faults) - MOST_LISTED)
        path = on_one_line(path)
        lines = [f"{path}: {on_one_line(str(fault))}" for fault in self.faults[:MOST_LISTED]]
        if len(lines) > 1:
            lines = [f"{path}: {len(lines) + more:,} faults", *(f"  {line}" for line in lines)]
        if more:
            lines.append(f"  and {more:,} more")
        super().__init__("\n".join(lines))


class FixRecipeError(RenamerError):
    """A recipe has an unknown key, a wrong value or an impossible combination."""

    def __init__(self, path: str, line: int, key: str, message: str) -> None:
        super().__init__(f"{path}:{line}: {key}: {message}")


class FixManyKeysError(FixRecipeError):
    """All faults of one recipe, reported together, one per line."""

    def __init__(self, faults: Sequence[FixRecipeError]) -> None:
        self.faults = tuple(faults)
        RenamerError.__init__(self, "\n".join(on_one_line(str(fault)) for fault in faults))


class ChooseKnownError(RenamerError):
    """A name that the user gave is not known; the message lists the known names."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        name = name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…"
        those = sorted(known)
        super().__init__(
            f"unknown {what} {name!r}; known: {', '.join(those)}{did_you_mean(name, those)}"
        )


class FixRecognizerError(RenamerError):
    """A recognizer that the user wrote cannot be loaded, fails, or returns invalid spans."""


class InstallError(RenamerError):
    """A model or an optional dependency is missing; the message says how to install it."""


class ChooseFolderError(RenamerError):
    """An output folder cannot be used: it has a release or other files, for example."""


class FreeSpaceError(RenamerError):
    """The disk is full or a folder is not writable."""


class RetryLaterError(RenamerError):
    """A server did not answer, or answered with an error; the same command can be run again."""


class FixAccessError(RenamerError):
    """A server refused a request: the token, the rights or the repository's name may be wrong."""


class ReportBugError(RenamerError):
    """A build would have broken an invariant of releases because of a bug; nothing was written."""
