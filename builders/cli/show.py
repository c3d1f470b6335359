"""`renamer show`: prints rows of a release next to their source, with changed names in colour."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from builders.cli.completing import configs
from builders.cli.console import out
from builders.cli.released import release_at
from builders.errors import FixInputError
from builders.types import Row

if TYPE_CHECKING:
    from builders.releases.side_by_side import TextSlice
    from builders.releases.undo import Gold

_LONGEST: Final = 20_000


def show(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    config: Annotated[
        str,
        typer.Argument(help="A config of the release, such as AfriSQuAD2.", autocompletion=configs),
    ] = "",
    split: Annotated[str, typer.Option(help="A split; may be left out where one is renamed.")] = "",
    row_id: Annotated[str, typer.Option("--id", help="Only the row of this id.")] = "",
    limit: Annotated[
        int, typer.Option(min=1, help="How many changed rows to show, or ids of a reason.")
    ] = 1,
    left_out: Annotated[
        bool,
        typer.Option(
            "--left-out",
            help="Show which instances were left out or are unchanged, with reasons explained.",
        ),
    ] = False,
) -> None:
    """Print renamed rows and their source rows side by side, with the edits.

    With --left-out, print which instances were left out of the release (or of the config) or not
    renamed, and why.

    Example: renamer show demo-release DemoMRQA-PER-French --split seed0 --limit 3
    """
    from builders.cli.left_out_listing import print_left_out
    from builders.releases.release_reading import gold_of, read_manifest, rows_of, split_path
    from builders.stages.edits_only import check_in_full

    with release_at(release) as folder:
        if left_out:
            print_left_out(out(), folder, config, row_id, limit)
            return
        manifest = read_manifest(folder)
        path = split_path(manifest, config, split)
        check_in_full(folder, path)
        console = out()
        for row in chosen_rows(rows_of(folder, path), row_id, limit):
            print_row(console, row, gold_of(manifest, path))


def chosen_rows(rows: Iterator[Row], row_id: str, limit: int) -> Iterator[Row]:
    """Yield the row whose id is `row_id`, or the first changed rows if `row_id` is empty.

    At most `limit` rows are yielded. Raises FixInputError if there is no row to yield.
    """
    from builders.releases.quoting import escaped

    wanted = (row for row in rows if (row.example.id == row_id if row_id else row.changed))
    found = False
    for row in islice(wanted, 1 if row_id else limit):
        found = True
        yield row
    if not found:
        what = f"no row has the id {escaped(row_id, 80)!r}" if row_id else "no row is changed"
        raise FixInputError(f"{what}; choose another config, --split or --id")


def print_row(console: Console, row: Row, gold: Gold) -> None:
    """Print a renamed row, its source row and its edits.

    Control characters are escaped, and very long texts are cut off.
    """
    from builders.releases.side_by_side import kept_texts, sides

    table = Table("", "source", "renamed", title=_text(row.example.id), show_lines=True)
    for side in sides(row, gold):
        table.add_row(side.field, _joined(side.source, "red"), _joined(side.renamed, "green"))
    console.print(table)
    for edit in row.edits:
        line = f"{edit.field} {edit.start}:{edit.end} {edit.type} {edit.old!r} -> {edit.new!r}"
        console.print(_text(line), soft_wrap=True)
    for kept, text in kept_texts(row, gold):
        line = f"{kept.field} {kept.start}:{kept.end} {text!r} stays: {kept.reason}"
        console.print(_text(line), style="dim", soft_wrap=True)


def _joined(pieces: tuple[TextSlice, ...], colour: str) -> Text:
    from builders.releases.quoting import escaped

    text = Text()
    left = _LONGEST
    for piece in pieces:
        if left <= 0:
            return text
        text.append(escaped(piece.text, left), style=f"bold {colour}" if piece.edited else "")
        left -= len(piece.text)
    return text


def _text(text: str) -> Text:
    from builders.releases.quoting import escaped

    return Text(escaped(text, 2000))
