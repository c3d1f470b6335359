"""Checks that no path in a release has parent folders, hidden files, links or unusual names."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

# Names are ASCII words with dots, hyphens and plus signs: enough for configs, datasets and
# variants, and the same on every file system and in every URL.
_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+\-]*")
_LONGEST: Final = 512


# Each rule is a message and a test for the fault, which gets the path as text and as a list of
# parts. The first fault found is reported.
_RULES: Final[tuple[tuple[str, Callable[[str, list[str]], bool]], ...]] = (
    (f"a path has 1 to {_LONGEST} characters", lambda path, _: not 0 < len(path) <= _LONGEST),
    ("the path is absolute", lambda path, _: path.startswith("/")),
    ("the path climbs out of the release", lambda _, parts: ".." in parts or "." in parts),
    ("the path is hidden", lambda _, parts: any(part.startswith(".") for part in parts)),
    (
        "a name holds other characters than letters, digits, '_', '.', '-' and '+'",
        lambda _, parts: not all(_NAME.fullmatch(part) for part in parts),
    ),
    (
        "a script at the root keeps datasets 4 and later from loading anything",
        lambda path, parts: len(parts) == 1 and path.endswith(".py"),
    ),
)


def fault_of_path(path: str) -> str:
    """Return what is wrong with the path of a file in a release, or an empty string."""
    parts = path.split("/")
    return next((fault for fault, is_at_fault in _RULES if is_at_fault(path, parts)), "")


def fault_of_file(folder: Path, path: str) -> str:
    """Return why folder/path is not a plain file inside the folder, or an empty string."""
    place = folder
    for part in path.split("/"):
        place = place / part
        if place.is_symlink():
            return f"{place.relative_to(folder)} is a link"
    if not place.exists():
        return "the file is missing"
    if not place.is_file():
        return "not a plain file"
    return ""
