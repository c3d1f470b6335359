"""The rows of every kind of perturbation, word by word: tests/golden/perturbations/<kind>.jsonl.

The first line of a file says how a recipe asks for the kind: write it, and have the rest made.

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
from tiny_line import RECIPE, RECOGNIZER, write_tiny

from builders.perturbation_table import PERTURBATION_TABLE
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.releases.release_reading import rows_of
from builders.swap.swap_records import to_line
from builders.types import Row

FOLDER = Path(__file__).parents[1] / "golden" / "perturbations"

SWAPPED = "entswap"
"""The golden file of EntSwap, which is one recipe table and no kind."""


def head_of(kind: str) -> dict[str, Any]:
    """Return how a recipe asks for a kind: the first line of its golden file."""
    first = (FOLDER / f"{kind}.jsonl").read_text(encoding="utf-8").partition("\n")[0]
    head: dict[str, Any] = json.loads(first)
    return head


def toml(value: object) -> str:
    """Write a value as TOML has it."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {toml(inner)}' for key, inner in value.items())} }}"
    return json.dumps(value)


def recipe() -> str:
    """Return the tiny recipe with the perturbations of the golden files in place of its own."""
    before, _, after = RECIPE.partition("[entity_renaming.perturbations.")
    tables = []
    for kind in PERTURBATION_TABLE:
        head = head_of(kind)
        lines = [f"[entity_renaming.perturbations.{head.pop('perturbation')}]"]
        tables += ["\n".join([*lines, *(f"{key} = {toml(value)}" for key, value in head.items())])]
    return "\n\n".join([before, *tables, "[entswap]" + after.partition("[entswap]")[2]])


def path_of(kind: str) -> str:
    """Return the file of the release that shows a kind."""
    if kind == SWAPPED:
        return "data/TinySwap/TinySwap.parquet"
    head = head_of(kind)
    return f"data/TinyMRQA/{head['types'][0]}/{head['perturbation']}/seed0.parquet"


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tiny = write_tiny(tmp_path_factory.mktemp("golden"), recipe=recipe())
    options = Options(
        sources=tiny.sources, names=tiny.names, cache=tiny.folder / "cache", recognizer=RECOGNIZER
    )
    return build(Recipe.read(tiny.recipe), tiny.folder / "release", options)


def line(row: Row) -> dict[str, Any]:
    """Return a row as it stands in a golden file."""
    return {**to_line(row), "gold_answers": list(row.example.gold_answers)}


def test_every_kind_has_a_golden_file_and_every_golden_file_a_kind() -> None:
    assert {path.stem for path in FOLDER.glob("*")} == {*PERTURBATION_TABLE, SWAPPED}
    assert all(head_of(kind)["kind"] == kind for kind in PERTURBATION_TABLE)


@pytest.mark.parametrize("kind", [*PERTURBATION_TABLE, SWAPPED])
def test_rows_are_those_of_the_golden_file(kind: str, release: Path) -> None:
    golden = FOLDER / f"{kind}.jsonl"
    drawn = [line(row) for row in rows_of(release, path_of(kind))]
    if os.environ.get("REGENERATE_GOLDEN"):
        head = [] if kind == SWAPPED else [head_of(kind)]
        lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in (*head, *drawn)]
        text = "".join(lines)
        golden.write_text(text, encoding="utf-8", newline="\n")
    texts = golden.read_text(encoding="utf-8").splitlines()[kind != SWAPPED :]
    wanted = [json.loads(text) for text in texts]
    assert len(wanted) >= 3, "an empty golden file proves nothing"
    assert sum(row["changed"] for row in wanted) >= 3
    for row, golden_row in zip(drawn, wanted, strict=True):
        assert row == golden_row
