"""A table of the types of names in four vocabularies, with a row per type that recognizers give.

The vocabularies are the types that recognizers give, the types in `renamer swap` and in the section
[entswap] of a recipe, the answer types in the section [entity_renaming] of a recipe, and the span
types in collections of names. A recipe is a TOML file that describes a release.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from builders.types import EntityType, SpanType, SwapType

AnswerEntityType = Literal["PER", "ORG", "GPE"]


class TypeRow(NamedTuple):
    """A type that recognizers give to names, with its counterparts in three other vocabularies."""

    recognized: EntityType
    """The type that recognizers give."""
    swapped: SwapType | None
    """The type in `renamer swap` and in EntSwap, or None if there is no counterpart."""
    answer: AnswerEntityType | None
    """The answer type in entity renaming, or None if there is no counterpart."""
    drawn: tuple[SpanType, ...]
    """The span types of the names in collections that can be new names for this type."""


TYPE_TABLE: Final[tuple[TypeRow, ...]] = (
    TypeRow("PERSON", "PERSON", "PER",
            ("FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL", "LAST", "PERSON")),
    TypeRow("ORG", "ORGANIZATION", "ORG", ("NNP", "ORGANIZATION")),
    TypeRow("COUNTRY", "COUNTRY", "GPE", ("COUNTRY",)),
    TypeRow("STATE", "LOCATION", "GPE", ("STATE", "LOCATION")),
    TypeRow("CITY", "CITY", "GPE", ("CITY",)),
    TypeRow("GPE", None, "GPE", ()),
    TypeRow("LOC", "LOCATION", None, ("LOCATION",)),
    TypeRow("NORP", "NATIONALITY", None, ("NATIONALITY",)),
)  # fmt: skip
_FIRST_NAMES: Final = "FIRST_MALE, FIRST_FEMALE, FIRST_NEUTRAL"
HEADS: Final = ("recognized", "swapped", "answer", "names in collections")

SWAPPED: Final[dict[str, SwapType]] = {
    row.recognized: row.swapped for row in TYPE_TABLE if row.swapped
}
ANSWERED: Final[dict[str, AnswerEntityType]] = {
    row.recognized: row.answer for row in TYPE_TABLE if row.answer
}


def cells() -> Iterator[tuple[str, ...]]:
    """Yield the headings and then the rows of the table, each as a tuple of cell texts."""
    yield HEADS
    for row in TYPE_TABLE:
        yield row.recognized, row.swapped or "-", row.answer or "-", ", ".join(row.drawn) or "-"


def as_text() -> str:
    """Return the table as text in columns, for help texts."""
    rows = [[cell.replace(_FIRST_NAMES, "FIRST_*") for cell in row] for row in cells()]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    padded = ((cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join("  ".join(row).rstrip() for row in padded)


def as_markdown() -> str:
    """Return the table in Markdown."""
    head, *rows = cells()
    lines = [head, ("---",) * len(head), *([f"`{cell}`" for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |".replace("`-`", "-") for line in lines)
