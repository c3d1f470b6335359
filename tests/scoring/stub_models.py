"""Three models whose rank is known: a reader, one with a bias against names, and a memorizer.

The reader finds the right answer in four of five questions, whatever anybody is called: which
ones is told by what renaming leaves alone, the id. The biased one fails besides where the answer
holds a name that the source did not have, in half of the questions. The memorizer knows the
answers of the source by heart.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from builders.releases.release_reading import read_manifest, rows_of
from builders.types import Row

WRONG = "xyzzy"
Model = Callable[[Row, Row], str]


def _chance(row: Row, parts: int, salt: str) -> bool:
    return sha256(f"{salt} {row.example.id}".encode()).digest()[0] % parts == 0


def _answer(row: Row) -> str:
    golds = row.example.gold_answers
    placed = (answer.text for answer in row.example.answers if answer.text in golds)
    return next(placed, next(iter(golds), ""))


def reader(row: Row, source: Row) -> str:
    """Answer from the passage, wrongly in a fifth of the questions."""
    del source
    return WRONG if _chance(row, 5, "reader") else _answer(row)


def biased(row: Row, source: Row) -> str:
    """Read, but fall for new names in half of the questions."""
    if _answer(row) != _answer(source) and _chance(row, 2, "biased"):
        return WRONG
    return reader(row, source)


def memorizer(row: Row, source: Row) -> str:
    """Answer with what the source's answer was."""
    return reader(source, source)


def write_predictions(release: Path, out: Path, model: Model, configs: tuple[str, ...]) -> Path:
    """Write a model's predictions for all splits of some configs."""
    manifest = read_manifest(release)
    originals = {record.path: record.original for record in manifest.originals}
    for config in manifest.configs:
        for split in config.splits if config.name in configs else ():
            rows = zip(
                rows_of(release, split.path), rows_of(release, originals[split.path]), strict=True
            )
            texts = {row.example.id: model(row, before) for row, before in rows}
            place = out / config.name / f"{split.name}.json"
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(json.dumps(texts), encoding="utf-8")
    return out
