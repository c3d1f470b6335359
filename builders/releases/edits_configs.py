"""The paths of the edits files in an edits-only release, and the configs that load them.

In such a release, edits files replace the data files whose texts must not be redistributed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from builders.releases.manifest import ConfigRecord, Manifest, SplitRecord

EDITS: Final = "-edits"
"""The suffix of the name of a config that loads edits."""
FOLDER: Final = "edits"


def edits_path(path: str) -> str:
    """Return the path of the edits file that replaces a data file."""
    return f"{FOLDER}/{path.removeprefix('data/')}"


def edits_configs(manifest: Manifest, hidden: frozenset[str]) -> list[dict[str, Any]]:
    """Return the entries of the key `configs` in the card of an edits-only release.

    `hidden` are the paths of the data files that are published only as edits.
    """
    return [entry for config in manifest.configs for entry in _configs(manifest, config, hidden)]


def config_files(manifest: Manifest, splits: Iterable[SplitRecord]) -> list[dict[str, Any]]:
    """Return the value of the key `data_files` for a config in the card of a release.

    For each split, it has the path of the file, or a list of paths if the file is stored in parts.
    """
    parts = {record.path: [part.path for part in record.parts] for record in manifest.files}
    return [{"split": one.name, "path": parts.get(one.path) or one.path} for one in splits]


def _configs(
    manifest: Manifest, config: ConfigRecord, hidden: frozenset[str]
) -> Iterator[dict[str, Any]]:
    """Yield the card's entries for a config: one for full rows and one for edits.

    There are two entries because all splits of an entry must have the same columns. An entry
    without splits is omitted.
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
