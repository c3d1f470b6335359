"""Where the edits of a file stand in an edits-only release, and the configs that read them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from builders.releases.manifest import ConfigRecord, Manifest, SplitRecord

EDITS: Final = "-edits"
"""What the name of a config of edits ends with."""
FOLDER: Final = "edits"


def edits_path(path: str) -> str:
    """Return where the edits of a data file stand."""
    return f"{FOLDER}/{path.removeprefix('data/')}"


def edits_configs(manifest: Manifest, hidden: frozenset[str]) -> list[dict[str, Any]]:
    """Return the configs of the card; `hidden` are the data files that are there as edits."""
    return [entry for config in manifest.configs for entry in _configs(manifest, config, hidden)]


def config_files(manifest: Manifest, splits: Iterable[SplitRecord]) -> list[dict[str, Any]]:
    """Return the `data_files` of a config: of each split the file, or the list of its parts."""
    parts = {record.path: [part.path for part in record.parts] for record in manifest.files}
    return [{"split": one.name, "path": parts.get(one.path) or one.path} for one in splits]


def _configs(
    manifest: Manifest, config: ConfigRecord, hidden: frozenset[str]
) -> Iterator[dict[str, Any]]:
    """Yield a config for the splits that are there in full, and one for those that are not.

    Both kinds have columns of their own, and all splits of a config must have the same.
    """
    full = [split for split in config.splits if split.path not in hidden]
    edits = [split for split in config.splits if split.path in hidden]
    if full:
        yield _entry(config.name, config_files(manifest, full))
    if edits:
        paths = [{"split": split.name, "path": edits_path(split.path)} for split in edits]
        yield _entry(f"{config.name}{EDITS}", paths)


def _entry(name: str, files: list[dict[str, Any]]) -> dict[str, Any]:
    return {"config_name": name, "data_files": files}
