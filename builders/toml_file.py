"""Reads the TOML files that this package contains, such as word lists and settings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]


def read_toml(path: Path) -> dict[str, Any]:
    """Return the top-level table of a TOML file as a dictionary."""
    found: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    return found
