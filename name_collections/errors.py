"""Errors of this package, each named after what the reader of the message should do.

NamesError                    one line for the user
|-- ChooseKnownNameError      a collection, source or span type is unknown; known ones listed
|-- FixNamesFileError         a file of names is not what it should be (file, place, what)
|-- FixDownloadError          a server sent something else than the file, or refused it
`-- RetryDownloadError        a network or a server failed; the same command can be run again
"""

from __future__ import annotations

from collections.abc import Iterable


class NamesError(Exception):
    """Base of all errors that a user of this package should see."""


class ChooseKnownNameError(NamesError):
    """A name is not known; the message lists the known ones."""

    def __init__(self, what: str, name: str, known: Iterable[str], hint: str = "") -> None:
        those = ", ".join(sorted(known)) or "none"
        super().__init__(f"unknown {what} {name!r}; known: {those}{hint}")


class FixNamesFileError(NamesError):
    """A file of names is truncated, of another format, or unsafe to read."""


class FixDownloadError(NamesError):
    """A server sent another thing than the file that was asked for, or refused to send it."""


class RetryDownloadError(NamesError):
    """A network or a server failed; nothing half-done is left, the command can be run again."""
