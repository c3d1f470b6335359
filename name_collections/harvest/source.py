"""What a source of names is: where it is, whose it is, and how its bytes become names."""

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
"""Bytes of a line; a longer one is not text of any format read here."""
MAX_NAME = 80


@dataclass(frozen=True, slots=True)
class RawFile:
    """A file as its source gives it: `name` inside its archive, and its decompressed bytes."""

    name: str
    stream: BinaryIO


@dataclass(slots=True)
class Tally:
    """Counts what was read, and what was dropped for which reason."""

    read: int = 0
    dropped: Counter[str] = field(default_factory=Counter)

    def drop(self, reason: str, count: int = 1) -> None:
        """Count records that were left out."""
        self.dropped[reason] += count


@dataclass(frozen=True, slots=True)
class Download:
    """A file of a source. `follow` names the key under which a page names the next one."""

    url: str
    file: str
    html: bool = False
    follow: str = ""
    licence: str = ""


Parse = Callable[[Iterable[RawFile], Tally], Iterator[Name]]
Count = Callable[[Iterable[RawFile], Tally], dict[str, Word]]


@dataclass(frozen=True, slots=True)
class Source:
    """A row of the catalogue.

    `collections` says which collection the names of a span type go to ("*" for all others);
    `parse` reads names, `count` reads a lexicon (one of the two). `needs_input` says why the
    files cannot be downloaded by a script, and is empty where they can.
    """

    name: str
    help: str
    licence: str
    attribution: str
    collections: Mapping[str, str]
    downloads: tuple[Download, ...] = ()
    parse: Parse | None = None
    count: Count | None = None
    needs_input: str = ""
    queries: tuple[str, ...] = ()
    """Categories to be asked of a SPARQL endpoint; empty for sources that are files."""

    def collection_of(self, span_type: str) -> str:
        """Return the name of the collection that names of a span type go to."""
        return self.collections.get(span_type) or self.collections["*"]


def lines(stream: BinaryIO, tally: Tally, encoding: str = "utf-8-sig") -> Iterator[str]:
    """Yield the lines of a text that can be read; count those that cannot."""
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
    """Return a name in NFC with single spaces; empty, and counted, when it is no name."""
    text = unicodedata.normalize("NFC", " ".join(text.split())).strip(" .,;")
    reason = name_fault(text)
    if reason:
        tally.drop(reason)
        return ""
    return text


def name_fault(text: str) -> str:
    """Say why a text is no name; empty when it may be one."""
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
    """Return a non-negative count; None when it is none."""
    try:
        value = float(str(text).replace(" ", ""))
    except ValueError:
        return None
    return value if 0 <= value < 1e12 else None


FIRST_TYPES = {"male": "FIRST_MALE", "female": "FIRST_FEMALE", "neutral": "FIRST_NEUTRAL"}


def first_name(text: str, male: float, female: float, culture: str, country: str = "") -> Name:
    """Make a first name of its counts by gender."""
    gender = gender_of(male, female)
    return Name(
        text, FIRST_TYPES[gender], male + female, gender, culture, country, "", male, female
    )  # fmt: skip


def stem(name: str) -> str:
    """Return the lower-cased file name without folders."""
    return Path(name.replace("\\", "/")).name.lower()
