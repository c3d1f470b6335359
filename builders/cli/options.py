"""Options that several verbs share, and the parsing of their values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from pathlib import Path
from textwrap import indent
from typing import Annotated, TypeAlias, TypeVar

import typer

from builders.cli.completing import recipes
from builders.errors import FixInputError
from builders.releases.recipe_specs import MOST_SEEDS
from builders.type_table import as_text


class EngineChoice(str, Enum):
    """What runs the tasks of a build: processes of this machine, or a Ray cluster."""

    processes = "processes"
    ray = "ray"


SourceOption: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--source", metavar="NAME=PATH", help="Local file to use for a source."),
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
EngineOption: TypeAlias = Annotated[
    EngineChoice,
    typer.Option(help="processes of this machine, or ray: the cluster of RAY_ADDRESS, if set."),
]
RecipeArgument: TypeAlias = Annotated[
    str,
    typer.Argument(
        help="A TOML file or a shipped recipe: demo, afrisquad2, entity-renamed-mrqa ...",
        autocompletion=recipes,
    ),
]
OnlyOption: TypeAlias = Annotated[
    str | None, typer.Option(help="Only files that match, such as 'SQuAD/PER/*'.")
]
SeedsOption: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=MOST_SEEDS, help="Number of seeds.")
]
SkipFaultyOption: TypeAlias = Annotated[bool, typer.Option(help="Leave out faulty questions.")]
CacheOption: TypeAlias = Annotated[
    Path | None, typer.Option(help="Folder of the recognition cache.")
]
PreviousOption: TypeAlias = Annotated[
    Path | None, typer.Option(help="Previous release, for the card's list of changes.")
]
PlanArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="DIR", help="The folder that renamer plan made, or its URL.")
]


_Verb = TypeVar("_Verb", bound=Callable[..., None])
_EXAMPLE = "    Example: "


def checked_only(only: str | None) -> str:
    """Return the pattern of --only, or "" for all files if the option is not given (None).

    Raises FixInputError if an empty pattern is given.
    """
    if only == "":
        raise FixInputError("--only: an empty pattern fits no file; leave it out to build all")
    return only or ""


def with_types(verb: _Verb) -> _Verb:
    """Insert the table of entity types into the docstring of a command; return the command.

    The docstring is the help of the command. The table is put before its example.
    """
    text, _, example = (verb.__doc__ or "").rpartition(_EXAMPLE)
    told = "    The types of names in every vocabulary:\n\n"
    verb.__doc__ = f"{text}{told}{indent(as_text(), '        ')}\n\n{_EXAMPLE}{example}"
    return verb


def sources(given: Sequence[str] | None) -> dict[str, Path]:
    """Return the values of --source, texts NAME=PATH, as a mapping from names to paths.

    Raises FixInputError for a text of another form, and for a name that is given twice.
    """
    found: dict[str, Path] = {}
    for item in given or ():
        name, equals, path = item.partition("=")
        if not equals or not name or not path:
            raise FixInputError(f"--source {item}: expected NAME=PATH")
        if name in found:
            raise FixInputError(f"--source {name}: given twice")
        found[name] = Path(path)
    return found
