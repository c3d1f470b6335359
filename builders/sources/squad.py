"""SQuAD 1.1 and 2.0 JSON (Rajpurkar et al. 2016; Rajpurkar, Jia and Liang 2018).

{"version", "data": [{"title", "paragraphs": [{"context", "qas": [
    {"id", "question", "answers": [{"text", "answer_start"}],
     "is_impossible", "plausible_answers"}]}]}]}

Only version 2.0 has `is_impossible` and `plausible_answers`. `answer_start` counts code points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from builders.sources.json_decoding import MalformedError, decode
from builders.sources.opening import UnreadableError, open_bytes
from builders.sources.questions import questions
from builders.sources.recognition import HEAD, SQUAD, foreign, recognize
from builders.sources.record_reader import Passage, RecordReader
from builders.sources.source_reading import Item
from builders.types import Answer, Example


def scan(path: Path, dataset: str) -> Iterator[Item]:
    """Yield the questions of a SQuAD file in file order."""
    articles = _load(path)
    reader = RecordReader()
    for number, value in enumerate(articles):
        articles[number] = None  # free the parsed article, which is larger than its examples
        where = f"data[{number}]"
        if (article := reader.record(value, where, "article")) is None:
            yield reader.rejected()
            continue
        title = reader.title(article, where)
        paragraphs = reader.items(article, "paragraphs", where)
        if not reader.clean:
            yield reader.rejected(_count(paragraphs))
            continue
        for index, paragraph in enumerate(paragraphs):
            yield from _passage(paragraph, f"{where}.paragraphs[{index}]", title, dataset, reader)


def _load(path: Path) -> list[Any]:
    """Parse the whole file and return its articles."""
    with open_bytes(path) as stream:
        data = stream.read()
    try:
        document = decode(data)
    except MalformedError as error:
        if what := foreign(data[:HEAD]):
            raise UnreadableError("file", "format", f"this is {what}, expected {SQUAD}") from None
        found = recognize(data[:HEAD])
        if found == SQUAD:
            hint = ": the file is truncated; fetch it again" if error.truncated else ""
            raise UnreadableError("file", "JSON", f"{error}{hint}") from None
        message = f"{error}; this is {found}, expected SQuAD JSON"
        raise UnreadableError("file", "format", message) from None
    if not isinstance(document, dict) or not isinstance(document.get("data"), list):
        message = f"this is {recognize(data[:HEAD])}, expected SQuAD JSON: a list under 'data'"
        raise UnreadableError("file", "format", message)
    articles: list[Any] = document["data"]
    return articles


def _count(paragraphs: list[Any]) -> int:
    """Return the number of questions in a list of paragraphs, of which some may be malformed.

    The result is at least 1, so that a rejected article always counts as a faulty question.
    """
    lists = (p.get("qas") for p in paragraphs if isinstance(p, dict))
    return sum(len(questions) for questions in lists if isinstance(questions, list)) or 1


def _passage(
    value: object, where: str, title: str, dataset: str, reader: RecordReader
) -> Iterator[Item]:
    if (paragraph := reader.record(value, where, "paragraph")) is None:
        yield reader.rejected()
        return
    passage = Passage(dataset, title, reader.text(paragraph, "context", where))
    yield from questions(paragraph, where, passage, reader, question)


def question(value: object, where: str, passage: Passage, reader: RecordReader) -> Example | None:
    """Return the example that a question's JSON object describes.

    Returns None if `value` is not a JSON object. The reader notes the faults of the
    question. If there are any, the example must not be used.
    """
    if (record := reader.record(value, where, "question")) is None:
        return None
    answers = _answers(record, "answers", where, passage.context, reader)
    plausible: tuple[Answer, ...] = ()
    if "plausible_answers" in record:
        plausible = _answers(record, "plausible_answers", where, passage.context, reader)
    is_impossible = reader.flag(record, "is_impossible", where)
    if bool(record.get("answers")) == is_impossible:
        reader.note(where, "is_impossible", _CONTRADICTIONS[is_impossible])
    return Example(
        id=reader.new_id(record, "id", where),
        dataset=passage.dataset,
        title=passage.title,
        question=reader.text(record, "question", where),
        context=passage.context,
        answers=answers,
        gold_answers=tuple(dict.fromkeys([answer.text for answer in answers])),
        plausible_answers=plausible,
        is_impossible=is_impossible,
    )


_CONTRADICTIONS = {
    True: "is true, but there are answers",
    False: "is not true, but there are no answers",
}


def _answers(
    record: Mapping[str, Any], key: str, where: str, context: str, reader: RecordReader
) -> tuple[Answer, ...]:
    found = []
    for number, item in enumerate(reader.items(record, key, where)):
        answer = reader.answer(item, context, where, f"{key}[{number}]")
        if answer is not None:
            found.append(answer)
    return tuple(found)
