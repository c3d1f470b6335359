"""Tables wider than the terminal are printed in blocks of columns, and nothing is cut."""

from __future__ import annotations

from io import StringIO

from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from builders.cli.wide_tables import blocks, show_table
from builders.scoring.tables import made_table

NAME = "NaturalQuestions-PER-InDistName"
TABLE = made_table(
    "Scores",
    ("config", "EM", "95%", "F1", "95%"),
    [(NAME, "12.3", "10.0 to 14.0", "23.4", "20.0 to 26.0")],
    "A note.",
)


def printed(width: int, *, terminal: bool) -> str:
    stream = StringIO()
    show_table(Console(file=stream, width=width, force_terminal=terminal, color_system=None), TABLE)
    return stream.getvalue()


def test_a_wide_table_is_printed_in_blocks_that_name_their_rows() -> None:
    said = printed(60, terminal=True)
    first, second = said.split("Scores (continued)")
    for block, score, interval in (
        (first, "12.3", "10.0 to 14.0"), (second, "23.4", "20.0 to 26.0"),
    ):  # fmt: skip
        (line,) = [line for line in block.splitlines() if NAME in line]
        assert score in line
        assert interval in line
    assert max(map(len, said.splitlines())) <= 60
    assert said.count("A note.") == 1


def test_a_pipe_gets_whole_lines() -> None:
    (line,) = [line for line in printed(60, terminal=False).splitlines() if NAME in line]
    assert line.count("\u2502") == 6


@given(
    st.lists(st.integers(1, 40), min_size=1, max_size=12), st.integers(0, 3), st.integers(10, 200)
)
def test_every_column_is_in_one_block_that_fits_if_it_can(
    widths: list[int], keys: int, room: int
) -> None:
    keys = min(keys, len(widths) - 1)
    found = list(blocks(widths, keys, room))
    assert [at for block in found for at in block[keys:]] == list(range(keys, len(widths)))
    for block in found:
        assert block[:keys] == list(range(keys))
        fits = 1 + sum(widths[at] for at in block) <= room
        assert fits or len(block) == keys + 1
