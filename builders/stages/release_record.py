"""The manifest of a build, and the list of the instances that are left out or unchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain

from builders import __version__
from builders.releases.layout import ReleaseFile, config_files
from builders.releases.left_out import LeftOut
from builders.releases.manifest import (
    ConfigRecord,
    FileRecord,
    Manifest,
    OriginalRecord,
    ReasonCount,
    RecipeRecord,
    SourceRecord,
    SplitRecord,
)  # fmt: skip
from builders.stages.job import Build
from builders.stages.unchanged_reasons import Reason
from builders.swap import ENGINE

_MOST = 3
"""The largest number of reasons in the message about a release without rows."""


def left_out_rows(build: Build) -> Iterator[LeftOut]:
    """Yield the rows of left-out.parquet.

    First come the instances that cannot be renamed, source by source, and then the instances that
    are unchanged in a file, file by file.
    """
    for dataset in build.tasks.datasets:
        originals = _originals(build, dataset)
        for task in build.tasks.prepares(dataset) if originals else ():
            for row_id, kind, reason in build.result(task)["left_out"]:
                if kind in originals:
                    yield LeftOut(row_id, kind, reason, "left-out", originals[kind])
    for file in build.tasks.files:
        for row_id, reason in _notes(build, file):
            yield LeftOut(row_id, file.type, reason, "unchanged", file.path)


def empty_release_message(build: Build) -> str:
    """Return the message for a release without rows.

    It has the most common reasons why instances are left out.
    """
    plan = build.tasks.plan
    asked = sum(shard.questions for record in plan.datasets for shard in record.shards)
    reasons: Counter[str] = Counter()
    for dataset in build.tasks.datasets:
        for one in _left_out(build, dataset):
            reasons[one.reason] += one.count
    most = "; ".join(f"{why} ({n:,})" for why, n in reasons.most_common(_MOST))
    return (
        f"of {asked:,} questions of {', '.join(build.tasks.datasets)} none is perturbable under "
        f"this recipe, so no row would be written{': ' if most else ''}{most}"
    )


def manifest_of(build: Build, records: tuple[FileRecord, ...]) -> Manifest:
    """Return the manifest of a build; `records` has the record of each of its files."""
    tasks, plan, recipe = build.tasks, build.tasks.plan, build.tasks.recipe
    rows = {record.path: record.rows for record in records}
    reasons = [
        *(one for dataset in tasks.datasets for one in _left_out(build, dataset)),
        *_unchanged(build),
    ]
    renaming = recipe.entity_renaming
    return Manifest(
        recipe=RecipeRecord(
            recipe.name, recipe.version, recipe.title, recipe.licence, recipe.digest, recipe.text
        ),
        package=__version__,
        engine=ENGINE,
        recognizer=plan.fingerprint,
        seeds=1 if renaming is None else plan.asked.seeds or renaming.seeds,
        sources=tuple(_source(build, dataset) for dataset in tasks.datasets),
        collections=plan.collections,
        files=records,
        originals=tuple(
            OriginalRecord(file.path, file.original, tasks.source_of(file)) for file in tasks.files
        ),
        configs=tuple(
            ConfigRecord(
                config.name, config.kind,
                tuple(SplitRecord(name, path, rows[path]) for name, path in config.splits),
            )
            for config in config_files(tasks.files, rows)
        ),
        reasons=tuple(sorted(reasons, key=lambda one: (one.path, one.kind, one.reason))),
    )  # fmt: skip


def _source(build: Build, dataset: str) -> SourceRecord:
    record, spec = build.tasks.datasets[dataset], build.tasks.recipe.source(dataset)
    return SourceRecord(
        name=dataset,
        sha256=record.sha256,
        questions=sum(shard.questions for shard in record.shards),
        passages=build.result(build.tasks.reduce(dataset))["passages"],
        gold=record.gold,
        skipped=record.skipped,
        licence=spec.licence,
        attribution=spec.attribution,
    )


def _originals(build: Build, dataset: str) -> Mapping[str, str]:
    """Return, for each answer type, the path of the file with a dataset's rows before renaming."""
    return {
        file.type: file.path
        for file in build.tasks.files
        if file.is_original and file.type and build.tasks.source_of(file) == dataset
    }


def _left_out(build: Build, dataset: str) -> Iterator[ReasonCount]:
    originals = _originals(build, dataset)
    for kind, reason, count in build.result(build.tasks.reduce(dataset))["reasons"]:
        if kind in originals:
            yield ReasonCount(originals[kind], "left-out", reason, count)


def _notes(build: Build, file: ReleaseFile) -> Iterator[Reason]:
    return chain.from_iterable(map(build.notes.read, build.tasks.paths(file)))


def _unchanged(build: Build) -> Iterator[ReasonCount]:
    for file in build.tasks.files:
        for reason, count in Counter(why for _, why in _notes(build, file)).items():
            yield ReasonCount(file.path, "unchanged", reason, count)
