"""`renamer names`: lists, shows, checks and makes collections of names."""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterable
from datetime import datetime, timezone
from decimal import Decimal
from hashlib import sha256
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer
from rich.table import Table

from builders.cli.console import out
from builders.cli.options import with_types
from name_collections.errors import ChooseKnownNameError, NamesError
from name_collections.files import write_whole

if TYPE_CHECKING:
    from name_collections.check import NameFinding
    from name_collections.collection import NameCollection
    from name_collections.name import Name
    from name_collections.study import Factors

names = typer.Typer(no_args_is_help=True, help="List, show and check collections of names.")

_CollectionArgument: TypeAlias = Annotated[
    str, typer.Argument(metavar="NAME", help="A collection.")
]
_FolderOption: TypeAlias = Annotated[
    Path | None, typer.Option("--names", help="A folder of harvested collections.")
]


@names.command("list")
@with_types
def list_names(folder: _FolderOption = None) -> None:
    """Print every collection: its licence, its numbers of names, and their kinds and cultures.

    The column "pools" gives, for each type of names, how many can be chosen as new names.
    Names that are flagged as risky cannot. Given names of women, of men and of both are
    three types.

    Example: renamer names list
    """
    from name_collections import store
    from name_collections.columns import Columns

    store.check_folder(folder)
    table = Table("collection", "names", "drawn", "pools", "kinds", "cultures", "licence")
    for name in store.known(folder):
        collection = store.load(name, folder)
        columns = Columns.of(collection.names)
        safe = columns.where({"risky": ""})
        pools = {each: len(collection.pool(each)) for each in safe.counts("span_type")}
        licences = dict.fromkeys(each.licence for each in collection.provenance)
        table.add_row(
            name,
            str(len(columns)),
            str(len(safe)),
            _counts(pools),
            _counts(safe.counts("kind")),
            ", ".join(culture for culture in columns.counts("culture") if culture),
            ", ".join(licences),
        )
    out().print(table)


@names.command("show")
def show_names(
    name: _CollectionArgument,
    folder: _FolderOption = None,
    find_text: Annotated[
        str, typer.Option("--find", help="Only names that contain this text.")
    ] = "",
    span_type: Annotated[str, typer.Option("--type", help="Only names for this span type.")] = "",
    risky: Annotated[bool, typer.Option("--risky", help="Include names flagged as risky.")] = False,
    count: Annotated[int, typer.Option(min=1, help="Number of names to print.")] = 40,
) -> None:
    """Print a sample of a collection, or the names that contain a text, with their provenance.

    Example: renamer names show african-organizations --find university
    """
    from name_collections.columns import Columns
    from name_collections.facts import stated_by_hand
    from name_collections.study import find, shown

    collection = _collection(name, folder)
    held = Columns.of(collection.names).counts("span_type")
    if span_type and span_type not in held:
        raise ChooseKnownNameError(f"span type of {name}", span_type, held)
    wanted = find(collection, find_text)
    chosen = [
        each
        for each in wanted
        if (not span_type or each.span_type == span_type) and (risky or not each.risky)
    ]
    console = out()
    table = Table("name", "span type", "gender", "country", "weight", "risky", "stated by hand")
    by_hand = stated_by_hand(collection.provenance)
    for each in shown(tuple(chosen), count):
        table.add_row(*_cells(each), by_hand.get(each.text, ""))
    console.print(table)
    console.print(f"{len(chosen)} of {len(collection.names)} names; digest {collection.digest}")
    for entry in collection.provenance:
        text = f"{entry.url} ({entry.licence}) retrieved {entry.retrieved} sha256 {entry.sha256}"
        console.print(text, soft_wrap=True)
        if entry.attribution:
            console.print(f"  {entry.attribution}", soft_wrap=True)


@names.command("check")
def check_names(
    name: _CollectionArgument,
    folder: _FolderOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Include names already flagged as risky.")
    ] = False,
) -> None:
    """Print the faults of a collection, with the row of each name; exit status 1 if there are any.

    Names that are flagged as risky are not chosen as new names by default, and do not count as
    faults. With --all, they are printed, too.

    Example: renamer names check places
    """
    from name_collections.check import check
    from name_collections.reference_names import reference_names

    collection = _collection(name, folder)
    found = [each for each in check(collection, reference_names()) if every or not each.handled]
    _print_findings(found)
    if any(not each.handled for each in found):
        raise typer.Exit(1)


@names.command("import")
def import_names(
    table: Annotated[Path, typer.Argument(metavar="FILE.csv", help="A table with a header.")],
    culture: Annotated[str, typer.Option("--as", help="Name of the collection.")],
    folder: Annotated[
        Path, typer.Option("--out", help="Folder for the collection (--names of a build).")
    ] = Path("names"),
    licence: Annotated[str, typer.Option(help="Licence of the table.")] = "unknown",
    attribution: Annotated[str, typer.Option(help="Attribution the licence asks for.")] = "",
) -> None:
    """Make a collection from a table of names, with the checks of the shipped collections.

    The columns of the table are name; type (first, last, or a span type such as CITY); gender and
    count, or counts male and female; country; kind. Names that fail a check are flagged. They stay
    in the collection, but are not chosen as new names.

    Example: renamer names import igbo.csv --as igbo --licence CC0-1.0
    """
    from name_collections import store
    from name_collections.check import check
    from name_collections.columns import Columns
    from name_collections.importing import import_table
    from name_collections.reference_names import reference_names

    retrieved = datetime.now(timezone.utc).date().isoformat()
    made = import_table(
        table,
        culture,
        reference_names(),
        licence=licence,
        attribution=attribution,
        retrieved=retrieved,
    )
    path = store.save(made, folder)
    columns = Columns.of(made.names)
    pools = {each: len(made.pool(each)) for each in columns.counts("span_type")}
    flagged = sum(1 for each in made.names if each.risky)
    said = f"{path}: {len(columns)} names, {flagged} flagged; drawn: {_counts(pools)}"
    out().print(said, markup=False, soft_wrap=True)
    if culture in store.known():
        said = f"with --names {folder}, it replaces the collection {culture} of the package"
        out().print(said, markup=False, soft_wrap=True)
    _print_findings([each for each in check(made, reference_names()) if not each.handled])


@names.command("seen")
def seen_in_training(
    training: Annotated[
        Path, typer.Argument(metavar="TRAIN", help="Training questions, in any source format.")
    ],
    name: Annotated[
        str, typer.Option("--of", metavar="NAME", help="Collection whose names are looked for.")
    ] = "us-names",
    called: Annotated[
        str, typer.Option("--as", help="Name of the collection.")
    ] = "seen-in-training",
    source: Annotated[str, typer.Option("--format", help="Source format of the file.")] = "squad",
    folder: Annotated[
        Path, typer.Option("--out", help="Folder for the collection (--names of a build).")
    ] = Path("names"),
    licence: Annotated[str, typer.Option(help="Licence of the training data.")] = "unknown",
) -> None:
    """Collect the names of a collection that occur in training data.

    Recipes exclude the names of such a collection with the key `exclude`.

    Example: renamer names seen train-v1.1.json --out names
    """
    from builders.sources.format_table import read
    from builders.training.seen_names import seen_names
    from name_collections import store
    from name_collections.collection import Provenance
    from name_collections.importing import check_identifier

    check_identifier(called)
    examples = list(read(training, format=source, dataset=training.stem))
    known = store.load(name)
    found = list(seen_names(examples, known.names))
    if not found:
        raise NamesError(f"{training}: holds no name of {name}")
    retrieved = datetime.now(timezone.utc).date().isoformat()
    digest = sha256(training.read_bytes()).hexdigest()
    provenance = Provenance(f"file:{training.name}", licence, retrieved, digest, f"names of {name}")
    path = store.save(store.make(called, found, [provenance]), folder)
    out().print(
        f"{path}: {len(found)} of {len(known.names)} names of {name} are seen", markup=False
    )


@names.command("study")
def study_names(
    name: _CollectionArgument = "us-names",
    folder: _FolderOption = None,
    count: Annotated[int, typer.Option(min=1, help="Number of first names.")] = 1500,
    path: Annotated[
        Path | None, typer.Option("--out", help="CSV file to write; printed if not given.")
    ] = None,
    recipe: Annotated[
        Path | None, typer.Option(help="Write a recipe that renames to each of them.")
    ] = None,
    dataset: Annotated[str, typer.Option(help="The MRQA dataset of that recipe.")] = "TriviaQA",
) -> None:
    """Write given names with their gender polarity and popularity, for scores by name.

    The polarity is the larger of a name's counts for men and women divided by the smaller.
    It is left empty if only one gender has the name. With --recipe, also write a recipe
    with one perturbation per name, which replaces all given names in answers by this name.

    Example: renamer names study us-names --count 50 --out names.csv --recipe study.toml
    """
    from builders.releases.study import study_recipe
    from name_collections import store
    from name_collections.study import sample

    chosen = sample(_collection(name, folder), count)
    if not chosen:
        counted = (each for each in store.known(folder) if sample(store.load(each, folder), 1))
        raise ChooseKnownNameError("collection with counts of first names", name, counted)
    if recipe is not None:
        _write_whole(recipe, study_recipe((each.text for each in chosen), dataset))
    rows = [(each.text, each.gender, *map(_number, _figures(each))) for each in chosen]
    header = ("name", "gender", "male", "female", "polarity", "popularity")
    text = _csv(header, rows)
    if path is None:
        sys.stdout.write(text)
    else:
        _write_whole(path, text)


def _figures(each: Factors) -> tuple[float, ...]:
    return each.male, each.female, each.polarity, each.popularity


def _number(value: float) -> str:
    """Return a number in plain digits, at most ten significant ones, or "" if it is not finite."""
    if not math.isfinite(value):
        return ""
    return f"{value:.0f}" if value.is_integer() else f"{Decimal(f'{value:.10g}'):f}"


def _collection(name: str, folder: Path | None) -> NameCollection:
    from name_collections import store

    store.check_folder(folder)
    return store.load(name, folder)


def _write_whole(path: Path, text: str) -> None:
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise NamesError(f"{path}: cannot be written ({error.strerror})") from error


def _csv(header: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> str:
    stream = StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue()


def _print_findings(found: list[NameFinding]) -> None:
    for each in found:
        flagged = " (flagged, not drawn)" if each.handled else ""
        typer.echo(
            f"row {each.row}: {each.name.text!r} {each.name.span_type}: {each.fault}{flagged}"
        )
    typer.echo(f"{len(found)} findings", err=True)


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{key} {count}" for key, count in counted.items() if key)


def _cells(name: Name) -> tuple[str, ...]:
    return (name.text, name.span_type, name.gender, name.country, f"{name.weight:g}", name.risky)
