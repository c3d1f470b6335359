"""Names that a line of `renamer swap` gives, found without mentions: tests/golden/known.

Written like the cases of tests/golden/swap; the marks are what should be found. `seen` is what a
recognizer found, at each of its occurrences: most cases do without one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from marked import place, record, request

from builders.spans.known_entities import find_known
from builders.swap.new_names import SourceName
from builders.swap.swap_records import swap, to_line
from builders.types import Entity, TypedSpan

FOLDER = Path(__file__).parents[1] / "golden" / "known"
CASES = [
    pytest.param(json.loads(line), id=f"{path.stem}:{json.loads(line)['name']}")
    for path in sorted(FOLDER.glob("*.jsonl"))
    for line in path.read_text(encoding="utf-8").splitlines()
]


def _entity(source: SourceName) -> Entity:
    names = (source.full, source.first, source.last, source.aliases)
    return Entity(source.entity, source.type, *names)  # type: ignore[arg-type]


def _spans(text: str, seen: Iterable[tuple[str, Any]]) -> tuple[TypedSpan, ...]:
    spans = [
        TypedSpan(*match.span(), kind)
        for surface, kind in seen
        for match in re.finditer(rf"(?<![\w-]){re.escape(surface)}(?![\w-])", text)
    ]
    return tuple(sorted(spans, key=lambda span: span.start))


def _fields(line: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    loose = [(n, a["text"]) for n, a in enumerate(line["answers"]) if a["answer_start"] is None]
    names = ("context", "question", "title")
    return (*((name, line[name]) for name in names), *((f"answer:{n}", t) for n, t in loose))


def test_there_are_cases_of_every_kind_and_no_name_twice() -> None:
    assert len(CASES) >= 60
    assert len({case.id for case in CASES}) == len(CASES)
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == {"parts", "senses", "texts", "words"}


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    line, wanted = record(case), request(case)
    fields = _fields(line)
    spans = {text: _spans(text, case.get("seen", ())) for _, text in fields}
    entities = [_entity(source) for source, _ in wanted.renames]
    renamed = to_line(swap(wanted, find_known(fields, entities, spans)))
    expected = case["expected"]
    for field in ("context", "question", "title"):
        assert renamed[field] == expected.get(field, line[field]), field
    answers = [place(renamed["context"], answer) for answer in expected.get("answers", [])]
    assert renamed["answers"] == answers
