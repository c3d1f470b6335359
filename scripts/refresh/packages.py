"""Locates installed packages (npm and Python), and describes the provenance of data from them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from name_collections.collection import Provenance

RETRIEVED = "2026-11-22"
NODE_MODULES = Path(__file__).parents[2] / "node_modules"


def node(name: str) -> Path:
    """Return the folder of an npm package in node_modules at the root of the checkout."""
    found = NODE_MODULES / name
    if not found.is_dir():
        raise SystemExit(f"{found}: missing; run `npm install --no-save {name}` in the checkout")
    return found


def node_version(name: str) -> str:
    """Return the version of an installed npm package."""
    return str(json.loads((node(name) / "package.json").read_text("utf-8"))["version"])


def digest(parts: Iterable[bytes]) -> str:
    """Return the SHA-256 of the parts joined together, as hexadecimal digits."""
    hasher = sha256()
    for part in parts:
        hasher.update(part)
    return hasher.hexdigest()


def provenance(work: str, licence: str, data: Iterable[bytes], attribution: str) -> Provenance:
    """Return the provenance of `data` from a published work. `work` has its name and version."""
    return Provenance(work, licence, RETRIEVED, digest(data), "", attribution)


@cache
def wheel(name: str) -> str:
    """Return the version of an installed Python package."""
    return version(name)
