"""Print random renamed rows with their changes marked, for a manual check of a release.

    python scripts/read_rows.py RELEASE/data/SQuAD/PER/DBName/seed0.parquet --rows 100 --seed 1

A change is printed as {old -> new}. With --passages, only one row per passage is printed.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

from builders.releases.release_reading import gold_of, read_manifest
from builders.releases.rows import read_rows
from builders.releases.undo import by_field, undo
from builders.types import Edit, Row


def marked(text: str, edits: Sequence[Edit]) -> str:
    """Return an original text in which each edit is marked in place as {old -> new}."""
    pieces: list[str] = []
    done = 0
    for edit in edits:
        pieces += (text[done : edit.start], f"{{{edit.old} -> {edit.new}}}")
        done = edit.end
    return "".join((*pieces, text[done:]))


def chosen(rows: Iterable[Row], count: int, seed: int, *, passages: bool) -> list[Row]:
    """Return `count` random changed rows, or all of them if there are fewer.

    If `passages` is true, at most one row per passage is returned.
    """
    chance = random.Random(seed)
    changed = [row for row in rows if row.changed]
    if passages:
        chance.shuffle(changed)
        changed = list({row.example.context: row for row in changed}.values())
    return chance.sample(changed, min(count, len(changed)))


def main() -> None:
    """Parse the command line, and print the chosen rows with their changes marked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("file", type=Path)
    parser.add_argument("--rows", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--passages", action="store_true")
    options = parser.parse_args()
    release = next(path for path in options.file.parents if (path / "manifest.json").exists())
    gold = gold_of(read_manifest(release), options.file.relative_to(release).as_posix())
    rows = chosen(read_rows(options.file), options.rows, options.seed, passages=options.passages)
    for number, row in enumerate(rows, 1):
        source, edits = undo(row, gold=gold), by_field(row.edits)
        print(f"## {number}  {source.id}  {marked(source.title, edits.get('title', ()))}")
        print("Q ", marked(source.question, edits.get("question", ())))
        pairs = zip(source.answers, row.example.answers, strict=True)
        print("A ", " | ".join(sorted({f"{old.text} -> {new.text}" for old, new in pairs})))
        print("C ", marked(source.context, edits.get("context", ())), end="\n\n")


if __name__ == "__main__":
    main()
