"""The data that a push needs from a manifest: version, configs, and digests of rows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from builders.errors import FixInputError

_LARGEST: Final = 64 << 20


@dataclass(frozen=True, slots=True)
class Summary:
    """What a push needs to know about a release; unknown values are empty."""

    configs: tuple[str, ...] = ()
    """The names of the configs."""
    rows: Mapping[str, str] = field(default_factory=dict)
    """A digest of the rows in each file, by the path of the file."""
    version: str = ""


def read_summary(manifest: bytes, where: str) -> Summary:
    """Return the summary of a release from the bytes of its manifest.json.

    Raises FixInputError, with `where` in the message, if the bytes are not a manifest.
    """
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
