"""Tables of figures in a terminal; a table that is too wide is printed in blocks of columns."""

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
"""Columns that describe the column before them."""


def show_table(console: Console, table: Table) -> None:
    """Print a table that has rows, and its note; without a limit of width when piped."""
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
    """Yield the columns of blocks that fit, each after the first `keys` columns (row labels).

    A `glued` column stays with the column before it. A column that does not fit next to the keys
    has a block of its own, which is wider than the terminal.
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
