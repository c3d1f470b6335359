"""Written cases of the swap engine: tests/golden/swap, a file a kind, a line a case.

A text marks its mentions ("{k|Marta Klein}'s bakery"); an answer is a text, which stands for its
first place in the passage, or [text, n], n counting its places from 0 (null: it has no offset).
What `expected` does not name stays as it was.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from marked import place, record, request

from builders.releases.undo import undo
from builders.swap.swap_records import swap, to_line

FOLDER = Path(__file__).parents[1] / "golden" / "swap"


def _cases() -> list[Any]:
    cases = []
    for path in sorted(FOLDER.glob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        cases += [
            pytest.param(json.loads(line), id=f"{path.stem}:{json.loads(line)['name']}")
            for line in lines
        ]
    return cases


CASES = _cases()


def test_there_are_cases_of_every_kind_and_no_name_twice() -> None:
    assert len(CASES) >= 100
    assert len({case.id for case in CASES}) == len(CASES)
    kinds = {"endings", "casing", "parts", "spelling", "mentions", "answers"}
    assert kinds == {path.stem for path in FOLDER.glob("*.jsonl")}


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    line = record(case)
    wanted = request(case)
    row = swap(wanted, wanted.mentions or ())
    renamed = to_line(row)
    expected = case["expected"]
    for field in ("context", "question", "title"):
        assert renamed[field] == expected.get(field, line[field]), field
    for field in ("answers", "plausible_answers"):
        answers = [place(renamed["context"], answer) for answer in expected.get(field, [])]
        assert renamed[field] == answers, field
    assert undo(row, gold="answers") == wanted.example
    assert renamed["changed"] is bool(renamed["edits"])
