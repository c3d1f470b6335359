"""The places and peoples in the names of organizations."""

from __future__ import annotations

import pytest

from builders.stages import ingredients
from builders.stages.organization_places import OrganizationPlaces
from builders.types import EntityType

DEMONYMS = {"canadian": "canada", "british": "united kingdom", "south zorbian": "south zorbia"}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Liberal Party of Canada", [("Canada", "COUNTRY")]),
        ("Labour Party of the United Kingdom", [("United Kingdom", "COUNTRY")]),
        ("Labour Party of Great Britain", [("Great Britain", "COUNTRY")]),
        ("Canadian Labour Party", [("Canadian", "NORP")]),
        ("South Zorbian Bank", [("South Zorbian", "NORP")]),
        ("Canada Company", []),  # may be called after a person
        ("Ontario Liberal Party", []),
    ],
)
def test_countries_and_peoples(name: str, wanted: list[tuple[str, EntityType]]) -> None:
    assert [*OrganizationPlaces(DEMONYMS, None)(name)] == wanted


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Ontario Liberal Party", [("Ontario", "STATE")]),
        ("Legislative Assembly of New Brunswick", [("New Brunswick", "STATE")]),
        ("Canada Company", [("Canada", "COUNTRY")]),
    ],
)
def test_entity_renaming_knows_states(name: str, wanted: list[tuple[str, EntityType]]) -> None:
    assert [*OrganizationPlaces(DEMONYMS, ingredients.knowledge(None))(name)] == wanted
