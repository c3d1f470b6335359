"""Names with the last name first: which part of them a mention gives, and what is written."""

from __future__ import annotations

import pytest

from builders.swap.forms import analyse, write
from builders.swap.new_names import NewName, SourceName

HENRY = SourceName("e", "PERSON", "Henry Tobias Walsh", "Henry", "Walsh", ())
PETER = NewName("Peter Karl Dunn", "Peter", "Dunn")


@pytest.mark.parametrize(
    ("mention", "renamed"),
    [
        ("Walsh, Henry Tobias", "Dunn, Peter Karl"),
        ("Walsh, Henry", "Dunn, Peter"),
        ("Walsh, H. T.", "Dunn, P. K."),
        ("Walsh, Bo", "Dunn, Bo"),
        ("Walsh, the miner", "Dunn, the miner"),
        ("Walsh,", "Dunn,"),
        ("Reed, Henry", "Reed, Peter"),
    ],
)
def test_a_name_with_the_last_name_first(mention: str, renamed: str) -> None:
    found = analyse(mention, HENRY)
    assert found is not None
    made = mention[: found.start] + write(found.form, PETER) + mention[found.end :]
    assert made == renamed


@pytest.mark.parametrize(
    ("mention", "renamed"),
    [
        ("Harold Tobias Walsh", "Peter Karl Dunn"),
        ("Taoiseach Walsh", "Taoiseach Dunn"),
        ("Major Walsh", "Major Dunn"),
        ("Walsh's", "Dunn's"),
    ],
)
def test_other_given_names_before_the_last_name_are_replaced_with_it(
    mention: str, renamed: str
) -> None:
    found = analyse(mention, HENRY)
    assert found is not None
    made = mention[: found.start] + write(found.form, PETER) + mention[found.end :]
    assert made == renamed
