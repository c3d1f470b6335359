"""`renamer export`: writes a split of a release as a file for the datasets' own scripts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from builders.cli.completing import configs
from builders.cli.console import Bars, out
from builders.cli.released import release_at
from builders.errors import FixInputError
from builders.types import Example

if TYPE_CHECKING:
    from builders.releases.export import Lines


class ExportFormat(str, Enum):
    """The output formats; the values are what users type."""

    squad = "squad"
    mrqa = "mrqa"


def squad_lines(examples: Iterable[Example], dataset: str) -> Iterator[str]:
    """Yield the only line of a SQuAD file with all examples.

    The file has the format of SQuAD 1.1 if every question has an answer, and of SQuAD 2.0
    otherwise. Raises FixInputError for an answer that is not in the passage.
    """
    from builders.sources.squad_export import to_squad

    del dataset
    rows = [_placed(example) for example in examples]
    version = "v2.0" if any(row.is_impossible for row in rows) else "1.1"
    yield json.dumps(to_squad(rows, version=version), ensure_ascii=False)


def mrqa_lines(examples: Iterable[Example], dataset: str) -> Iterator[str]:
    """Return the lines of an MRQA file. Raises FixInputError for a question without answers."""
    from builders.sources.squad_export import to_mrqa

    return to_mrqa(map(_answered, examples), dataset)


def _placed(example: Example) -> Example:
    texts = {answer.text for answer in example.answers}
    missing = [text for text in example.gold_answers if text not in texts]
    if missing:
        raise FixInputError(
            f"question {example.id!r:.80}: the answer {missing[0]!r:.80} has no place in the "
            "passage, which SQuAD cannot say; use --format mrqa"
        )
    return example


def _answered(example: Example) -> Example:
    if example.is_impossible:
        raise FixInputError(
            f"question {example.id!r:.80}: has no answer, which MRQA cannot say; use --format squad"
        )
    return example


# To add a format, write a function that yields the lines of a file, and add the format to
# `ExportFormat` and here.
FORMATS: Final[dict[ExportFormat, Lines]] = {
    ExportFormat.squad: squad_lines,
    ExportFormat.mrqa: mrqa_lines,
}


def native_format(folder: Path, config: str, split: str) -> ExportFormat:
    """Return the output format that fits the source dataset of a split: MRQA or SQuAD."""
    from builders.releases.release_reading import gold_of, read_manifest, split_path

    manifest = read_manifest(folder)
    gold = gold_of(manifest, split_path(manifest, config, split))
    return ExportFormat.mrqa if gold == "list" else ExportFormat.squad


def export(
    release: Annotated[str, typer.Argument(help="A release folder, or ORG/NAME@TAG.")],
    config: Annotated[
        str, typer.Argument(help="A config, such as AfriSQuAD2.", autocompletion=configs)
    ],
    to: Annotated[Path, typer.Option("--out", help="The file to write; .gz packs it.")],
    split: Annotated[str, typer.Option(help="A split; not needed where there is one.")] = "",
    format: Annotated[  # noqa: A002 - the word that users look for
        ExportFormat | None, typer.Option(help="Output format; by default that of the source.")
    ] = None,
) -> None:
    """Write a split as SQuAD JSON or MRQA JSONL, for the official training and scoring scripts.

    Example: renamer export release TriviaQA-PER-RandStr --split seed0 --out seed0.jsonl.gz
    """
    from builders.releases.export import export as export_split
    from builders.releases.release_reading import read_manifest, split_path
    from builders.stages.edits_only import check_in_full

    with release_at(release) as folder, Bars() as bars:
        check_in_full(folder, split_path(read_manifest(folder), config, split))
        chosen = format or native_format(folder, config, split)
        rows = export_split(
            folder, config, split, to,
            lines=FORMATS[chosen], reporter=bars,
        )  # fmt: skip
    out().print(f"{rows:,} questions in {to}", soft_wrap=True)
