"""`renamer recognize`: lines with a text in, lines with the names found in it out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import Bars
from builders.cli.options import RecognizerOption
from builders.recognizing import recognize_file


def recognize(
    source: Annotated[Path, typer.Argument(metavar="IN.jsonl", help='Lines {"id", "text"}.')],
    target: Annotated[Path, typer.Argument(metavar="OUT.jsonl", help="Where the names go.")],
    recognizer: RecognizerOption = None,
    cache: Annotated[Path | None, typer.Option(help="Where recognition is cached.")] = None,
) -> None:
    """Find people, organizations, places and nationalities in texts.

    Example: renamer recognize passages.jsonl names.jsonl --recognizer bundled
    """
    with Bars() as bars:
        lines = recognize_file(source, target, recognizer or "bundled", cache=cache, reporter=bars)
    typer.echo(f"{lines} lines in {target}")
