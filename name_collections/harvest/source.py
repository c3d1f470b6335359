"""The description of a source of names: its downloads, licence and parser."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from name_collections.lexicon import Word
from name_collections.name import Name, gender_of

MAX_LINE = 1 << 20
"""The maximum length of a line in bytes. No text format read here has longer lines."""
MAX_NAME = 80


@dataclass(frozen=True, slots=True)
class RawFile:
    """A file of a source."""

    name: str
    """The name of the file, with its path within the archive if it is in one."""
    stream: BinaryIO
    """The bytes of the file."""


@dataclass(slots=True)
class Tally:
    """Counts the records read, and the records dropped for each reason."""

    read: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    def drop(self, reason: str, count: int = 1) -> None:
        """Count `count` more records as dropped for a reason."""
        self.dropped[reason] += count


@dataclass(frozen=True, slots=True)
class Download:
    """A file to download, or several files if the server divides the data into pages."""

    url: str
    file: str
    """The name under which the file is saved."""
    html: bool = False
    """Whether the file is a web page."""
    follow: str = ""
    """The URL parameter that requests the next page, or empty if there is only one page."""
    licence: str = ""
    """The licence of the file if it differs from that of the source, or empty."""


Parse = Callable[[Iterable[RawFile], Tally], Iterator[Name]]
Count = Callable[[Iterable[RawFile], Tally], dict[str, Word]]


@dataclass(frozen=True, slots=True)
class Source:
    """A source of names or words: where its files come from and how they are read.

    A source of names has `parse`, and a source of words has `count`.
    """

    name: str
    help: str
    licence: str
    attribution: str
    collections: Mapping[str, str]
    """The collection for the names of each span type, with "*" for all other types."""
    downloads: tuple[Download, ...] = ()
    parse: Parse | None = None
    """Reads names from the files."""
    count: Count | None = None
    """Reads a lexicon from the files."""
    needs_input: str = ""
    """Why the files cannot be downloaded automatically, or empty if they can."""
    queries: tuple[str, ...] = ()
    """The categories for which a SPARQL endpoint is queried. Empty for sources that are files."""

    def collection_of(self, span_type: str) -> str:
        """Return the name of the collection that receives names of a span type."""
        return self.collections.get(span_type) or self.collections["*"]


def lines(stream: BinaryIO, tally: Tally, encoding: str = "utf-8-sig") -> Iterator[str]:
    """Yield the lines of a text, and count lines that are too long or not UTF-8 as dropped."""
    while line := stream.readline(MAX_LINE):
        if len(line) == MAX_LINE and not line.endswith(b"\n"):
            tally.drop("line too long")
            _skip_line(stream)
            continue
        try:
            text = line.decode(encoding)
        except UnicodeDecodeError:
            tally.read += 1
            tally.drop("not UTF-8")
            continue
        encoding = "utf-8" if encoding == "utf-8-sig" else encoding
        yield text.rstrip("\r\n")


def _skip_line(stream: BinaryIO) -> None:
    while (line := stream.readline(MAX_LINE)) and not line.endswith(b"\n"):
        pass


def clean(text: str, tally: Tally) -> str:
    """Return a name in NFC with single spaces, or "" if it is invalid.

    An invalid name is counted as dropped.
    """
    text = unicodedata.normalize("NFC", " ".join(text.split())).strip(" .,;")
    reason = name_fault(text)
    if reason:
        tally.drop(reason)
        return ""
    return text


def name_fault(text: str) -> str:
    """Return why a text cannot be a name, or an empty string if it can."""
    if not text:
        return "empty"
    if len(text) > MAX_NAME:
        return "too long"
    if any(unicodedata.category(char)[0] == "C" for char in text):
        return "control characters"
    if any(char.isdigit() for char in text):
        return "digits"
    if not any(char.isalpha() for char in text):
        return "no letters"
    return "" if not set(text) & set('<>{}[]\\|@="_\ufffd') else "signs"


def number(text: object) -> float | None:
    """Return the count that a text states, or None if the text is not a valid count."""
    try:
        value = float(str(text).replace(" ", ""))
    except ValueError:
        return None
    return value if 0 <= value < 1e12 else None


FIRST_TYPES = {"male": "FIRST_MALE", "female": "FIRST_FEMALE", "neutral": "FIRST_NEUTRAL"}


def first_name(text: str, male: float, female: float, culture: str, country: str = "") -> Name:
    """Make a first name, with its gender derived from its male and female counts."""
    gender = gender_of(male, female)
    return Name(
        text, FIRST_TYPES[gender], male + female, gender, culture, country, "", male, female
    )  # fmt: skip


def stem(name: str) -> str:
    """Return the name of a file in lower case, with its ending but without its folders."""
    return Path(name.replace("\\", "/")).name.lower()
