"""The paths of the files of a release, and the configs and splits that refer to them.

    data/<Dataset>/<Type>/Original.parquet                entity renaming: the perturbable subset
    data/<Dataset>/<Type>/<Perturbation>/seed<N>.parquet
    data/<EntSwapConfig>/Original.parquet                 EntSwap: every question of the source
    data/<EntSwapConfig>/<variant>.parquet

Entity renaming (Yan et al. 2022) and EntSwap (Siro and Ajayi 2023) are the two methods of renaming.
The perturbable subset for an answer type has the questions whose answer can be renamed. A large
file is stored as several Parquet files instead, for example seed<N>-00003-of-00032.parquet.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from glob import escape as glob_escape
from pathlib import Path
from typing import Final, Literal

from builders.errors import FixInputError, ReportBugError
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import CASES, MOST_SEEDS, EntityRenaming, EntSwap
from builders.types import SwapType

ORIGINAL: Final = "Original"
ORIGINAL_SPLIT: Final = "original"
SWAPPED_SPLIT: Final = "validation"

# What `datasets` rejects: a single bad name makes every config of a repository unusable.
_BAD_IN_CONFIG: Final = re.compile(r"[<>:/\\|?*\x00-\x1f]")
_COUNT: Final = re.compile(r"(?!0000[01])[0-9]{5}", re.ASCII)
_SPLIT: Final = re.compile(r"\w+(\.\w+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """A Parquet file of a release and what it contains."""

    path: str
    original: str
    """The path of the file with the same rows before renaming; for an original file, its own."""
    dataset: str
    """The name of the source dataset."""
    type: str
    """The answer type of entity renaming (PER, for example), or empty for EntSwap."""
    perturbation: str
    """The name of the perturbation or of the EntSwap variant, or "Original"."""
    seed: int | None = None
    """The seed of the new names; None for EntSwap and for an original file."""
    swap_types: tuple[SwapType, ...] = ()
    """For EntSwap, the types of entities that the variant renames."""

    @property
    def is_original(self) -> bool:
        """Return whether the file contains the source rows, without renaming."""
        return self.path == self.original


@dataclass(frozen=True, slots=True)
class ConfigFiles:
    """A config of a release with its files, which `datasets` loads as splits."""

    name: str
    kind: Literal["entswap", "by-dataset", "by-seed"]
    """What the splits are: the original and an EntSwap variant, the seeds, or the datasets."""
    splits: tuple[tuple[str, str], ...]
    """The name and the file path of each split; several configs may share a file."""


def renaming_original(dataset: str, answer_type: str) -> str:
    """Return the path of the original (unrenamed) file for a dataset and an answer type.

    The file has the questions whose answer can be renamed (the perturbable subset).
    """
    return f"data/{dataset}/{answer_type}/{ORIGINAL}.parquet"


def renaming_file(dataset: str, answer_type: str, perturbation: str, seed: int) -> str:
    """Return the path of the file that a perturbation makes with one seed."""
    return f"data/{dataset}/{answer_type}/{perturbation}/seed{seed}.parquet"


def swap_original(config: str) -> str:
    """Return the path of the original (unrenamed) file of an EntSwap config."""
    return f"data/{config}/{ORIGINAL}.parquet"


def swap_file(config: str, variant: str) -> str:
    """Return the path of the renamed file for a variant (see `variants`) of an EntSwap config."""
    return f"data/{config}/{variant}.parquet"


def variants(entswap: EntSwap) -> tuple[tuple[str, tuple[SwapType, ...]], ...]:
    """Return the name of every EntSwap variant, with the types of entities that it renames.

    The first variant renames all types. If the recipe sets `leave_one_out`, each further variant
    renames all types but one (Siro and Ajayi 2023, table 5).
    """
    full = (entswap.config, entswap.types)
    if not entswap.leave_one_out:
        return (full,)
    return (
        full,
        *(
            (f"{entswap.config}-wo-{left.lower()}", tuple(t for t in entswap.types if t != left))
            for left in entswap.types
        ),
    )


def release_files(recipe: Recipe, *, seeds: int | None = None) -> tuple[ReleaseFile, ...]:
    """Return every file that a recipe makes; renamed files follow their original (unrenamed) file.

    `seeds`, if given, replaces the number of seeds in the recipe. Raises FixInputError if it is
    less than 1 or more than MOST_SEEDS.
    """
    if seeds is not None and not 1 <= seeds <= MOST_SEEDS:
        raise FixInputError(f"seeds: must be from 1 to {MOST_SEEDS:,}")
    files: list[ReleaseFile] = []
    if recipe.entswap is not None:
        files.extend(_swap_files(recipe.entswap))
    if recipe.entity_renaming is not None:
        files.extend(_renaming_files(recipe.entity_renaming, seeds))
    for file in files:
        _check_path(file.path)
    return tuple(files)


def chosen_files(
    recipe: Recipe, only: str = "", seeds: int | None = None
) -> tuple[ReleaseFile, ...]:
    """Return the files of a recipe whose path matches `only`, and the originals they are made from.

    `only` is a glob (see `matching`); if it is empty, all files are returned. `seeds`, if given,
    replaces the number of seeds in the recipe. Raises FixInputError if no file matches or if
    `seeds` is out of range.
    """
    files = release_files(recipe, seeds=seeds)
    if not only:
        return files
    kept = matching(files, only)
    if not kept:
        known = ", ".join(file.path for file in files[:3])
        raise FixInputError(f"--only {only}: fits no file of this recipe ({known}, ...)")
    return kept


def matching(files: Collection[ReleaseFile], glob: str) -> tuple[ReleaseFile, ...]:
    """Return the files whose path matches a glob, and the original (unrenamed) file of each.

    The glob is matched against the path without `data/` and `.parquet`, which it may have.
    """
    wanted = _short(glob)
    kept = {
        path
        for file in files
        if fnmatchcase(_short(file.path), wanted)
        for path in (file.path, file.original)
    }
    return tuple(file for file in files if file.path in kept)


def _short(path: str) -> str:
    return path.removeprefix("data/").removesuffix(".parquet")


def config_files(
    files: Collection[ReleaseFile], rows: Mapping[str, int] | None = None
) -> tuple[ConfigFiles, ...]:
    """Return the configs of a release that has the given files, each with the files of its splits.

    The order of the configs follows from the order of the files. `rows` is the number of rows of
    each file, by path. If `rows` is given, files without rows are in no config, because clients
    cannot load a config with an empty split.
    """
    if rows is not None:
        files = [file for file in files if rows[file.path] and rows[file.original]]
    found = (*_swap_configs(files), *_by_dataset(files), *_by_seed(files))
    _check_configs(found)
    return found


def _swap_files(entswap: EntSwap) -> Iterator[ReleaseFile]:
    original = swap_original(entswap.config)
    yield ReleaseFile(original, original, entswap.source, "", ORIGINAL)
    for name, types in variants(entswap):
        path = swap_file(entswap.config, name)
        yield ReleaseFile(path, original, entswap.source, "", name, swap_types=types)


def _renaming_files(renaming: EntityRenaming, seeds: int | None) -> Iterator[ReleaseFile]:
    for dataset in renaming.sources:
        for answer_type in renaming.types:
            original = renaming_original(dataset, answer_type)
            yield ReleaseFile(original, original, dataset, answer_type, ORIGINAL)
            for spec in renaming.perturbations:
                if answer_type not in spec.types:
                    continue
                for name, seed in _draws(renaming, spec.name, seeds):
                    path = renaming_file(dataset, answer_type, name, seed)
                    yield ReleaseFile(path, original, dataset, answer_type, name, seed)


def _draws(renaming: EntityRenaming, name: str, seeds: int | None) -> Iterator[tuple[str, int]]:
    """Yield the name and the seed of each file that the perturbation `name` makes.

    Normally there is one file per seed. If renamings are selected by a model's predictions, there
    is one file with the worst and one with the best renaming of each row (see CASES). These files
    have the case in the name, and the seed 0.
    """
    if renaming.picked is not None:
        yield from ((picked_name(name, case), 0) for case in CASES)
    else:
        yield from ((name, seed) for seed in range(renaming.seeds if seeds is None else seeds))


def picked_name(perturbation: str, case: str) -> str:
    """Return the name of a perturbation with a case added, such as "DBName-WN-worst".

    The case (see CASES) says whether files with this name have the worst or the best
    renaming of each row, judged by a model's predictions.
    """
    return f"{perturbation}-{case}"


def _swap_configs(files: Collection[ReleaseFile]) -> Iterator[ConfigFiles]:
    for file in files:
        if not file.type and not file.is_original:
            splits = ((ORIGINAL_SPLIT, file.original), (SWAPPED_SPLIT, file.path))
            yield ConfigFiles(file.perturbation, "entswap", splits)


def _by_dataset(files: Collection[ReleaseFile]) -> Iterator[ConfigFiles]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for file in files:
        if file.type and not file.is_original:
            name = f"{file.dataset}-{file.type}-{file.perturbation}"
            splits = groups.setdefault(name, [(ORIGINAL_SPLIT, file.original)])
            splits.append((f"seed{file.seed}", file.path))
    for name, splits in groups.items():
        yield ConfigFiles(name, "by-dataset", tuple(splits))


def _by_seed(files: Collection[ReleaseFile]) -> Iterator[ConfigFiles]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for file in files:
        if file.type:
            seed = "" if file.is_original else f"-seed{file.seed}"
            name = f"{file.type}-{file.perturbation}{seed}"
            groups.setdefault(name, []).append((file.dataset, file.path))
    for name, splits in groups.items():
        yield ConfigFiles(name, "by-seed", tuple(splits))


def _check_path(path: str) -> None:
    parts = path.split("/")
    if any(part in {"", ".", ".."} or _BAD_IN_CONFIG.search(part) for part in parts):
        raise ReportBugError(f"{path!r} cannot be the path of a release file")


def _check_configs(found: Collection[ConfigFiles]) -> None:
    names = ((config.name, [split for split, _ in config.splits]) for config in found)
    for message in bad_names(names):
        raise ReportBugError(message)


def bad_names(configs: Iterable[tuple[str, Iterable[str]]]) -> Iterator[str]:
    """Yield an error message for each invalid name of a config or split.

    `configs` has the name of each config with the names of its splits. If a single name is invalid,
    the library `datasets` cannot load any config of a repository.
    """
    seen: set[str] = set()
    for config, splits in configs:
        if not config or _BAD_IN_CONFIG.search(config):
            yield f"{config!r:.200} cannot name a config"
        elif config.lower() in seen:
            yield f"{config!r:.200} names two configs, but for upper and lower case"
        seen.add(config.lower())
        names: set[str] = set()
        for split in splits:
            if not _SPLIT.fullmatch(split) or split == "all":
                yield f"{split!r:.200} cannot name a split of {config!r:.200}"
            elif split in names:
                yield f"{split!r:.200} names two splits of {config!r:.200}"
            names.add(split)


def part_path(path: str, number: int, count: int) -> str:
    """Return the path of one of the `count` parts in which a large file is stored.

    Parts are numbered from 0. If there is only one part, its path is that of the file.
    """
    if count == 1:
        return path
    return f"{path.removesuffix('.parquet')}-{number:05d}-of-{count:05d}.parquet"


def parts_in(folder: Path, path: str) -> tuple[str, ...]:
    """Return the paths of the Parquet files that have the rows of a data file in a release folder.

    These are the parts of the data file if it is stored in parts, and otherwise the file itself.
    The number of parts is taken from the name of the first part; other parts may be missing.
    """
    if os.path.lexists(folder / path):
        return (path,)
    place = folder / path.removesuffix(".parquet")
    for found in sorted(place.parent.glob(f"{glob_escape(place.name)}-00000-of-*.parquet")):
        count = found.name.rpartition("-")[2].removesuffix(".parquet")
        if _COUNT.fullmatch(count):
            return tuple(part_path(path, number, int(count)) for number in range(int(count)))
    return (path,)


@dataclass(frozen=True, slots=True)
class PathParts:
    """The components of the path of a release file."""

    folder: str
    """The name of the dataset, or of the config for EntSwap."""
    type: str
    """The answer type of entity renaming, or empty for EntSwap."""
    perturbation: str
    """The name of the perturbation or of the EntSwap variant, or "Original"."""
    seed: str
    """The seed, for example "seed0"; empty for EntSwap and for original files."""


def path_parts(path: str) -> PathParts:
    """Return the components of the path of a release file.

    Raises ReportBugError if `path` is not such a path.
    """
    parts = path.removeprefix("data/").removesuffix(".parquet").split("/")
    if len(parts) == 2:
        return PathParts(parts[0], "", parts[1], "")
    if len(parts) == 3:
        return PathParts(parts[0], parts[1], parts[2], "")
    if len(parts) == 4:
        return PathParts(parts[0], parts[1], parts[2], parts[3])
    raise ReportBugError(f"{path!r} is not the path of a release file")
