"""Instances written with their mentions in the text: "{k|Marta Klein}'s bakery", nested as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from builders.swap.swap_records import SwapRequest, parse_line


def unmark(field: str, marked: str) -> tuple[str, list[dict[str, Any]]]:
    """Return the text without its marks, and the mentions that they marked."""
    text = ""
    open_marks: list[tuple[str, int]] = []
    mentions: list[dict[str, Any]] = []
    at = 0
    while at < len(marked):
        char = marked[at]
        bar = marked.find("|", at)
        if char == "{" and bar > 0:
            open_marks.append((marked[at + 1 : bar], len(text)))
            at = bar + 1
            continue
        if char == "}" and open_marks:
            entity, start = open_marks.pop()
            mention = {"entity": entity, "field": field, "start": start, "end": len(text)}
            mentions.append({**mention, "type": "PERSON"})
        else:
            text += char
        at += 1
    return text, mentions


def place(context: str, answer: str | list[Any]) -> dict[str, Any]:
    """Return an answer with its offset; see test_swap_cases.py for how answers are written."""
    text, which = (answer, 0) if isinstance(answer, str) else answer
    if which is None:
        return {"text": text, "answer_start": None}
    at = -1
    for _ in range(which + 1):
        at = context.find(text, at + 1)
        assert at >= 0, f"{text!r} does not stand in {context!r} so often"
    return {"text": text, "answer_start": at}


def record(case: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line of `renamer swap` for a marked case."""
    context, mentions = unmark("context", case["context"])
    question, more = unmark("question", case.get("question", ""))
    title, still = unmark("title", case.get("title", ""))
    return {
        "id": case["name"], "title": title, "context": context, "question": question,
        "answers": [place(context, answer) for answer in case.get("answers", [])],
        "plausible_answers": [place(context, a) for a in case.get("plausible_answers", [])],
        "renames": case["renames"],
        "mentions": [*mentions, *more, *still, *case.get("mentions", [])],
    }  # fmt: skip


def request(case: Mapping[str, Any]) -> SwapRequest:
    """Return the request of a marked case."""
    made = parse_line(record(case), case["name"])
    assert isinstance(made, SwapRequest), made
    return made
