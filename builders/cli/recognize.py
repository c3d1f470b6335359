"""`renamer recognize`: finds the names in the text on each line of a JSONL file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import Bars, count
from builders.cli.options import RecognizerOption, with_types


@with_types
def recognize(
    source: Annotated[
        Path, typer.Argument(metavar="IN.jsonl", help="Lines with texts; - reads a pipe.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT.jsonl", help="File for the names; - prints them.")
    ],
    recognizer: RecognizerOption = None,
    cache: Annotated[Path | None, typer.Option(help="Folder of the recognition cache.")] = None,
    explain: Annotated[bool, typer.Option(help="Add the score and reasons of every name.")] = False,
) -> None:
    """Find people, organizations, places and nationalities in texts.

    A line of IN.jsonl (plain or gzipped) is a JSON object such as

        {"id": 7, "text": "Ada Holm flew to Lima."}

    Required are id (a text or a whole number) and text; other keys are ignored. The line becomes
    this line of OUT.jsonl:

        {"id": 7, "mentions": [{"start": 0, "end": 8, "type": "PERSON"},
                               {"start": 17, "end": 21, "type": "CITY"}]}

    Rows as `datasets` gives them (Parquet, Arrow, JSON, CSV, or a folder of `save_to_disk`,
    recognized by their content) are read too. Where a row has no text, its context is read.

    Offsets count characters, ends are exclusive. With --explain, a mention also has a score, which
    is the probability that it is a name of this type, and reasons, which are the cues with the most
    influence on the score.

    Example: renamer recognize passages.jsonl names.jsonl --recognizer bundled
    """
    from builders.recognizing import recognize_file
    from builders.stages.jsonl import STANDARD, called

    with Bars() as bars:
        lines = recognize_file(
            source, target, recognizer or "bundled", cache=cache, explain=explain, reporter=bars
        )
    typer.echo(f"{count(lines, 'line')} in {called(target)}", err=target == STANDARD)
