"""Where the name of a country stands for its people: the U.S. government, but not the US won."""

from __future__ import annotations

import pytest

from builders.articles import is_adjective


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("Soon the U.S. government fell.", "U.S.", True),
        ("The US dollar rose.", "US", True),
        ("They met the United States ambassador.", "United States", True),
        ("In the United States years later she sang.", "United States", False),
        ("They met a UK charity.", "UK", True),
        ("They met two UK charities.", "UK", True),
        ("Of the US two in five agreed.", "US", False),
        ("It was a number-one US dance hit.", "US", True),
        ("It was a dance hit, US wide.", "US", False),
        ("After UK voted to leave, it paid.", "UK", False),
        ("They visited UK yesterday.", "UK", False),
        ("It made the US responsible.", "US", False),
        ("In the United States millions of people vote.", "United States", False),
        ("He joined the UK despite this.", "UK", False),
        ("The US won.", "US", False),
        ("In 1917 the United States joined the war.", "United States", False),
        ("The UK later left.", "UK", False),
        ("They left the U.S. and returned.", "U.S.", False),
        ("The Kenya government fell.", "Kenya", False),
    ],
)
def test_a_country_is_an_adjective_before_what_only_a_noun_or_an_adjective_can_be(
    text: str, name: str, wanted: bool
) -> None:
    start = text.index(name)
    assert is_adjective(text, start, start + len(name)) is wanted
