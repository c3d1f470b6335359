"""The Chinese datasets CMRC 2018 (Cui et al. 2019) and DuReader_robust (Tang et al. 2021).

Both have files in SQuAD's layout, with empty titles or no titles. CMRC also has files in a layout
of its own, which is a list of passages:

[{"context_id", "context_text", "title",
  "qas": [{"query_id", "query_text", "answers": [text]}]}]

The scorers of both datasets compare texts only, and the offsets in the files are not always right.
Therefore an answer is located at its occurrence nearest to its offset, or at the first occurrence
if it has no offset. An answer that does not occur in the passage gets no offset. An empty question
is not a fault. Test files do not contain the answers, and their questions are read as unanswerable
ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from builders.sources.json_decoding import MalformedError, decode
from builders.sources.opening import UnreadableError, open_bytes
from builders.sources.questions import questions
from builders.sources.recognition import HEAD, foreign, recognize
from builders.sources.record_reader import Passage, RecordReader, kind, occurrences, wrong_text
from builders.sources.source_reading import Item
from builders.types import Answer, Example

_EXPECTED: Final = "CMRC or DuReader JSON: a list under 'data', or a list of passages"


class _Layout(NamedTuple):
    """The JSON keys of a layout, which are different in SQuAD's layout and CMRC's own layout."""

    context: str
    """The key of the text of a passage."""
    id: str
    """The key of the id of a question."""
    question: str
    """The key of the text of a question."""


_SQUAD: Final = _Layout("context", "id", "question")
_OWN: Final = _Layout("context_text", "query_id", "query_text")


def scan(path: Path, dataset: str) -> Iterator[Item]:
    """Yield the questions of a CMRC or DuReader_robust file in file order."""
    reader = RecordReader()
    for value, where, title in _passages(_load(path), reader):
        if (record := reader.record(value, where, "passage")) is None:
            yield reader.rejected()
            continue
        layout = _OWN if _OWN.context in record else _SQUAD
        own_title = str(record.get("title") or title)
        passage = Passage(dataset, own_title, reader.text(record, layout.context, where))
        yield from questions(record, where, passage, reader, _Questions(layout).build)
    if not reader.clean:
        yield reader.rejected()


def _load(path: Path) -> Any:
    with open_bytes(path) as stream:
        data = stream.read()
    document, problem = None, ""
    try:
        document = decode(data)
    except MalformedError as error:
        problem = f"{error}; "
    listed = document.get("data") if isinstance(document, dict) else document
    if not isinstance(listed, list) or (listed is document and not listed):
        found = foreign(data[:HEAD]) or recognize(data[:HEAD])
        raise UnreadableError("file", "format", f"{problem}this is {found}, expected {_EXPECTED}")
    return document


def _passages(document: Any, reader: RecordReader) -> Iterator[tuple[object, str, str]]:
    """Yield the JSON value of each passage, its position for messages, and its article's title.

    The position is, for example, "data[0].paragraphs[2]".
    """
    if isinstance(document, list):
        yield from ((value, f"[{n}]", "") for n, value in enumerate(document))
        return
    for number, value in enumerate(document["data"]):
        where = f"data[{number}]"
        if (article := reader.record(value, where, "article")) is None:
            continue
        title = article.get("title") if isinstance(article.get("title"), str) else ""
        for index, paragraph in enumerate(reader.items(article, "paragraphs", where)):
            yield paragraph, f"{where}.paragraphs[{index}]", str(title)


class _Questions:
    """A builder of examples from the JSON objects of questions; `layout` gives their keys."""

    def __init__(self, layout: _Layout) -> None:
        self.layout = layout

    def build(
        self, value: object, where: str, passage: Passage, reader: RecordReader
    ) -> Example | None:
        """Return the example that a question's JSON object describes, or None for another value.

        The reader notes the faults of the question. If there are any, the example must not be used.
        """
        if (record := reader.record(value, where, "question")) is None:
            return None
        answers = tuple(_answers(record, where, passage.context, reader))
        text = record.get(self.layout.question)
        return Example(
            id=reader.new_id(record, self.layout.id, where),
            dataset=passage.dataset,
            title=passage.title,
            question="" if text == "" else reader.text(record, self.layout.question, where),
            context=passage.context,
            answers=answers,
            gold_answers=tuple(dict.fromkeys(answer.text for answer in answers)),
            is_impossible=not answers,
        )


def _answers(
    record: Mapping[str, Any], where: str, context: str, reader: RecordReader
) -> Iterator[Answer]:
    items = reader.items(record, "answers", where) if "answers" in record else []
    for number, item in enumerate(items):
        field = f"answers[{number}]"
        given = item if isinstance(item, dict) else {"text": item, "answer_start": 0}
        text, start = given.get("text"), given.get("answer_start")
        if wrong := wrong_text(text):
            reader.note(where, field, wrong)
        elif type(start) is not int:
            reader.note(
                where, f"{field}.answer_start", f"is {kind(start)}, expected a whole number"
            )
        else:
            yield _placed(str(text), start, context)


def _placed(text: str, start: int, context: str) -> Answer:
    if context.startswith(text, max(start, 0)):
        return Answer(text, max(start, 0))
    places = occurrences(context, text)
    return Answer(text, min(places, key=lambda at: abs(at - start), default=None))
