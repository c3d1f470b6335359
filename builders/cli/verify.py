"""`renamer verify`: checks a release row by row; exit status 1 if it has faults."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from builders.cli.console import Bars, out
from builders.cli.options import SourceOption, sources
from builders.cli.released import release_at, verified
from builders.releases.recipe import Recipe
from builders.verification.findings import INVARIANTS, Report

if TYPE_CHECKING:
    from builders.releases.manifest import Manifest
    from builders.verification.verify import SourceReader


def verify(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    source: SourceOption = None,
    limit: Annotated[int, typer.Option(min=1, help="Number of findings to print.")] = 1000,
) -> None:
    """Check every file and every row of a release against its manifest and its edits.

    With a source file, also compare the unrenamed rows with it. Exit status 1 if there are
    findings.

    Example: renamer verify afrisquad2-1.0.0 --source SQuAD2=dev-v2.0.json
    """
    from builders.releases.quoting import escaped
    from builders.stages.edits_only import is_edits_only, needed_sources

    given = sources(source)
    # Do not verify during the pull, because the release is verified below.
    with release_at(release, verify=lambda _: None) as folder:
        readers = source_readers(folder, given)
        with Bars() as bars:
            report = verified(folder, readers, limit, bars)
        try:
            print_report(report, release)
        except BrokenPipeError:  # `renamer verify FOLDER | head` must not hide findings
            raise typer.Exit(0 if report.ok else 1) from None
        if report.ok and is_edits_only(folder):
            names = ", ".join(escaped(name, 80) for name in needed_sources(folder))
            out().print(f"{names}: there as edits; `renamer apply` proves their rows", markup=False)
    if not report.ok:
        raise typer.Exit(1)


def source_readers(folder: Path, given: Mapping[str, Path]) -> dict[str, SourceReader]:
    """Return, by source name, functions that read source files as the build of the release did.

    `given` has the paths of the files by source name.
    """
    from builders.releases.release_reading import read_manifest
    from builders.stages.source_files import check_names

    if not given:
        return {}
    manifest = read_manifest(folder)
    recipe = Recipe.parse(manifest.recipe.text, "the recipe in manifest.json")
    check_names(recipe, given)
    return {name: _reader(manifest, recipe, name, given) for name in given}


def print_report(report: Report, release: str) -> None:
    """Print the faults in a report, one per line, and how many rows and files were checked."""
    console = out()
    for finding in report.findings:
        console.print(str(finding), markup=False, soft_wrap=True)
    if report.more:
        console.print(f"... and {report.more:,} more findings")
    for number in sorted({finding.invariant for finding in report.findings}):
        console.print(f"invariant {number}: {INVARIANTS[number]}", markup=False)
    looked_at = f"{report.rows:,} rows in {report.files:,} files"
    verdict = "all invariants hold" if report.ok else "invariants are broken"
    console.print(f"{release}: {looked_at}: {verdict}", markup=False)


def _reader(
    manifest: Manifest, recipe: Recipe, name: str, given: Mapping[str, Path]
) -> SourceReader:
    from builders.stages.source_files import open_source

    skipped = any(source.name == name and source.skipped for source in manifest.sources)
    swapped = recipe.entswap is not None and recipe.entswap.source == name
    opened = open_source(recipe.source(name), given, skip_faulty=skipped)
    return lambda: opened.examples(answerable=not swapped)
