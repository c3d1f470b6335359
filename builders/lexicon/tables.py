"""The reader of the lexicon's files."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]


@lru_cache(maxsize=16)
def table(name: str) -> Mapping[str, Any]:
    """Return a file of the lexicon by its name without ending."""
    text = files("builders.lexicon").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    read: Mapping[str, Any] = tomllib.loads(text)
    return read


def words(name: str, key: str) -> frozenset[str]:
    """Return a list of words of a file."""
    return frozenset(table(name)[key])
