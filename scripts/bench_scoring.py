"""Measure the time and memory that scoring a large release takes.

    python scripts/bench_scoring.py [ROWS]

The script builds the demonstration data in a temporary folder and copies one config many times,
with new ids. Groups of 16 copies share their passages, which differ from those of other groups.
Correct, nearly correct and wrong answers are then sampled as predictions, and all splits are scored
in a separate process. If torchmetrics is installed, its time per row is measured for comparison, on
at most 1,000 rows.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from builders.draws import integer
from builders.pipeline import Options, build
from builders.releases.parquet import ParquetRowWriter
from builders.releases.recipe import Recipe
from builders.releases.release_reading import batches_of, read_manifest
from builders.scoring.release_scoring import score

CONFIG = "DemoMRQA-MIX-DBName"
QUESTIONS = 16
"""The number of copies of a table that share their passages."""


def multiplied(table: pa.Table, times: int, writer: ParquetRowWriter) -> None:
    """Write `times` copies of a table with distinct ids. Groups of copies share their passages."""
    for copy in range(times):
        made = table
        for name, mark in (("id", f"-{copy}"), ("context", f" No. {copy // QUESTIONS}")):
            column = pc.binary_join_element_wise(table[name], mark, "")
            at = table.schema.get_field_index(name)
            made = made.set_column(at, table.schema.field(name), column)
        writer.write_table(made)


def make(folder: Path, rows: int) -> Path:
    """Write a release of about `rows` rows and predictions for it. Return the release's folder."""
    demo, out = folder / "demo", folder / "release"
    build(Recipe.read("demo"), demo, Options())
    manifest = read_manifest(demo)
    (config,) = [each for each in manifest.configs if each.name == CONFIG]
    times = max(1, rows // sum(split.rows for split in config.splits))
    records, splits = [], []
    for split in config.splits:
        with ParquetRowWriter(out / split.path, split.path) as writer:
            multiplied(pa.Table.from_batches(batches_of(demo, split.path)), times, writer)
        records.append(writer.record)
        splits.append(replace(split, rows=writer.record.rows))
    paths = {record.path for record in records}
    small = replace(
        manifest,
        files=tuple(records),
        configs=(replace(config, splits=tuple(splits)),),
        originals=tuple(each for each in manifest.originals if each.path in paths),
    )
    (out / "manifest.json").write_text(small.to_json(), encoding="utf-8")
    for split in splits:
        place = folder / "predictions" / CONFIG / f"{split.name}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(json.dumps(predictions(out, split.path)), encoding="utf-8")
    return out


def predictions(release: Path, path: str) -> dict[str, str]:
    """Map the id of each question in a file of the release to a sampled answer.

    The answer is correct, nearly correct or wrong.
    """
    found = {}
    for batch in batches_of(release, path, ("id", "context", "gold_answers")):
        columns = (batch.column(name).to_pylist() for name in batch.schema.names)
        for id_, context, golds in zip(*columns, strict=True):
            draw = integer(("bench", id_), 10)
            words = context.split()
            wrong = " ".join(words[draw * 7 : draw * 7 + 3])
            found[id_] = golds[0] if draw < 6 else wrong if draw < 9 else f"{golds[0]} {draw}"
    return found


def oracle(release: Path, folder: Path) -> float | None:
    """Return the seconds per row that torchmetrics takes to score some rows of a release.

    At most 1,000 rows are scored. `folder` contains the predictions. Returns None if
    torchmetrics is not installed.
    """
    try:
        from torchmetrics.functional.text import squad
    except ImportError:
        return None
    path = read_manifest(release).configs[0].splits[0].path
    texts = json.loads((folder / "predictions" / CONFIG / "original.json").read_text())
    batch = next(batches_of(release, path, ("id", "gold_answers"), 1000))
    pairs = list(zip(*(batch.column(name).to_pylist() for name in batch.schema.names), strict=True))
    given = [{"prediction_text": texts[id_], "id": id_} for id_, _ in pairs]
    golds = [{"answers": {"text": texts_, "answer_start": [0] * len(texts_)}, "id": id_}
             for id_, texts_ in pairs]  # fmt: skip
    started = time.process_time()
    squad(given, golds)
    return (time.process_time() - started) / len(pairs)


def main() -> None:
    """Score a large release, and print the processor time and the peak memory.

    The time that torchmetrics would take is printed for comparison.
    """
    if sys.argv[1:2] == ["--child"]:
        folder = Path(sys.argv[2])
        card = score(folder / "release", folder / "predictions")
        used = resource.getrusage(resource.RUSAGE_SELF)
        rows = sum(row["n"] for row in card.rows if row["scorer"] != "lenient")
        print(f"{rows:,} rows: {used.ru_utime + used.ru_stime:.1f} s of processor time, "
              f"{used.ru_maxrss / 1024:.0f} MiB at most")  # fmt: skip
        return
    rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        release = make(folder, rows)
        subprocess.run([sys.executable, __file__, "--child", name], check=True)
        seconds = oracle(release, folder)
        if seconds is None:
            print("torchmetrics is not installed")
        else:
            print(f"torchmetrics, SQuAD 1.1 alone: {seconds * rows:.0f} s for {rows:,} rows")


if __name__ == "__main__":
    main()
