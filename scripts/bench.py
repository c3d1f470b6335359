"""Run all benchmarks and print each figure next to its reference value.

    make bench        (OMP_NUM_THREADS=1 python scripts/bench.py)

Most times are processor seconds, and the best of several rounds, so that other processes on the
machine have little influence. To time builds, the script alternates between a build and writing the
same number of rows unrenamed, and prints the median ratio of the two times. The texts are copies of
the demonstration data, with new ids and a number appended to each passage.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple, TypeVar

import bench_names
import spacy

from builders import pipeline
from builders.api import verify
from builders.draws import Stem
from builders.recognizers.registry import get
from builders.releases.layout import ReleaseFile, release_files
from builders.releases.parquet import ParquetRowWriter
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import EntityRenaming, EntSwap, PerturbationSpec
from builders.sources.demo import demo_path
from builders.sources.format_table import read
from builders.spans.answer_entities import identify
from builders.stages import ingredients
from builders.stages.batch import Batch
from builders.stages.finding import Finder, Setup, make_finder
from builders.stages.prepare import Preparer, chunks
from builders.stages.prepared import Prepared
from builders.stages.render_renaming import Draw, Instances, perturbable
from builders.stages.shard_store import ShardStore, StoredShard
from builders.stages.tasks import FillTask, Output, fill
from builders.stages.unchanged_reasons import NoteWriter
from builders.stages.without_gc import without_cycle_collection
from builders.types import Answer, Example, PerturbableSpan, Recognizer, Row, TypedSpan

SEEDS: Final = 5
PERTURBATIONS: Final = ("InDistName", "DBName", "RandStr")
COPIES: Final = 8
ROUNDS: Final = 3
TURNS: Final = 25
WRITTEN: Final = 1024
MEMORY_INSTANCES: Final = 100_000
_LOADING: Final = """
import time, spacy
from builders.recognizers.registry import get
start = time.process_time()
get('bundled')
print(time.process_time() - start)
"""
_Result = TypeVar("_Result")


def timed(work: Callable[[], _Result], rounds: int = ROUNDS) -> tuple[float, _Result]:
    """Return the least processor time of several rounds, and the result of the last round."""
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        result = work()
        best = min(best, time.process_time() - start)
    return best, result


def report(name: str, figure: str, beside: str = "") -> None:
    """Print one line of the results: a name, a figure and, optionally, a reference value."""
    print(f"{name:<50}{figure:>18}{beside:>34}", flush=True)


def copies(times: int) -> Iterator[Example]:
    """Yield `times` copies of each answerable question of the SQuAD demonstration data.

    The copies differ in their ids and in a number at the end of the passage.
    """
    for copy in range(times):
        for example in read(demo_path("squad"), format="squad", dataset="DemoSQuAD2"):
            if not example.is_impossible:
                context = f"{example.context} {copy}"
                yield replace(example, id=f"{example.id}-{copy}", context=context)


class Known:
    """A recognizer that remembers the names in each text, to time builds without recognition."""

    fingerprint = "known"

    def __init__(self, recognizer: Recognizer) -> None:
        self._recognizer = recognizer
        self._spans: dict[str, tuple[TypedSpan, ...]] = {}

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Return the names in each text. Texts read before are not recognized again."""
        asked = list(texts)
        unread = [text for text in asked if text not in self._spans]
        self._spans.update(zip(unread, self._recognizer.recognize(unread), strict=True))
        return map(self._spans.__getitem__, asked)


def known_names(setup: Setup, times: int) -> Known:
    """Return a recognizer that has read every text of `copies(times)` and knows its names."""
    texts = [text for one in copies(times) for text in (one.context, one.question, one.title)]
    known = Known(get(setup.recognizer))
    Finder(known, make_finder(setup).places, None).find(texts)
    return known


def known_finder(known: Known) -> Finder:
    """Return a `Finder` that takes the names in texts from the recognizer `known`."""
    return Finder(known, make_finder(Setup()).places, None)


# --- renaming ---------------------------------------------------------------------------------


def bench_renaming(preparer: Preparer, renaming: EntityRenaming) -> None:
    """Rename instances as a build does, then with str.replace, and report the speeds.

    The first two lines of the report include the time to link recognized names to entities and to
    find the spans to be renamed. For the other lines, the names are linked beforehand.
    """
    examples = list(copies(COPIES))
    instances = preparer.prepare(examples)
    spans = [span for one in instances if one.identified for span in one.identified.of("MIX")]
    specs = [spec for spec in renaming.perturbations if spec.name in PERTURBATIONS]
    draws = [
        Draw(ingredients.name_source(spec, renaming, None, spans), Stem(("bench", spec.name, seed)))
        for spec in specs
        for seed in range(SEEDS)
    ]
    names = _names(specs[1], spans)
    whole, rows = timed(lambda: engine(preparer.prepare(examples), draws))
    runs, made = timed(lambda: run_anew(examples, preparer, names, len(draws)), rounds=1)
    assert made == rows, (made, rows)
    report("rename, from recognized names", f"{rows / whole:,.0f} rows/s")
    report("  str.replace, each test set by a run of its own", f"{rows / runs:,.0f} rows/s",
           f"{runs / whole:.1f} x the time (at least 3)")  # fmt: skip
    seconds, _ = timed(lambda: engine(instances, draws))
    given = [one for one in instances if one.identified and one.identified.of("MIX")]
    naive, _ = timed(lambda: located_anew(given, names, len(draws)), rounds=1)
    barest, _ = timed(lambda: barely(given, names, len(draws)))
    report("rename, from entities", f"{rows / seconds:,.0f} rows/s")
    report("  str.replace, spans found for every test set", f"{rows / naive:,.0f} rows/s",
           f"{naive / seconds:.1f} x the time")  # fmt: skip
    report("  str.replace at its barest: spans given, no forms", f"{rows / barest:,.0f} rows/s",
           f"{barest / seconds:.1f} x the time")  # fmt: skip


def _names(spec: PerturbationSpec, spans: Iterable[PerturbableSpan]) -> dict[str, list[str]]:
    kinds = sorted({span.span_type for span in spans})
    pools = {
        kind: list(ingredients.pool(kind, spec.collections, None, weighted=False).names)
        for kind in kinds
    }
    return {kind: names or ["Nobody"] for kind, names in pools.items()}


def engine(instances: Sequence[Prepared], draws: Sequence[Draw]) -> int:
    """Rename as a build does, and return the number of renamed rows.

    For each item of `draws`, which stands for one random choice of new names, a table of the
    renamed rows and their edits is made.
    """
    found = Instances(perturbable(instances, "MIX", gold_is_listed=False))
    batch = Batch([one.template for one in found.instances])
    return sum(batch.table(found.drawn(draw)[0]).num_rows for draw in draws)


def run_anew(
    examples: Sequence[Example], preparer: Preparer, names: dict[str, list[str]], draws: int
) -> int:
    """Rename by str.replace, and return the number of renamed rows.

    New names are chosen at random `draws` times. Each time, the instances are prepared anew: their
    names are linked to entities, and the spans to be renamed are found.
    """
    made = 0
    for _ in range(draws):
        instances = preparer.prepare(examples)
        found = [one for one in instances if one.identified and one.identified.of("MIX")]
        made += located_anew(found, names, 1, given=True)
    return made


def located_anew(
    instances: Sequence[Prepared], names: dict[str, list[str]], draws: int, *, given: bool = False
) -> int:
    """Rename by str.replace, and return the number of renamed rows.

    New names are chosen at random `draws` times, each time in a pass over all instances. Unless
    `given` is true, every pass first determines the spans to be renamed. Every form of a name (as
    written, upper case, lower case, and plurals in -s and -es) is replaced in passage, question,
    title and gold answers. The offset of an answer is the length of the renamed text before the
    answer, which is the only exact method with str.replace.
    """
    knowledge = ingredients.knowledge(None)
    made = 0
    for seed in range(draws):
        chooser = random.Random(seed)
        for one in instances:
            found = one.identified
            if found is None or not given:
                mentions = one.mentions["context"]
                found = identify(one.example, mentions, one.entities, knowledge)
            pairs = [
                pair
                for span in dict.fromkeys(found.of("MIX"))
                for pair in _forms(span.surface, chooser.choice(names[span.span_type]))
            ]
            _renamed(one.example, pairs)
            made += 1
    return made


def _forms(old: str, new: str) -> Iterator[tuple[str, str]]:
    for ending in ("es", "s", ""):
        yield old + ending, new + ending
    yield old.upper(), new.upper()
    yield old.lower(), new.lower()


def _renamed(example: Example, pairs: Sequence[tuple[str, str]]) -> Example:
    def renamed(text: str) -> str:
        for old, new in pairs:
            text = text.replace(old, new)
        return text

    answers = tuple(
        Answer(renamed(answer.text), len(renamed(example.context[: answer.start])))
        for answer in example.answers
    )
    return replace(
        example, context=renamed(example.context), question=renamed(example.question),
        title=renamed(example.title), answers=answers,
        gold_answers=tuple(map(renamed, example.gold_answers)),
    )  # fmt: skip


def barely(instances: Sequence[Prepared], names: dict[str, list[str]], draws: int) -> int:
    """Rename by a single str.replace per name and text, and return the number of renamed rows.

    All instances are renamed `draws` times, each time with new names chosen at random. The time is
    a lower bound for the cost of renaming. The method is not correct. It misses names in other
    casings, mishandles plurals and parts of words, gives wrong offsets if the text of an answer
    also occurs earlier, and cannot be undone.
    """
    made = 0
    for seed in range(draws):
        chooser = random.Random(seed)
        for one in instances:
            context, question, title = one.example.context, one.example.question, one.example.title
            answers = [answer.text for answer in one.example.answers]
            for span in one.identified.of("MIX") if one.identified else ():
                old, new = span.surface, chooser.choice(names[span.span_type])
                context, question = context.replace(old, new), question.replace(old, new)
                title = title.replace(old, new)
                answers = [answer.replace(old, new) for answer in answers]
            found = tuple(Answer(answer, context.find(answer)) for answer in answers)
            replace(one.example, context=context, question=question, title=title, answers=found)
            made += 1
    return made


# --- building ---------------------------------------------------------------------------------


def bench_building(recipe: Recipe, known: Known, folder: Path) -> None:
    """Compare the time to build releases with the time to write as many rows unrenamed.

    Both protocols, entity renaming and EntSwap, are measured.
    """
    renaming, swap = recipe.entity_renaming, recipe.entswap
    assert renaming is not None
    assert swap is not None
    files = [file for file in release_files(recipe) if file.dataset == "DemoSQuAD2"]
    wanted = [file for file in files if file.is_original or file.perturbation in PERTURBATIONS]
    types = [
        [file for file in wanted if file.type == kind] for kind in ("PER", "ORG", "GPE", "MIX")
    ]
    variants = [file for file in files if file.swap_types]
    preparer = Preparer(known_finder(known), ingredients.knowledge(None), keep_all=False)
    compare_build("build, names known", types, renaming, preparer, folder, "(at most 3)")
    preparer = Preparer(known_finder(known))
    compare_build("build of EntSwap, names known", [variants], swap, preparer, folder)


def compare_build(  # noqa: PLR0917 - a bench
    name: str,
    groups: Sequence[Sequence[ReleaseFile]],
    protocol: EntityRenaming | EntSwap,
    preparer: Preparer,
    folder: Path,
    mark: str = "",
) -> None:
    """Time builds and plain writes of unrenamed rows in turn, and report the median ratio.

    The last step of a build (to rename and write prepared instances) is also compared with writing
    alone.
    """
    made = prepared(preparer, folder)
    sizes = filled(groups, protocol, made, folder)
    rows = unrenamed_rows(read_rows(), groups, sizes, folder)
    assert rows == sum(sizes[file.path] for group in groups for file in group)
    turns = []
    for _ in range(TURNS):
        preparing, made = timed(partial(prepared, preparer, folder), rounds=1)
        filling, _ = timed(partial(filled, groups, protocol, made, folder), rounds=1)
        reading, read_ = timed(read_rows, rounds=1)
        writing, _ = timed(partial(unrenamed_rows, read_, groups, sizes, folder), rounds=1)
        turns.append((preparing + filling, reading + writing, filling, writing))
    speeds = [rows / median(times) for times in zip(*turns, strict=True)]
    build, fills = (median(turn[n] / turn[n + 1] for turn in turns) for n in (0, 2))
    report(name, f"{speeds[0]:,.0f} rows/s")
    report("  the same rows written unrenamed", f"{speeds[1]:,.0f} rows/s",
           f"build takes {build:.2f} x {mark}".rstrip())  # fmt: skip
    report("  renamed and written, when prepared", f"{speeds[2]:,.0f} rows/s",
           f"takes {fills:.2f} x writing")  # fmt: skip


class Made(NamedTuple):
    """The instances of a build, prepared for renaming and stored in shards."""

    shard_store: ShardStore
    shards: tuple[StoredShard, ...]
    spans: tuple[PerturbableSpan, ...]
    """The spans of all instances that can be renamed."""


@without_cycle_collection()
def prepared(preparer: Preparer, folder: Path) -> Made:
    """Prepare copies of the demonstration questions for renaming, and store them in shards."""
    shard_store = ShardStore(room=1 << 20)
    shards: list[StoredShard] = []
    spans: list[PerturbableSpan] = []
    for n, chunk in enumerate(chunks(copies(COPIES))):
        instances = preparer.prepare(chunk)
        if preparer.knowledge is not None:
            instances = tuple(one for one in instances if one.identified and one.identified.spans)
        found = (one.identified for one in instances if one.identified)
        spans += [span for identified in found for span in identified.of("MIX")]
        shards.append(StoredShard(folder / "work" / str(n), "", len(instances)))
        shard_store.keep(shards[-1].path, instances)
    return Made(shard_store, tuple(shards), tuple(spans))


@without_cycle_collection()
def filled(
    groups: Sequence[Sequence[ReleaseFile]],
    protocol: EntityRenaming | EntSwap,
    made: Made,
    folder: Path,
) -> dict[str, int]:
    """Rename and write the rows of all files, and return the number of rows by file path."""
    sizes: dict[str, int] = {}
    for group in groups:
        writers = [ParquetRowWriter(folder / "built" / file.path, file.path) for file in group]
        task = FillTask(
            Setup(), tuple(group), made.shards, "answers", ("bench",), protocol, made.spans,
            made.shard_store,
        )  # fmt: skip
        notes = [NoteWriter(folder / "notes" / file.path) for file in group]
        fill(task, list(map(Output, writers, notes)))
        sizes.update((writer.record.path, writer.record.rows) for writer in writers)
    return sizes


def read_rows() -> list[Row]:
    """Return copies of the demonstration questions as rows without edits."""
    return [Row(example) for example in copies(COPIES)]


@without_cycle_collection()
def unrenamed_rows(
    rows: Sequence[Row],
    groups: Sequence[Sequence[ReleaseFile]],
    sizes: dict[str, int],
    folder: Path,
) -> int:
    """Write as many unrenamed rows to each file as a build does, with the same Parquet writer.

    `sizes` maps the path of each file to its number of rows. Returns the number of rows written.
    """
    written = 0
    for file in (file for group in groups for file in group):
        with ParquetRowWriter(folder / "plain" / file.path, file.path) as writer:
            for start in range(0, sizes[file.path], WRITTEN):
                block = rows[start : min(start + WRITTEN, sizes[file.path])]
                writer.write(block)
                written += len(block)
    return written


def bench_memory() -> None:
    """Build a release of many instances in a separate process, and report its peak memory."""
    child = Path(__file__).with_name("bench_memory.py")
    done = subprocess.run(
        [sys.executable, str(child), str(MEMORY_INSTANCES)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = json.loads(done.stdout.splitlines()[-1])
    report(f"peak memory, build of {found['instances']:,} instances", f"{found['mb']:,.0f} MB",
           f"{found['rows']:,} rows (at most 1024 MB)")  # fmt: skip


# --- recognizing, loading, verifying ----------------------------------------------------------


def bench_recognizing(folder: Path) -> None:
    """Measure how many words per second are recognized, tokenized, and prepared for renaming."""
    examples = list(copies(COPIES))
    texts = list(dict.fromkeys(example.context for example in examples))
    words = count_words(texts)
    recognizer = get("bundled")
    tokenizer = spacy.blank("en").tokenizer
    floor, _ = timed(lambda: [tokenizer(text) for text in texts])
    one, _ = timed(lambda: list(recognizer.recognize(texts)))
    report("recognize, one process", f"{words / one:,.0f} words/s")
    report("  spaCy's blank tokenizer alone", f"{words / floor:,.0f} words/s",
           f"recognizing takes {one / floor:.1f} x")  # fmt: skip
    knowledge = ingredients.knowledge(None)
    finders = [make_finder(Setup(cache=folder / f"cold{n}")) for n in range(ROUNDS)]
    whole, _ = timed(lambda: Preparer(finders.pop(), knowledge).prepare(examples))
    every = [
        text for example in examples for text in (example.context, example.question, example.title)
    ]
    read = count_words(dict.fromkeys(every))
    report("  whole: recognized, placed, linked", f"{read / whole:,.0f} words/s",
           f"takes {whole / read * words / one:.1f} x recognizing")  # fmt: skip


def count_words(texts: Iterable[str]) -> int:
    """Return the number of words in some texts."""
    return sum(len(text.split()) for text in texts)


def bench_loading() -> None:
    """Measure how long fresh processes take to load the bundled recognizer and embedded names."""
    done = subprocess.run(
        [sys.executable, "-c", _LOADING], capture_output=True, text=True, check=True
    )
    report("load the bundled recognizer, imports left out", f"{1000 * float(done.stdout):,.0f} ms")
    for name, milliseconds in bench_names.measure(runs=3).items():
        report(name, f"{milliseconds:,.0f} ms")


def bench_verifying(recipe: Recipe, folder: Path) -> None:
    """Build a small release, and measure how fast it is verified."""
    release = pipeline.build(recipe, folder / "release", pipeline.Options(cache=folder / "cache"))
    rows = sum(record["rows"] for record in json.loads(
        (release / "manifest.json").read_text(encoding="utf-8"))["files"])  # fmt: skip
    seconds, found = timed(lambda: verify(release))
    assert found.ok
    report("verify a small release", f"{rows / seconds:,.0f} rows/s")


def main() -> None:
    """Run all benchmarks and print their results."""
    recipe = Recipe.read("demo")
    assert recipe.entity_renaming is not None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        setup = Setup(cache=folder / "cache")
        known = known_names(setup, COPIES)
        preparer = Preparer(known_finder(known), ingredients.knowledge(None), keep_all=False)
        with without_cycle_collection():
            bench_renaming(preparer, recipe.entity_renaming)
        bench_building(recipe, known, folder)
        bench_memory()
        bench_recognizing(folder)
        bench_loading()
        bench_verifying(recipe, folder)


if __name__ == "__main__":
    main()
