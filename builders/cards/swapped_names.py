"""Count the names that changed in the distinct passages of a file, by type."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from builders.digest_map import DigestMap, short_digest
from builders.releases.layout import path_parts
from builders.releases.manifest import ConfigRecord, Manifest
from builders.releases.recipe import Recipe
from builders.releases.release_reading import rows_of

Counts = tuple[tuple[str, int], ...]
"""Names with their numbers of occurrences in the passages, most frequent first."""


@dataclass(frozen=True, slots=True)
class SwappedNames:
    """Counts of the names that were renamed in the distinct passages of a file, by type."""

    config: str
    split: str
    source: str
    """The name of the source dataset."""
    entities: Mapping[str, int]
    """For each type, the number of renamed entities, summed over passages."""
    before: Mapping[str, Counts]
    """For each type, the old names with their numbers of occurrences."""
    after: Mapping[str, Counts]
    """For each type, the new names with their numbers of occurrences."""
    became: Mapping[tuple[str, str], str]
    """For each type and old name, the first new name that replaced the old one."""

    def mentions(self, kind: str) -> int:
        """Return the number of renamed mentions of entities of the type `kind`."""
        return sum(count for _, count in self.before.get(kind, ()))


def swapped_names(manifest: Manifest, folder: Path) -> SwappedNames | None:
    """Count the names that EntSwap (Siro and Ajayi 2023) renamed in a release.

    The names are those in the first EntSwap config. Returns None if there is none. `folder`
    contains the files of the release.
    """
    config = next((config for config in manifest.configs if config.kind == "entswap"), None)
    return _count_names(manifest, folder, config) if config else None


def renamed_places(
    manifest: Manifest, folder: Path, known: Collection[str] = ()
) -> tuple[SwappedNames, ...]:
    """Count the renamed names of places, for each source dataset of a release.

    For each source, the names are counted in one config that renames places, if possible in one
    that takes the new names from collections of names instead of making random ones. Sources in
    `known` are left out, and so are sources for which no config renames places. `folder` contains
    the files of the release.
    """
    renaming = Recipe.parse(manifest.recipe.text, "the recipe").entity_renaming
    lists = (
        {spec.name for spec in renaming.perturbations if spec.collections} if renaming else set()
    )
    sources = {entry.path: entry.source for entry in manifest.originals}
    best: dict[str, ConfigRecord] = {}
    for listed in (True, False):
        for config in manifest.configs:
            parts = path_parts(config.splits[-1].path)
            places = config.kind == "by-dataset" and parts.type == "GPE"
            if places and (parts.perturbation in lists) == listed:
                best.setdefault(sources[config.splits[-1].path], config)
    return tuple(
        _count_names(manifest, folder, best[source.name])
        for source in manifest.sources
        if source.name in best and source.name not in known
    )


def _count_names(manifest: Manifest, folder: Path, config: ConfigRecord) -> SwappedNames:
    """Count the names that were renamed in the first renamed split of a config."""
    split = config.splits[1]
    source = next(entry.source for entry in manifest.originals if entry.path == split.path)
    entities: Counter[str] = Counter()
    olds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    news: defaultdict[str, Counter[str]] = defaultdict(Counter)
    became: dict[tuple[str, str], str] = {}
    passages = DigestMap()
    for row in rows_of(folder, split.path):
        if not passages.add(short_digest(row.example.context)):
            continue
        edits = [edit for edit in row.edits if edit.field == "context"]
        entities.update(kind for kind, _ in dict.fromkeys((e.type, e.entity) for e in edits))
        for edit in edits:
            olds[edit.type][edit.old] += 1
            news[edit.type][edit.new] += 1
            became.setdefault((edit.type, edit.old), edit.new)
    return SwappedNames(
        config.name, split.name, source, dict(entities),
        _ranked(olds), _ranked(news), became,
    )  # fmt: skip


def _ranked(counters: Mapping[str, Counter[str]]) -> dict[str, Counts]:
    return {
        kind: tuple(sorted(counter.items(), key=lambda item: (-item[1], item[0])))
        for kind, counter in counters.items()
    }
