"""Options that several verbs share, and how their values are read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from builders.errors import FixInputError

SourceOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--source", metavar="NAME=PATH", help="A file of yours for a source."),
]
RecognizerOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        help="bundled, spacy:NAME, stanza:LANGUAGE, or module:attribute of the current folder or "
        "of an installed package."
    ),
]
NamesOption: TypeAlias = Annotated[
    Path | None, typer.Option(help="A folder of harvested collections.")
]
JobsOption: TypeAlias = Annotated[int, typer.Option(min=1, help="Processes to use.")]


def sources(given: Sequence[str] | None) -> dict[str, Path]:
    """Read NAME=PATH pairs; raise FixInputError for anything else or a name given twice."""
    found: dict[str, Path] = {}
    for item in given or ():
        name, equals, path = item.partition("=")
        if not equals or not name or not path:
            raise FixInputError(f"--source {item}: expected NAME=PATH")
        if name in found:
            raise FixInputError(f"--source {name}: given twice")
        found[name] = Path(path)
    return found
