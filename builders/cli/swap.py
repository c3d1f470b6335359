"""`renamer swap`: replaces the names that each instance of a JSONL file lists for replacement."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from builders.cli.console import Bars, count
from builders.cli.options import RecognizerOption, with_types

if TYPE_CHECKING:
    from builders.swapping import Swapped


@with_types
def swap(
    source: Annotated[
        Path, typer.Argument(metavar="IN.jsonl", help="Instances with renames; - reads a pipe.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT.jsonl", help="File for the renamed rows; - prints them.")
    ],
    recognizer: RecognizerOption = None,
) -> None:
    """Replace names in instances, each of which lists its old and new names (`renames`).

    A line of IN.jsonl (plain or gzipped) is a JSON object such as

        {"id": "1", "context": "Lima has hills.", "question": "Which town?",
         "answers": [{"text": "Lima", "answer_start": 0}],
         "renames": [{"entity": "e1", "type": "CITY",
                      "source": "Lima", "target": "Accra"}]}

    (on one line) and makes this line of OUT.jsonl:

        {"id": "1", "title": "", "context": "Accra has hills.",
         "question": "Which town?",
         "answers": [{"text": "Accra", "answer_start": 0}],
         "plausible_answers": [],
         "edits": [{"field": "context", "start": 0, "end": 4, "old": "Lima",
                    "new": "Accra", "type": "CITY", "entity": "e1"},
                   {"field": "answer:0", "start": 0, "end": 4, "old": "Lima",
                    "new": "Accra", "type": "CITY", "entity": "e1"}],
         "changed": true}

    A line must have id, context, question and renames. Each of its renames must have entity, type,
    source (the old name) and target (the new name). An entity is an id, any word that no other
    rename of the line has. A type is one from the column "recognized" or "swapped" of the table
    below. Offsets count characters and ends are exclusive. The offsets of edits are those in the
    unrenamed text.

    Rows as `datasets` gives them, with renames, are read too: Parquet, Arrow, JSON, CSV, or a
    folder of `save_to_disk`, recognized by their content. So is a row of a release.

    - May be left out: title, answers, plausible_answers (a list like answers), answer_start
      (where an answer is no slice of the context) and mentions. Other keys are ignored.
    - A rename may also have first, last, target_first and target_last, the given and family names
      of a PERSON, which by default are taken from the full names. It may also have aliases, an
      object of old and new names: {"NYC": "ACC"}.
    - mentions is a list of {"entity", "type", "field", "start", "end"}; a field is context,
      question, title, answer:0 or plausible:0. If a line has mentions, only these are renamed
      (and names in answers that have no answer_start), and no recognizer is needed. Otherwise
      the names are searched for.

    Example: renamer swap renames.jsonl renamed.jsonl
    """
    from builders.swapping import swap_file

    with Bars() as bars:
        swapped = swap_file(source, target, recognizer or "bundled", bars)
    _summarize(swapped, target)


def _summarize(swapped: Swapped, target: Path) -> None:
    """Print how many rows were renamed, and warn of names that their instances do not contain.

    If the rows go to standard output, the summary goes to standard error.
    """
    from builders.stages.jsonl import STANDARD, called

    changed = f", {swapped.changed:,} of them changed," if swapped.rows else ""
    if swapped.rows == 1:
        changed = ", changed," if swapped.changed else ", unchanged,"
    rows = count(swapped.rows, "row")
    typer.echo(f"{rows}{changed} in {called(target)}", err=target == STANDARD)
    if swapped.missing:
        first = swapped.missing[0]
        typer.echo(
            f"renamer: warning: {count(len(swapped.missing), 'rename')} of a name that is nowhere "
            f"in its instance or has no mention, the first: {first.name!r} in {first.instance!r}",
            err=True,
        )
