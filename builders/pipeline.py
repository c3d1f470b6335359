"""The order of the line: source -> example -> mention -> span -> name -> edit -> row -> release.

`build` is the working twin of `renamer build`. It reads every source once, prepares its
instances in chunks (recognition, ties, spans), then fills the files of the release group by
group. What a file holds depends on recipe, sources, collections and versions alone; jobs decide
only who fills it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Final

from builders import __version__
from builders.cards.changes import changes_section
from builders.errors import FixInputError, FixRecipeError
from builders.releases.diff import diff
from builders.releases.layout import ReleaseFile, chosen_files, views
from builders.releases.left_out import LeftOut, LeftOutWriter
from builders.releases.manifest import (
    CollectionRecord,
    ConfigRecord,
    Manifest,
    OriginalRecord,
    ProvenanceRecord,
    ReasonCount,
    RecipeRecord,
    SourceRecord,
    SplitRecord,
)  # fmt: skip
from builders.releases.recipe import Recipe, SourceSpec
from builders.releases.release_reading import read_manifest
from builders.stages import ingredients
from builders.stages.finding import RecognizerChoice, Setup, make_finder
from builders.stages.name_checks import check_collections
from builders.stages.prepare import chunks
from builders.stages.progress import Reporter, Silent
from builders.stages.shard_store import Shelf
from builders.stages.source_files import Opened, check_names, open_source
from builders.stages.tasks import (
    FillTask,
    Gold,
    PreparedChunk,
    PrepareTask,
    fill,
    prepare,
)  # fmt: skip
from builders.stages.unchanged_reasons import Notes
from builders.stages.write import ReleaseFolder
from builders.swap import ENGINE
from builders.types import Example, PerturbableSpan, Progress
from builders.workers import Workers

_OPEN: Final = 16
"""Files that are filled at once; each holds up to a row group in memory."""
_MOST: Final = 3
"""How many reasons are given why a release would be empty."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a recipe is built; none of `jobs`, `force`, `cache` changes a byte of the release.

    `recognizer` (a name or an object) takes the place of the recipe's; `only` keeps the files
    whose path fits a glob (`SQuAD/PER/*`); `seeds` takes the place of the recipe's number;
    `previous` is the release that this one succeeds: the card says what changed since. `names`
    is a folder of harvested collections that win over the embedded ones.
    """

    sources: Mapping[str, Path] = field(default_factory=dict)
    recognizer: RecognizerChoice | None = None
    only: str = ""
    seeds: int | None = None
    names: Path | None = None
    jobs: int = 1
    force: bool = False
    skip_faulty: bool = False
    cache: Path | None = None
    previous: Path | None = None


@dataclass(frozen=True, slots=True)
class _Dataset:
    """A source after preparation."""

    record: SourceRecord
    gold: Gold
    shards: tuple[Path, ...]
    spans: tuple[PerturbableSpan, ...]
    left_out: tuple[ReasonCount, ...]


def build(
    recipe: Recipe, out: Path, options: Options | None = None, reporter: Reporter | None = None
) -> Path:
    """Build a release folder at `out` and return its path.

    The folder appears whole or not at all; a build that was killed resumes when it is called
    again in the same way. Raises FixManyError for faulty sources, FixInputError where no row
    would be written, FixRecipeError, FixRecognizerError, ChooseKnownError, ChooseFolderError,
    FreeSpaceError and InstallError, each before anything stands at `out`.
    """
    ReleaseFolder.check(out, force=(options or Options()).force)
    with Workers((options or Options()).jobs) as workers:
        return _Build(recipe, options or Options(), reporter or Silent(), workers).into(out)


class _Build:
    """One build: what its steps share."""

    def __init__(
        self, recipe: Recipe, options: Options, reporter: Reporter, workers: Workers
    ) -> None:
        if recipe.entity_renaming is not None and recipe.entity_renaming.picked is not None:
            raise FixInputError(
                f"{recipe.name}: its rows were picked by what a model answered; make it with "
                "`renamer probe RELEASE PREDICTIONS --out`"
            )
        self.recipe = recipe
        self.options = options
        self.reporter = reporter
        self.workers = workers
        self.shelf = Shelf()
        recognizer = options.recognizer or recipe.recognizer
        self.setup = Setup(recognizer, options.names, options.cache, recipe.events)
        self.fingerprint = make_finder(self.setup).fingerprint
        self.files = chosen_files(recipe, options.only, options.seeds)

    def into(self, out: Path) -> Path:
        check_names(self.recipe, self.options.sources)
        check_collections(self.recipe, self.options.names)
        opened = {spec.name: self._open(spec) for spec in self._specs()}
        checked = self.reporter.stage("Checking sources", len(opened))
        for source in opened.values():
            source.reading.check()
            checked(1)
        collections = tuple(self._collections())
        key = self._key(opened, collections)
        with ReleaseFolder.begin(out, force=self.options.force, key=key) as folder:
            with folder.write_left_out() as left_out:
                datasets = {
                    name: self._prepare(source, folder, left_out) for name, source in opened.items()
                }
                unchanged = tuple(self._unchanged(self._fill(datasets, folder), left_out))
            if not any(record.rows for record in folder.records()):
                folder.forget()
                raise FixInputError(f"{self.recipe.name}: {self._why_nothing(datasets)}")
            manifest = self._manifest(datasets, collections, unchanged, folder)
            return folder.finish(
                manifest, changes=self._changes, regions=ingredients.regions(self.options.names)
            )

    def _why_nothing(self, datasets: Mapping[str, _Dataset]) -> str:
        """Return why a release would have no row."""
        asked = sum(dataset.record.questions for dataset in datasets.values())
        reasons: Counter[str] = Counter()
        for dataset in datasets.values():
            for one in dataset.left_out:
                reasons[one.reason] += one.count
        most = "; ".join(f"{why} ({n:,})" for why, n in reasons.most_common(_MOST))
        return (
            f"of {asked:,} questions of {', '.join(datasets)} none is perturbable under this "
            f"recipe, so no row would be written{': ' if most else ''}{most}"
        )

    def _changes(self, folder: Path) -> str:
        """Return the card's section on what changed since the previous release."""
        before = self.options.previous
        if before is None:
            return ""
        return changes_section(diff(before, folder), read_manifest(before).recipe.version)

    def _specs(self) -> Iterator[SourceSpec]:
        """Yield the sources that the chosen files need."""
        for name in dict.fromkeys(_source_of(self.recipe, file) for file in self.files):
            yield self.recipe.source(name)

    def _open(self, spec: SourceSpec) -> Opened:
        return open_source(spec, self.options.sources, skip_faulty=self.options.skip_faulty)

    def _collections(self) -> Iterator[CollectionRecord]:
        for name in ingredients.collection_names(self.recipe):
            found = ingredients.collection(name, self.options.names)
            provenance = tuple(
                ProvenanceRecord(p.url, p.licence, p.sha256, p.query, p.attribution)
                for p in found.provenance
            )
            yield CollectionRecord(name, found.digest, len(found.names), provenance)

    def _key(self, opened: Mapping[str, Opened], collections: Iterable[CollectionRecord]) -> str:
        """Return a digest of all that decides the bytes of the files."""
        parts = [__version__, ENGINE, self.recipe.digest, self.fingerprint]
        parts += [f"{name} {source.digest}" for name, source in sorted(opened.items())]
        parts += [f"{record.name} {record.digest}" for record in collections]
        parts += [str(self.options.skip_faulty)]
        if self.options.previous is not None:
            parts.append(read_manifest(self.options.previous).to_json())
        return sha256("\n".join(parts).encode()).hexdigest()

    def _prepare(self, source: Opened, folder: ReleaseFolder, left_out: LeftOutWriter) -> _Dataset:
        name = source.spec.name
        renaming = self.recipe.entity_renaming
        identify = renaming is not None and name in renaming.sources
        swapped = self.recipe.entswap is not None and name == self.recipe.entswap.source
        tally = _Tally()
        progress = self.reporter.stage(f"Reading {name}", source.size(answerable=not swapped))
        examples = tally.counted(source.examples(answerable=not swapped))
        tasks = (
            PrepareTask(
                self.setup,
                folder.work / name / f"{index:06d}.pickle",
                chunk,
                identify,
                swapped,
                self.shelf,
            )
            for index, chunk in enumerate(chunks(examples))
        )
        originals = {
            file.type: file.path
            for file in self.files
            if file.is_original and file.type and _source_of(self.recipe, file) == name
        }
        dataset = _collect(self.workers.map(prepare, tasks), originals, left_out, progress)
        record = SourceRecord(
            name=name,
            sha256=source.digest,
            questions=tally.questions,
            passages=len(tally.passages),
            gold=source.gold,
            skipped=source.reading.left_out,
            licence=source.spec.licence,
            attribution=source.spec.attribution,
        )
        return _Dataset(record, source.gold, *dataset)

    def _fill(self, datasets: Mapping[str, _Dataset], folder: ReleaseFolder) -> Notes:
        """Fill the files, and return the notes on which rows of them are unchanged."""
        progress = self.reporter.stage("Renaming", len(self.files))
        notes = Notes(folder.work / "unchanged")
        groups = []
        for group in _groups(self.files):
            if all(folder.done(file.path) and notes.read(file.path) is not None for file in group):
                progress(len(group))
            else:
                groups.append(group)
        tasks = [self._task(group, datasets, folder) for group in groups]
        for filled in self.workers.map(fill, tasks):
            for record, reasons in zip(filled.records, filled.unchanged, strict=True):
                notes.write(record.path, reasons)
                folder.record(record)
            progress(len(filled.records))
        return notes

    def _unchanged(self, notes: Notes, left_out: LeftOutWriter) -> Iterator[ReasonCount]:
        """Write down the unchanged rows of every file, and yield how many there are and why."""
        for file in self.files:
            noted = notes.read(file.path) or ()
            left_out.write(
                LeftOut(row_id, file.type, reason, "unchanged", file.path)
                for row_id, reason in noted
            )
            for reason, count in Counter(reason for _, reason in noted).items():
                yield ReasonCount(file.path, "unchanged", reason, count)

    def _task(
        self, group: Sequence[ReleaseFile], datasets: Mapping[str, _Dataset], folder: ReleaseFolder
    ) -> FillTask:
        dataset = datasets[_source_of(self.recipe, group[0])]
        protocol = self.recipe.entity_renaming if group[0].type else self.recipe.entswap
        if protocol is None:
            raise FixRecipeError("recipe", 1, group[0].path, "belongs to no protocol")
        return FillTask(
            setup=self.setup,
            files=tuple((file, folder.path(file.path)) for file in group),
            shards=dataset.shards,
            gold=dataset.gold,
            key=(f"{self.recipe.name}@{self.recipe.version}",),
            protocol=protocol,
            in_distribution=dataset.spans if group[0].type else (),
            shelf=self.shelf,
        )

    def _manifest(
        self,
        datasets: Mapping[str, _Dataset],
        collections: tuple[CollectionRecord, ...],
        unchanged: Iterable[ReasonCount],
        folder: ReleaseFolder,
    ) -> Manifest:
        recipe = self.recipe
        records = folder.records()
        rows = {record.path: record.rows for record in records}
        return Manifest(
            recipe=RecipeRecord(
                recipe.name, recipe.version, recipe.title, recipe.licence, recipe.digest,
                recipe.text,
            ),
            package=__version__,
            engine=ENGINE,
            recognizer=self.fingerprint,
            seeds=_seeds(recipe, self.options),
            sources=tuple(dataset.record for dataset in datasets.values()),
            collections=collections,
            files=records,
            originals=tuple(
                OriginalRecord(file.path, file.original, _source_of(recipe, file))
                for file in self.files
            ),
            configs=tuple(
                ConfigRecord(
                    view.config, view.kind,
                    tuple(SplitRecord(name, path, rows[path]) for name, path in view.splits),
                )
                for view in views(self.files, rows)
            ),
            reasons=tuple(sorted(
                (*(one for dataset in datasets.values() for one in dataset.left_out), *unchanged),
                key=lambda reason: (reason.path, reason.kind, reason.reason),
            )),
        )  # fmt: skip


class _Tally:
    """Counts questions and distinct passages as they pass by."""

    def __init__(self) -> None:
        self.questions = 0
        self.passages: set[bytes] = set()

    def counted(self, examples: Iterable[Example]) -> Iterator[Example]:
        for example in examples:
            self.questions += 1
            context = example.context.encode("utf-8", "surrogatepass")
            self.passages.add(blake2b(context, digest_size=16).digest())
            yield example


def _collect(
    prepared: Iterable[PreparedChunk],
    originals: Mapping[str, str],
    left_out: LeftOutWriter,
    progress: Progress,
) -> tuple[tuple[Path, ...], tuple[PerturbableSpan, ...], tuple[ReasonCount, ...]]:
    """Gather the chunks of a source; `originals` are its perturbable subsets by answer type."""
    paths: list[Path] = []
    spans: list[PerturbableSpan] = []
    counts: Counter[tuple[str, str]] = Counter()
    for chunk in prepared:
        paths.append(chunk.path)
        spans += chunk.spans
        missing = [one for one in chunk.left_out if one[1] in originals]
        left_out.write(
            LeftOut(row_id, kind, reason, "left-out", originals[kind])
            for row_id, kind, reason in missing
        )
        counts.update((originals[kind], reason) for _, kind, reason in missing)
        progress(chunk.size)
    reasons = (ReasonCount(path, "left-out", reason, n) for (path, reason), n in counts.items())
    return tuple(paths), tuple(spans), tuple(reasons)


def _source_of(recipe: Recipe, file: ReleaseFile) -> str:
    """Return the name of the source that a file's rows come from."""
    if not file.type and recipe.entswap is not None:
        return recipe.entswap.source
    return file.dataset


def _groups(files: Iterable[ReleaseFile]) -> Iterator[list[ReleaseFile]]:
    """Yield the files that one walk over a dataset fills: those of a dataset and type."""
    groups: dict[tuple[str, str], list[ReleaseFile]] = {}
    for file in files:
        groups.setdefault((file.dataset, file.type), []).append(file)
    for group in groups.values():
        yield from (group[at : at + _OPEN] for at in range(0, len(group), _OPEN))


def _seeds(recipe: Recipe, options: Options) -> int:
    if recipe.entity_renaming is None:
        return 1
    return options.seeds or recipe.entity_renaming.seeds
