"""Which part of the world a name belongs to: every country, and cities by gazetteer and fame."""

from __future__ import annotations

import pytest

from builders.regions import REGIONS, UNKNOWN, Regions, region_of_country
from name_collections.name import Name
from name_collections.store import load


@pytest.fixture(scope="module")
def regions() -> Regions:
    return Regions.of(load("places").names)


def test_every_country_of_the_gazetteer_has_a_region() -> None:
    countries = [name.text for name in load("places").names if name.span_type == "COUNTRY"]
    assert len(countries) > 200
    missing = {name for name in countries if region_of_country(name) not in REGIONS}
    assert missing == {"Antarctica"}


def test_every_african_country_that_is_drawn_is_african() -> None:
    names = [name.text for name in load("african-countries").names]
    assert len(names) > 50
    assert {region_of_country(name) for name in names} == {"Africa"}


@pytest.mark.parametrize(
    ("name", "region"),
    [("U.S.", "Americas"), ("the Netherlands", "Europe"), ("Holland", "Europe"),
     ("Ivory Coast", "Africa"), ("Soviet Union", "Europe"), ("Kingdom of Norway", "Europe"),
     ("Republic of the Philippines", "Asia"), ("Nowhereland", UNKNOWN)],
)  # fmt: skip
def test_a_country_is_found_under_its_other_names(name: str, region: str) -> None:
    assert region_of_country(name) == region


@pytest.mark.parametrize(
    ("name", "region"),
    [("Paris", "Europe"), ("PARIS", "Europe"), ("Houston", "Americas"), ("Kolkata", "Asia"),
     ("Tripoli", "Africa"), ("Perth", "Oceania"), ("Singapore", "Asia"), ("Zzyzyx", UNKNOWN)],
)  # fmt: skip
def test_a_city_that_several_regions_have_is_the_one_that_is_meant(
    regions: Regions, name: str, region: str
) -> None:
    assert regions.of_name("CITY", name) == region


def test_where_most_names_of_a_list_lie_decides_between_namesakes() -> None:
    twins = Regions.of(
        [Name("Ruvo", "CITY", country="Italy"), Name("Ruvo", "CITY", country="Mali")]
    )
    assert twins.of_name("CITY", "Ruvo") == "Europe"
    assert twins.of_name("CITY", "Ruvo", "Africa") == "Africa"
    assert twins.of_name("CITY", "Ruvo", "Asia") == "Europe"


def test_only_countries_and_cities_have_a_region(regions: Regions) -> None:
    assert regions.of_name("PERSON", "Paris") == UNKNOWN
