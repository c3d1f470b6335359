"""A country and its people go together: what `verify` sees of it in the edits of a row."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa
import pytest

from builders.types import Edit, Example
from builders.verification.row_check import names_broken
from builders.verification.world_pairs import Relations, rows_with_pairs, worlds_broken

RELATIONS = Relations(
    {
        "peru": ("peru",), "peruvian": ("peru",), "american": ("united states",),
        "kenya": ("kenya",), "kenyan": ("kenya",), "togo": ("togo",), "togolese": ("togo",),
        "togolese republic": ("togo",), "congolese": ("congo", "zaire"), "zaire": ("zaire",),
    },
    {"lima": "peru", "lome": "togo", "nairobi": "kenya"},
    {("CITY", "cusco"): "peru", ("STATE", "puno"): "peru"},
    {
        "lome": frozenset({"togo"}), "nairobi": frozenset({"kenya"}),
        "kisumu": frozenset({"kenya", "togo"}), "turkana": frozenset({"kenya"}),
    },
    {"puno": frozenset({"juli", "ilave", "lima"}), "nyanza": frozenset({"kisumu", "siaya"})},
    frozenset({"kisumu", "siaya", "lome"}),
)  # fmt: skip


def edit(old: str, new: str, kind: str, field: str = "context") -> Edit:
    is_state = kind == "LOCATION"
    entity = f"{'STATE' if is_state else kind}:{old.lower()}"
    return Edit(field, 0, len(old), old, new, kind, entity)


@pytest.mark.parametrize(
    ("country", "people", "sound"),
    [
        (("Peru", "Kenya"), ("Peruvian", "Kenyan"), True),
        (("Peru", "Togolese Republic"), ("Peruvians", "Togolese"), True),
        (("U.S.", "Togo"), ("American", "Togolese"), True),
        (("Peru", "Kenya"), ("American", "Togolese"), True),
        (("Peru", "Kenya"), ("Peruvian", "Togolese"), False),
        (("USA", "Kenya"), ("American", "Togolese"), False),
        (("Peru", "Zaire"), ("Peruvian", "Congolese"), True),
        (("Peruvian Empire", "Kenyan Empire"), ("Peruvian", "Kenyan"), True),
        (("Zorb Caliphate", "Kenya"), ("Zorb", "Togolese"), True),
        (("Peruvian Empire", "Kenyan Empire"), ("Peruvian", "Togolese"), False),
        (("Nazi Peru", "Nazi Kenya"), ("Peruvian", "Kenyan"), True),
        (("Nazi Peru", "Nazi Kenya"), ("Peruvian", "Togolese"), False),
        (("West Peruvian Empire", "West Kenyan Empire"), ("Peruvian", "Kenyan"), True),
        (("West Peruvian Empire", "West Kenyan Empire"), ("Peruvian", "Togolese"), False),
        (("Kingdom of Peru", "Kingdom of Kenya"), ("Peruvian", "Togolese"), False),
        (("Peru", "Kenya"), ("East Peruvians", "East Kenyans"), True),
        (("Peru", "Kenya"), ("East Peruvians", "East Togolese"), False),
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_people_belongs_to_its_country(
    country: tuple[str, str], people: tuple[str, str], sound: bool, turned: bool
) -> None:
    edits = [edit(*country, "COUNTRY", "question"), edit(*people, "NATIONALITY")]
    assert (not list(worlds_broken(edits[::-1] if turned else edits, RELATIONS))) == sound


@pytest.mark.parametrize("people", ["Kenyan", "Togolese", "Congolese"])
def test_a_people_belongs_to_its_empire_or_its_country(people: str) -> None:
    countries = [edit("Peruvian Empire", "Kenya", "COUNTRY"), edit("Peru", "Togo", "COUNTRY")]
    for named in (countries, countries[::-1]):
        broken = list(worlds_broken([*named, edit("Peruvian", people, "NATIONALITY")], RELATIONS))
        assert bool(broken) == (people == "Congolese")


@pytest.mark.parametrize(
    ("country", "place", "sound"),
    [
        (("Peru", "Kenya", "COUNTRY"), ("Lima", "Nairobi", "CITY"), True),
        (("Peru", "Kenya", "COUNTRY"), ("Lima", "Kisumu", "CITY"), False),
        (("Peruvian", "Kenyan", "NATIONALITY"), ("Lima", "Nairobi", "CITY"), True),
        (("Peruvian", "Kenyan", "NATIONALITY"), ("Lima", "Lome", "CITY"), False),
        (("Peruvian", "Congolese", "NATIONALITY"), ("Lima", "Lome", "CITY"), False),
        (("American", "Kenyan", "NATIONALITY"), ("Lima", "Lome", "CITY"), True),
        (("Peru", "Kenya", "COUNTRY"), ("Cusco", "Kisumu", "CITY"), True),
        (("Peru", "Kenya", "COUNTRY"), ("Cusco", "Lome", "CITY"), False),
        (("Peru", "Kenya", "COUNTRY"), ("Puno", "Turkana", "LOCATION"), True),
        (("Peru", "Togo", "COUNTRY"), ("Puno", "Turkana", "LOCATION"), False),
        (("Peru", "Kenya", "COUNTRY"), ("Puno", "Turkana County", "LOCATION"), True),
        (("Peru", "Togo", "COUNTRY"), ("Puno", "Turkana County", "LOCATION"), False),
        (("Peru", "Kenya", "COUNTRY"), ("Trujillo", "Lome", "CITY"), True),
    ],
)
def test_places_belong_to_the_country_that_theirs_became(
    country: tuple[str, str, str], place: tuple[str, str, str], sound: bool
) -> None:
    edits = [edit(*place), edit(*country, "question")]
    assert (not list(worlds_broken(edits, RELATIONS))) == sound
    (row,) = rows_with_pairs(pa.table({"edits": [[vars_of(one) for one in edits]]})) or [None]
    assert row == 0


@pytest.mark.parametrize(
    ("towns", "state", "sound"),
    [
        ([("Juli", "Kisumu")], "Nyanza", True),
        ([("Juli", "Lome")], "Nyanza", False),
        ([("Juli", "Siaya"), ("Ilave", "Lome")], "Nyanza", False),
        ([("Juli", "Kisumu")], "Nyanza County", True),
        ([("Juli", "Lome")], "Nyanza County", False),
        ([("Juli", "Lome")], "Turkana", True),  # a state without known cities
        ([("Cusco", "Lome")], "Nyanza", True),  # a city of no state
        ([("Lima", "Lome")], "Nyanza", True),  # a capital goes with its country
        ([("Juli", "Kisumu Port")], "Nyanza", True),  # a name made of another new name
    ],
)
def test_cities_stay_within_the_states_of_the_passage(
    towns: list[tuple[str, str]], state: str, sound: bool
) -> None:
    cities = [edit(*town, "CITY", "question") for town in towns]
    edits = [edit("Puno", state, "LOCATION"), *cities]
    assert (not list(worlds_broken(edits, RELATIONS))) == sound
    assert rows_with_pairs(pa.table({"edits": [[vars_of(one) for one in edits]]})) == [0]
    in_title = [edit("Puno", state, "LOCATION", "title"), *cities]
    assert not list(worlds_broken(in_title, RELATIONS)), "the passage drew the cities before"


def test_a_town_whose_name_the_new_state_has_is_not_missed() -> None:
    edits = [edit("Puno", "Siaya Coast", "LOCATION"), edit("Juli", "Lome", "CITY")]
    coasts = {"siaya coast": frozenset({"siaya"}), "puno": frozenset({"juli"})}
    assert not list(worlds_broken(edits, replace(RELATIONS, towns=coasts)))
    wider = {**coasts, "siaya coast": frozenset({"siaya", "kisumu"})}
    assert list(worlds_broken(edits, replace(RELATIONS, towns=wider)))


def test_a_place_of_a_collection_of_one_s_own_is_not_judged() -> None:
    edits = [edit("Peru", "Kenya", "COUNTRY"), edit("Cusco", "Zedville", "CITY")]
    assert not list(worlds_broken(edits, RELATIONS))


def test_northern_ireland_is_no_part_of_ireland() -> None:
    relations = Relations({"irish": ("ireland",), "kenyan": ("kenya",), "togolese": ("togo",)})
    people = edit("Irish", "Togolese", "NATIONALITY")
    for country, sound in (("Northern Ireland", True), ("Republic of Ireland", False)):
        edits = [edit(country, "Kenya", "COUNTRY"), people]
        assert (not list(worlds_broken(edits, relations))) == sound


def test_danes_belong_to_denmark() -> None:
    relations = Relations({"danish": ("denmark",), "kenyan": ("kenya",), "togolese": ("togo",)})
    for people, sound in (("Kenyan", True), ("Togolese", False)):
        edits = [edit("Denmark", "Kenya", "COUNTRY"), edit("Danes", people, "NATIONALITY")]
        assert (not list(worlds_broken(edits, relations))) == sound


def vars_of(one: Edit) -> dict[str, object]:
    return {name: getattr(one, name) for name in ("field", "old", "new", "type", "entity")}


@pytest.mark.parametrize(
    ("one", "other", "sound"),
    [
        (("Lima", "Accra", "CITY"), ("Cusco", "New Accra", "CITY"), False),
        (("Lima", "Accra", "CITY"), ("Bank of Lima", "Bank of Accra", "ORGANIZATION"), True),
        (("Lima", "Al-Bashir", "CITY"), ("Cusco", "Albashir", "CITY"), False),
        (("UK", "Gabonese Republic", "COUNTRY"), ("British", "Gabonese", "NATIONALITY"), True),
        (("United States", "Libya", "COUNTRY"), ("U.S. Mint", "Libya Mint", "ORGANIZATION"), True),
        (("Peru", "Libya", "COUNTRY"), ("U.S. Mint", "Libya Mint", "ORGANIZATION"), False),
        (("U.S.", "Libyan", "COUNTRY"), ("Yank", "Libyan", "NATIONALITY"), True),
        (("U.S.", "Libyan", "COUNTRY"), ("Chilean", "Libyan", "NATIONALITY"), False),
        (("Peru", "Libyan", "COUNTRY"), ("Chile", "Libyan", "COUNTRY"), False),
        (("U.S.", "Libyan", "COUNTRY"), ("U.S.", "Libya", "COUNTRY"), True),
        (("U.S.", "Libya", "COUNTRY"), ("U.S.", "Libyan", "COUNTRY"), True),
        (("U.S.", "Libyans", "COUNTRY"), ("U.S.", "Libyan", "COUNTRY"), False),
        (("U.S.", "Libyan", "COUNTRY"), ("U.S.", "Togo", "COUNTRY"), False),
        (("Lima", "Libyan", "CITY"), ("Lima", "Libya", "CITY"), False),
        (("Yank", "Libyan", "NATIONALITY"), ("U.S. Mint", "Libyan Mint", "ORGANIZATION"), True),
        (("U.S. Mint", "Libyan Mint", "ORGANIZATION"), ("Yank", "Libyan", "NATIONALITY"), True),
        (("U.S.", "Libyan", "COUNTRY"), ("Yank Mint", "Libyan Mint", "ORGANIZATION"), True),
        (("Yank", "Libyan", "NATIONALITY"), ("Peru Mint", "Libyan Mint", "ORGANIZATION"), False),
        (("Peru", "Libyan", "COUNTRY"), ("Yank Mint", "Libyan Mint", "ORGANIZATION"), False),
        (("Lima", "The", "CITY"), ("Cusco", "Lagos", "CITY"), False),
        (("Ann Holm", "Ama Badu", "PERSON"), ("Holm", "Badu", "PERSON"), True),
    ],
)
def test_no_new_name_holds_another_unless_the_old_ones_do(
    one: tuple[str, str, str], other: tuple[str, str, str], sound: bool
) -> None:
    source = Example("1", "d", "", f"{one[0]}?", f"{other[0]}.", (), ())
    edits = (edit(*one, "question"), edit(*other))
    lands = replace(
        RELATIONS,
        countries={
            **RELATIONS.countries,
            "yank": ("united states",),
            "libyan": ("libya",),
            "libya": ("libya",),
        },
    )
    broken = names_broken(edits, source, distinct_names=True, lands=lands.known_countries_of)
    assert (not list(broken)) == sound


def test_prague_may_be_in_the_past_country_that_the_row_renames() -> None:
    relations = replace(RELATIONS, capitals={**RELATIONS.capitals, "prague": "czech republic"})
    for past, sound in (("Czechoslovakia", True), ("Yugoslavia", False)):
        edits = [edit("Czech Republic", "Togo", "COUNTRY"), edit(past, "Kenya", "COUNTRY"),
                 edit("Prague", "Nairobi", "CITY")]  # fmt: skip
        assert (not list(worlds_broken(edits, relations))) == sound


@pytest.mark.parametrize(
    ("edits", "sound"),
    [
        ([("England", "Kenya", "COUNTRY"), ("UK", "Togo", "COUNTRY")], True),
        ([("UK", "Togo", "COUNTRY")], False),
        ([("British", "Togolese", "NATIONALITY")], True),
        ([("England", "Togo", "COUNTRY"), ("UK", "Togo", "COUNTRY")], False),
    ],
)
def test_london_is_the_capital_of_england_and_of_the_united_kingdom(
    edits: list[tuple[str, str, str]], sound: bool
) -> None:
    relations = replace(
        RELATIONS,
        countries={**RELATIONS.countries, "british": ("united kingdom",)},
        capitals={**RELATIONS.capitals, "london": "united kingdom"},
    )
    made = [edit(*one) for one in (*edits, ("London", "Nairobi", "CITY"))]
    assert bool([*worlds_broken(made, relations)]) is not sound
