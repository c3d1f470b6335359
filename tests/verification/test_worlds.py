"""A country and its people go together: what `verify` sees of it in the edits of a row."""

from __future__ import annotations

import pytest

from builders.types import Edit, Example
from builders.verification.row_check import names_broken
from builders.verification.world_pairs import worlds_broken

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


@pytest.mark.parametrize(
    ("one", "other", "sound"),
    [
        (("Lima", "Accra", "CITY"), ("Cusco", "New Accra", "CITY"), False),
        (("Lima", "Accra", "CITY"), ("Bank of Lima", "Bank of Accra", "ORGANIZATION"), True),
        (("Lima", "Al-Bashir", "CITY"), ("Cusco", "Albashir", "CITY"), False),
        (("UK", "Gabonese Republic", "COUNTRY"), ("British", "Gabonese", "NATIONALITY"), True),
        (("Lima", "The", "CITY"), ("Cusco", "Lagos", "CITY"), False),
        (("Ann Holm", "Ama Badu", "PERSON"), ("Holm", "Badu", "PERSON"), True),
    ],
)
def test_no_new_name_holds_another_unless_the_old_ones_do(
    one: tuple[str, str, str], other: tuple[str, str, str], sound: bool
) -> None:
    source = Example("1", "d", "", f"{one[0]}?", f"{other[0]}.", (), ())
    edits = (edit(*one, "question"), edit(*other))
    assert (not list(names_broken(edits, source, distinct_names=True))) == sound
