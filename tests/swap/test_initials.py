"""Initials in upper case say nothing about the case of a new name."""

from __future__ import annotations

import pytest

from builders.swap.forms import analyse, write
from builders.swap.new_names import NewName, SourceName


@pytest.mark.parametrize(
    ("old", "surface", "wanted"),
    [
        ("A.E.", "A.E.", "Ryley"),
        ("J. R. R.", "J. R. R.", "Ryley"),
        ("Ann", "ANN", "RYLEY"),
        ("Ann", "Ann", "Ryley"),
    ],
)
def test_initials_do_not_make_a_new_name_upper_case(old: str, surface: str, wanted: str) -> None:
    located = analyse(surface, SourceName("e", "FIRST_NEUTRAL", old))
    assert located is not None
    assert write(located.form, NewName("Ryley")) == wanted
