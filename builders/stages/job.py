"""Running the tasks of a plan: each task reads files and writes files.

The result of a task is written to a temporary path and then renamed. Last, a file is written that
shows that the task is finished: a marker or, for a task that writes whole release files, a record
of each file. Therefore a task can be killed at any time, run twice, or run on two machines at once,
always with the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat, starmap
from pathlib import Path
from typing import Any, Final

from builders import __version__
from builders.digest_map import DigestMap, short_digest
from builders.errors import FixInputError, FixRecipeError, RetryLaterError
from builders.releases.layout import ReleaseFile
from builders.releases.parquet import ParquetRowWriter
from builders.releases.recipe import Recipe
from builders.stages.finding import Setup, make_finder
from builders.stages.journal import Journal
from builders.stages.part_files import PartWriter, read_part
from builders.stages.plan import Kind, Plan, Task, TaskList, shard_path
from builders.stages.prepared import Prepared
from builders.stages.remote_folder import RemoteFolder
from builders.stages.shard_files import read_json, read_values, write_json, write_values
from builders.stages.shard_store import ShardStore, StoredShard
from builders.stages.tasks import FillTask, Output, PrepareTask, fill, prepare
from builders.stages.unchanged_reasons import Notes, NoteWriter, read_notes
from builders.stages.write import WORK
from builders.swap import ENGINE
from builders.types import Example, PerturbableSpan


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that a worker needs to run tasks of a planned build.

    To run a task, call the job with it.
    """

    root: Path
    """The local folder of the plan, to which files are fetched if the plan is at `url`."""
    key: str
    """The key of the plan, the digest of everything that affects its output."""
    setup: Setup
    url: str = ""
    """The URL of the remote store (such as S3) with the plan; empty if all workers can read `root`.
    """

    def __call__(self, task: Task) -> Task:
        """Run a task unless its result exists, and return the task."""
        build = _build(self)
        if not build.is_done(task):
            _RUN[task.kind](build, task)
            build.upload_results(task)
        return task


@lru_cache(maxsize=1)
def _build(job: Job) -> Build:
    """Return the build of a job, whose plan is read once per process.

    Raises FixInputError if the versions of the package or the recognizer are not those of the plan.
    """
    store = RemoteFolder(job.url, job.root) if job.url else None
    if store is not None:
        store.fetch_plan()
    build = Build(job.root, job.setup, store)
    plan = build.tasks.plan
    versions = (__version__, ENGINE, make_finder(job.setup).fingerprint)
    if versions != (plan.package, plan.engine, plan.fingerprint):
        raise FixInputError(
            f"{job.root}: was planned with other versions: {plan.package}, {plan.engine}, "
            f"{plan.fingerprint}; here are {', '.join(versions)}"
        )
    return build


class Build:
    """A planned build: its tasks, and the paths and results of the tasks."""

    def __init__(self, root: Path, setup: Setup, store: RemoteFolder | None = None) -> None:
        self.root = root
        self.store = store
        self.setup = setup
        self.tasks = TaskList(Plan.read(root))
        self.journal = Journal(root)
        self.notes = Notes(root / WORK / "unchanged")
        self.shard_store = ShardStore()
        self._names: dict[str, tuple[PerturbableSpan, ...]] = {}

    def is_done(self, task: Task) -> bool:
        """Return whether the result of a task exists."""
        paths = self.filled(task)
        if paths:
            return all(self.is_filled(path) for path in paths)
        return self.fetched(self.marker(task)).is_file()

    def fetched(self, path: Path) -> Path:
        """Return `path`, after fetching the file if the build is in a remote store."""
        return path if self.store is None else self.store.fetch(path)

    def upload_results(self, task: Task) -> None:
        """Upload the results of a task if the build is in a remote store.

        The file that shows that the task is finished (its marker, or the record of a release file)
        is uploaded after the others.
        """
        if self.store is None:
            return
        paths = self.filled(task)
        for path in paths:
            files = (self.journal.path(path), self.notes.place(path), self.journal.entry(path))
            self.store.put(files)
        if not paths:
            marker = self.marker(task)
            left = sorted(marker.parent.glob(f"{marker.stem}.*"))
            self.store.put([*(path for path in left if _is_result(path, marker)), marker])

    def fetch_files(self) -> None:
        """Fetch the finished files of the release if the build is in a remote store."""
        for file in self.tasks.files if self.store is not None else ():
            for path in self.tasks.paths(file):
                if self.fetched(self.journal.entry(path)).is_file():
                    self.fetched(self.journal.path(path))
                    self.fetched(self.notes.place(path))

    def filled(self, task: Task) -> tuple[str, ...]:
        """Return the paths of the release files that a task writes completely.

        There are none if the task writes only parts of files, or only results for other tasks.
        """
        if task.kind == "join":
            return (self.tasks.joined(task)[0],)
        if task.kind == "fill" and not self.tasks.is_split(task.dataset):
            return tuple(file.path for file in self.tasks.groups[task.index])
        return ()

    def is_filled(self, path: str) -> bool:
        """Return whether a file of the release is finished, locally or in the store."""
        if self.store is not None and self.fetched(self.journal.entry(path)).is_file():
            return True
        done = self.journal.done(path, read=False)
        return done is not None and self.notes.place(path).is_file()

    def marker(self, task: Task) -> Path:
        """Return the path of a task's marker, a JSON file that shows that the task is finished.

        A task that writes whole release files has no marker, but records of these files.
        """
        return self.root / WORK / task.kind / f"{self.tasks.name(task)}.json"

    def result(self, task: Task) -> Any:
        """Return the content of the marker file of a task.

        Raises RetryLaterError if the task is not finished.
        """
        result = read_json(self.fetched(self.marker(task)))
        if result is None:
            raise RetryLaterError(
                f"{self.root}: the result of a task ({task.kind} {task.dataset} {task.index}) is "
                "not there; run renamer work again"
            )
        return result

    def shard(self, task: Task) -> Path:
        """Return the path of the prepared shard that a task of the kind `prepare` writes."""
        return self.marker(task).with_suffix(".arrow")

    def part(self, task: Task, file: ReleaseFile) -> Path:
        """Return the path to which a task writes its part of the rows of a file."""
        return self.marker(task).with_suffix(f".{self.tasks.files.index(file)}.arrow")

    def part_notes(self, task: Task, file: ReleaseFile) -> Path:
        """Return the path of the notes on why rows in a task's part of a file are unchanged."""
        return self.part(task, file).with_suffix(".notes")

    def names(self, dataset: str) -> tuple[PerturbableSpan, ...]:
        """Return the perturbable spans (names) in the gold answers of a dataset.

        A span is listed once for every instance that has it. The spans have no entity id.
        """
        if dataset not in self._names:
            counts = self.result(self.tasks.reduce(dataset))["names"]
            found = [(PerturbableSpan("", kind, text), count) for kind, text, count in counts]
            self._names = {dataset: tuple(chain.from_iterable(starmap(repeat, found)))}
        return self._names[dataset]

    def stored(self, dataset: str, shards: range) -> Iterator[StoredShard]:
        """Yield the prepared shards of a dataset at these indices, except empty ones."""
        for number in shards:
            task = Task("prepare", number, dataset)
            result = self.result(task)
            if result["kept"]:
                yield StoredShard(self.fetched(self.shard(task)), result["sha256"], result["kept"])


def _is_result(path: Path, marker: Path) -> bool:
    return path != marker and not path.name.endswith(".partial")


def _prepare(build: Build, task: Task) -> None:
    recipe, record = build.tasks.recipe, build.tasks.datasets[task.dataset].shards[task.index]
    path = build.fetched(shard_path(build.root, task.dataset, task.index))
    examples = read_values(path, Example, record.sha256)
    renaming = recipe.entity_renaming
    subset = renaming.entities if renaming and task.dataset in renaming.sources else None
    done = prepare(PrepareTask(build.setup, examples, subset, is_swapped(recipe, task.dataset)))
    digest = write_values(build.shard(task), done.kept, Prepared)
    build.shard_store.keep(build.shard(task), done.kept)
    passages = {example.context: None for example in examples}
    write_json(build.marker(task), {
        "sha256": digest,
        "kept": len(done.kept),
        "passages": [short_digest(text) for text in passages],
        "names": counted(Counter((span.span_type, span.surface) for span in done.spans)),
        "left_out": done.left_out,
    })  # fmt: skip


def is_swapped(recipe: Recipe, dataset: str) -> bool:
    """Return whether a recipe renames a dataset by EntSwap (Siro and Ajayi 2023).

    EntSwap needs all questions of the dataset, including unanswerable questions.
    """
    return recipe.entswap is not None and recipe.entswap.source == dataset


def counted(counts: Mapping[tuple[str, str], int]) -> list[tuple[str, str, int]]:
    """Return counts of pairs as a sorted list of triples, which JSON can store."""
    return [(first, second, count) for (first, second), count in sorted(counts.items())]


def _reduce(build: Build, task: Task) -> None:
    names: Counter[tuple[str, str]] = Counter()
    reasons: Counter[tuple[str, str]] = Counter()
    passages = DigestMap()
    for shard in build.tasks.prepares(task.dataset):
        result = build.result(shard)
        for digest in result["passages"]:
            passages.add(digest)
        for span_type, surface, count in result["names"]:
            names[span_type, surface] += count
        reasons.update((kind, reason) for _, kind, reason in result["left_out"])
    write_json(build.marker(task), {
        "passages": len(passages), "names": counted(names), "reasons": counted(reasons),
    })  # fmt: skip


def _fill(build: Build, task: Task) -> None:
    groups = build.tasks.groups_of(task)
    if build.tasks.is_split(task.dataset):
        for group in groups:
            _fill_group(build, task, group, [
                Output(PartWriter(build.part(task, file)), NoteWriter(build.part_notes(task, file)))
                for file in group
            ])  # fmt: skip
        write_json(build.marker(task), {})
        return
    (group,) = groups
    writers = [ParquetRowWriter(build.journal.path(file.path), file.path) for file in group]
    notes = [NoteWriter(build.notes.place(file.path)) for file in group]
    _fill_group(build, task, group, list(map(Output, writers, notes)))
    for writer in writers:
        build.journal.record(writer.record)


def _fill_group(
    build: Build, task: Task, group: tuple[ReleaseFile, ...], outputs: Sequence[Output]
) -> None:
    recipe = build.tasks.recipe
    protocol = recipe.entity_renaming if group[0].type else recipe.entswap
    if protocol is None:
        raise FixRecipeError("recipe", 1, group[0].path, "belongs to no protocol")
    fill(FillTask(
        setup=build.setup,
        files=group,
        shards=tuple(build.stored(task.dataset, build.tasks.parts[task.dataset][task.part])),
        gold=build.tasks.datasets[task.dataset].gold,
        key=(f"{recipe.name}@{recipe.version}",),
        protocol=protocol,
        in_distribution=build.names(task.dataset) if group[0].type else (),
        shard_store=build.shard_store,
    ), outputs)  # fmt: skip


def _join(build: Build, task: Task) -> None:
    file = build.tasks.files[task.index]
    path, fills = build.tasks.joined(task)
    with (
        NoteWriter(build.notes.place(path)) as notes,
        ParquetRowWriter(build.journal.path(path), path) as writer,
    ):
        for part in fills:
            build.result(part)
            for reasons in read_notes(build.fetched(build.part_notes(part, file))):
                notes.write(reasons)
            for table in read_part(build.fetched(build.part(part, file))):
                writer.write_table(table)
    build.journal.record(writer.record)


_RUN: Final[Mapping[Kind, Callable[[Build, Task], None]]] = {
    "prepare": _prepare, "reduce": _reduce, "fill": _fill, "join": _join,
}  # fmt: skip
