"""The JSON lines that the command `renamer swap` reads and writes.

An input line has an instance and the new names of its entities. An output line has the renamed row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, TypeGuard, get_args

from builders.errors import Fault
from builders.swap.locate import locate, outermost
from builders.swap.new_names import NewName, SourceName, adjacent_letters, split_person
from builders.swap.template import distinct
from builders.text import too_long
from builders.types import ENTITY_TYPES, SWAP_TYPES, Answer, Example, Mention, RenamingType, Row

_FIELD: Final = re.compile(r"context|question|title|(answer|plausible|gold):[0-9]{1,6}")
_FIELDS: Final = "context, question, title, answer:<n>, plausible:<n>"
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ANSWERS: Final = (
    "expected a list of {text, answer_start}, or {text: [...], answer_start: [...]} of one length"
)
KNOWN_TYPES: Final = tuple(
    dict.fromkeys((*ENTITY_TYPES, *SWAP_TYPES, *get_args(RenamingType), "MISC"))
)
"""The types that a name to rename may have.

They are the types that recognizers give, and the span types of EntSwap and of entity renaming.
"""

_REQUIRED_PARTS: Final = ("entity", "type", "source", "target")
_OPTIONAL_PARTS: Final = ("first", "last", "target_first", "target_last")
_MISSPELLED: Final = 0.8
"""The similarity (by difflib) to a known key from which an unknown key counts as misspelled."""
_KEYS: Final = (*_REQUIRED_PARTS, *_OPTIONAL_PARTS, "aliases")


@dataclass(frozen=True, slots=True)
class SwapRequest:
    """A parsed input line: the instance, and the pairs of an old and a new name.

    `mentions` is None if the line does not give the mentions of the names.
    """

    example: Example
    renames: tuple[tuple[SourceName, NewName], ...]
    mentions: tuple[Mention, ...] | None


def swap(request: SwapRequest, mentions: Sequence[Mention]) -> Row:
    """Return the renamed row of a request.

    `mentions` are the mentions of the names to rename in the instance. A new name is used even if
    the instance already contains it.
    """
    names: dict[str, list[SourceName]] = {}
    news: dict[SourceName, NewName] = {}
    for given, new in request.renames:
        every = (given.full, new.full, new.first, new.last, *(new.aliases or {}).values())
        source = given._replace(beside=adjacent_letters(every))
        names.setdefault(source.entity, []).append(source)
        news[source] = new
    template = locate(request.example, outermost(mentions), names)
    return template.render([news[source] for source in template.sources])


def to_line(row: Row) -> dict[str, Any]:
    """Return the renamed row as the JSON object that `renamer swap` writes."""
    example = row.example
    return {
        "id": example.id,
        "title": example.title,
        "context": example.context,
        "question": example.question,
        "answers": [_answer_line(answer) for answer in example.answers],
        "plausible_answers": [_answer_line(answer) for answer in example.plausible_answers],
        "edits": [
            {
                "field": edit.field, "start": edit.start, "end": edit.end, "old": edit.old,
                "new": edit.new, "type": edit.type, "entity": edit.entity,
            }
            for edit in row.edits
        ],
        "changed": row.changed,
    }  # fmt: skip


def _answer_line(answer: Answer) -> dict[str, Any]:
    return {"text": answer.text, "answer_start": answer.start}


def parse_line(record: object, where: str) -> SwapRequest | tuple[Fault, ...]:
    """Return the request of a parsed JSON line, or all faults of the line.

    `where` is the name of the line in the faults, such as "line 3".
    """
    if not isinstance(record, dict):
        return (Fault(where, "", "expected a JSON object"),)
    faults = [*_text_faults(record, where), *_answers_faults(record, where)]
    faults += _renames_faults(record.get("renames"), where)
    if faults:
        return tuple(faults)
    example = _example(record)
    faults = [*_offset_faults(example, where), *_mention_faults(record, example, where)]
    return tuple(faults) if faults else SwapRequest(example, _renames(record), _mentions(record))


def _example(record: Mapping[str, Any]) -> Example:
    answers = _answers(record.get("answers") or ())
    return Example(
        id=str(record["id"]), dataset="", title=record.get("title") or "",
        question=record["question"], context=record["context"], answers=answers,
        gold_answers=distinct(answer.text for answer in answers),
        plausible_answers=_answers(record.get("plausible_answers") or ()),
    )  # fmt: skip


def _answers(items: Sequence[Mapping[str, Any]]) -> tuple[Answer, ...]:
    return tuple(Answer(item["text"], item.get("answer_start")) for item in items)


def _renames(record: Mapping[str, Any]) -> tuple[tuple[SourceName, NewName], ...]:
    return tuple(_rename(item) for item in record["renames"])


def _rename(item: Mapping[str, Any]) -> tuple[SourceName, NewName]:
    first, last = item.get("first") or "", item.get("last") or ""
    new_first, new_last = item.get("target_first") or "", item.get("target_last") or ""
    if item["type"] == "PERSON":
        first, last = _person_parts(item["source"], first, last)
        new_first, new_last = _person_parts(item["target"], new_first, new_last)
    aliases = item.get("aliases") or {}
    source = SourceName(item["entity"], item["type"], item["source"], first, last, tuple(aliases))
    return source, NewName(item["target"], new_first, new_last, dict(aliases))


def _person_parts(full: str, first: str, last: str) -> tuple[str, str]:
    """Return a person's first and last name.

    `first` and `last` are the parts that the input line gives, or empty. They are returned
    unchanged if `first` is given, or if `last` is given but is not the last name in the full name.
    Otherwise, both parts are taken from the full name.
    """
    split = split_person(full)
    if not first and last in ("", split[1]):
        return split
    return first, last


def _mentions(record: Mapping[str, Any]) -> tuple[Mention, ...] | None:
    if record.get("mentions") is None:
        return None
    return tuple(
        Mention(item["field"], item["start"], item["end"], item["type"], item["entity"])
        for item in record["mentions"]
    )


def wrong_text(value: object, *, empty: bool = True) -> str:
    """Return what is wrong with a value that should be a string, or "" if nothing is wrong.

    `empty` says whether the string may be empty.
    """
    if not isinstance(value, str):
        return "expected a text"
    if _SURROGATE.search(value):
        return "holds half of a surrogate pair"
    if not empty and not value.strip():
        return "expected a text, is empty"
    return too_long(value)


def is_whole_number(value: object) -> TypeGuard[int]:
    """Return whether a value is an integer; booleans do not count."""
    return isinstance(value, int) and not isinstance(value, bool)


def _text_faults(record: Mapping[str, Any], where: str) -> Iterator[Fault]:
    texts = {key: record.get(key) for key in ("context", "question", "id")}
    if is_whole_number(texts["id"]):
        del texts["id"]
    texts["title"] = "" if record.get("title") is None else record["title"]
    for key, text in texts.items():
        if wrong := wrong_text(text):
            yield Fault(where, key, wrong)


def _answers_faults(record: Mapping[str, Any], where: str) -> Iterator[Fault]:
    for key in ("answers", "plausible_answers"):
        items = record.get(key)
        if items is None:
            continue
        if not isinstance(items, list):
            yield Fault(where, key, _ANSWERS)
            continue
        for n, item in enumerate(items):
            if not isinstance(item, dict):
                yield Fault(where, f"{key}[{n}]", "expected {text, answer_start}")
                continue
            if wrong := wrong_text(item.get("text"), empty=False):
                yield Fault(where, f"{key}[{n}].text", wrong)
            start = item.get("answer_start")
            if start is not None and not is_whole_number(start):
                yield Fault(where, f"{key}[{n}].answer_start", "expected an integer or null")


def _renames_faults(items: object, where: str) -> Iterator[Fault]:
    if not isinstance(items, list):
        yield Fault(where, "renames", "expected a list of {entity, type, source, target}")
        return
    seen: set[str] = set()
    for n, item in enumerate(items):
        field = f"renames[{n}]"
        if not isinstance(item, dict):
            yield Fault(where, field, "expected an object")
            continue
        yield from _rename_faults(item, where, field)
        entity = item.get("entity")
        if isinstance(entity, str) and entity in seen:
            yield Fault(where, f"{field}.entity", f"{entity!r} is renamed twice")
        seen.add(str(entity))


def _rename_faults(item: Mapping[str, Any], where: str, field: str) -> Iterator[Fault]:
    for key in _REQUIRED_PARTS:
        if wrong := wrong_text(item.get(key), empty=False):
            yield Fault(where, f"{field}.{key}", wrong)
    kind = item.get("type")
    if isinstance(kind, str) and kind.strip() and kind not in KNOWN_TYPES:
        near = get_close_matches(kind.upper(), KNOWN_TYPES, 1)
        meant = f", did you mean {near[0]}" if near else ""
        known = ", ".join(KNOWN_TYPES)
        yield Fault(where, f"{field}.type", f"{kind!r} is no type{meant}; known: {known}")
    given = (key for key, value in item.items() if value is not None)
    for key in sorted(set(given).difference(_KEYS)):
        # Other keys are ignored, as those of a line are, but a misspelled one would lose a name.
        if near := get_close_matches(key, _KEYS, 1, _MISSPELLED):
            yield Fault(where, f"{field}.{key:.40}", f"unknown key; did you mean {near[0]}?")
    for key in _OPTIONAL_PARTS:
        if item.get(key) is not None and (wrong := wrong_text(item[key])):
            yield Fault(where, f"{field}.{key}", wrong)
    aliases = {} if item.get("aliases") is None else item["aliases"]
    if not isinstance(aliases, dict) or any(
        wrong_text(text, empty=False) for pair in aliases.items() for text in pair
    ):
        yield Fault(where, f"{field}.aliases", "expected an object of old: new texts")


def _offset_faults(example: Example, where: str) -> Iterator[Fault]:
    for key, answers in (
        ("answers", example.answers),
        ("plausible_answers", example.plausible_answers),
    ):
        for n, answer in enumerate(answers):
            if answer.start is None:
                continue
            if answer.start < 0:
                message = "is negative; an answer that has no offset has null"
                yield Fault(where, f"{key}[{n}].answer_start", message)
                continue
            found = example.context[answer.start :][: len(answer.text)]
            if found != answer.text:
                message = f"answer {answer.text[:40]!r} at {answer.start}: " + (
                    f"the passage has {found[:40]!r} there"
                    if found
                    else f"the passage ends at {len(example.context)}"
                )
                yield Fault(where, f"{key}[{n}].answer_start", message)


def _mention_faults(record: Mapping[str, Any], example: Example, where: str) -> Iterator[Fault]:
    items = record.get("mentions")
    if items is None:
        return
    if not isinstance(items, list):
        yield Fault(where, "mentions", "expected a list")
        return
    for n, item in enumerate(items):
        problem = _mention_problem(item, example)
        if problem:
            yield Fault(where, f"mentions[{n}]", problem)


def _mention_problem(item: object, example: Example) -> str:
    if not isinstance(item, dict):
        return "expected {entity, type, field, start, end}"
    field, start, end = item.get("field"), item.get("start"), item.get("end")
    if not isinstance(item.get("entity"), str) or not isinstance(item.get("type"), str):
        return "entity and type must be texts"
    if not isinstance(field, str):
        return "field must be a text"
    if not is_whole_number(start) or not is_whole_number(end):
        return "start and end must be integers"
    text = _field_text(example, field) if _FIELD.fullmatch(field) else None
    return _place_problem(field, text, start, end)


def _place_problem(field: str, text: str | None, start: int, end: int) -> str:
    if not _FIELD.fullmatch(field):
        return f"unknown field {field[:40]!a}; known: {_FIELDS}"
    if text is None:
        return f"there is no {field}"
    length = len(text)
    if not 0 <= start < end <= length:
        return f"[{start}, {end}) lies outside {field}, which has {length} characters"
    return ""


def _field_text(example: Example, field: str) -> str | None:
    name, _, number = field.partition(":")
    if not number:
        return str(getattr(example, name))
    lists: Mapping[str, Sequence[str]] = {
        "answer": [answer.text for answer in example.answers],
        "plausible": [answer.text for answer in example.plausible_answers],
        "gold": example.gold_answers,
    }
    texts = lists[name]
    return texts[int(number)] if int(number) < len(texts) else None
