"""Conversion of examples to SQuAD JSON and MRQA JSONL, as builders.sources reads them."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from builders.types import Answer, Example

_TOKEN: Final = re.compile(r"\w+|[^\w\s]")
_Tokens = list[tuple[str, int]]


def answerable(examples: Iterable[Example]) -> Iterator[Example]:
    """Yield the answerable examples, without plausible answers, which MRQA cannot express."""
    for example in examples:
        if not example.is_impossible:
            yield replace(example, plausible_answers=()) if example.plausible_answers else example


def to_squad(examples: Iterable[Example], *, version: str = "v2.0") -> dict[str, Any]:
    """Return examples as a SQuAD document.

    Adjacent examples with the same title are put into one article, and those with the same passage
    into one paragraph. If the gold answers of each example are its distinct answer texts, the
    document can be read back without loss. Raises ValueError for unanswerable questions in
    version 1.1.
    """
    data = [
        {
            "title": title,
            "paragraphs": [
                {"context": context, "qas": [_squad_question(e, version) for e in passage]}
                for context, passage in groupby(article, key=lambda example: example.context)
            ],
        }
        for title, article in groupby(examples, key=lambda example: example.title)
    ]
    return {"version": version, "data": data}


def to_mrqa(examples: Iterable[Example], dataset: str, split: str = "dev") -> Iterator[str]:
    """Yield the lines of an MRQA file, without line breaks at their ends.

    The first line is the header, and each further line is a passage with its questions. The
    examples must be answerable. Adjacent examples with the same title and passage share a line.
    """
    yield json.dumps({"header": {"dataset": dataset, "split": split}}, ensure_ascii=False)
    for _, passage in groupby(examples, key=lambda example: (example.title, example.context)):
        yield to_mrqa_line(*passage)


def to_mrqa_line(first: Example, *others: Example) -> str:
    """Return the line of an MRQA file for answerable examples, which all have the same passage.

    The title is added if it is not empty, although MRQA has no titles. Each word and each
    punctuation mark is a token.
    """
    tokens = _tokens(first.context)
    line = {
        **({"title": first.title} if first.title else {}),
        "context": first.context,
        "context_tokens": tokens,
        "qas": [_mrqa_question(example, tokens) for example in (first, *others)],
    }
    return json.dumps(line, ensure_ascii=False)


def _mrqa_question(example: Example, tokens: _Tokens) -> dict[str, Any]:
    return {
        "qid": example.id,
        "question": example.question,
        "question_tokens": _tokens(example.question),
        "detected_answers": [_detected(list(group), tokens) for group in _runs(example.answers)],
        "answers": list(example.gold_answers),
    }


def _squad_question(example: Example, version: str) -> dict[str, Any]:
    question: dict[str, Any] = {
        "question": example.question,
        "id": example.id,
        "answers": [_squad_answer(answer) for answer in example.answers],
    }
    if version != "1.1":
        question["is_impossible"] = example.is_impossible
    elif example.is_impossible:
        raise ValueError(f"question {example.id!r} is unanswerable: SQuAD 1.1 cannot say so")
    if example.plausible_answers:
        question["plausible_answers"] = [_squad_answer(a) for a in example.plausible_answers]
    return question


def _squad_answer(answer: Answer) -> dict[str, Any]:
    return {"text": answer.text, "answer_start": answer.start}


def _runs(answers: Iterable[Answer]) -> Iterator[Iterator[Answer]]:
    """Return an iterator over the groups of adjacent answers with the same text.

    MRQA lists a text once, with all of its places in the passage.
    """
    return (group for _, group in groupby(answers, key=lambda answer: answer.text))


def _detected(answers: list[Answer], tokens: _Tokens) -> dict[str, Any]:
    spans = [(a.start, a.start + len(a.text) - 1) for a in answers if a.start is not None]
    return {
        "text": answers[0].text,
        "char_spans": [list(span) for span in spans],
        "token_spans": [_token_span(first, last, tokens) for first, last in spans],
    }


def _tokens(text: str) -> _Tokens:
    return [(match[0], match.start()) for match in _TOKEN.finditer(text)]


def _token_span(first: int, last: int, tokens: _Tokens) -> tuple[int, int]:
    """Return the indices of the first and the last token that a span of characters overlaps.

    `first` and `last` are the offsets of the first and the last character of the span.
    """
    return _token_at(first, tokens), _token_at(last, tokens)


def _token_at(index: int, tokens: _Tokens) -> int:
    return max(0, bisect_right(tokens, index, key=itemgetter(1)) - 1)
