"""The plan of a build: the shards into which its sources are cut, and the tasks to be done.

    plan.json            the options, and the shards of every source with their digests
    work/sources/        the questions of every shard
    work/prepare/        the mentions and entities of every shard (tasks of kind `prepare`)
    work/reduce/         the names in the gold answers of a dataset, and counts (`reduce`)
    work/fill/           parts of the rows of large files (`fill`)
    work/unchanged/      the reasons why rows are unchanged (`fill`, `join`)
    release/, journal/   the files of the release and their records (`fill`, `join`)

The positions at which sources are cut depend only on the sources. The name of a task is the
digest of everything that the task needs, and its result is stored under that name. Nothing that
is read from a plan is ever executed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

from builders.errors import ChooseFolderError, FixInputError
from builders.releases.layout import ReleaseFile, chosen_files, part_path
from builders.releases.manifest import CollectionRecord, decoded
from builders.releases.recipe import Recipe
from builders.stages.prepare import chunks
from builders.stages.shard_files import write_json, write_values
from builders.stages.write import PLAN, WORK
from builders.types import Example, Progress

FORMAT: Final = 1
PART: Final = 1 << 11
"""The approximate maximum number of questions that a task renames.

A larger dataset is divided into parts of similar size.
"""
FILE: Final = 1 << 14
"""The approximate maximum number of questions in a Parquet file.

A larger dataset has several Parquet files of similar size for each file of the release.
"""
OPEN: Final = 16
"""The maximum number of files that a task writes at once.

Each of these files needs memory for up to one row group.
"""

Kind = Literal["prepare", "reduce", "fill", "join"]
KINDS: Final[tuple[Kind, ...]] = ("prepare", "reduce", "fill", "join")
"""The kinds of tasks; the tasks of a kind need the results of all previous kinds."""


@dataclass(frozen=True, slots=True)
class ShardRecord:
    """A shard: the number of its questions, and the digest of the file that contains them."""

    questions: int
    sha256: str


@dataclass(frozen=True, slots=True)
class DatasetRecord:
    """A source dataset, and the shards into which it is cut."""

    name: str
    sha256: str
    gold: Literal["list", "answers"]
    """Whether the gold answers are a list of their own, or the answer texts."""
    skipped: int
    """The number of faulty questions, which are left out."""
    shards: tuple[ShardRecord, ...]


@dataclass(frozen=True, slots=True)
class PlannedOptions:
    """The options of a build (see builders.pipeline.Options) that its tasks need.

    An option that was not given is an empty string or 0.
    """

    recognizer: str
    names: str
    cache: str
    only: str
    seeds: int
    previous: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a build, stored as plan.json."""

    key: str
    """The digest of everything that affects the output of the build."""
    package: str
    """The version of this package."""
    engine: str
    """The version of the renaming, which changes if the same input gives other rows."""
    fingerprint: str
    """The fingerprint of the recognizer."""
    recipe: str
    """The text of the recipe."""
    asked: PlannedOptions
    datasets: tuple[DatasetRecord, ...]
    collections: tuple[CollectionRecord, ...]
    format: int = FORMAT

    def write(self, root: Path) -> None:
        """Write plan.json atomically."""
        write_json(root / PLAN, asdict(self))

    @classmethod
    def read(cls, root: Path) -> Plan:
        """Return the plan in plan.json.

        Raises ChooseFolderError if there is no such file, and FixInputError if it is not valid.
        """
        path = root / PLAN
        try:
            value = json.loads(path.read_text(encoding="utf-8"))
        except OSError:
            raise ChooseFolderError(
                f"{root}: holds no plan; make one with renamer plan RECIPE --out {root}"
            ) from None
        except (ValueError, RecursionError):
            raise FixInputError(f"{path}: not JSON; make the plan again") from None
        return decoded(cls, value, str(path))


@dataclass(frozen=True, slots=True)
class Task:
    """A piece of the work of a build, which any machine can do: it reads files and writes files."""

    kind: Kind
    index: int
    """The number of a shard (prepare), dataset (reduce), group of files (fill) or file (join).

    The rows of a large dataset are made in parts. Each task of the kind `fill` then writes one part
    of the rows of all files made from the dataset, and `index` is the number of the dataset.
    """
    dataset: str
    part: int = 0
    """For a large dataset, the number of the part (fill) or of the Parquet file (join)."""


class TaskList:
    """The tasks of a plan, the groups of files that are made together, and the parts of datasets.

    A part is a range of the shards of a dataset. Only a large dataset has several parts.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.recipe = Recipe.parse(plan.recipe)
        self.files = chosen_files(self.recipe, plan.asked.only, plan.asked.seeds or None)
        self.groups = tuple(_groups(self.files))
        self.datasets = {record.name: record for record in plan.datasets}
        self.parts = {
            record.name: _parts(record.shards, whole=_is_read_in_order(self.recipe, record.name))
            for record in plan.datasets
        }
        self._names: dict[Task, str] = {}

    def source_of(self, file: ReleaseFile) -> str:
        """Return the name of the dataset from which the rows of a file come."""
        return source_of(self.recipe, file)

    def tasks(self, kind: Kind) -> tuple[Task, ...]:
        """Return the tasks of a kind, in order."""
        return tuple(_TASKS[kind](self))

    def prepares(self, dataset: str) -> Iterator[Task]:
        """Yield the tasks that find the names in a dataset, one for each shard."""
        shards = self.datasets[dataset].shards
        return (Task("prepare", n, dataset) for n in range(len(shards)))

    def reduce(self, dataset: str) -> Task:
        """Return the task that sums up what the prepare tasks found in all shards of a dataset."""
        return Task("reduce", list(self.datasets).index(dataset), dataset)

    def is_split(self, dataset: str) -> bool:
        """Return whether a dataset is so large that its rows are made in several parts."""
        return len(self.parts[dataset]) > 1

    def paths(self, file: ReleaseFile) -> tuple[str, ...]:
        """Return the paths of the Parquet files that contain the rows of a release file.

        There are several if the file is large.
        """
        count = self._files_in_parts(self.source_of(file))
        return tuple(part_path(file.path, number, count) for number in range(count))

    def joined(self, task: Task) -> tuple[str, tuple[Task, ...]]:
        """Return the path of a file that is joined from parts, and the tasks that make the parts.

        `task` is the task that joins the file.
        """
        paths = self.paths(self.files[task.index])
        fills = tuple(self.fills(task.dataset))
        bounds = [len(fills) * part // len(paths) for part in (task.part, task.part + 1)]
        return paths[task.part], fills[slice(*bounds)]

    def _files_in_parts(self, dataset: str) -> int:
        """Return into how many Parquet files each release file of a dataset is divided."""
        questions = sum(shard.questions for shard in self.datasets[dataset].shards)
        return min(max(1, -(-questions // FILE)), len(self.parts[dataset]))

    def fills(self, dataset: str) -> Iterator[Task]:
        """Yield the tasks that make the rows of the release files of a dataset."""
        if self.is_split(dataset):
            index = list(self.datasets).index(dataset)
            parts = range(len(self.parts[dataset]))
            yield from (Task("fill", index, dataset, part) for part in parts)
            return
        for n, group in enumerate(self.groups):
            if self.source_of(group[0]) == dataset:
                yield Task("fill", n, dataset)

    def groups_of(self, task: Task) -> tuple[tuple[ReleaseFile, ...], ...]:
        """Return the groups of files for which a task makes rows.

        The files of one group are made together.
        """
        if self.is_split(task.dataset):
            own = (group for group in self.groups if self.source_of(group[0]) == task.dataset)
            return tuple(own)
        return (self.groups[task.index],)

    def name(self, task: Task) -> str:
        """Return the name under which a task's result is stored, a digest of all that it needs.

        The recipe, the collections, the recognizer and the versions, which all tasks need, are
        covered by the key of the plan. The digest contains this key.
        """
        if task not in self._names:
            needs = [self.plan.key, task.kind, task.dataset, *_NEEDS[task.kind](self, task)]
            self._names[task] = sha256(json.dumps(needs).encode()).hexdigest()[:32]
        return self._names[task]


def _prepare_needs(tasks: TaskList, task: Task) -> Iterator[str]:
    yield tasks.datasets[task.dataset].shards[task.index].sha256


def _reduce_needs(tasks: TaskList, task: Task) -> Iterator[str]:
    return map(tasks.name, tasks.prepares(task.dataset))


def _fill_needs(tasks: TaskList, task: Task) -> Iterator[str]:
    yield tasks.name(tasks.reduce(task.dataset))
    yield str(tasks.parts[task.dataset][task.part])
    yield from (file.path for group in tasks.groups_of(task) for file in group)


def _join_needs(tasks: TaskList, task: Task) -> Iterator[str]:
    _, fills = tasks.joined(task)
    return map(tasks.name, fills)


_NEEDS: Final = {
    "prepare": _prepare_needs, "reduce": _reduce_needs, "fill": _fill_needs, "join": _join_needs,
}  # fmt: skip


def _prepare_tasks(tasks: TaskList) -> Iterator[Task]:
    for dataset in tasks.datasets:
        yield from tasks.prepares(dataset)


def _reduce_tasks(tasks: TaskList) -> Iterator[Task]:
    return map(tasks.reduce, tasks.datasets)


def _fill_tasks(tasks: TaskList) -> Iterator[Task]:
    for dataset in tasks.datasets:
        yield from tasks.fills(dataset)


def _join_tasks(tasks: TaskList) -> Iterator[Task]:
    for n, file in enumerate(tasks.files):
        if tasks.is_split(dataset := tasks.source_of(file)):
            yield from (Task("join", n, dataset, part) for part in range(len(tasks.paths(file))))


_TASKS: Final = {
    "prepare": _prepare_tasks, "reduce": _reduce_tasks, "fill": _fill_tasks, "join": _join_tasks,
}  # fmt: skip


def cut(
    name: str, examples: Iterable[Example], root: Path, progress: Progress
) -> tuple[ShardRecord, ...]:
    """Cut a source into shards at the ends of passages, write the shards and return their records.

    `name` is the name of the source, and `root` the folder of the plan.
    """
    records = []
    for number, chunk in enumerate(chunks(examples)):
        digest = write_values(shard_path(root, name, number), chunk, Example)
        records.append(ShardRecord(len(chunk), digest))
        progress(len(chunk))
    return tuple(records)


def shard_path(root: Path, dataset: str, number: int) -> Path:
    """Return the path of the file with the questions of a shard."""
    return root / WORK / "sources" / dataset / f"{number:06d}.arrow"


def source_of(recipe: Recipe, file: ReleaseFile) -> str:
    """Return the name of the source from which the rows of a file come."""
    if not file.type and recipe.entswap is not None:
        return recipe.entswap.source
    return file.dataset


def _groups(files: Iterable[ReleaseFile]) -> Iterator[tuple[ReleaseFile, ...]]:
    """Yield groups of at most OPEN files with the same dataset and answer type.

    The files of a group are made together.
    """
    groups: dict[tuple[str, str], list[ReleaseFile]] = {}
    for file in files:
        groups.setdefault((file.dataset, file.type), []).append(file)
    for group in groups.values():
        yield from (tuple(group[at : at + OPEN]) for at in range(0, len(group), OPEN))


def _is_read_in_order(recipe: Recipe, dataset: str) -> bool:
    """Return whether the new names in a passage depend on the passages before it."""
    swap = recipe.entswap
    return swap is not None and swap.source == dataset and swap.scope == "article"


def _parts(shards: Sequence[ShardRecord], *, whole: bool) -> tuple[range, ...]:
    """Divide a dataset into parts of similar size, and return each part as a range of shards.

    There is only one part if the dataset is small or `whole` is set.
    """
    questions = sum(shard.questions for shard in shards)
    count = 1 if whole else max(1, -(-questions // PART))
    parts: list[range] = []
    start, seen = 0, 0
    for number, shard in enumerate(shards, 1):
        seen += shard.questions
        if seen * count >= questions * (len(parts) + 1) or number == len(shards):
            parts.append(range(start, number))
            start = number
    return tuple(parts) or (range(0),)
