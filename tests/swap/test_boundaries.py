"""Which part of a new name an answer gets that is a part of the old one."""

from __future__ import annotations

import pytest

from builders.swap.offsets import boundaries


@pytest.mark.parametrize(
    ("old", "new", "start", "wanted"),
    [
        ("New York", "Port Alden", 4, 5),
        ("Lake Tana", "Lake Boro", 5, 5),
        ("River Seine", "Cross River", 6, None),
        ("New York", "Selmar", 4, None),
        ("Bank of Oslo", "Bank of Port Alden", 8, 8),
    ],
)
def test_words_correspond_unless_the_names_share_one_elsewhere(
    old: str, new: str, start: int, wanted: int | None
) -> None:
    assert dict(boundaries(old, new)).get(start) == wanted


@pytest.mark.parametrize(
    ("old", "new", "start", "wanted"),
    [("New York", "Port Alden", 4, None), ("Lake Tana", "Lake Boro", 5, 5)],
)
def test_words_of_a_name_drawn_at_random_correspond_where_both_names_have_them(
    old: str, new: str, start: int, wanted: int | None
) -> None:
    assert dict(boundaries(old, new, by_words=False)).get(start) == wanted
