"""Read the word lists of the lexicon, which are the TOML files in this folder."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from builders.toml_file import read_toml


@lru_cache(maxsize=16)
def table(name: str) -> Mapping[str, Any]:
    """Return the parsed content of a lexicon file, given its name without the extension."""
    return read_toml(Path(__file__).with_name(f"{name}.toml"))


def words(name: str, key: str) -> frozenset[str]:
    """Return the words in the list `key` of the lexicon file `name`."""
    return frozenset(table(name)[key])


def groups(name: str, key: str) -> Mapping[str, tuple[str, ...]]:
    """Return the lists of words in the table `key` of the lexicon file `name`.

    The result maps the name of each list to its words.
    """
    return {group: tuple(its) for group, its in table(name)[key].items()}


def tags(name: str, key: str) -> Mapping[str, Any]:
    """Map each word in a table of a lexicon file to the name of the list that contains it.

    `name` is the name of the file, and `key` that of the table. For example, the list
    `female = ["mrs"]` in the table gives {"mrs": "female"}.
    """
    return {word: group for group, its in table(name)[key].items() for word in its}
