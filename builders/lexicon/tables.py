"""The reader of the lexicon's files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from builders.toml_file import read_toml


@lru_cache(maxsize=16)
def table(name: str) -> Mapping[str, Any]:
    """Return a file of the lexicon by its name without ending."""
    return read_toml(Path(__file__).with_name(f"{name}.toml"))


def words(name: str, key: str) -> frozenset[str]:
    """Return a list of words of a file."""
    return frozenset(table(name)[key])
