"""A country and its people go together: what `verify` sees of it in the edits of a row."""

from __future__ import annotations

import pytest

from builders.releases.worlds import worlds_broken
from builders.types import Edit

LANDS = {
    "peru": "peru", "peruvian": "peru", "american": "united states", "kenya": "kenya",
    "kenyan": "kenya", "togo": "togo", "togolese": "togo", "togolese republic": "togo",
}  # fmt: skip


def edit(old: str, new: str, kind: str, field: str = "context") -> Edit:
    return Edit(field, 0, len(old), old, new, kind, f"{kind}:{old}")


@pytest.mark.parametrize(
    ("country", "people", "sound"),
    [
        (("Peru", "Kenya"), ("Peruvian", "Kenyan"), True),
        (("Peru", "Togolese Republic"), ("Peruvians", "Togolese"), True),
        (("U.S.", "Togo"), ("American", "Togolese"), True),
        (("Peru", "Kenya"), ("American", "Togolese"), True),
        (("Peru", "Kenya"), ("Peruvian", "Togolese"), False),
        (("USA", "Kenya"), ("American", "Togolese"), False),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_people_belongs_to_its_country(
    country: tuple[str, str], people: tuple[str, str], sound: bool, turned: bool
) -> None:
    edits = [edit(*country, "COUNTRY", "question"), edit(*people, "NATIONALITY")]
    assert (not list(worlds_broken(edits[::-1] if turned else edits, LANDS))) == sound
