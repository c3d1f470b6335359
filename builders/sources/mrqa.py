"""MRQA 2019 JSONL (Fisch et al. 2019): a header line, then a line per passage.

{"header": {"dataset", "split"}}
{"context", "qas": [{"qid", "question", "answers": [text],
                     "detected_answers": [{"text", "char_spans": [[first, last]]}]}]}

The ends of char_spans are INCLUSIVE. `answers` is the official list with which scorers compare a
prediction; it includes aliases that are not in the passage. Markers such as [TLE], [DOC], [PAR] and
[SEP] are part of the passage. Other keys, such as those of tokens, are ignored.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from builders.sources.json_decoding import MalformedError, decode
from builders.sources.opening import UnreadableError, open_bytes
from builders.sources.questions import questions
from builders.sources.recognition import HEAD, MRQA, foreign, recognize
from builders.sources.record_reader import Passage, RecordReader, kind, shown, wrong_text
from builders.sources.source_reading import Item
from builders.types import Answer, Example

_ARTICLES: Final = frozenset({"a", "an", "the"})


def scan(path: Path, dataset: str) -> Iterator[Item]:
    """Yield the questions of an MRQA file in file order, with one line in memory at a time."""
    reader = RecordReader()
    with open_bytes(path) as stream:
        offset = _pass_header(stream)
        for number, line in enumerate(stream, start=2):
            if not line.isspace():
                yield from _line(line, offset, f"line {number}", dataset, reader)
            offset += len(line)


def _pass_header(stream: IO[bytes]) -> int:
    """Check that the first line is a header, and return the offset of the second line."""
    line = stream.readline()
    try:
        record = decode(line)
    except MalformedError as error:
        record, problem = None, f"{error}; "
    else:
        problem = ""
    if not isinstance(record, dict) or not isinstance(record.get("header"), dict):
        head = line if len(line) >= HEAD else line + stream.read(HEAD - len(line))
        raise UnreadableError("line 1", "header", _headless(head[:HEAD], problem))
    return len(line)


def _headless(head: bytes, problem: str) -> str:
    """Return the message for a file without an MRQA header: what it is, and what is expected.

    `head` has the first bytes of the file. `problem` says why its first line is not JSON, or is
    empty. The message omits `problem` if the bytes are clearly of another format.
    """
    header = 'a first line {"header": {"dataset": NAME, "split": NAME}}'
    if what := foreign(head):
        return f"this is {what}, expected MRQA JSONL: {header}"
    found = recognize(head)
    return (
        f"{problem}expected {header}"
        if found == MRQA
        else (f"{problem}this is {found}, expected MRQA JSONL: {header}")
    )


def _line(
    line: bytes, offset: int, where: str, dataset: str, reader: RecordReader
) -> Iterator[Item]:
    try:
        value = decode(line, offset)
    except MalformedError as error:
        if error.truncated and not line.endswith(b"\n"):
            message = f"{error}: the file is truncated; fetch it again"
            raise UnreadableError(where, "JSON", message) from None
        reader.note(where, "JSON", str(error))
        yield reader.rejected()
        return
    if (record := reader.record(value, where, "passage")) is None:
        yield reader.rejected()
        return
    if "header" in record and "context" not in record:
        reader.note(where, "header", "is there a second time; a file has one, on its first line")
        yield reader.rejected()
        return
    title = reader.title(record, where) if "title" in record else ""
    passage = Passage(dataset, title, reader.text(record, "context", where))
    yield from questions(record, where, passage, reader, question, joint=", ")


def question(value: object, where: str, passage: Passage, reader: RecordReader) -> Example | None:
    """Return the example that a question's JSON object describes, or None for another value.

    The reader notes the faults of the question. If there are any, the example must not be used.
    """
    if (record := reader.record(value, where, "question")) is None:
        return None
    return Example(
        id=reader.new_id(record, "qid", where),
        dataset=passage.dataset,
        title=passage.title,
        question=reader.text(record, "question", where),
        context=passage.context,
        answers=tuple(_detected(record, passage.context, where, reader)),
        gold_answers=_official(record, where, reader),
    )


def _official(record: Mapping[str, Any], where: str, reader: RecordReader) -> tuple[str, ...]:
    texts = reader.filled(record, "answers", where)
    for number, text in enumerate(texts):
        if wrong := wrong_text(text):
            reader.note(where, f"answers[{number}]", wrong)
    return tuple(texts)


def _detected(
    record: Mapping[str, Any], context: str, where: str, reader: RecordReader
) -> Iterator[Answer]:
    """Yield an answer for each span in a question's `char_spans`.

    The text of the answer is copied from the passage. A fault is noted for a span that is
    malformed or outside the passage, or whose text differs from the detected answer in more
    than case, accents, articles, punctuation and spaces.
    """
    for number, value in enumerate(reader.filled(record, "detected_answers", where)):
        spot = f"{where}, detected_answers[{number}]"
        if (detected := reader.record(value, spot, "answer")) is None:
            continue
        text = reader.text(detected, "text", spot)
        for index, span in enumerate(reader.filled(detected, "char_spans", spot)):
            if not _is_span(span):
                message = f"is {kind(span)}, expected two whole numbers, [first, last]"
            elif not context:
                continue  # the fault of the passage is already noted
            elif not 0 <= span[0] <= span[1] < len(context):
                message = f"is {span}, outside the passage of {len(context)} characters"
            else:
                found = context[span[0] : span[1] + 1]
                if found == text or not text or _essence(found) == _essence(text):
                    yield Answer(found, span[0])
                    continue
                message = f"is {span}, where the passage has {shown(found)}, not {shown(text)}"
            reader.note(spot, f"char_spans[{index}]", message)


def _is_span(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(type(end) is int for end in value)


def _essence(text: str) -> str:
    """Return a text without case, accents, articles, punctuation and spaces.

    MRQA datasets were made with an automatic search for answers that ignores these differences.
    """
    folded = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(char for char in folded if not unicodedata.combining(char))
    words = "".join(char if char.isalnum() else " " for char in letters).split()
    return "".join(word for word in words if word not in _ARTICLES) or folded
