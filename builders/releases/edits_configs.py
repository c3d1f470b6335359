"""Where the edits of a file stand in an edits-only release, and the configs that read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from builders.releases.manifest import ConfigRecord, Manifest

EDITS: Final = "-edits"
"""What the name of a config of edits ends with."""
FOLDER: Final = "edits"


def edits_path(path: str) -> str:
    """Return where the edits of a data file stand."""
    return f"{FOLDER}/{path.removeprefix('data/')}"


def edits_configs(manifest: Manifest, hidden: frozenset[str]) -> list[dict[str, Any]]:
    """Return the configs of the card; `hidden` are the data files that are there as edits."""
    return [entry for config in manifest.configs for entry in _configs(config, hidden)]


def _configs(config: ConfigRecord, hidden: frozenset[str]) -> Iterator[dict[str, Any]]:
    """Yield a config for the splits that are there in full, and one for those that are not.

    Both kinds have columns of their own, and all splits of a config must have the same.
    """
    full = [split for split in config.splits if split.path not in hidden]
    edits = [split for split in config.splits if split.path in hidden]
    if full:
        yield _entry(config.name, [(split.name, split.path) for split in full])
    if edits:
        paths = [(split.name, edits_path(split.path)) for split in edits]
        yield _entry(f"{config.name}{EDITS}", paths)


def _entry(name: str, splits: list[tuple[str, str]]) -> dict[str, Any]:
    files = [{"split": split, "path": path} for split, path in splits]
    return {"config_name": name, "data_files": files}
