"""`renamer audit`: samples rows for readers to judge, and computes accuracies from judgements."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import count, out
from builders.cli.released import release_at
from builders.cli.wide_tables import show_table
from builders.errors import ChooseFolderError

audit = typer.Typer(no_args_is_help=True, help="Have readers judge rows, and count their verdicts.")


@audit.command("sample")
def sample(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    to: Annotated[Path, typer.Option("--out", help="A sheet to write: .csv or .html.")],
    per_type: Annotated[int, typer.Option(min=1, help="Rows per type.")] = 30,
    key: Annotated[str, typer.Option(help="Key of the draw; another key, other rows.")] = "audit",
) -> None:
    """Sample renamed rows, and write them next to their source rows in a file for readers to judge.

    Such a file is called a sheet. Each reader fills in a copy of it.

    Example: renamer audit sample release --per-type 30 --out sheet.html
    """
    from builders.releases.export import save
    from builders.scoring.audit import page, sheet
    from builders.scoring.audit import sample as draw

    with release_at(release) as folder:
        units = draw(folder, per_type, key=key)
    if to.suffix not in (".csv", ".html"):
        raise ChooseFolderError(f"{to}: expected a name that ends with .csv or .html")
    text = sheet(units) if to.suffix == ".csv" else page(units, "Sheet to judge")
    save([text.removesuffix("\n")], to)
    out().print(f"{count(len(units), 'unit')} in {to}", soft_wrap=True)


@audit.command("score")
def score(
    sheets: Annotated[list[Path], typer.Argument(help="Judged sheets, one a reader, as CSV.")],
    disagreed: Annotated[
        Path | None, typer.Option(help="Where to write what readers judge differently.")
    ] = None,
) -> None:
    """Print how often names were found and replaced rightly, as judged by readers.

    With sheets of several readers, also print how far the readers agree.

    Example: renamer audit score sheet-ada.csv sheet-ben.csv --disagreed sheet-both.csv
    """
    from builders.cards.sheets import read_sheet
    from builders.releases.export import save
    from builders.scoring.audit import disagreements, score_audit
    from builders.scoring.audit_tables import accuracy_table, agreement_table

    read = [read_sheet(path) for path in sheets]
    accuracies, agreements = score_audit(read)
    console = out()
    show_table(console, accuracy_table(accuracies))
    show_table(console, agreement_table(agreements))
    if disagreed is not None:
        save([disagreements(read).removesuffix("\n")], disagreed)


@audit.command("keep")
def keep(
    sheets: Annotated[list[Path], typer.Argument(help="Judged sheets, one a reader, as CSV.")],
    release: Annotated[
        list[str], typer.Option(help="The release they were drawn from; may be repeated.")
    ],
    texts: Annotated[str, typer.Option(help='What the rows are from, such as "ten articles".')],
    quality: Annotated[
        Path, typer.Option(help="The quality.toml that cards of this recipe are made with.")
    ],
    note: Annotated[str, typer.Option(help="A note on this reading.")] = "",
) -> None:
    """Keep judged sheets, from which the quality table on the cards of a recipe is made.

    Copies without the texts of the rows are written to the folder readings/ beside quality.toml,
    and their digests are added to quality.toml. The table is computed from the first sheet.

    Example: renamer audit keep sheet.csv --release my-release --texts "ten articles" \\
    --quality dataset_cards/quality.toml
    """
    from builders.scoring.audit_keeping import About
    from builders.scoring.audit_keeping import keep as keep_sheets

    with ExitStack() as stack:
        folders = [stack.enter_context(release_at(each)) for each in release]
        names = keep_sheets(sheets, folders, quality, About(texts, note))
    out().print(f"{', '.join(names)}: kept, see {quality}", soft_wrap=True, markup=False)


@audit.command("check")
def check(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    quality: Annotated[
        Path | None,
        typer.Option(help="The quality.toml of its card; else that of the package."),
    ] = None,
) -> None:
    """Compare the quality tables of a release's card with the judged sheets they are made from.

    Exit status 1 if the card names a sheet that is not stored beside quality.toml, or if the
    figures on the card differ from those that its sheets give.

    Example: renamer audit check release
    """
    from builders.cards.card import QUALITY
    from builders.scoring.audit_keeping import check as check_sheets

    with release_at(release) as folder:
        sheets, faults = check_sheets(folder, QUALITY if quality is None else quality)
    for fault in faults:
        out().print(fault, soft_wrap=True, markup=False)
    if faults:
        raise typer.Exit(1)
    said = f"{count(sheets, 'sheet')}, as its card says" if sheets else "its card counts no sheet"
    out().print(f"{release}: {said}", soft_wrap=True, markup=False)
