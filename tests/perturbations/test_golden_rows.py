"""The rows of every kind of perturbation, word by word: tests/golden/perturbations/<kind>.jsonl.

A draw must never change unless the version of a recipe does. Where a change is meant, make the
files anew and read the difference before you commit it:

    REGENERATE_GOLDEN=1 pytest tests/perturbations/test_golden_rows.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tiny_line import RECOGNIZER, write_tiny

from builders.perturbations.name_sources import KINDS
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.releases.release_reading import rows_of
from builders.swap.swap_records import to_line
from builders.types import Row

FOLDER = Path(__file__).parents[1] / "golden" / "perturbations"

# Add a kind of perturbation: the file of the tiny release that shows it.
FILES = {
    "collections": "data/TinyMRQA/MIX/DBName/seed0.parquet",
    "in-distribution": "data/TinyMRQA/MIX/InDistName/seed0.parquet",
    "random-string": "data/TinyMRQA/MIX/RandStr/seed0.parquet",
    "fixed-name": "data/TinyMRQA/PER/Paula/seed0.parquet",
    "entswap": "data/TinySwap/TinySwap.parquet",
}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tiny = write_tiny(tmp_path_factory.mktemp("golden"))
    options = Options(
        sources=tiny.sources, names=tiny.names, cache=tiny.folder / "cache", recognizer=RECOGNIZER
    )
    return build(Recipe.read(tiny.recipe), tiny.folder / "release", options)


def line(row: Row) -> dict[str, Any]:
    """Return a row as it stands in a golden file."""
    return {**to_line(row), "gold_answers": list(row.example.gold_answers)}


def test_every_kind_has_a_golden_file_and_every_golden_file_a_kind() -> None:
    assert {*KINDS, "entswap"} == set(FILES)
    assert {path.stem for path in FOLDER.glob("*")} == set(FILES)


@pytest.mark.parametrize("kind", sorted(FILES))
def test_rows_are_those_of_the_golden_file(kind: str, release: Path) -> None:
    golden = FOLDER / f"{kind}.jsonl"
    drawn = [line(row) for row in rows_of(release, FILES[kind])]
    if os.environ.get("REGENERATE_GOLDEN"):
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in drawn)
        golden.write_text(text, encoding="utf-8", newline="\n")
    wanted = [json.loads(text) for text in golden.read_text(encoding="utf-8").splitlines()]
    assert len(wanted) >= 3, "an empty golden file proves nothing"
    assert sum(row["changed"] for row in wanted) >= 3
    for row, golden_row in zip(drawn, wanted, strict=True):
        assert row == golden_row
