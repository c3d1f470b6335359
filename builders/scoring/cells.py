"""Which predictions belong together: originals, and the seeds of a perturbation of theirs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from builders.errors import FixInputError
from builders.releases.layout import PathParts, path_parts
from builders.releases.manifest import Manifest
from builders.scoring.predictions import Found


@dataclass(frozen=True, slots=True)
class Source:
    """Predictions for one file of a release."""

    found: Found
    path: str

    @property
    def parts(self) -> PathParts:
        """Return what the path says."""
        return path_parts(self.path)

    @property
    def seed(self) -> int | None:
        """Return the number of the seed, None where there is none."""
        seed = self.parts.seed.removeprefix("seed")
        return int(seed) if seed.isdecimal() else None


@dataclass(frozen=True, slots=True)
class Cell:
    """A perturbation of a subset: its seeds, and the config that holds them."""

    name: str
    dataset: str
    type: str
    perturbation: str
    seeds: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class SubsetPlan:
    """All predictions for the files that one original file is behind."""

    original: str
    dataset: str
    originals: tuple[Source, ...]
    cells: tuple[Cell, ...]
    others: tuple[Source, ...]

    def original_of(self, cell: Cell) -> Source | None:
        """Return the predictions of the unrenamed rows, those of the cell's config if it can."""
        own = [each for each in self.originals if each.found.config == cell.name]
        return next(iter([*own, *self.originals]), None)


def plans(manifest: Manifest, found: Sequence[Found]) -> Iterator[SubsetPlan]:
    """Yield what is to be scored, a subset at a time, in the order of the release.

    A file may be reached by several configs. Each of these predictions is scored; a drop takes
    those of the config that holds all seeds, or the first.
    """
    splits = {(config.name, split.name): split.path
              for config in manifest.configs for split in config.splits}  # fmt: skip
    sources = [Source(each, splits[each.config, each.split]) for each in found]
    by_original: dict[str, list[Source]] = {}
    originals = {record.path: record for record in manifest.originals}
    for source in sources:
        if source.path not in originals:
            raise FixInputError(f"manifest.json: {source.path!r:.200} has no original")
        by_original.setdefault(originals[source.path].original, []).append(source)
    for record in manifest.originals:
        if record.path == record.original and record.path in by_original:
            yield _plan(record.path, record.source, by_original[record.path])


def _plan(original: str, dataset: str, sources: Sequence[Source]) -> SubsetPlan:
    groups: dict[str, list[Source]] = {}
    for source in sources:
        if source.path != original:
            groups.setdefault(source.parts.perturbation, []).append(source)
    cells = tuple(_cell(dataset, name, group) for name, group in groups.items())
    used = {id(source) for cell in cells for source in cell.seeds}
    return SubsetPlan(
        original,
        dataset,
        tuple(source for source in sources if source.path == original),
        cells,
        tuple(each for each in sources if each.path != original and id(each) not in used),
    )


def _cell(dataset: str, perturbation: str, sources: Sequence[Source]) -> Cell:
    parts = sources[0].parts
    name = f"{parts.folder}-{parts.type}-{perturbation}" if parts.type else perturbation
    by_path: dict[str, Source] = {}
    for source in sorted(sources, key=lambda each: each.found.config != name):
        by_path.setdefault(source.path, source)
    seeds = sorted(by_path.values(), key=lambda each: (each.seed or 0, each.path))
    return Cell(name, dataset, parts.type, perturbation, tuple(seeds))


def configs_of(manifest: Manifest) -> dict[str, tuple[str, ...]]:
    """Return the configs of a release with their splits."""
    return {each.name: tuple(split.name for split in each.splits) for each in manifest.configs}


def manifest_digest(folder: Path) -> str:
    """Return the SHA-256 of a release's manifest: it pins every file, row and name."""
    return sha256((folder / "manifest.json").read_bytes()).hexdigest()
