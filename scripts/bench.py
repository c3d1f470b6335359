"""The benchmarks: every figure beside what it is held against, in one run.

    engine     instances renamed a second, five seeds and three perturbations, against sequential
               str.replace on the same instances
    build      the files of a release against writing the same rows unrenamed
    memory     the peak of a build of many instances
    names      loading all embedded collections
    recognizer words a second, against spaCy's blank tokenizer

Times are processor seconds of this process, the best of several rounds.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from builders.line import ingredients
from builders.line.finding import Setup
from builders.line.prepare import chunks
from builders.line.prepared import Prepared
from builders.line.render_renaming import Draw, render
from builders.line.tasks import Setup as TaskSetup  # noqa: F401 - the same class, checked here
from builders.line.tasks import _preparer
from builders.releases.parquet import ParquetRowWriter
from builders.releases.recipe import EntityRenaming, Recipe
from builders.sources.demo import demo_path
from builders.sources.table import read
from builders.spans.renaming import identify
from builders.types import Answer, Example, PerturbableSpan, Row

SEEDS: Final = 5
PERTURBATIONS: Final = ("InDistName", "DBName", "RandStr")
COPIES: Final = 8
ROUNDS: Final = 3
_Result = TypeVar("_Result")


def timed(work: Callable[[], _Result], rounds: int = ROUNDS) -> tuple[float, _Result]:
    """Return the least processor time of several rounds, and what the last one returned."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best, result


def report(name: str, *figures: str) -> None:
    """Print one line of the table."""
    print(f"{name:<44}", *(f"{figure:>26}" for figure in figures))


def prepared_demo(folder: Path) -> list[Prepared]:
    """Recognize the demonstration sources once; return copies enough to measure on."""
    preparer = _preparer(Setup(cache=folder), identify=True)
    instances: list[Prepared] = []
    for name in ("mrqa", "squad"):
        reading = read(demo_path(name), format=name, dataset=name)
        examples = [example for example in reading if not example.is_impossible]
        for chunk in chunks(examples):
            instances += preparer.prepare(chunk)
    return [
        replace(one, example=replace(one.example, id=f"{one.example.id}-{copy}"))
        for copy in range(COPIES)
        for one in instances
        if one.identified is not None and one.identified.of("MIX")
    ]


def draws(renaming: EntityRenaming, instances: Sequence[Prepared]) -> list[Draw]:
    """Return the draws of three perturbations and five seeds."""
    spans = [s for one in instances if one.identified for s in one.identified.of("MIX")]
    found = []
    for spec in renaming.perturbations:
        if spec.name in PERTURBATIONS:
            source = ingredients.name_source(spec, renaming, None, spans)
            found += [Draw(spec.name, source, ("bench", spec.name, n)) for n in range(SEEDS)]
    return found


def engine_rows(instances: Sequence[Prepared], drawn: Sequence[Draw]) -> list[Row]:
    """Rename with the engine."""
    reasons: Counter[tuple[str, str]] = Counter()
    rendered = render(instances, "MIX", drawn, reasons, gold_is_listed=False)
    return [row for _, rows in rendered for row in rows]


def naive_rows(
    instances: Sequence[Prepared], pools: dict[str, list[str]], *, locate: bool
) -> int:
    """Rename by str.replace, one name after the other, and look for the answers again.

    With `locate` the perturbable spans are found anew for every draw, as when each test set is
    made by a run of its own.
    """
    known = ingredients.knowledge(None)
    made = 0
    for _ in PERTURBATIONS:
        for seed in range(SEEDS):
            chooser = random.Random(seed)
            for one in instances:
                identified = one.identified
                if locate:
                    identified = identify(one.example, one.mentions, one.entities, known)
                if identified is not None:
                    _naive_row(one.example, identified.of("MIX"), pools, chooser)
                made += 1
    return made


def _naive_row(
    example: Example,
    spans: Iterable[PerturbableSpan],
    pools: dict[str, list[str]],
    chooser: random.Random,
) -> Example:
    texts = [example.context, example.question, example.title, *example.gold_answers]
    answers = [answer.text for answer in example.answers]
    for span in spans:
        new = chooser.choice(pools.get(span.span_type) or ["Nobody"])
        for old, name in (
            (span.surface, new),
            (span.surface.lower(), new.lower()),
            (span.surface.upper(), new.upper()),
        ):
            texts = [text.replace(old, name) for text in texts]
            answers = [text.replace(old, name) for text in answers]
    found = tuple(Answer(text, texts[0].find(text)) for text in answers)
    return replace(example, context=texts[0], question=texts[1], title=texts[2], answers=found)


def bench_engine(instances: Sequence[Prepared], drawn: Sequence[Draw]) -> list[Row]:
    """Measure the engine against str.replace."""
    pools = {
        kind: list(
            ingredients.pool(kind, ("us-names", "places", "proper-nouns"), None, weighted=False).names
        )
        for kind in ("FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST", "NNP", "COUNTRY",
                     "STATE", "CITY")
    }  # fmt: skip
    seconds, rows = timed(lambda: engine_rows(instances, drawn))
    given, made = timed(lambda: naive_rows(instances, pools, locate=False))
    located, _ = timed(lambda: naive_rows(instances, pools, locate=True), rounds=1)
    assert made == len(rows), (made, len(rows))
    rate = len(rows) / seconds
    report("engine, located once and redrawn", f"{rate:,.0f} rows/s")
    report("str.replace, spans found for every draw", f"{made / located:,.0f} rows/s",
           f"engine is {located / seconds:.1f} x as fast")  # fmt: skip
    report("str.replace, spans given (no check, no edits)", f"{made / given:,.0f} rows/s",
           f"engine is {given / seconds:.2f} x as fast")  # fmt: skip
    return rows
