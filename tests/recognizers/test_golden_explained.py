"""What the shipped recognizer finds in texts, and why: tests/golden/explained.jsonl.

Each line has a text, its kind and its passage, and for each name its type, score and strongest
reasons. A model that was trained anew finds other names; write the lines again with

    REGENERATE_GOLDEN=1 pytest tests/recognizers/test_golden_explained.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from builders.recognizers.bundled.load import load_bundled
from builders.types import Beside

GOLDEN = Path(__file__).parents[1] / "golden" / "explained.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
REASONS = 6


def explained(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the names of a text with their scores and strongest reasons."""
    text = Beside(case.get("passage", ""), case["text"], case.get("kind", "passage"))
    return [
        {
            "name": text.text[span.start : span.end], "start": span.start, "type": span.type,
            "score": round(span.score, 3),
            "reasons": {
                reason.cue: [round(reason.value, 3), round(reason.weight, 3)]
                for reason in reasons[:REASONS]
            },
        }
        for span, reasons in load_bundled().explain(text)
    ]  # fmt: skip


def test_the_golden_file_has_names_of_every_type() -> None:
    if os.environ.get("REGENERATE_GOLDEN"):
        lines = [
            json.dumps({**case, "names": explained(case)}, ensure_ascii=False) for case in CASES
        ]
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    assert {name["type"] for case in CASES for name in case["names"]} == {
        "PERSON", "ORG", "GPE", "LOC", "NORP",
    }  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case["text"][:24] for case in CASES])
def test_names_scores_and_reasons_are_those_of_the_golden_file(case: dict[str, Any]) -> None:
    found = explained(case)
    places = [(name["name"], name["start"], name["type"]) for name in case["names"]]
    assert [(name["name"], name["start"], name["type"]) for name in found] == places
    for name, wanted in zip(found, case["names"], strict=True):
        # Sums of probabilities differ a little between processors.
        assert name["score"] == pytest.approx(wanted["score"], abs=0.01)
        both = name["reasons"].keys() & wanted["reasons"].keys()
        assert len(both) >= REASONS - 2
        for cue in both:
            assert name["reasons"][cue] == pytest.approx(wanted["reasons"][cue], abs=0.02), cue
