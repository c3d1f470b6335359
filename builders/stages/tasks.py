"""The two functions that produce rows: `prepare` and `fill`.

`prepare` finds the names in a chunk of questions. `fill` chooses new names and writes the rows of a
group of files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Final, Literal, NamedTuple, Protocol

import pyarrow as pa
import pyarrow.compute as pc

from builders.draws import Stem
from builders.perturbations.name_sources import NameSource
from builders.releases.layout import ReleaseFile
from builders.releases.recipe_specs import EntityRenaming, EntSwap
from builders.spans.answer_entities import Identified
from builders.stages import ingredients, render_renaming, render_swap
from builders.stages.batch import Batch, Drawn, NewNames
from builders.stages.finding import Setup, make_finder
from builders.stages.homes import Homes
from builders.stages.prepare import Preparer
from builders.stages.prepared import Prepared
from builders.stages.render_renaming import Draw
from builders.stages.render_swap import PassageNames
from builders.stages.shard_store import InstanceBlock, ShardStore, StoredShard
from builders.stages.source_checks import Checks
from builders.stages.unchanged_reasons import NoteWriter, Reason
from builders.stages.without_gc import without_cycle_collection
from builders.swap.template import Template
from builders.types import ANSWERS, Example, PerturbableSpan, Subset, SwapType

Gold = Literal["list", "answers"]
Missing = tuple[str, str, str]
"""The id of an instance, an answer type of which it has no perturbable spans, and the reason."""


@dataclass(frozen=True, slots=True)
class PrepareTask:
    """A chunk of questions to prepare for renaming."""

    setup: Setup
    """The recognizer and its settings."""
    examples: Sequence[Example]
    """The questions, with their passages."""
    subset: Subset | None
    """Which entities entity renaming renames, or None if only EntSwap renames the dataset."""
    keep_all: bool
    """Whether instances that entity renaming cannot rename are kept as well, for EntSwap."""


@dataclass(frozen=True, slots=True)
class PreparedChunk:
    """The result of preparing a chunk of questions."""

    kept: Sequence[Prepared]
    """The instances that entity renaming or EntSwap may rename."""
    spans: tuple[PerturbableSpan, ...]
    """The perturbable spans of all instances."""
    left_out: tuple[Missing, ...]
    """The instances that entity renaming leaves out, with an item for each such answer type."""


_NONE: Final = Identified({}, {})


@lru_cache(maxsize=4)
def _preparer(setup: Setup, subset: Subset | None, keep_all: bool) -> Preparer:
    related = subset is not None and subset.related
    known = ingredients.knowledge(setup.names, general=related) if subset else None
    words = ingredients.lexicon(setup.names)
    follow = setup.events == "follow"
    return Preparer(
        make_finder(setup),
        known,
        keep_all,
        words.is_common,
        subset or ANSWERS,
        demonyms=ingredients.homelands(setup.names) if follow else None,
        homelands=ingredients.countries_of_peoples(setup.names) if related else {},
        states=ingredients.states(setup.names) if follow else frozenset(),
    )


@without_cycle_collection()
def prepare(task: PrepareTask) -> PreparedChunk:
    """Find the names in the questions of a task and in their passages.

    Returns the instances that can be renamed, and the instances that are left out.
    """
    preparer = _preparer(task.setup, task.subset, task.keep_all)
    instances = preparer.prepare(task.examples)
    spans: list[PerturbableSpan] = []
    left_out: list[Missing] = []
    for instance in instances:
        if instance.identified is None:
            continue
        spans += dict.fromkeys(instance.identified.of("MIX"))
        for kind in ("PER", "ORG", "GPE", "MIX"):
            if not instance.identified.of(kind):
                left_out.append((instance.example.id, kind, instance.identified.reason(kind)))
    kept = [one for one in instances if task.keep_all or (one.identified or _NONE).spans]
    return PreparedChunk(kept, tuple(spans), tuple(left_out))


class TableWriter(AbstractContextManager[Any], Protocol):
    """A writer of the rows of a file."""

    def write_table(self, table: pa.Table) -> None:
        """Add the rows of a table in the schema of release files."""


class Output(NamedTuple):
    """Two writers for a file: one for its rows, one for the reasons why rows are unchanged."""

    rows: TableWriter
    reasons: NoteWriter


@dataclass(frozen=True, slots=True)
class FillTask:
    """A task that makes the rows of some release files from the prepared shards of a dataset."""

    setup: Setup
    files: tuple[ReleaseFile, ...]
    """The files, which have the same dataset and answer type."""
    shards: tuple[StoredShard, ...]
    gold: Gold
    """Whether the gold answers are a list of their own, or the answer texts."""
    key: tuple[str | int, ...]
    """The first parts of the keys from which the random choices follow: recipe and version."""
    protocol: EntityRenaming | EntSwap
    in_distribution: tuple[PerturbableSpan, ...] = ()
    """The perturbable spans in the gold answers of the dataset, which can serve as new names."""
    shard_store: ShardStore = field(default_factory=ShardStore)
    """The shards in memory, which all tasks of a process share."""


Rendered = tuple[pa.Table, Sequence[str]]
"""Rows of a file, and for each row a reason to give if it is unchanged."""


@without_cycle_collection()
def fill(task: FillTask, outputs: Sequence[Output]) -> None:
    """Write the rows of a group of files and, for each file, the reasons why rows are unchanged.

    `outputs` has the writers for each file, in the order of the files.
    """
    with ExitStack() as stack:
        for output in outputs:
            for writer in output:
                stack.enter_context(writer)
        for block in rendered(task):
            for (table, why), file, output in zip(block, task.files, outputs, strict=True):
                if not file.is_original:
                    output.reasons.write(_unchanged(table, why))
                output.rows.write_table(table)


def rendered(task: FillTask) -> Iterator[Iterator[Rendered]]:
    """Yield an iterator for each block of instances, which yields the rows file by file.

    With the rows, it yields a reason for each row, which is used only if the row turns out
    to be unchanged. At the end of the iterator, the rows of the block have been checked.
    """
    shard_of = _PROTOCOLS[type(task.protocol)](task)
    for block in task.shard_store.blocks(task.shards):
        yield _of_files(shard_of(block), task)


def _of_files(shard: Shard, task: FillTask) -> Iterator[Rendered]:
    batch = Batch(shard.templates)
    renamed = sum(not file.is_original for file in task.files)
    checks = Checks(batch, renamed, task.gold, shard.anew)
    for at, file in enumerate(task.files):
        news, why = shard.drawn(at)
        table = batch.table(news)
        checks.add(news, table, is_original=file.is_original)
        yield table, why
    checks.compare()


def _unchanged(table: pa.Table, why: Sequence[str]) -> list[Reason]:
    """Return the ids of unchanged rows, each with the reason."""
    changed = table.column("changed")
    if pc.all(changed).as_py():
        return []
    rows = pc.indices_nonzero(pc.invert(changed))
    ids = table.column("id").take(rows).to_pylist()
    return [(row_id, why[row]) for row_id, row in zip(ids, rows.to_pylist(), strict=True)]


class Shard(Protocol):
    """A block of instances from which the rows of a group of files are made.

    The names in the instances are located only once for all files of the group.
    """

    @property
    def templates(self) -> Sequence[Template]:
        """The instances in the order of the rows, ready to be renamed."""

    @property
    def anew(self) -> Sequence[bool]:
        """For each instance, whether its rows still have to be checked.

        Files are made in groups. An instance may occur in several groups and is checked in the
        first.
        """

    def drawn(self, file: int) -> Drawn:
        """Return the new names for the file at index `file` in the group, and a reason per row.

        The reason for a row is used only if the row turns out to be unchanged.
        """


@dataclass(frozen=True, slots=True)
class _RenamingShard:
    found: render_renaming.Instances
    draws: Sequence[Draw | None]
    anew: Sequence[bool]

    @property
    def templates(self) -> Sequence[Template]:
        return [instance.template for instance in self.found.instances]

    def drawn(self, file: int) -> Drawn:
        draw = self.draws[file]
        return self.found.none() if draw is None else self.found.drawn(draw)


@dataclass(frozen=True, slots=True)
class _SwapShard:
    instances: Sequence[render_swap.SwappableInstance]
    templates: Sequence[Template]
    types: Sequence[str]
    news: NewNames
    variants: Sequence[Sequence[SwapType]]

    @classmethod
    def of(
        cls,
        instances: Sequence[render_swap.SwappableInstance],
        variants: Sequence[Sequence[SwapType]],
    ) -> _SwapShard:
        templates = [instance.template for instance in instances]
        types = [source.type for template in templates for source in template.sources]
        news = NewNames.of([new for instance in instances for new in instance.news])
        return cls(instances, templates, types, news, variants)

    @property
    def anew(self) -> Sequence[bool]:
        return [True] * len(self.instances)

    def drawn(self, file: int) -> Drawn:
        types = self.variants[file]
        full = [
            new if of in types else None for new, of in zip(self.news.full, self.types, strict=True)
        ]
        reasons = [instance.unchanged(types) for instance in self.instances]
        return NewNames(full, self.news.parts), reasons


def _renaming(task: FillTask) -> Callable[[InstanceBlock], Shard]:
    protocol = task.protocol
    assert isinstance(protocol, EntityRenaming)
    answer_type = task.files[0].type
    draws = _draws(task, protocol)

    def shard(block: InstanceBlock) -> Shard:
        found = render_renaming.Instances(
            render_renaming.perturbable(
                block.instances, answer_type, gold_is_listed=task.gold == "list",
                located=block.located,
            )
        )  # fmt: skip
        anew = [id(one) not in block.checked for one in found.instances]
        if any(draws):
            block.checked.update(map(id, found.instances))
        return _RenamingShard(found, draws, anew)

    return shard


def _draws(task: FillTask, protocol: EntityRenaming) -> tuple[Draw | None, ...]:
    """Return a `Draw`, which decides the new names, for each file; None for an original file."""
    specs = {spec.name: spec for spec in protocol.perturbations}
    wanted = dict.fromkeys(file.perturbation for file in task.files if not file.is_original)

    def source(name: str) -> NameSource:
        return ingredients.name_source(
            specs[name], protocol, task.setup.names, task.in_distribution
        )

    dataset = task.files[0].dataset
    sources = {
        name: task.shard_store.shared(dataset, name, partial(source, name)) for name in wanted
    }

    related = protocol.entities.related
    peoples = ingredients.peoples_of_countries(task.setup.names) if related else {}

    def draw(file: ReleaseFile) -> Draw:
        config = f"{file.dataset}-{file.type}-{file.perturbation}"
        stem = Stem((*task.key, config, file.seed or 0))
        return Draw(sources[file.perturbation], stem, peoples)

    return tuple(None if file.is_original else draw(file) for file in task.files)


def _swapping(task: FillTask) -> Callable[[InstanceBlock], Shard]:
    protocol = task.protocol
    assert isinstance(protocol, EntSwap)
    names = ingredients.swap_names(protocol, task.setup.names)
    key = (*task.key, protocol.config, protocol.seed)
    folder = task.setup.names
    homes = ingredients.homes(folder) if protocol.worlds else Homes(ingredients.homelands(folder))
    is_word = ingredients.lexicon(task.setup.names).is_common
    passages = PassageNames(names, homes, key, protocol.scope, is_word)
    variants = [file.swap_types for file in task.files]
    return lambda block: _SwapShard.of(
        tuple(render_swap.swappable(block.instances, passages)), variants
    )


_PROTOCOLS: Final[Mapping[type, Callable[[FillTask], Callable[[InstanceBlock], Shard]]]] = {
    EntityRenaming: _renaming,
    EntSwap: _swapping,
}
