"""`renamer diff`: compares two releases row by row, and says why rows differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.markup import escape

from builders.cli.console import Bars, out
from builders.cli.released import release_at

if TYPE_CHECKING:
    from builders.releases.diff import FileDiff, ReleaseDiff

_WIDTH = 300


def diff(
    before: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    after: Annotated[str, typer.Argument(help="The other release.")],
) -> None:
    """Compare two releases: their inputs, their files, and the changed rows by cause of the change.

    Example: renamer diff my-org/renamed-squad@v1.0.0 renamed-squad-1.1.0
    """
    from builders.releases.diff import diff as diff_releases
    from builders.releases.release_reading import read_manifest

    with release_at(before) as old, release_at(after) as new, Bars() as bars:
        files = len(read_manifest(new).files)
        found = diff_releases(old, new, progress=bars.stage("Comparing files", files))
    show_diff(found, out())


def show_diff(found: ReleaseDiff, console: Console) -> None:
    """Print which inputs differ, how many files are equal, and how rows of other files differ."""
    from builders.releases.quoting import escaped

    for part in found.ingredients:
        before, after = (escaped(text, _WIDTH) or "(none)" for text in (part.before, part.after))
        _line(console, f"{escaped(part.what, _WIDTH)}: {before} -> {after}")
    for state in ("same bytes", "same rows"):
        count = sum(file.state == state for file in found.files)
        if count:
            _line(console, f"{state}: {count:,} files")
    for file in found.files:
        if file.state not in {"same bytes", "same rows"}:
            _show_file(file, console)


def _show_file(file: FileDiff, console: Console) -> None:
    from builders.releases.quoting import escaped

    counts = ", ".join(f"{cause} {count:,}" for cause, count in file.counts)
    _line(console, f"{escaped(file.path, _WIDTH)}: {file.state}{': ' if counts else ''}{counts}")
    for row in file.rows:
        detail = f": {row.detail}" if row.detail else ""
        _line(console, f"  {escaped(row.id, 80)}: {row.cause}{escaped(detail, _WIDTH)}")


def _line(console: Console, text: str) -> None:
    console.print(escape(text), soft_wrap=True)
