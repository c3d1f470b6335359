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


def groups(name: str, key: str) -> Mapping[str, tuple[str, ...]]:
    """Return a table of a file: the name of each group, and the words in it."""
    return {group: tuple(its) for group, its in table(name)[key].items()}


def tags(name: str, key: str) -> Mapping[str, Any]:
    """Return a table of a file the other way round: each word, and the name of its group."""
    return {word: group for group, its in table(name)[key].items() for word in its}
