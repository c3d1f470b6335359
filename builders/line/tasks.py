"""What a worker process does: prepare a chunk, fill a group of files. Plain values in and out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from builders.draws import Key
from builders.errors import ReportBugError
from builders.line import ingredients, render_renaming, render_swap
from builders.line.finding import Setup, make_finder
from builders.line.prepare import Preparer
from builders.line.prepared import Prepared, Shards
from builders.line.render_renaming import Draw
from builders.line.render_swap import PassageNames
from builders.releases.layout import ReleaseFile
from builders.releases.manifest import FileRecord
from builders.releases.parquet import ParquetRowWriter
from builders.releases.recipe import EntityRenaming, EntSwap
from builders.releases.undo import undo
from builders.spans.renaming import Identified
from builders.spans.swapping import NO_ENTITY
from builders.types import Example, PerturbableSpan, Row

Gold = Literal["list", "answers"]
Reasons = Counter[tuple[str, str]]
"""How many instances of a file (its path) have which reason."""


@dataclass(frozen=True, slots=True)
class PrepareTask:
    """A chunk of a dataset; `identify` asks for the perturbable spans of entity renaming.

    Instances without such spans are kept for EntSwap only (`keep_all`).
    """

    setup: Setup
    shards: Path
    index: int
    examples: Sequence[Example]
    identify: bool
    keep_all: bool


@dataclass(frozen=True, slots=True)
class PreparedChunk:
    """Where a chunk's shard lies, the spans of its gold answers, and who has none and why.

    `left_out` counts instances by answer type and reason.
    """

    path: Path
    size: int
    spans: tuple[PerturbableSpan, ...]
    left_out: Counter[tuple[str, str]]


_NONE: Final = Identified({}, {})


@lru_cache(maxsize=4)
def _preparer(setup: Setup, identify: bool) -> Preparer:
    known = ingredients.knowledge(setup.names) if identify else None
    return Preparer(make_finder(setup), known)


def prepare(task: PrepareTask) -> PreparedChunk:
    """Prepare a chunk and write its shard."""
    instances = _preparer(task.setup, task.identify).prepare(task.examples)
    spans: list[PerturbableSpan] = []
    left_out: Counter[tuple[str, str]] = Counter()
    for instance in instances:
        if instance.identified is None:
            continue
        spans += dict.fromkeys(instance.identified.of("MIX"))
        for kind in ("PER", "ORG", "GPE", "MIX"):
            if not instance.identified.of(kind):
                left_out[kind, instance.identified.reason(kind)] += 1
    kept = [one for one in instances if task.keep_all or (one.identified or _NONE).spans]
    path = Shards(task.shards).write(task.index, kept)
    return PreparedChunk(path, len(instances), tuple(spans), left_out)


@dataclass(frozen=True, slots=True)
class FillTask:
    """Files of a release that are filled in one walk over the shards of a dataset.

    `paths` says where each file is to be written; `key` is the first part of every draw's key.
    """

    setup: Setup
    files: tuple[tuple[ReleaseFile, Path], ...]
    shards: tuple[Path, ...]
    gold: Gold
    key: Key
    protocol: EntityRenaming | EntSwap
    in_distribution: tuple[PerturbableSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Filled:
    """The files that a task wrote, and why rows of them are unchanged."""

    records: tuple[FileRecord, ...]
    unchanged: Reasons


def fill(task: FillTask) -> Filled:
    """Write a group of files."""
    reasons: Reasons = Counter()
    render = _RENDERERS[type(task.protocol)](task, reasons)
    with ExitStack() as stack:
        writers = [
            stack.enter_context(ParquetRowWriter(path, file.path)) for file, path in task.files
        ]
        for instances in Shards.read(task.shards):
            batches: list[list[Row]] = [[] for _ in writers]
            for example, rows in render(instances):
                _check(rows, example, task.gold)
                for row, batch in zip(rows, batches, strict=True):
                    batch.append(row)
            for writer, batch in zip(writers, batches, strict=True):
                writer.write(batch)
    return Filled(tuple(writer.record for writer in writers), reasons)


Renderer = Callable[[Sequence[Prepared]], Iterator[tuple[Example, list[Row]]]]
"""Yields, for a shard, every instance of the files with its row for each of them."""


def _renaming_renderer(task: FillTask, reasons: Reasons) -> Renderer:
    assert isinstance(task.protocol, EntityRenaming)
    answer_type = task.files[0][0].type
    draws = _draws(task, task.protocol)

    def render(instances: Sequence[Prepared]) -> Iterator[tuple[Example, list[Row]]]:
        rendered = render_renaming.render(
            instances, answer_type, draws, reasons, gold_is_listed=task.gold == "list"
        )
        for example, drawn in rendered:
            rows = iter(drawn)
            yield (
                example,
                [Row(example) if file.is_original else next(rows) for file, _ in task.files],
            )

    return render


def _draws(task: FillTask, protocol: EntityRenaming) -> tuple[Draw, ...]:
    specs = {spec.name: spec for spec in protocol.perturbations}
    wanted = [file for file, _ in task.files if not file.is_original]
    sources = {
        name: ingredients.name_source(specs[name], protocol, task.setup.names, task.in_distribution)
        for name in dict.fromkeys(file.perturbation for file in wanted)
    }
    return tuple(
        Draw(
            file.path,
            sources[file.perturbation],
            (*task.key, f"{file.dataset}-{file.type}-{file.perturbation}", file.seed or 0),
        )
        for file in wanted
    )


def _swap_renderer(task: FillTask, reasons: Reasons) -> Renderer:
    protocol = task.protocol
    assert isinstance(protocol, EntSwap)
    names = ingredients.swap_names(protocol, task.setup.names)
    homelands = ingredients.knowledge(task.setup.names).homelands
    key = (*task.key, protocol.config, protocol.seed)
    passages = PassageNames(names, homelands, key, protocol.scope)
    variants = [file.swap_types for file, _ in task.files]

    def render(instances: Sequence[Prepared]) -> Iterator[tuple[Example, list[Row]]]:
        for example, rows in render_swap.render(instances, passages, variants):
            for (file, _), row in zip(task.files, rows, strict=True):
                if not row.changed and not file.is_original:
                    reasons[file.path, NO_ENTITY] += 1
            yield example, rows

    return render


_RENDERERS: Final[Mapping[type, Callable[[FillTask, Reasons], Renderer]]] = {
    EntityRenaming: _renaming_renderer,
    EntSwap: _swap_renderer,
}


def _check(rows: Sequence[Row], example: Example, gold: Gold) -> None:
    """Hold rows against the first two invariants before they are written.

    The rows of an instance have the same slots: answers are looked up in each of them, and one
    is undone. `verify` undoes every row.
    """
    for row in rows:
        context = row.example.context
        for answer in row.example.answers:
            if answer.start is not None and not context.startswith(answer.text, answer.start):
                raise ReportBugError(f"{example.dataset} {example.id}: an answer lost its place")
    renamed = rows[-1]
    if renamed.edits and undo(renamed, gold=gold) != example:
        raise ReportBugError(f"{example.dataset} {example.id}: undoing the edits fails")
