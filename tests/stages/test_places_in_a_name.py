"""Which places and peoples a name contains."""

from __future__ import annotations

import pytest

from builders.stages.homes import Homes
from builders.stages.inner_places import inner_places

HOMES = Homes(
    peoples={"zorbian": "zorbia", "german": "germany"},
    lands=frozenset({"zorbia", "germany", "united states"}),
    places={
        ("CITY", key): frozenset({"zorbia"})
        for key in ("zelbruk", "zelbruk bay", "opera bay", "warren", "tolkien", "rugby", "zo",
                    "bay of far zelbruk")
    } | {
        ("STATE", key): frozenset({"zorbia"})
        for key in ("vorbruk", "warren", "pacific", "glass", "querns")
    },
)  # fmt: skip
WORDS = frozenset({"opera", "opal", "party", "society", "club", "national", "quern", "glass", "of"})


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Zelbruk Opera", ["CITY:zelbruk"]),
        ("Zelbruk Bay Opera", ["CITY:zelbruk bay"]),
        ("Society of Zelbruk and Vorbruk", ["CITY:zelbruk", "STATE:vorbruk"]),
        ("Zorbian Opera", ["NORP:zorbian"]),
        ("National Zorbian Opera", ["NORP:zorbian"]),
        ("Society of Zorbian Party", []),
        ("Society of Zorbia", ["COUNTRY:zorbia"]),
        ("Society of England", ["COUNTRY:england"]),
        ("Society of the U.S.", ["COUNTRY:united states"]),
        ("Bay of Far Zelbruk Opera", []),
        ("Zelbruk", []),
        ("Opera Bay", []),
        ("Hizb of Zelbruk", []),
        ("Society of zelbruk", []),
        ("Pacific Opera", []),
        ("Zo Opera", []),
        ("Glass Opera", []),
        ("Querns Opera", []),
        ("Rugby Club", []),
        ("Warren Party", []),
        ("Society of Warren", ["STATE:warren"]),
        ("Tolkien Society", ["CITY:tolkien"]),
        ("Holm Zelbruk Party", []),
        ("Zelbruk Holm Party", ["CITY:zelbruk"]),
    ],
)
def test_the_places_in_a_name(name: str, wanted: list[str]) -> None:
    found = sorted(one.id for one in inner_places(name, HOMES, WORDS.__contains__))
    assert found == sorted(wanted)
