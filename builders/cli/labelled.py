"""`renamer labelled`: renames entities in labelled texts, and scores predicted labels."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from builders.cli.console import count, out
from builders.cli.options import RecognizerOption
from builders.errors import ChooseKnownError, FixInputError

labelled = typer.Typer(
    no_args_is_help=True,
    help="Rename entities in sentence pairs, corrections and coreference data; score predictions.",
)
_Format: TypeAlias = Annotated[
    str, typer.Option("--format", help="pairs (MRPC's TSV), m2, or conll.")
]


@labelled.command("rename")
def rename_file(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="File of sentence pairs (TSV), M2 or CoNLL.")
    ],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The renamed file to write.")],
    form: _Format,
    draw: Annotated[
        list[str],
        typer.Option(
            metavar="TYPE=COLLECTION", help="A type to rename, and the collection to use."
        ),
    ],
    seed: Annotated[int, typer.Option(help="Seed of the draw; another seed, other names.")] = 0,
    recognizer: RecognizerOption = None,
) -> None:
    """Rename people, places and organizations in labelled texts, and adapt the labels.

    The file keeps its format, which is one of three. The first is sentence pairs as in MRPC. The
    second is corrections in M2, whose spans are moved with the text. The third is the columns of
    CoNLL-2012, in which a new name has as many words as the old one.

    Example: renamer labelled rename msr.tsv renamed.tsv --format pairs --draw PERSON=african
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


@labelled.command("score")
def score_file(
    predicted: Annotated[
        Path, typer.Argument(metavar="PREDICTED", help="The file with predicted labels.")
    ],
    gold: Annotated[Path, typer.Argument(metavar="GOLD", help="The file with gold labels.")],
    form: _Format,
    original: Annotated[
        Path | None,
        typer.Option(help="GOLD before renaming: score only clusters with a renamed token."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="JSON file with the scores, for scripts.")
    ] = None,
) -> None:
    """Score predicted labels for a renamed file or for its original, in percent.

    The score of sentence pairs is the F1 of class 1, and that of corrections the F0.5 of ERRANT.
    Coreference has the measures of CoNLL-2012: MUC, B-cubed, CEAF-e and their mean. PREDICTED and
    GOLD have the same format and the same texts.

    Example: renamer labelled score predicted.tsv renamed.tsv --format pairs
    """
    from builders.labelled.labelled_scores import score_labelled
    from builders.releases.export import save
    from builders.scoring.scorecard import canonical_json

    found = score_labelled(predicted, gold, form, original)
    for measure, value in found.items():
        out().print(f"{measure}: {value:.2f}", highlight=False)
    if json_file is not None:
        save([canonical_json(found).removesuffix("\n")], json_file)
