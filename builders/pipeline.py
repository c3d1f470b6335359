"""The pipeline: source -> example -> mention -> span -> name -> edit -> row -> release.

`build` makes a whole release, as the command `renamer build` does. If several machines share a
build, `plan` divides it into tasks, each machine runs some of them with `work`, and `finish` makes
the release from their results. The content of a file depends only on the recipe, the sources, the
name collections and the versions of the software. The number of processes and machines, and the
order of the tasks, do not change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeVar

from builders import __version__
from builders.cards.changes import changes_section
from builders.errors import FixInputError
from builders.progress import Reporter, Silent
from builders.releases.diff import diff
from builders.releases.layout import chosen_files
from builders.releases.manifest import CollectionRecord, ProvenanceRecord
from builders.releases.recipe import Recipe, may_name
from builders.releases.release_reading import read_manifest
from builders.scratch import scratch_folder
from builders.stages import ingredients
from builders.stages.finding import RecognizerChoice, Setup, make_finder
from builders.stages.job import Build, Job, is_swapped
from builders.stages.name_checks import check_collections
from builders.stages.plan import (
    KINDS,
    DatasetRecord,
    Kind,
    Plan,
    PlannedOptions,
    Task,
    cut,
    source_of,
)  # fmt: skip
from builders.stages.plan_place import PlanPlace, shared_place
from builders.stages.ray_workers import RayWorkers
from builders.stages.release_record import empty_release_message, left_out_rows, manifest_of
from builders.stages.remote_folder import RemoteFolder, folder_of, is_url
from builders.stages.source_files import Opened, check_names, open_source
from builders.stages.write import PLAN, ReleaseFolder
from builders.swap import ENGINE
from builders.workers import Mapper, Workers

Engine = Literal["processes", "ray"]
_Out = TypeVar("_Out", bound=Path | str)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a build.

    `jobs`, `engine`, `force` and `cache` do not change the bytes of the release.
    """

    sources: Mapping[str, Path] = field(default_factory=dict)
    """Local files of sources, by the names of the sources in the recipe."""
    recognizer: RecognizerChoice | None = None
    """A name or an object that replaces the recognizer of the recipe."""
    only: str = ""
    """A glob, such as `SQuAD/PER/*`, that the paths of the files to build match; empty for all."""
    seeds: int | None = None
    """The number of seeds, in place of the number in the recipe."""
    names: Path | None = None
    """A folder of collections of names, which are preferred to those in the package."""
    jobs: int = 1
    """The number of processes."""
    force: bool = False
    """Whether a release that is at the output path may be replaced."""
    skip_faulty: bool = False
    """Whether faulty questions are left out; otherwise a faulty source is an error."""
    cache: Path | None = None
    """The folder in which recognized texts are cached, or None for the default folder."""
    previous: Path | None = None
    """The folder of the previous release, for the list of changes on the card."""
    engine: Engine = "processes"
    """Whether processes of this machine or a Ray cluster run the tasks."""

    def __post_init__(self) -> None:
        """Convert strings to paths; raise FixInputError if `jobs` or `seeds` is less than 1."""
        for name in ("names", "cache", "previous"):
            if (given := getattr(self, name)) is not None:
                object.__setattr__(self, name, Path(given))
        sources = {name: Path(path) for name, path in self.sources.items()}
        object.__setattr__(self, "sources", sources)
        for name in ("jobs", "seeds"):
            number = getattr(self, name)
            if number is not None and number < 1:
                raise FixInputError(f"{name} {number}: expected 1 or more")


_ENGINES: Final = {"processes": Workers, "ray": RayWorkers}


def build(
    recipe: Recipe, out: Path, options: Options | None = None, reporter: Reporter | None = None
) -> Path:
    """Build a release folder at `out` and return its path.

    The folder is written whole or not at all; a killed build resumes when it is called again in
    the same way. Raises FixManyError for faulty sources, FixInputError if there would be no rows,
    FixRecipeError, FixRecognizerError, ChooseKnownError, ChooseFolderError, FreeSpaceError and
    InstallError. After any of these errors, `out` is unchanged.
    """
    options, reporter = options or Options(), reporter or Silent()
    ReleaseFolder.check(out, force=options.force)
    with (
        _ENGINES[options.engine](options.jobs) as workers,
        _planned(recipe, out, options, reporter, shared=False) as folder,
    ):
        setup = _setup(recipe, options)
        build_ = Build(folder.root, setup)
        job = Job(folder.root, build_.tasks.plan.key, setup)
        return _finished(folder, build_, job, workers, reporter)


def plan(
    recipe: Recipe,
    out: _Out,
    options: Options | None = None,
    reporter: Reporter | None = None,
) -> _Out:
    """Plan a build that several machines share, and write the plan to the folder `out`.

    Return `out`, where `finish` later puts the release in place of the plan. `out` is a path or the
    URL of a folder in a store that fsspec knows (s3://BUCKET/FOLDER). Raises the errors of `build`
    about recipe, sources and options. Raises FixInputError if the recognizer is given as an object,
    because other machines have to load it by name.
    """
    options, reporter = options or Options(), reporter or Silent()
    if not isinstance(options.recognizer or "", str):
        raise FixInputError("recognizer: a plan needs its name, not an object")
    if not is_url(out):
        with _planned(recipe, folder_of(out), options, reporter, shared=True):
            return out
    with scratch_folder() as scratch:
        store = RemoteFolder(str(out), scratch / "plan")
        store.check_free()
        with _planned(recipe, store.root, options, reporter, shared=True):
            store.put_plan()
    return out


def work(
    out: Path | str,
    rank: int,
    world: int,
    recognizer: str | None = None,
    reporter: Reporter | None = None,
) -> int:
    """Run one worker's share of the tasks of a planned build; return the number of tasks run.

    `world` is the number of workers, and `rank` the number of this worker, counted from 0. A worker
    never waits. After its share it runs the unfinished tasks of other workers. A task that is run
    twice writes the same bytes. Therefore the build can be finished as soon as one worker has
    ended, whatever other workers have done. If the release is finished already, the result is 0.

    Raises ChooseFolderError if `out` has no plan, and FixInputError if the plan was made with other
    versions of the libraries or `rank` is out of range.
    """
    if not 0 <= rank < world:
        raise FixInputError(f"--rank {rank}: must be from 0 to {world - 1}, one less than --world")
    with shared_place(out) as place:
        if place is None:
            return 0
        build_, job = _resumed(place, recognizer)
        return _worked(build_, job, rank, world, reporter or Silent())


def _worked(build_: Build, job: Job, rank: int, world: int, reporter: Reporter) -> int:
    done = 0
    for kind in KINDS:
        tasks = build_.tasks.tasks(kind)
        progress = reporter.stage(_STAGES[kind], len(tasks))
        for task in _in_turn(tasks, rank, world):
            if not build_.is_done(task):
                job(task)
                done += 1
            progress(1)
    return done


def finish(
    out: _Out,
    recognizer: str | None = None,
    options: Options | None = None,
    reporter: Reporter | None = None,
) -> _Out:
    """Finish a planned build: replace the plan at `out` by the release, and return `out`.

    Unfinished tasks are run first, with the number of processes and the engine in `options`.
    """
    options, reporter = options or Options(), reporter or Silent()
    with shared_place(out) as place:
        if place is None:
            if not is_url(out):
                ReleaseFolder.recover(folder_of(out))
            return out
        with ReleaseFolder.resume(place.out) as folder:
            build_, job = _resumed(PlanPlace(place.out, folder.root, place.store), recognizer)
            with _ENGINES[options.engine](options.jobs) as workers:
                release = _finished(folder, build_, job, workers, reporter)
        if place.store is not None:
            place.store.put_release(release)
    return out


_STAGES: Final[Mapping[Kind, str]] = {
    "prepare": "Recognizing", "reduce": "Counting", "fill": "Renaming", "join": "Joining parts",
}  # fmt: skip


def _resumed(place: PlanPlace, recognizer: str | None) -> tuple[Build, Job]:
    """Return a planned build, and the job that runs its tasks.

    Raises FixInputError if the plan names a recognizer that runs code of its own when it is loaded,
    and `recognizer` is None. A plan alone is not trusted to choose such code.
    """
    root, store = place.root, place.store
    planned = Plan.read(root)
    asked, recipe = planned.asked, Recipe.parse(planned.recipe)
    if recognizer is None and asked.recognizer:
        if not may_name(asked.recognizer):
            raise FixInputError(
                f"{root}: was planned with --recognizer {asked.recognizer}; give it again, if you "
                "trust it: a plan's word is not enough to run code"
            )
        recognizer = asked.recognizer
    setup = Setup(
        recognizer or recipe.recognizer, _path(asked.names), _path(asked.cache), recipe.events
    )
    job = Job(root, planned.key, setup, store.url if store else "")
    return Build(root, setup, store), job


def _path(text: str) -> Path | None:
    return Path(text) if text else None


def _in_turn(tasks: Sequence[Task], rank: int, world: int) -> Iterator[Task]:
    """Yield the tasks in a worker's share in order, and then the tasks of the other workers.

    The tasks of another worker are in reverse order, because that worker begins with the first.
    """
    bounds = [len(tasks) * one // world for one in range(world + 1)]
    yield from tasks[bounds[rank] : bounds[rank + 1]]
    for other in (*range(rank + 1, world), *range(rank)):
        yield from reversed(tasks[bounds[other] : bounds[other + 1]])


def _setup(recipe: Recipe, options: Options) -> Setup:
    recognizer = options.recognizer or recipe.recognizer
    return Setup(recognizer, options.names, options.cache, recipe.events)


def _planned(
    recipe: Recipe, out: Path, options: Options, reporter: Reporter, *, shared: bool
) -> AbstractContextManager[ReleaseFolder]:
    """Check the sources, and write the plan unless a killed build left one.

    Return a context manager for the folder that has the plan, in which the release is then built.
    With `shared`, this folder is `out` itself, where other machines find it.
    """
    if recipe.entity_renaming is not None and recipe.entity_renaming.picked is not None:
        raise FixInputError(
            f"{recipe.name}: its rows were picked by what a model answered; make it with "
            "`renamer probe RELEASE PREDICTIONS --out`"
        )
    fingerprint = make_finder(_setup(recipe, options)).fingerprint
    files = chosen_files(recipe, options.only, options.seeds)
    check_names(recipe, options.sources)
    check_collections(recipe, options.names)
    needed = dict.fromkeys(source_of(recipe, file) for file in files)
    opened = {
        name: open_source(recipe.source(name), options.sources, skip_faulty=options.skip_faulty)
        for name in needed
    }
    checked = reporter.stage("Checking sources", len(opened))
    for source in opened.values():
        source.reading.check()
        checked(1)
    collections = tuple(_collections(recipe, options))
    key = _key(recipe, options, fingerprint, opened, collections)
    folder = ReleaseFolder.begin(out, force=options.force, key=key, shared=shared)
    try:
        if not (folder.root / PLAN).is_file():
            datasets = tuple(
                _cut(source, recipe, folder.root, reporter) for source in opened.values()
            )
            asked = _asked(options)
            Plan(
                key, __version__, ENGINE, fingerprint, recipe.text, asked, datasets, collections
            ).write(folder.root)
    except BaseException as error:
        folder.__exit__(type(error), error, None)
        raise
    return folder


def _cut(source: Opened, recipe: Recipe, root: Path, reporter: Reporter) -> DatasetRecord:
    name = source.spec.name
    answerable = not is_swapped(recipe, name)
    progress = reporter.stage(f"Reading {name}", source.size(answerable=answerable))
    shards = cut(name, source.examples(answerable=answerable), root, progress)
    return DatasetRecord(name, source.digest, source.gold, source.reading.left_out, shards)


def _asked(options: Options) -> PlannedOptions:
    def absolute(path: Path | None) -> str:
        return "" if path is None else str(path.absolute())

    recognizer = options.recognizer if isinstance(options.recognizer, str) else ""
    return PlannedOptions(
        recognizer, absolute(options.names), absolute(options.cache), options.only,
        options.seeds or 0, absolute(options.previous),
    )  # fmt: skip


def _collections(recipe: Recipe, options: Options) -> Iterator[CollectionRecord]:
    for name in ingredients.collection_names(recipe):
        found = ingredients.collection(name, options.names)
        provenance = tuple(
            ProvenanceRecord(p.url, p.licence, p.sha256, p.query, p.attribution)
            for p in found.provenance
        )
        yield CollectionRecord(name, found.digest, len(found.names), provenance)


def _key(
    recipe: Recipe,
    options: Options,
    fingerprint: str,
    opened: Mapping[str, Opened],
    collections: Iterable[CollectionRecord],
) -> str:
    """Return a digest of everything that determines the files of a build and their bytes."""
    parts = [__version__, ENGINE, recipe.digest, fingerprint]
    parts += [f"{name} {source.digest}" for name, source in sorted(opened.items())]
    parts += [f"{record.name} {record.digest}" for record in collections]
    parts += [str(options.skip_faulty), options.only, str(options.seeds)]
    if options.previous is not None:
        parts.append(read_manifest(options.previous).to_json())
    return sha256("\n".join(parts).encode()).hexdigest()


def _finished(
    folder: ReleaseFolder, build_: Build, job: Job, workers: Mapper, reporter: Reporter
) -> Path:
    """Run the remaining tasks of a plan, and return the folder of the finished release.

    Raises FixInputError if the release would have no rows.
    """
    build_.fetch_files()
    for file in build_.tasks.files:
        for path in build_.tasks.paths(file):
            if not build_.journal.is_sound(path):
                build_.journal.drop(path)
    for kind in KINDS:
        _run(kind, build_, job, workers, reporter)
    build_.fetch_files()
    for file in build_.tasks.files:
        folder.take(file.path, build_.tasks.paths(file))
    if not any(record.rows for record in folder.records()):
        folder.forget()
        raise FixInputError(f"{build_.tasks.recipe.name}: {empty_release_message(build_)}")
    with folder.write_left_out() as left_out:
        left_out.write(left_out_rows(build_))
    asked = build_.tasks.plan.asked

    def changes(built: Path) -> str:
        """Return the card's section on changes, or "" if there is no previous release."""
        before = _path(asked.previous)
        if before is None:
            return ""
        return changes_section(diff(before, built), read_manifest(before).recipe.version)

    return folder.finish(
        manifest_of(build_, folder.records()), changes=changes,
        regions=ingredients.regions(build_.setup.names),
    )  # fmt: skip


def _run(kind: Kind, build_: Build, job: Job, workers: Mapper, reporter: Reporter) -> None:
    """Run the unfinished tasks of one kind (see `KINDS` in builders.stages.plan)."""
    tasks = build_.tasks.tasks(kind)
    if not tasks:
        return
    progress = reporter.stage(_STAGES[kind], sum(_size(build_, task) for task in tasks))
    left = []
    for task in tasks:
        if build_.is_done(task):
            progress(_size(build_, task))
        else:
            left.append(task)
    for task in workers.map(job, left):
        progress(_size(build_, task))


def _size(build_: Build, task: Task) -> int:
    """Return how much a task adds to the progress bar.

    A task of kind "prepare", which recognizes names, counts as the number of its questions. A task
    of kind "fill", which renames, counts as the number of files for which it makes rows. Any other
    task counts as 1.
    """
    if task.kind == "prepare":
        return build_.tasks.datasets[task.dataset].shards[task.index].questions
    return sum(map(len, build_.tasks.groups_of(task))) if task.kind == "fill" else 1
