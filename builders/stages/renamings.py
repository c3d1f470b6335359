"""Making the renamed rows of a recipe in memory, so that a model can be asked their questions.

The rows are identical to the rows that a build of the recipe would write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Final

import pyarrow as pa

from builders.draws import Stem
from builders.errors import FixInputError, FixRecipeError
from builders.perturbations.name_sources import FixedName
from builders.progress import Reporter, Silent
from builders.releases.layout import ReleaseFile, chosen_files
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import EntityRenaming, PerturbationSpec
from builders.releases.undo import Gold
from builders.scratch import scratch_folder
from builders.stages.batch import Batch
from builders.stages.finding import RecognizerChoice, Setup
from builders.stages.name_checks import check_collections
from builders.stages.prepare import chunks
from builders.stages.prepared import Prepared
from builders.stages.render_renaming import (
    Draw,
    Instances,
    RenamableInstance,
    is_perturbable,
    perturbable,
)
from builders.stages.shard_files import write_values
from builders.stages.shard_store import ShardStore, StoredShard
from builders.stages.source_files import Opened, check_names, open_source
from builders.stages.tasks import FillTask, PrepareTask, Rendered, prepare, rendered
from builders.types import PerturbableSpan, Progress
from builders.workers import Workers


@dataclass(frozen=True, slots=True)
class RenamingOptions:
    """The options for making renamed rows in memory.

    Fields without a description are as in the options of a build (builders.pipeline.Options).
    """

    count: int | None = None
    """The number of renamings of each instance, or None for the number of seeds in the recipe."""
    sources: Mapping[str, Path] = field(default_factory=dict)
    recognizer: RecognizerChoice | None = None
    only: str = ""
    """A glob for the paths of the files whose rows are made; empty for all files."""
    names: Path | None = None
    cache: Path | None = None
    jobs: int = 1


FIRST_NAMES: Final = ("FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL")

FixedNames = Mapping[str, str]
"""A fixed name for each span type (by the type), which every span of that type gets."""


@dataclass(frozen=True, slots=True)
class RenamableSubset:
    """The instances of a dataset that entity renaming can rename for one answer type."""

    dataset: str
    """The name of the dataset."""
    type: str
    """The answer type: PER, ORG, GPE or MIX."""
    gold: Gold
    """Whether the gold answers are a list of their own, or the answer texts."""
    files: tuple[ReleaseFile, ...]
    """The files whose rows are made: first the original file, then the renamed files."""
    _task: FillTask

    def blocks(self) -> Iterator[Iterator[Rendered]]:
        """Yield blocks of instances; a block yields, for each of `files`, a pair (rows, reasons).

        The rows are those of the block's instances in the file. There is a reason for each row.
        It says why the row is unchanged, and matters only if it is.
        """
        return rendered(self._task)

    def size(self) -> int:
        """Return the number of rows of each file."""
        blocks = self._task.shard_store.blocks(self._task.shards)
        return sum(is_perturbable(each, self.type) for one in blocks for each in one.instances)

    def only(self, perturbation: str) -> RenamableSubset:
        """Return the subset with only the original file and the files of one perturbation."""
        original, *renamed = self.files
        files = (original, *(file for file in renamed if file.perturbation == perturbation))
        return replace(self, files=files, _task=replace(self._task, files=files))

    def renamed_to(self, names: Sequence[FixedNames]) -> RenamableSubset:
        """Return the subset with the original file and a new file for each item of `names`.

        An item has one new name for each span type. In its file, for example, all cities become
        Kano.
        """
        protocol = self._task.protocol
        assert isinstance(protocol, EntityRenaming)
        kinds = (self.type,)
        specs = tuple(
            PerturbationSpec(f"Fixed{n}", "fixed-name", types=kinds, fixed=tuple(each.items()))  # type: ignore[arg-type]
            for n, each in enumerate(names)
        )
        original = self.files[0]
        files = (original, *(replace(original, path=spec.name, perturbation=spec.name, seed=0)
                             for spec in specs))  # fmt: skip
        task = replace(
            self._task,
            files=files,
            protocol=replace(protocol, perturbations=specs),
        )
        return replace(self, files=files, _task=task)

    def first_named(self) -> NamedRows:
        """Return the instances in which a person's first name can be changed."""
        found = (
            one
            for block in self._task.shard_store.blocks(self._task.shards)
            for one in perturbable(
                block.instances, self.type, gold_is_listed=self.gold == "list",
                located=block.located,
            )
        )  # fmt: skip
        return NamedRows(
            {one.template.example.id: one for one in found
             if any(span.span_type in FIRST_NAMES for span in one.names)}
        )  # fmt: skip


class NamedRows:
    """Instances in which the same given name replaces all first names, male, female or neutral.

    Several given names can be tried one after another.
    """

    def __init__(self, instances: Mapping[str, RenamableInstance]) -> None:
        self._instances = instances
        self._ids: Sequence[str] = ()
        self._found = Instances(())
        self._batch = Batch([])

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of all instances."""
        return tuple(self._instances)

    def originals(self) -> pa.Table:
        """Return the unrenamed rows of all instances."""
        self._lay_out(self.ids)
        return self._batch.table(self._found.none()[0])

    def table(self, name: str, ids: Sequence[str]) -> pa.Table:
        """Return rows for the instances `ids`, in which `name` replaces all first names.

        The row of an instance that already contains `name` is unchanged.
        """
        self._lay_out(ids)
        source = FixedName(dict.fromkeys(FIRST_NAMES, name))
        return self._batch.table(self._found.drawn(Draw(source, Stem(("fixed", name))))[0])

    def _lay_out(self, ids: Sequence[str]) -> None:
        """Prepare the instances with these ids for renaming, unless that is done already."""
        if ids != self._ids:
            own = [self._instances[id_] for id_ in ids]
            self._ids, self._found = ids, Instances(own)
            self._batch = Batch([one.template for one in own])


def drawn_subsets(
    recipe: Recipe, drawing: RenamingOptions, reporter: Reporter | None = None
) -> Iterator[RenamableSubset]:
    """Prepare the sources of a recipe, and yield a subset for each dataset and answer type.

    `reporter` is told how many answerable questions of each source are done. Raises FixRecipeError
    if the recipe has no entity renaming, FixInputError if no file of entity renaming matches the
    glob `drawing.only`, and the errors that a build raises.
    """
    renaming = recipe.entity_renaming
    if renaming is None:
        raise FixRecipeError(recipe.name, 1, "entity_renaming", "is missing: nothing to draw anew")
    check_names(recipe, drawing.sources)
    check_collections(recipe, drawing.names)
    files = [file for file in chosen_files(recipe, drawing.only, drawing.count) if file.type]
    if not files:
        raise FixInputError(f"--only {drawing.only}: fits no file of entity renaming")
    setup = Setup(
        drawing.recognizer or recipe.recognizer, drawing.names, drawing.cache, recipe.events
    )
    wanted = PrepareTask(setup, (), renaming.entities, keep_all=False)
    with scratch_folder() as folder, Workers(drawing.jobs) as workers:
        for dataset, of_dataset in groupby(files, key=lambda file: file.dataset):
            opened = open_source(recipe.source(dataset), drawing.sources, skip_faulty=False)
            opened.reading.check()
            size = opened.size(answerable=True)
            progress = (reporter or Silent()).stage(f"Reading {dataset}", size)
            found = _prepared(opened, wanted, folder / dataset, workers, progress)
            for kind, group in groupby(of_dataset, key=lambda file: file.type):
                own = tuple(group)
                task = FillTask(
                    setup=setup,
                    files=own,
                    shards=found.shards,
                    gold=opened.gold,
                    key=(f"{recipe.name}@{recipe.version}",),
                    protocol=renaming,
                    in_distribution=found.spans,
                    shard_store=found.shard_store,
                )
                yield RenamableSubset(dataset, kind, opened.gold, own, task)


@dataclass(frozen=True, slots=True)
class _Shards:
    shard_store: ShardStore
    shards: tuple[StoredShard, ...]
    spans: tuple[PerturbableSpan, ...]


def _prepared(
    opened: Opened, wanted: PrepareTask, folder: Path, workers: Workers, progress: Progress
) -> _Shards:
    shards: list[StoredShard] = []
    spans: list[PerturbableSpan] = []
    tasks = (
        (folder / f"{number:06d}.arrow", replace(wanted, examples=chunk))
        for number, chunk in enumerate(chunks(opened.examples(answerable=True)))
    )
    for shard, found, questions in workers.map(_stored, tasks):
        shards.append(shard)
        spans += found
        progress(questions)
    return _Shards(ShardStore(), tuple(shards), tuple(spans))


def _stored(
    task: tuple[Path, PrepareTask],
) -> tuple[StoredShard, tuple[PerturbableSpan, ...], int]:
    """Prepare a chunk of questions and write the prepared instances to a file.

    `task` has the path of the file and the chunk. Returns the shard that was written, the
    parts of names that can be renamed, and the number of questions.
    """
    path, chunk = task
    done = prepare(chunk)
    digest = write_values(path, done.kept, Prepared)
    return StoredShard(path, digest, len(done.kept)), done.spans, len(chunk.examples)
