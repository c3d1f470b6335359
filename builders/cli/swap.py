"""`renamer swap`: lines with their renames in, renamed lines with their edits out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import Bars
from builders.cli.options import RecognizerOption
from builders.swapping import swap_file


def swap(
    source: Annotated[Path, typer.Argument(metavar="IN.jsonl", help="Instances with renames.")],
    target: Annotated[Path, typer.Argument(metavar="OUT.jsonl", help="Where renamed rows go.")],
    recognizer: RecognizerOption = None,
) -> None:
    """Rename instances as their own lines say; where a line gives mentions no recognizer runs.

    Example: renamer swap renames.jsonl renamed.jsonl
    """
    with Bars() as bars:
        rows = swap_file(source, target, recognizer or "bundled", bars)
    typer.echo(f"{rows} rows in {target}")
