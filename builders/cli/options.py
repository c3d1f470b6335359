"""Options that several verbs share, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import indent
from typing import Annotated, TypeAlias, TypeVar

import typer

from builders.errors import FixInputError
from builders.type_table import as_text

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


_Verb = TypeVar("_Verb", bound=Callable[..., None])
_EXAMPLE = "    Example: "


def with_types(verb: _Verb) -> _Verb:
    """Put the table of types into the help of a verb, before its example."""
    text, _, example = (verb.__doc__ or "").rpartition(_EXAMPLE)
    told = "    The types of names in every vocabulary:\n\n"
    verb.__doc__ = f"{text}{told}{indent(as_text(), '        ')}\n\n{_EXAMPLE}{example}"
    return verb


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
