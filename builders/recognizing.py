"""The function behind `renamer recognize`, which finds the names in texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from builders.errors import Fault, FixInputError, FixManyError
from builders.progress import Reporter, Silent
from builders.sources.row_formats import columns_of
from builders.stages.finding import Finder, RecognizerChoice, Setup, make_finder
from builders.stages.jsonl import Jsonl, Malformed, read_jsonl, write_jsonl, write_line
from builders.swap.swap_records import is_whole_number, wrong_text
from builders.types import TypedSpan

_Line = tuple[object, str]
"""The id of a line, unchanged, and its text."""


def recognize_file(
    source: Path,
    target: Path,
    recognizer: RecognizerChoice = "bundled",
    *,
    cache: Path | None = None,
    explain: bool = False,
    reporter: Reporter | None = None,
) -> int:
    """Write the names in every line {"id", "text"} of `source` to `target`; return the line count.

    Both are JSONL files, but `source` can also be gzipped or a file of rows in another format. The
    path `-` stands for standard input or output. With `explain`, every mention has its score and
    the reasons of the recognizer. Only some of the lines are in memory at a time. The target is
    written whole or not at all. Raises FixManyError with all faults of the source.
    """
    written = 0
    with write_jsonl(target) as file, read_jsonl(source) as lines:
        progress = (reporter or Silent()).stage("Recognizing", lines.size())
        reading = _Reading(lines)
        finder = make_finder(Setup(recognizer, cache=cache))
        recognized = explain_all if explain else recognize_all
        for answer in recognized(reading.lines(), finder):
            write_line(file, answer)
            written += 1
            progress(1)
        reading.check()
    return written


def recognize_all(lines: Iterable[_Line], finder: Finder) -> Iterator[dict[str, object]]:
    """Yield {"id", "mentions"} for each id and text; mentions are {"start", "end", "type"}."""
    for batch in _batches(lines):
        found = finder.find(text for _, text in batch)
        for id_, text in batch:
            yield {"id": id_, "mentions": [_mention(span) for span in found[text]]}


def explain_all(lines: Iterable[_Line], finder: Finder) -> Iterator[dict[str, object]]:
    """Yield the results of `recognize_all`, with a "score" and "reasons" for every mention.

    A reason has the name of a cue that the recognizer uses, the value of the cue, and its weight:
    its effect on the score, in log odds. The strongest reasons come first.
    """
    for id_, text in lines:
        mentions = []
        for span, reasons in finder.explain(text):
            told = [
                {"cue": one.cue, "value": round(one.value, 3), "weight": round(one.weight, 3)}
                for one in reasons[:_REASONS]
            ]
            mentions.append({**_mention(span), "score": round(span.score, 3), "reasons": told})
        yield {"id": id_, "mentions": mentions}


def _batches(lines: Iterable[_Line]) -> Iterator[list[_Line]]:
    lines = iter(lines)
    while batch := list(islice(lines, _BATCH)):
        yield batch


def _mention(span: TypedSpan) -> dict[str, object]:
    return {"start": span.start, "end": span.end, "type": span.type}


_BATCH: Final = 256
_TEXTS: Final = frozenset({"text", "context"})
_REASONS: Final = 8


class _Reading:
    """A reader of lines that collects their faults.

    After the first fault, the reader yields no further lines, but goes on to look for faults.
    `check` raises FixManyError if there are faults.
    """

    def __init__(self, records: Jsonl) -> None:
        self.records = records
        self.faults: list[Fault] = []

    def lines(self) -> Iterator[_Line]:
        """Yield lines up to the first fault; raise FixInputError if no column has the texts."""
        columns = columns_of(self.records.path)
        if columns and _TEXTS.isdisjoint(columns):
            shown = ", ".join(map(repr, columns))
            raise FixInputError(
                f"{self.records.name}: no column text or context; the columns are {shown:.400}"
            )
        for where, record in self.records.records():
            self.faults += _faults(where, record)
            if not self.faults and isinstance(record, dict):
                yield record["id"], str(_text(record))

    def check(self) -> None:
        if self.faults:
            raise FixManyError(self.records.name, self.faults)


def _faults(where: str, record: object) -> Iterator[Fault]:
    if isinstance(record, Malformed):
        yield Fault(where, "", str(record))
        return
    if not isinstance(record, dict):
        yield Fault(where, "", "expected a JSON object")
        return
    id_ = record.get("id")
    if not isinstance(id_, str) and not is_whole_number(id_):
        yield Fault(where, "id", "expected a text or a whole number")
    elif isinstance(id_, str) and (wrong := wrong_text(id_)):
        yield Fault(where, "id", wrong)
    if wrong := wrong_text(_text(record)):
        yield Fault(where, "text", wrong)


def _text(record: dict[str, object]) -> object:
    """Return the field `text` of a line, or else `context`, which has the passage of a question."""
    return record.get("text", record.get("context"))
