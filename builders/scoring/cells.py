"""Group the predictions for an original file with those for the files made from it by renaming."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from builders.errors import FixInputError
from builders.releases.layout import PathParts, path_parts
from builders.releases.manifest import Manifest
from builders.scoring.predictions import SplitPredictions


@dataclass(frozen=True, slots=True)
class FilePredictions:
    """The predictions for a file of a release (`found`), and the path of the file."""

    found: SplitPredictions
    path: str

    @property
    def parts(self) -> PathParts:
        """Return the parts of the file's path: folder, type, perturbation and seed."""
        return path_parts(self.path)

    @property
    def seed(self) -> int | None:
        """Return the number of the seed, or None for a file without a seed."""
        seed = self.parts.seed.removeprefix("seed")
        return int(seed) if seed.isdecimal() else None


@dataclass(frozen=True, slots=True)
class PerturbationPredictions:
    """A perturbation of the rows of an original file, with the predictions for each seed."""

    name: str
    """The name of the config that contains all seeds of the perturbation."""
    dataset: str
    type: str
    """The answer type of the rows, such as PER, or an empty string for EntSwap."""
    perturbation: str
    seeds: tuple[FilePredictions, ...]
    """The predictions for the renamed files, one file per seed, in the order of the seeds."""


@dataclass(frozen=True, slots=True)
class SubsetPlan:
    """The predictions for an original file and for all files derived from it, to be scored."""

    original: str
    """The path of the original file."""
    dataset: str
    originals: tuple[FilePredictions, ...]
    """The predictions for the original file, one entry for each config that contains it."""
    cells: tuple[PerturbationPredictions, ...]
    """The predictions from which drops are computed, grouped by perturbation."""
    others: tuple[FilePredictions, ...]
    """Further predictions for the renamed files, which were made for other configs.

    They are scored, but no drop is computed from them.
    """

    def original_of(self, cell: PerturbationPredictions) -> FilePredictions | None:
        """Return the predictions for the original rows with which a perturbation is compared.

        `cell` is the perturbation. If the original rows were predicted for several configs, the
        predictions for the config of the perturbation are preferred. Returns None if there are no
        predictions for the original rows.
        """
        own = [each for each in self.originals if each.found.config == cell.name]
        return next(iter([*own, *self.originals]), None)


def plans(manifest: Manifest, found: Sequence[SplitPredictions]) -> Iterator[SubsetPlan]:
    """Yield, for each original file of a release, the predictions that are scored together.

    An original file has rows before renaming, and several renamed files have the same rows after
    it. If a file belongs to several configs, there may be predictions for each config, and all are
    scored. A drop in score is computed only once per file: from the predictions for the config
    with all seeds or, if there are none, for the first of its configs. Raises FixInputError if the
    manifest names no original file for a renamed file.
    """
    splits = {(config.name, split.name): split.path
              for config in manifest.configs for split in config.splits}  # fmt: skip
    sources = [FilePredictions(each, splits[each.config, each.split]) for each in found]
    by_original: dict[str, list[FilePredictions]] = {}
    originals = {record.path: record for record in manifest.originals}
    for source in sources:
        if source.path not in originals:
            raise FixInputError(f"manifest.json: {source.path!r:.200} has no original")
        by_original.setdefault(originals[source.path].original, []).append(source)
    for record in manifest.originals:
        if record.path == record.original and record.path in by_original:
            yield _plan(record.path, record.source, by_original[record.path])


def _plan(original: str, dataset: str, sources: Sequence[FilePredictions]) -> SubsetPlan:
    groups: dict[str, list[FilePredictions]] = {}
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


def _cell(
    dataset: str, perturbation: str, sources: Sequence[FilePredictions]
) -> PerturbationPredictions:
    parts = sources[0].parts
    name = f"{parts.folder}-{parts.type}-{perturbation}" if parts.type else perturbation
    by_path: dict[str, FilePredictions] = {}
    for source in sorted(sources, key=lambda each: each.found.config != name):
        by_path.setdefault(source.path, source)
    seeds = sorted(by_path.values(), key=lambda each: (each.seed or 0, each.path))
    return PerturbationPredictions(name, dataset, parts.type, perturbation, tuple(seeds))


def configs_of(manifest: Manifest) -> dict[str, tuple[str, ...]]:
    """Return a mapping from the name of every config of a release to the names of its splits."""
    return {each.name: tuple(split.name for split in each.splits) for each in manifest.configs}


def manifest_digest(folder: Path) -> str:
    """Return the SHA-256 of a release's manifest, which identifies every file, row and name."""
    return sha256((folder / "manifest.json").read_bytes()).hexdigest()
