"""The errors of this package. The first word of each name tells the user what to do.

NamesError                    base class; the message is one line for the user
|-- ChooseKnownNameError      unknown collection, source or span type; lists the known ones
|-- FixNamesFileError         invalid file of names; states the file, position and fault
|-- FixDownloadError          the server sent a wrong file, or refused to send it
`-- RetryDownloadError        a network or server failure; run the same command again
"""

from __future__ import annotations

from collections.abc import Iterable


class NamesError(Exception):
    """Base class of all errors of this package that are shown to the user."""


class ChooseKnownNameError(NamesError):
    """An unknown collection, source or span type; the message lists the known ones."""

    def __init__(self, what: str, name: str, known: Iterable[str], hint: str = "") -> None:
        those = ", ".join(sorted(known)) or "none"
        super().__init__(f"unknown {what} {name!r}; known: {those}{hint}")


class FixNamesFileError(NamesError):
    """A file of names that is truncated, unsafe to read, or in an unknown format."""


class FixDownloadError(NamesError):
    """A download that the server refused, or that was not the expected file."""


class RetryDownloadError(NamesError):
    """A network or server failure. The same command can be run again to finish the work."""
