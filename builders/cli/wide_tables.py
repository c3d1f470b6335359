"""Printing of tables of figures; on a terminal, wide tables are cut into blocks of columns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table as RichTable

if TYPE_CHECKING:
    from builders.scoring.tables import Table

_FRAME: Final = 3
"""The width of a column apart from its text: two spaces and a line."""

_GLUED: Final = frozenset({"95%", "p (Holm)", "p (McNemar)"})
"""Headings of columns that belong to the column before them, and are printed next to it."""


def show_table(console: Console, table: Table) -> None:
    """Print a table with its note, or nothing if the table has no rows.

    On a terminal, a table that is too wide is printed in several blocks of columns. Elsewhere, it
    is printed in its full width.
    """
    if not table.rows:
        return
    widths = [max(map(cell_len, cells)) + _FRAME
              for cells in zip(table.header, *table.rows, strict=True)]  # fmt: skip
    if not console.is_terminal:
        console.width = max(console.width, sum(widths) + 1)
    room = console.width
    glued = {at for at, name in enumerate(table.header) if name in _GLUED}
    for number, block in enumerate(blocks(widths, table.keys, room, glued)):
        title = escape(table.title) + (" (continued)" if number else "")
        made = RichTable(*(escape(table.header[at]) for at in block), title=title)
        for row in table.rows:
            made.add_row(*(escape(row[at]) for at in block))
        console.print(made)
    if table.note:
        console.print(escape(table.note), soft_wrap=True)


def blocks(
    widths: Sequence[int], keys: int, room: int, glued: Collection[int] = ()
) -> Iterator[list[int]]:
    """Cut a wide table into blocks of columns; yield the indices of the columns in each block.

    `widths` are the widths of the columns, and a block has a width of at most `room` characters.
    Each block begins with the first `keys` columns, which identify the rows. A column with its
    index in `glued` stays with the column before it. A column that is too wide for any block gets a
    block of its own, which is wider than `room`.
    """
    head = list(range(keys))
    taken = 1 + sum(widths[:keys])
    parts: list[list[int]] = []
    for at in range(keys, len(widths)):
        if at in glued and parts:
            parts[-1].append(at)
        else:
            parts.append([at])
    block: list[int] = []
    for part in parts:
        if block and taken + sum(widths[at] for at in block + part) > room:
            yield head + block
            block = []
        block += part
    yield head + block
