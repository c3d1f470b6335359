"""Which old names `verify` takes for names of the entity of their edit."""

from __future__ import annotations

import pytest

from builders.types import Edit
from builders.verification.edit_values import entities_broken, is_name_of


def edit(field: str, old: str, entity: str) -> Edit:
    """Return an edit of a name at the start of a field."""
    return Edit(field, 0, len(old), old, "Zorb", "ORGANIZATION", entity)


def test_an_answer_may_begin_or_end_inside_a_name() -> None:
    edits = [
        edit("context", "Japanese Party", "ORG:japanese party"),
        edit("context", "Japan", "COUNTRY:japan"),
    ]
    cut = edit("answer:0", "Japan", "ORG:japanese party")
    assert not [*entities_broken([*edits, cut])]
    whole = edit("question", "Japan", "ORG:japanese party")
    assert [*entities_broken([*edits, whole])] == [
        "'Japan' is an edit of 'ORG:japanese party', and of an entity of that name"
    ]


@pytest.mark.parametrize(
    ("entity", "old", "is_name"),
    [
        ("CITY:dc", "D.C.", True),
        ("CITY:d.c.", "DC", True),
        ("CITY:washington", "Washington, D.C.", True),
        ("ORG:salt bank", "SB", True),
        ("CITY:lima", "D.C.", False),
    ],
)
def test_a_name_with_dots_is_one_without_them(entity: str, old: str, *, is_name: bool) -> None:
    assert is_name_of(entity, old) is is_name
