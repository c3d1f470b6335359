"""Build the recipe `demo`, load one of its configs and show two rows (`make demo`)."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from builders.cli.build import print_summary
from builders.cli.console import Bars, out
from builders.cli.show import print_row
from builders.errors import RenamerError
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.releases.rows import read_rows

CONFIG, SPLIT = "DemoSQuAD2-PER-French", "seed0"
FILE = "data/DemoSQuAD2/PER/French/seed0.parquet"


def main(folder: Path) -> None:
    """Build the demonstration release in `folder`, load one of its configs and show two rows."""
    with Bars() as bars, tempfile.TemporaryDirectory() as cache:
        build(Recipe.read("demo"), folder, Options(force=True, cache=Path(cache)), bars)
    print_summary(folder)
    _load(folder)
    _show(folder)


def _load(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as cache:
        os.environ.update(HF_DATASETS_CACHE=cache, HF_DATASETS_DISABLE_PROGRESS_BARS="1")
        from datasets import load_dataset

        loaded = load_dataset(str(folder), CONFIG)
        print(f'\n>>> load_dataset("{folder}", "{CONFIG}")\n{loaded}\n')


def _show(folder: Path) -> None:
    console = out()
    rows = (row for row in read_rows(folder / FILE) if row.changed and len(row.edits) < 12)
    for row, _ in zip(rows, range(2), strict=False):
        print_row(console, row, "answers")
    renamer = Path(sys.executable).parent / "renamer"
    print(f"\nMore: {renamer} show {folder} {CONFIG} --split {SPLIT} --limit 5")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]))
    except RenamerError as error:
        sys.exit(f"make demo: {error}")
