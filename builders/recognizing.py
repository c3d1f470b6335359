"""The working twin of `renamer recognize`: lines with a text in, lines with its names out."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from itertools import tee
from pathlib import Path

from builders.errors import Fault, FixInputError, FixManyError
from builders.line.finding import RecognizerChoice, Setup, make_finder
from builders.line.reporting import Reporter, Silent
from builders.releases.parquet import writing
from builders.types import Recognizer, TypedSpan

_Line = tuple[object, str]
"""The id of a line, as it was given, and its text."""


def recognize_file(
    source: Path,
    target: Path,
    recognizer: RecognizerChoice = "bundled",
    *,
    cache: Path | None = None,
    reporter: Reporter | None = None,
) -> int:
    """Find the names in every line {"id", "text"} of a JSONL file; return the number of lines.

    Lines are read, recognized and written in one stream. Raises FixManyError with all faults of
    the file; the target appears whole or not at all.
    """
    reading = _Reading(source)
    progress = (reporter or Silent()).stage("Recognizing", None)
    finder = make_finder(Setup(recognizer, cache=cache))
    partial = target.with_name(target.name + ".partial")
    try:
        with writing(target), partial.open("w", encoding="utf-8", newline="\n") as file:
            written = 0
            for answer in recognize_all(reading.lines(), finder.recognizer):
                file.write(json.dumps(answer, ensure_ascii=False) + "\n")
                written += 1
                progress(1)
        reading.check()
        os.replace(partial, target)  # noqa: PTH105 - atomic on every system
    finally:
        partial.unlink(missing_ok=True)
    return written


def recognize_all(lines: Iterable[_Line], recognizer: Recognizer) -> Iterator[dict[str, object]]:
    """Yield {"id", "mentions"} for each id and text; mentions are {"start", "end", "type"}."""
    ids, texts = tee(lines)
    found = recognizer.recognize(text for _, text in texts)
    for (id_, _), spans in zip(ids, found, strict=True):
        yield {"id": id_, "mentions": [_mention(span) for span in spans]}


def _mention(span: TypedSpan) -> dict[str, object]:
    return {"start": span.start, "end": span.end, "type": span.type}


class _Reading:
    """A file read line by line; faults are collected, and end the stream of lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.faults: list[Fault] = []

    def lines(self) -> Iterator[_Line]:
        try:
            with self.path.open("rb") as file:
                for number, line in enumerate(file, start=1):
                    if line.strip():
                        yield from self._line(number, line)
        except OSError as error:
            raise FixInputError(f"{self.path}: {error.strerror}") from None

    def check(self) -> None:
        if self.faults:
            raise FixManyError(str(self.path), self.faults)

    def _line(self, number: int, line: bytes) -> Iterator[_Line]:
        """Yield the line, unless it or one before it is faulty: nothing will be written then."""
        where = f"line {number}"
        try:
            record = json.loads(line.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            self.faults.append(Fault(where, "line", f"not a JSON object in UTF-8 ({error})"))
            return
        faults = list(_faults(where, record))
        self.faults += faults
        if not self.faults:
            yield record["id"], record["text"]


def _faults(where: str, record: object) -> Iterator[Fault]:
    if not isinstance(record, dict):
        yield Fault(where, "line", f"expected an object, found {type(record).__name__}")
        return
    if not isinstance(record.get("id"), (str, int)) or isinstance(record.get("id"), bool):
        yield Fault(where, "id", "expected a string or a number")
    if not isinstance(record.get("text"), str):
        yield Fault(where, "text", "expected a string")
