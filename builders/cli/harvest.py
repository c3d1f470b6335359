"""`renamer harvest`: makes collections of names from original sources, such as a census."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from builders.cli.console import Bars, out

if TYPE_CHECKING:
    from name_collections.harvesting import HarvestReport


def harvest(
    source: Annotated[str, typer.Argument(help="A name that `renamer harvest list` prints.")],
    inputs: Annotated[
        list[Path] | None,
        typer.Option("--input", help="Local files or folders to read instead of downloading."),
    ] = None,
    out_folder: Annotated[
        Path, typer.Option("--out", help="Folder for the collections (--names of a build).")
    ] = Path("names"),
    endpoint: Annotated[str, typer.Option(help="A SPARQL endpoint.", show_default="Wikidata")] = "",
    contact: Annotated[
        str, typer.Option(envvar="RENAMER_CONTACT", help="Your address, sent to the servers.")
    ] = "",
) -> None:
    """Make collections of names from a source; print how many names were read, kept and dropped.

    If a server refuses scripts, download the file in a browser and give it with --input.

    Example: renamer harvest ssa --input ~/Downloads/names.zip --out names
    """
    from huggingface_hub import cached_assets_path

    from name_collections import catalogue
    from name_collections.harvest.wikidata import ENDPOINT
    from name_collections.harvesting import HarvestOptions
    from name_collections.harvesting import harvest as harvest_names

    if source == "list":
        _print_sources()
        return
    catalogue.source(source)
    with Bars() as bars:
        files = bars.stage("files", None)
        options = HarvestOptions(
            endpoint=endpoint or ENDPOINT,
            contact=contact,
            progress=bars.stage("bytes", None),
            report=lambda _: files(1),
        )
        report = harvest_names(
            source,
            out=out_folder,
            cache=Path(cached_assets_path("renamer", "names")),
            retrieved=date.today().isoformat(),
            inputs=tuple(inputs or ()),
            options=options,
        )
    _print_report(report)


def _print_sources() -> None:
    from name_collections import catalogue

    table = Table("source", "what", "licence")
    for row in catalogue.SOURCES:
        table.add_row(row.name, row.help, row.licence)
    out().print(table)


def _print_report(report: HarvestReport) -> None:
    console = out()
    console.print(f"read {report.read} records of {len(report.files)} files")
    for collection, counts in report.kept.items():
        kept = ", ".join(f"{count} {span_type}" for span_type, count in counts.items())
        console.print(f"{collection}: {kept}")
    for reason, count in report.dropped.items():
        console.print(f"dropped {count}: {reason}")
    for path in report.written:
        console.print(f"wrote {path}", soft_wrap=True)
