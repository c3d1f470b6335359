"""Reads files of facts, such as lists of names, that were written by hand.

A line has the form `Heading: item; item; item`. Lines that start with `#` are comments. The items
of several lines with the same heading are joined.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from name_collections.errors import FixNamesFileError
from name_collections.name import Provenance

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


def stated_by_hand(provenance: Iterable[Provenance]) -> dict[str, str]:
    """Return a note for each name that was entered by hand into an embedded collection.

    `provenance` is the provenance of the collection. The note lists the published works or the web
    page that have the name too ("also in GeoNames"), and is empty if there are none.
    """
    files = (Path(entry.url) for entry in provenance if entry.url.startswith("facts/"))
    found: dict[str, str] = {}
    for file in files:
        if (FOLDER / file.name).exists():
            found.update(references(file.stem))
    return {name: f"also in {works}" if works else "" for name, works in found.items()}


def references(file: str) -> dict[str, str]:
    """Map each name in a file of hand-written names to the published works that also list the name.

    The works are joined by semicolons to one string. For a name that is in none of them, it is the
    address of a web page that names it, or empty. `file` is the name of the file without its
    ending, such as "african_locations".
    """
    works: dict[str, list[str]] = {
        name: [] for items in read(FOLDER / f"{file}.txt").values() for name in items
    }
    for heading, items in read(FOLDER / "references.txt").items():
        of, _, work = heading.partition(", ")
        for name in items if of == file else ():
            works[name].append(work)
    for heading, pages in read(FOLDER / "pages.txt").items():
        of, _, name = heading.partition(", ")
        if of == file and not works[name]:
            works[name] += pages
    return {name: "; ".join(listed) for name, listed in works.items()}
