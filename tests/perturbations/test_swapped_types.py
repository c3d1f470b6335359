"""Which entities EntSwap renames, and from which collection (Siro and Ajayi 2023, 4.1)."""

from __future__ import annotations

import pytest

from builders.perturbations.swapped_types import swap_type
from builders.types import ENTITY_TYPES, SWAP_TYPES, Entity, EntityType


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("PERSON", "PERSON"), ("COUNTRY", "COUNTRY"), ("CITY", "CITY"), ("STATE", "LOCATION"),
        ("LOC", "LOCATION"), ("ORG", "ORGANIZATION"), ("NORP", "NATIONALITY"), ("GPE", None),
    ],
)  # fmt: skip
def test_every_entity_type_has_a_collection_or_stays(kind: EntityType, wanted: str | None) -> None:
    assert swap_type(Entity("e", kind, "Zubrian")) == wanted


def test_every_type_of_the_paper_is_reached() -> None:
    reached = {swap_type(Entity("e", kind, "Zubrian")) for kind in ENTITY_TYPES}
    assert reached == {*SWAP_TYPES, None}


@pytest.mark.parametrize(
    "name",
    ["Middle Eastern", "Scandinavians",
     "Catholic", "catholics", "Catholics", "Muslim", "Muslims", "MUSLIMS", "Jews", "Jewish",
     "Republicans", "Nazi", "Nazis", "European", "Europeans", "Africans", "Roman Catholics",
     "Western European", "South Americans"],
)  # fmt: skip
def test_religions_parties_and_peoples_of_continents_are_no_nationalities(name: str) -> None:
    assert swap_type(Entity("e", "NORP", name)) is None


@pytest.mark.parametrize("name", ["Devonian", "Emsian", "Jurassic"])
def test_a_geological_period_is_not_a_nationality(name: str) -> None:
    assert swap_type(Entity(f"NORP:{name.lower()}", "NORP", name)) is None


@pytest.mark.parametrize("name", ["Newtonian", "Freudians", "VICTORIAN", "Galilean"])
def test_what_is_called_after_a_person_is_no_nationality(name: str) -> None:
    assert swap_type(Entity("e", "NORP", name)) is None


@pytest.mark.parametrize(
    "name",
    [
        "Kenyan",
        "Kenyans",
        "Swiss",
        "Normans",
        "French",
        "Jamaican",
        "South African",
        "Central African",
    ],
)
def test_peoples_are_nationalities(name: str) -> None:
    assert swap_type(Entity("e", "NORP", name)) == "NATIONALITY"


@pytest.mark.parametrize("kind", ENTITY_TYPES)
def test_what_is_written_in_small_letters_is_no_name(kind: EntityType) -> None:
    assert swap_type(Entity("e", kind, "kenyans")) is None


def test_scripts_without_letter_case_have_names_too() -> None:
    assert swap_type(Entity("e", "CITY", "東京")) == "CITY"


@pytest.mark.parametrize(("name", "wanted"), [("East", None), ("East Anglia", "LOCATION")])
def test_a_direction_alone_is_no_location(name: str, wanted: str | None) -> None:
    assert swap_type(Entity("e", "LOC", name)) == wanted
