"""Reads files of hand-written facts, with lines of the form `Heading: item; item; item`.

Lines that start with `#` are comments. Several lines may have the same heading; their items are
joined.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from name_collections.errors import FixNamesFileError

FOLDER: Final = Path(__file__).parent / "data" / "facts"


def read(path: Path) -> dict[str, tuple[str, ...]]:
    """Return the distinct items under each heading, in the order of the file.

    Raises FixNamesFileError for a line without a colon.
    """
    found: dict[str, dict[str, None]] = {}
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        heading, colon, items = line.partition(":")
        if not colon:
            raise FixNamesFileError(f"{path}:{number}: no colon; expected `Heading: item; item`")
        kept = found.setdefault(heading.strip(), {})
        kept.update({item.strip(): None for item in items.split(";") if item.strip()})
    return {heading: tuple(items) for heading, items in found.items()}
