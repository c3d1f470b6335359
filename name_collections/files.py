"""Writes files completely or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from name_collections.errors import NamesError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file completely or not at all, by renaming a temporary file in the same folder."""
    if not path.name:
        raise NamesError(f"{path}: is a folder; name the file to write")
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
