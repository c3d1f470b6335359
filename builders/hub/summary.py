"""A summary of a manifest for a push: version, configs, and a digest of the rows of each file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from builders.errors import FixInputError

_LARGEST: Final = 64 << 20


@dataclass(frozen=True, slots=True)
class Summary:
    """The configs in order, the digest of rows by file, and the version of a release.

    Unknown values are empty.
    """

    configs: tuple[str, ...] = ()
    rows: Mapping[str, str] = field(default_factory=dict)
    version: str = ""


def read_summary(manifest: bytes, where: str) -> Summary:
    """Read a manifest.json. Raises FixInputError if it is not a manifest."""
    if len(manifest) > _LARGEST:
        raise FixInputError(f"{where}: larger than {_LARGEST >> 20} MiB: not a manifest")
    try:
        data = json.loads(manifest)
        configs = tuple(str(config["name"]) for config in data["configs"])
        rows = {str(file["path"]): str(file["logical"]) for file in data["files"]}
        version = str(data["recipe"]["version"])
    except (ValueError, RecursionError, KeyError, TypeError) as error:
        raise FixInputError(f"{where}: not a release's manifest: {error!r:.80}") from error
    return Summary(configs, rows, version)
