"""Rename the entities in files with labelled texts, with the same code that renames passages.

The result has the format of the input, and every renamed row is checked for broken invariants.
Balasubramanian et al. (2020, section 2) test paraphrase detection, grammatical error correction and
coreference with new names of persons, countries and organizations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from builders.errors import ChooseKnownError, FixInputError, ReportBugError
from builders.labelled import conll, m2, pairs
from builders.labelled.labelled_text import LabelledPart, UnalignedError
from builders.releases.recipe_specs import EntSwap
from builders.stages import ingredients
from builders.stages.finding import RecognizerChoice, Setup, make_finder
from builders.stages.homes import Homes
from builders.stages.prepare import Preparer
from builders.stages.render_swap import PassageNames, swappable
from builders.types import Row, SwapType
from builders.verification.row_check import broken_in_row

FORMATS: Final[Mapping[str, Callable[[str, str], Iterator[LabelledPart]]]] = {
    "conll": conll.read,
    "m2": m2.read,
    "pairs": pairs.read,
}
NO_NAME: Final = "nothing to rename"


@dataclass(frozen=True, slots=True)
class Renamed:
    """A labelled file after renaming."""

    text: str
    """The content of the renamed file."""
    rows: tuple[Row, ...]
    """Each text of the file as a renamed row with its edits."""
    unchanged: Mapping[str, int]
    """The number of texts that were not changed, by reason."""


def rename_labelled(
    text: str,
    format: str,  # noqa: A002 - the word that recipes use
    collections: Mapping[SwapType, tuple[str, ...]],
    recognizer: RecognizerChoice = "bundled",
    *,
    seed: int = 0,
    names: Path | None = None,
    path: str = "input",
) -> Renamed:
    """Rename entities in the text of a labelled file, and adjust the labels to the new names.

    `format` is conll, m2 or pairs. `collections` has the entity types to rename, each with the
    collections from which its new names come. `names` is a folder with further collections, which
    replace collections of the same name in this package. `path` names the file in error messages. A
    text stays unchanged if its labels cannot be adjusted. Raises ChooseKnownError for an unknown
    format, and FixManyError listing all faults of the file.
    """
    if format not in FORMATS:
        raise ChooseKnownError("labelled format", format, FORMATS)
    pieces = list(FORMATS[format](text, path))
    protocol = EntSwap(
        "", tuple(collections.items()), types=tuple(collections), seed=seed,
        match_words=format == "conll", keep_gender=True,
    )  # fmt: skip
    rows = iter(_rows(pieces, protocol, recognizer, names))
    written: list[str] = []
    kept: list[Row] = []
    unchanged: Counter[str] = Counter()
    for piece in pieces:
        if piece.example is None:
            written.append(piece.source)
            continue
        row = next(rows)
        try:
            written.append(piece.write(row) if row.changed else piece.source)
        except UnalignedError as error:
            row = Row(piece.example)
            written.append(piece.source)
            unchanged[str(error)] += 1
        else:
            unchanged[NO_NAME] += not row.changed
        kept.append(row)
    return Renamed("".join(written), tuple(kept), dict(+unchanged))


def _rows(
    pieces: list[LabelledPart], protocol: EntSwap, recognizer: RecognizerChoice, names: Path | None
) -> Iterator[Row]:
    """Yield the renamed row of every text. Raises ReportBugError if a row breaks an invariant."""
    examples = [piece.example for piece in pieces if piece.example is not None]
    prepared = Preparer(make_finder(Setup(recognizer, names))).prepare(examples)
    passages = PassageNames(
        ingredients.swap_names(protocol, names),
        Homes(ingredients.homelands(names)),
        ("labelled", protocol.seed),
        protocol.scope,
    )
    for example, instance in zip(examples, swappable(prepared, passages), strict=True):
        row = instance.template.render(instance.variant(protocol.types))
        for number, message in broken_in_row(example, row, gold="answers"):
            raise ReportBugError(f"{example.id}: invariant {number}: {message}")
        yield row


def rename_labelled_file(
    source: Path,
    target: Path,
    format: str,  # noqa: A002 - the word that recipes use
    collections: Mapping[SwapType, tuple[str, ...]],
    recognizer: RecognizerChoice = "bundled",
    *,
    seed: int = 0,
) -> Renamed:
    """Rename the entities in the file `source` and write the result to `target`, atomically.

    Raises FixInputError if `source` cannot be read, and the errors of `rename_labelled`.
    """
    try:
        text = source.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FixInputError(f"{source}: cannot be read: {error}") from None
    renamed = rename_labelled(text, format, collections, recognizer, seed=seed, path=str(source))
    beside = target.with_name(f".{target.name}.part")
    beside.write_bytes(renamed.text.encode())
    beside.replace(target)
    return renamed
