"""The features of candidates, which are those that the forest was trained on.

Each line of tests/golden/features.jsonl has a text, the spans that members read in it (with the
probability of each label, at the first occurrence, or at the n-th for "Name#n"), and for each
candidate its columns that are not zero. Features that change make the shipped forest useless:
train it anew, then write the lines again with

    REGENERATE_GOLDEN=1 pytest tests/recognizers/test_golden_features.py
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.recognizers.bundled.features import COLUMNS, ScoredText, read
from builders.recognizers.bundled.gazetteer import WORD_CLASSES
from builders.recognizers.bundled.memory import Memory
from builders.recognizers.bundled.observed import LABELS, Observed

GOLDEN = Path(__file__).parents[1] / "golden" / "features.jsonl"
CASES = [json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
COUNTRIES = frozenset({"Kenya", "Peru", "Togo"})
_TOKEN = re.compile(r"\w+(?:\.\w+)*\.?(?<=\w\.\w\.)|\w+|'s|’s|\n|[^\w\s]")


def observed(case: dict[str, Any]) -> Observed:
    """Return a text with the spans of a case, as members give them."""
    text: str = case["text"]
    tokens = list(_TOKEN.finditer(text))
    starts = [token.start() for token in tokens]
    ends = [token.end() for token in tokens]
    spans = {}
    for name, labels in case["members"].items():
        surface, _, number = name.partition("#")
        found = [match.start() for match in re.finditer(re.escape(surface), text)]
        start = found[int(number or 1) - 1]
        spans[starts.index(start), ends.index(start + len(surface)) + 1] = [
            labels.get(label, 0.0) for label in LABELS
        ]
    firsts, lasts = np.array(sorted(spans), np.intp).reshape(-1, 2).T
    chances = np.array([spans[span] for span in sorted(spans)], np.float32)
    words = [token.group() for token in tokens]
    country = np.uint64(1 << WORD_CLASSES.index("country"))
    classes = np.array([country if word in COUNTRIES else 0 for word in words], np.uint64)
    return Observed(text, words, starts, classes, firsts, lasts, chances.reshape(-1, len(LABELS)))


def features(case: dict[str, Any]) -> ScoredText:
    """Return the candidates of a case with their features."""
    memory: Memory | None = None
    if "passage" in case:
        memory = read(observed(case["passage"]), "passage").memory
    return read(observed(case), case["kind"], memory)


def told(found: ScoredText) -> list[list[Any]]:
    """Return each candidate with its columns that are not zero."""
    return [
        [
            found.surface(number),
            {
                COLUMNS[column]: round(float(row[column]), 4)
                for column in np.flatnonzero(row).tolist()
            },
        ]
        for number, row in enumerate(found.table)
    ]


def test_the_golden_file_is_up_to_date() -> None:
    if os.environ.get("REGENERATE_GOLDEN"):
        lines = [
            json.dumps({**case, "candidates": told(features(case))}, ensure_ascii=False)
            for case in CASES
        ]
        GOLDEN.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    assert len(CASES) > 5
    # The columns of all labels are made alike.
    told_of = {column for column in COLUMNS if not re.search(": |NORP|MISC", column)}
    assert {column for case in CASES for _, row in case["candidates"] for column in row} >= told_of


@pytest.mark.parametrize("case", CASES, ids=[case["about"] for case in CASES])
def test_features_are_those_of_the_golden_file(case: dict[str, Any]) -> None:
    found = told(features(case))
    assert [name for name, _ in found] == [name for name, _ in case["candidates"]]
    for (name, row), (_, wanted) in zip(found, case["candidates"], strict=True):
        assert row == pytest.approx(wanted, abs=1e-3), name
