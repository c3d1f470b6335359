"""`renamer labelled`: renames entities in sentence pairs, M2 and coreference files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from builders.cli.console import count
from builders.cli.options import RecognizerOption
from builders.errors import ChooseKnownError, FixInputError


def labelled(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="File of sentence pairs (TSV), M2 or CoNLL.")
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The renamed file to write.")],
    form: Annotated[str, typer.Option("--format", help="pairs (MRPC's TSV), m2, or conll.")],
    draw: Annotated[
        list[str],
        typer.Option(
            metavar="TYPE=COLLECTION", help="A type to rename, and the collection to use."
        ),
    ],
    seed: Annotated[int, typer.Option(help="Seed of the draw; another seed, other names.")] = 0,
    recognizer: RecognizerOption = None,
) -> None:
    """Rename people, places and organizations in labelled texts; labels and spans follow.

    The file keeps its format: sentence pairs as in MRPC, corrections in M2 (with shifted spans),
    or CoNLL-2012 columns (with new names of as many words as the old ones).

    Example: renamer labelled msr.tsv renamed.tsv --format pairs --draw PERSON=african
    """
    from builders.labelled.renaming import rename_labelled_file
    from builders.types import SWAP_TYPES, SwapType

    collections: dict[SwapType, tuple[str, ...]] = {}
    for item in draw:
        kind, equals, name = item.partition("=")
        if not equals or not name:
            raise FixInputError(f"--draw {item}: expected TYPE=COLLECTION")
        if kind not in SWAP_TYPES:
            raise ChooseKnownError("type", kind, SWAP_TYPES)
        collections[kind] = (*collections.get(kind, ()), name)
    done = rename_labelled_file(
        source, target, form, collections, recognizer or "bundled", seed=seed
    )
    changed = sum(row.changed for row in done.rows)
    typer.echo(f"{count(len(done.rows), 'text')}, {changed:,} of them changed, in {target}")
    for reason, texts in sorted(done.unchanged.items()):
        typer.echo(f"unchanged: {texts:,}: {reason}")
