"""EntSwap's names: families keep one surname, countries go with their people, nobody twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from builders.given_names import gender_of
from builders.names import Gender
from builders.perturbations.entswap import draw
from builders.perturbations.pools import Pool
from builders.perturbations.reserved_names import ReservedNames
from builders.perturbations.swap_entities import TRIBE, Derived, SwapEntity
from builders.perturbations.swap_names import SwapNames
from builders.perturbations.worlds import World, renamed_after
from builders.types import Entity, SwapType

PERSONS = tuple(f"{first} {last}" for first in ("Ama", "Kofi", "Zola", "Efe", "Nia", "Tau")
                for last in ("Badu", "Annor", "Dube", "Eze"))  # fmt: skip
NATIONS = {"Kenya": ("Kenyan",), "Benin": ("Beninese",), "Togo": ("Togolese",)}
POOLS: dict[SwapType, tuple[str, ...]] = {
    "PERSON": PERSONS,
    "COUNTRY": tuple(NATIONS),
    "NATIONALITY": tuple(name for names in NATIONS.values() for name in names),
    "CITY": ("Accra", "Lagos", "Port Harcourt", "Dakar", "New Juaben"),
}


def swap_names(**options: Any) -> SwapNames:
    pools: dict[SwapType, Pool] = {
        kind: Pool.of(dict.fromkeys(names, 1.0), weighted=False) for kind, names in POOLS.items()
    }
    return SwapNames(pools, NATIONS, **options)


def person(name: str, *, first: str | None = None, last: str | None = None) -> SwapEntity:
    words = name.split()
    first = words[0] if first is None and len(words) > 1 else first or ""
    last = words[-1] if last is None and len(words) > 1 else last or ""
    entity = Entity(f"PERSON:{name}", "PERSON", name, first, last)
    return SwapEntity(entity, "PERSON", gender=gender_of(words[0]))


def thing(name: str, kind: SwapType, homeland: str = "") -> SwapEntity:
    return SwapEntity(Entity(f"{kind}:{name}", "CITY", name), kind, homeland)


def drawn(
    names: SwapNames,
    *entities: SwapEntity,
    held: str = "",
    key: int = 0,
) -> dict[str, str]:
    result = draw(names, entities, ReservedNames([held]), ("tiny", key))
    return {identity.split(":")[1]: new.full for identity, new in result.names.items()}


@pytest.mark.parametrize("key", range(12))
def test_brothers_and_sisters_and_their_family_keep_one_surname(key: int) -> None:
    names = draw(swap_names(),
        [person("Ann Holm"), person("Ole Holm"), person("Holm"), person("Ann Berg")],
        ReservedNames(()), ("tiny", key),
    ).names  # fmt: skip
    ann, ole, family, berg = (
        names[f"PERSON:{n}"] for n in ("Ann Holm", "Ole Holm", "Holm", "Ann Berg")
    )
    assert ann.last == ole.last == family.full == family.last
    assert ann.first != ole.first
    assert ann.full.endswith(ann.last)
    assert ann.full == f"{ann.first} {ann.last}"
    assert berg.last != ann.last
    assert len({ann.full, ole.full, berg.full}) == 3


@pytest.mark.parametrize("key", range(12))
def test_persons_of_one_given_name_keep_it_in_common_if_related_names_stay_related(
    key: int,
) -> None:
    names = replace(swap_names(), world=WORLD)
    named = [person("Ann Holm"), person("Ann Berg"), person("Ann M. Holm"), person("Ole Berg")]
    new = drawn(names, *named, key=key)
    first, last = zip(*(new[one.entity.name].split() for one in named), strict=True)
    assert first[0] == first[1] != first[3], "Ann Berg may be named after Ann Holm"
    assert last[0] == last[2] != last[1] == last[3]
    assert len(set(new.values())) == 4, "Ann Holm and Ann M. Holm are two"


def test_a_man_and_a_woman_of_one_given_name_get_two() -> None:
    names = replace(swap_names(), world=WORLD)
    klein = replace(person("Andrea Klein"), gender="female")
    for key in range(8):
        new = drawn(names, replace(person("Andrea Rossi"), gender="male"), klein, key=key)
        assert new["Andrea Rossi"].split()[0] != new["Andrea Klein"].split()[0]


def test_initials_are_no_given_names() -> None:
    names = replace(swap_names(), world=WORLD)
    for key in range(8):
        new = drawn(names, person("J. Holm"), person("J. Berg"), key=key)
        assert new["J. Holm"].split()[0] != new["J. Berg"].split()[0]


def test_a_person_in_a_question_keeps_the_given_name_in_common_with_one_in_the_passage() -> None:
    names = replace(swap_names(), world=WORLD)
    for key in range(8):
        reserved = ReservedNames(())
        passage = draw(names, [person("Ann Holm")], reserved, ("tiny", key))
        both = draw(names, [person("Ann Berg")], reserved, ("tiny", key), passage).names
        assert both["PERSON:Ann Berg"].first == both["PERSON:Ann Holm"].first


@pytest.mark.parametrize("key", range(6))
def test_rulers_of_one_name_are_told_by_their_numbers(key: int) -> None:
    names = replace(swap_names(), world=WORLD)
    henry = [person(f"Henry {number}", first="Henry", last="") for number in ("IV", "V")]
    fourth, fifth = drawn(names, *henry, key=key).values()
    assert (fourth.split()[0], fourth[-3:]) == (fifth.split()[0], " IV") and fifth[-2:] == " V"


def test_a_title_with_underscores_has_words() -> None:
    title = SwapEntity(Entity("P:1", "PERSON", "Ann_Holm", "Ann", "Holm"), "PERSON")
    for key in range(8):
        names = draw(swap_names(), [person("Ole Holm"), title], ReservedNames(()), ("k", key)).names
        assert names["P:1"].last == names["PERSON:Ole Holm"].last
        assert names["P:1"].full != names["PERSON:Ole Holm"].last


def test_a_family_that_is_named_before_its_members_takes_their_surname() -> None:
    for key in range(8):
        new = drawn(swap_names(), person("Holm"), person("Ann Holm"), key=key)
        assert new["Ann Holm"].split()[1] == new["Holm"]


@settings(max_examples=100)
@given(st.integers(0, 999), st.lists(st.sampled_from("ABCDEFGH"), min_size=1, unique=True))
def test_entities_get_different_names_and_none_that_the_instance_holds(
    key: int, cities: list[str]
) -> None:
    new = drawn(swap_names(), *(thing(c, "CITY") for c in cities), held="in LAGOS now", key=key)
    assert len(set(new.values())) == len(new) == min(len(cities), 4)
    assert "Lagos" not in new.values()


def test_an_entity_that_no_name_is_free_for_is_missing() -> None:
    new = drawn(swap_names(), *(thing(c, "COUNTRY") for c in "ABCD"), thing("E", "LOCATION"))
    assert len(new) == 3
    assert "E" not in new


def test_parts_of_a_person_s_name_are_not_held_either() -> None:
    for key in range(40):
        new = drawn(swap_names(), person("Ann Holm"), held="Badu met Kofi", key=key)
        assert not {"Badu", "Kofi"} & set(new["Ann Holm"].split())


@pytest.mark.parametrize("key", range(8))
def test_a_country_and_its_nationality_go_together_where_that_is_asked_for(key: int) -> None:
    entities = (thing("Peru", "COUNTRY"), thing("Peruvian", "NATIONALITY", "peru"))
    new = drawn(swap_names(pair=True), *entities, key=key)
    assert new["Peruvian"] in NATIONS[new["Peru"]]
    entities = (thing("UK", "COUNTRY"), thing("British", "NATIONALITY", "united kingdom"))
    new = drawn(swap_names(pair=True), *entities, key=key)
    assert new["British"] in NATIONS[new["UK"]], "whatever name the country is called by"


def test_a_nationality_whose_country_is_not_there_is_drawn_alone() -> None:
    new = drawn(swap_names(pair=True), thing("Peruvian", "NATIONALITY", "peru"))
    assert new["Peruvian"] in POOLS["NATIONALITY"]
    apart = [
        drawn(
            swap_names(), thing("Peru", "COUNTRY"), thing("Peruvian", "NATIONALITY", "peru"), key=k
        )
        for k in range(30)
    ]
    assert any(one["Peruvian"] not in NATIONS[one["Peru"]] for one in apart)


def test_names_of_as_many_words() -> None:
    names = swap_names(match_words=True)
    for key in range(10):
        new = drawn(names, thing("Lima", "CITY"), thing("New Lima", "CITY"), key=key)
        assert [len(new[city].split()) for city in ("Lima", "New Lima")] == [1, 2]
        assert len(drawn(names, person("Ann Holm"), key=key)["Ann Holm"].split()) == 2


@pytest.mark.parametrize("key", range(10))
def test_nobody_gets_a_name_of_the_other_gender_where_the_recipe_says_so(key: int) -> None:
    new = drawn(swap_names(keep_gender=True), person("Ann Holm"), person("Ole Berg"), key=key)
    assert new["Ann Holm"].split()[0] not in {"Kofi", "Efe"}
    assert new["Ole Berg"].split()[0] not in {"Zola", "Nia"}


def test_a_collection_tells_the_gender_of_its_names_before_any_list() -> None:
    genders: dict[str, Gender] = {name: "male" for name in PERSONS if name.startswith("Ama")}
    names = swap_names(keep_gender=True, genders=genders)
    firsts = {drawn(names, person("Ann Holm"), key=key)["Ann Holm"].split()[0] for key in range(60)}
    assert firsts == {"Zola", "Nia", "Tau"}


@pytest.mark.parametrize(("old", "free"), [("Zorb", False), ("Ole", False), ("Ann", True)])
def test_a_surname_that_is_a_womans_first_name_is_no_mans(old: str, free: bool) -> None:
    pools: dict[SwapType, Pool] = {"PERSON": Pool.of({"Ama Julie": 1.0}, weighted=False)}
    names = SwapNames(pools, NATIONS, keep_gender=True)
    assert bool(drawn(names, person(old))) is free


def test_a_surname_alone_has_no_gender() -> None:
    genders: dict[str, Gender] = dict.fromkeys(PERSONS, "male")
    new = drawn(swap_names(keep_gender=True, genders=genders), person("Ann"))
    assert new["Ann"] in {"Badu", "Annor", "Dube", "Eze"}


@pytest.mark.parametrize(
    ("names", "old"),
    [(swap_names(keep_gender=True), "Zorb Holm"), (swap_names(), "Ann Holm")],
    ids=["no list knows the old name", "the recipe is silent"],
)
def test_gender_is_free(names: SwapNames, old: str) -> None:
    firsts = {drawn(names, person(old), key=key)[old].split()[0] for key in range(60)}
    assert firsts == {"Ama", "Kofi", "Zola", "Efe", "Nia", "Tau"}


RIVERS = ("Blue Nile", "Creek of Efe")
PLACES = ("Blue Nile", "Creek of Efe", "Gelt", "Mount Tau")


@pytest.mark.parametrize(
    ("kind", "held", "wanted"),
    [("river", "", set(RIVERS)), ("river", "by the Blue Nile", {"Creek of Efe"}),
     ("street", "", set()), ("unique", "", set()), ("", "", {"Gelt"})],
)  # fmt: skip
def test_a_place_keeps_its_kind_and_stays_where_there_is_none(
    kind: str, held: str, wanted: set[str]
) -> None:
    pools: dict[SwapType, Pool] = {"LOCATION": Pool(PLACES)}
    kinds = {"river": Pool(RIVERS), "": Pool(("Gelt",))}
    names = SwapNames(pools, keep_kind=True, kinds={"LOCATION": kinds})
    item = SwapEntity(Entity("LOC:Zorb", "LOC", "Zorb"), "LOCATION", kind=kind)
    news = [draw(names, [item], ReservedNames([held]), ("k", key)).names for key in range(60)]
    assert {new["LOC:Zorb"].full for new in news if new} == wanted
    free = SwapNames(pools, kinds={"LOCATION": kinds})
    every = {
        draw(free, [item], ReservedNames(()), ("k", key)).names["LOC:Zorb"].full
        for key in range(80)
    }
    assert every == set(PLACES), "without keep_kind the kind decides nothing"


def test_first_and_last_names_are_drawn_apart_and_by_gender() -> None:
    men, women = ("Kofi", "Tau"), ("Ama", "Nia")
    given_names: dict[Gender, Pool] = {
        "male": Pool(men), "female": Pool(women), "": Pool((*women, *men))
    }  # fmt: skip
    names = SwapNames({}, keep_gender=True, given=given_names, last=Pool(("Annor", "Badu", "Eze")))
    new = [drawn(names, person("Ann Holm"), key=key)["Ann Holm"].split() for key in range(60)]
    assert {first for first, _ in new} == set(women)
    assert {last for _, last in new} == {"Annor", "Badu", "Eze"}
    free = [drawn(names, person("Zorb Holm"), key=key)["Zorb Holm"].split() for key in range(60)]
    assert {first for first, _ in free} == {*men, *women}
    alone = {drawn(names, person("Holm"), key=key)["Holm"] for key in range(60)}
    assert alone <= {"Annor", "Badu", "Eze"}


@settings(max_examples=60)
@given(st.integers(0, 9999))
def test_no_new_name_holds_another_or_equals_it_to_a_scorer(key: int) -> None:
    cities = ("Accra", "New Accra", "Al-Bashir", "Albashir", "The Lobito", "Lobito", "The")
    names = SwapNames({"CITY": Pool(tuple(sorted(cities)))})
    new = drawn(names, *(thing(f"Town {n}", "CITY") for n in range(4)), key=key).values()
    assert len(new) == 3
    assert "The" not in new
    assert {text.removeprefix("New ").removeprefix("The ").replace("-", "").lower()
            for text in new} == {"accra", "albashir", "lobito"}  # fmt: skip


OFFICIAL = {"Kenya": "Republic of Kenya", "Togo": "Togolese Republic"}
LANDS = ("Kenya", "Togo", "Benin", "Gambia")


def land(key: int, *articles: bool, keep: bool = True, held: str = "") -> tuple[str, str]:
    """Return the name, and the official one, that a country gets whose names bear `articles`."""
    pools: dict[SwapType, Pool] = {"COUNTRY": Pool(tuple(sorted(LANDS))), "CITY": Pool(("Togo",))}
    names = SwapNames(pools, keep_article=keep, official=OFFICIAL if keep else {})
    entity = Entity("COUNTRY:Peru", "COUNTRY", "Peru")
    item = SwapEntity(entity, "COUNTRY", articles=frozenset(articles))
    new = draw(names, [item], ReservedNames([held]), ("k", key)).names["COUNTRY:Peru"]
    return new.full, new.definite


@pytest.mark.parametrize(
    ("articles", "wanted"),
    [
        ((True,), {("Kenya", "Republic of Kenya"), ("Togo", "Togolese Republic"), ("Gambia", "")}),
        ((False,), {("Kenya", "Republic of Kenya"), ("Togo", "Togolese Republic"), ("Benin", "")}),
        ((True, False), {("Kenya", "Republic of Kenya"), ("Togo", "Togolese Republic")}),
    ],
)
def test_a_country_with_the_article_becomes_one_with_it(
    articles: tuple[bool, ...], wanted: set[tuple[str, str]]
) -> None:
    assert {land(key, *articles) for key in range(60)} == wanted


def test_where_no_country_with_the_article_is_free_any_will_do() -> None:
    held = "in Kenya, the Gambia and the Togolese Republic"
    assert {land(key, True, held=held) for key in range(20)} == {("Benin", "")}


def test_the_article_changes_no_draw_where_the_recipe_is_silent() -> None:
    drawn_ = {key: land(key, True, keep=False)[0] for key in range(60)}
    assert set(drawn_.values()) == set(LANDS)
    assert drawn_ == {key: land(key, False, keep=False)[0] for key in range(60)}


def test_an_official_name_is_given_once_and_to_countries_alone() -> None:
    pools: dict[SwapType, Pool] = {"COUNTRY": Pool(("Togo",)), "CITY": Pool(("Togolese Republic",))}
    names = SwapNames(pools, keep_article=True, official=OFFICIAL)
    country, city = thing("Peru", "COUNTRY"), thing("Lima", "CITY")
    assert drawn(names, country, city) == {"Peru": "Togo"}
    pools["CITY"] = Pool(("Togo",))
    assert draw(names, [city], ReservedNames(()), ("k",)).names["CITY:Lima"].definite == ""


@given(st.integers(0, 999))
def test_what_a_question_adds_is_drawn_after_the_passage_and_changes_nothing_of_it(
    key: int,
) -> None:
    names, held = swap_names(), ReservedNames(["text"])
    passage = draw(names, [person("Ann Holm"), thing("Lima", "CITY")], held, ("k", key))
    more = draw(
        names,
        [thing("Oslo", "CITY"), person("Ole Holm"), thing("Lima", "CITY")],
        held,
        ("k", key),
        passage,
    )
    assert more.names.items() >= passage.names.items()
    new = more.names["CITY:Oslo"].full
    assert new != passage.names["CITY:Lima"].full
    assert more.names["PERSON:Ole Holm"].last == passage.names["PERSON:Ann Holm"].last


@given(st.integers(0, 99))
def test_a_draw_depends_on_the_key_alone(key: int) -> None:
    entities = (person("Ann Holm"), thing("Lima", "CITY"), thing("Peru", "COUNTRY"))
    held = ReservedNames(["text"])
    assert drawn(swap_names(), *entities, key=key) == drawn(swap_names(), *entities, key=key)
    draw(swap_names(), entities, held, ("k", key))
    assert "Accra" not in held, "the caller's held names are his own"


def test_keys_differ() -> None:
    assert (
        len({drawn(swap_names(), person("Ann Holm"), key=key)["Ann Holm"] for key in range(30)}) > 8
    )


def test_a_new_name_of_one_word_is_first_and_last_name() -> None:
    pools: dict[SwapType, Pool] = {"PERSON": Pool.of({"Pele": 1.0}, weighted=False)}
    names = draw(SwapNames(pools), [person("Ann Holm")], ReservedNames(()), ("k",)).names
    new = names["PERSON:Ann Holm"]
    assert (new.full, new.first, new.last) == ("Pele", "Pele", "Pele")


WORLD = World(
    NATIONS,
    {"Kenya": "Nairobi", "Benin": "Porto-Novo", "Togo": "Lome"},
    {"Kenya": Pool(("Kisumu", "Mombasa")), "Benin": Pool(("Cotonou",)), "Togo": Pool(("Sokode",))},
    {"Kenya": Pool(("Nyanza", "Turkana")), "Benin": Pool(("Borgou",)), "Togo": Pool(("Kara",))},
    {("Kenya", "Nyanza"): Pool(("Kisumu", "Siaya")), ("Benin", "Borgou"): Pool(("Parakou",))},
)


def of(
    land: str, name: str, kind: SwapType, *, state: str = "", is_capital: bool = False
) -> SwapEntity:
    type_ = "state" if kind == "LOCATION" else ""
    entity = Entity(f"{kind}:{name}", "CITY", name)
    in_state = (land, state) if state else None
    return SwapEntity(entity, kind, land, kind=type_, is_capital=is_capital, state=in_state)


def members(land: str) -> tuple[SwapEntity, ...]:
    """Return a country of the source with all that belongs to it; the state has the new town."""
    state = f"{land}shire"
    return (
        of(land, land, "COUNTRY"), of(land, f"{land}ian", "NATIONALITY"),
        of(land, f"{land} Harbour", "CITY", is_capital=True), of(land, f"Old{land}", "CITY"),
        of(land, f"New{land}", "CITY", state=state), of(land, state, "LOCATION", state=state),
    )  # fmt: skip


SOURCE = tuple(item for land in ("peru", "chile", "cuba") for item in members(land))
NAMES = st.text("abcdefghijklmnop", min_size=4, max_size=9).map(str.title)


@st.composite
def worlds(draw: st.DrawFn) -> tuple[SwapNames, World]:
    """Draw a world of three to six countries, and names that are drawn from it."""
    lands = draw(st.integers(3, 6))
    words = iter(draw(st.lists(NAMES, min_size=9 * lands, max_size=9 * lands, unique=True)))
    countries = [next(words) for _ in range(lands)]
    states = {land: sorted(next(words) for _ in range(2)) for land in countries}
    towns = {
        (land, state): Pool(tuple(sorted(next(words) for _ in range(2))))
        for land in countries for state in states[land]
    }  # fmt: skip
    world = World(
        {land: (next(words),) for land in countries},
        {land: next(words) for land in countries},
        {
            land: Pool(tuple(sorted(chain(*(towns[land, state].names for state in states[land])))))
            for land in countries
        },
        {land: Pool(tuple(states[land])) for land in countries},
        towns,
    )
    pools: dict[SwapType, Pool] = {
        "COUNTRY": Pool(tuple(sorted(countries))),
        "NATIONALITY": Pool(tuple(sorted(chain(*world.nationalities.values())))),
        "CITY": Pool(tuple(sorted(chain(*(pool.names for pool in world.cities.values()))))),
        "LOCATION": Pool(tuple(sorted(chain(*(pool.names for pool in world.states.values()))))),
    }
    return SwapNames(pools, world.nationalities, world=world), world


@settings(max_examples=150)
@given(
    worlds(), st.integers(0, 9999), st.permutations(SOURCE), st.integers(1, 18), st.integers(0, 18)
)
def test_what_belongs_together_stays_together_in_any_world_order_and_field(
    drawn_world: tuple[SwapNames, World], key: int, items: list[SwapEntity], end: int, split: int
) -> None:
    names, world = drawn_world
    passage, question = items[: min(split, end)], items[split:end]
    given_ = draw(names, passage, ReservedNames(()), ("k", key))
    both = draw(names, question, ReservedNames(()), ("k", key), given_)
    new = {identity.split(":")[1]: person.full for identity, person in both.names.items()}
    became: dict[str, set[str]] = {}
    for item in (*passage, *question):
        name = new[item.entity.name]
        homes = {
            land
            for land, people in world.nationalities.items()
            if name in {land, *people, world.capitals[land]}
            or name in world.cities[land].names
            or name in world.states[land].names
        }
        became.setdefault(item.homeland, homes).intersection_update(homes)
        assert not item.is_capital or name in world.capitals.values()
    assert all(len(homes) == 1 for homes in became.values()), new
    assert len(set.union(*became.values())) == len(became), "two countries became one"
    assert len(set(new.values())) == len(new)
    for state in (item for item in passage if item.swap_type == "LOCATION"):
        towns = world.towns_of(new.get(state.homeland, ""), new[state.entity.name]).names
        town = new.get(f"New{state.homeland}")
        assert state.homeland not in new or town is None or town in towns, "the state has the town"


def test_a_state_has_the_towns_of_the_old_state_and_as_many() -> None:
    names = replace(swap_names(), world=WORLD)
    state = of("peru", "Cusco", "LOCATION", state="cusco")
    towns = [of("peru", town, "CITY", state="cusco") for town in ("Calca", "Urubamba")]
    for key in range(12):
        new = drawn(names, *towns, state, key=key)
        assert new["Cusco"] == "Nyanza" and {new["Calca"], new["Urubamba"]} == {"Kisumu", "Siaya"}


@pytest.mark.parametrize(
    ("old", "new"),
    [("Duval County", "Kara County"), ("Duval", "Kara"), ("Duval Parish", "Kara")],
)
def test_a_state_keeps_the_word_that_says_what_it_is(old: str, new: str) -> None:
    world = replace(WORLD, states={"Togo": Pool(("Kara",))})
    names = replace(
        swap_names(words={"LOCATION": {"county": "state", "state": "state"}}), world=world
    )
    items = [of("peru", "peru", "COUNTRY"), of("peru", old, "LOCATION", state=old)]
    drawn_ = drawn(names, *items)
    assert (drawn_["peru"], drawn_[old]) == ("Togo", new)
    told = replace(world, states={"Togo": Pool(("Kara State",))})
    assert drawn(replace(names, world=told), *items)[old] == "Kara State"


@pytest.mark.parametrize("text", ["from the north to the south", "from Borgou to Zou"])
def test_a_country_is_drawn_that_has_as_many_states_as_the_passage_names(text: str) -> None:
    states = {"Togo": Pool(("North", "South", "Kara")), "Benin": Pool(("Borgou", "Zou", "Atakora"))}
    names = replace(swap_names(), world=replace(WORLD, states=states))
    items = [of("peru", name, "LOCATION", state=name) for name in ("Anta", "Calca")]
    wanted = "Benin" if "north" in text else "Togo"
    for key in range(8):
        found = drawn(names, of("peru", "peru", "COUNTRY"), *items, held=text, key=key)
        assert found["peru"] == wanted
        assert {found["Anta"], found["Calca"]} <= set(states[wanted].names)


def test_a_state_gets_the_name_of_a_city_only_where_no_other_is_left() -> None:
    states, cities = Pool(("Kara", "Volta", "Sokode")), Pool(("Kara", "Sokode"))
    world = replace(WORLD, states={"Togo": states}, cities={"Togo": cities})
    names = replace(swap_names(), world=world)
    items = [of("peru", name, "LOCATION", state=name) for name in ("Anta", "Calca", "Lima")]
    for key in range(6):
        found = drawn(names, of("peru", "peru", "COUNTRY"), items[0], key=key)
        assert found["Anta"] == "Volta"
    every = drawn(names, of("peru", "peru", "COUNTRY"), *items)
    assert {every["Anta"], every["Calca"], every["Lima"]} == {"Kara", "Volta", "Sokode"}


def test_a_country_is_preferred_whose_states_are_not_called_like_towns() -> None:
    states = {"Togo": Pool(("Kara",)), "Benin": Pool(("Borgou",)), "Kenya": Pool(("Nairobi",))}
    world = replace(WORLD, states=states, cities={"Togo": Pool(("Kara",))})
    names = replace(swap_names(), world=world)
    items = of("peru", "peru", "COUNTRY"), of("peru", "Anta", "LOCATION", state="Anta")
    for key in range(8):
        assert drawn(names, *items, key=key) == {"peru": "Benin", "Anta": "Borgou"}


def test_a_country_that_only_an_organization_names_is_one_without_the_article() -> None:
    pools: dict[SwapType, Pool] = {"COUNTRY": Pool(("Benin", "Gambia", "Togo"))}
    bank = thing("Bank of Peru", "ORGANIZATION", "peru")
    found = {
        keeps: {
            drawn(SwapNames(pools, world=WORLD, keep_article=keeps), bank, key=key)["Bank of Peru"]
            for key in range(20)
        }
        for keeps in (True, False)
    }
    assert found[True] == {"Bank of Benin", "Bank of Togo"}
    assert found[False] == found[True] | {"Bank of Gambia"}


def test_junior_stays_junior() -> None:
    names = replace(swap_names(), world=WORLD)
    for old, end in (("Ann Holm Jr.", " Jr."), ("Ann Holm, Sr.", ", Sr."), ("Ann Holm", "")):
        new = drawn(names, person(old))[old]
        assert new.endswith(end) and len(new.removesuffix(end).split()) == 2
        assert drawn(swap_names(), person(old))[old] == new.removesuffix(end)


@pytest.mark.parametrize("key", range(6))
def test_the_elder_stays_elder_and_the_younger_younger(key: int) -> None:
    names = replace(swap_names(), world=WORLD)
    both = [person(f"Pierre Le Gros the {age}", last="Le Gros") for age in ("Elder", "Younger")]
    elder, younger = drawn(names, *both, key=key).values()
    assert elder.removesuffix(" the Elder") == younger.removesuffix(" the Younger") in PERSONS


def test_the_towns_of_a_new_state_are_kept_for_those_of_the_old_one() -> None:
    names = replace(swap_names(), world=WORLD)
    others = [of("peru", town, "CITY") for town in ("Lima", "Anta")]
    town = of("peru", "Calca", "CITY", state="cusco")
    state = of("peru", "Cusco", "LOCATION", state="cusco")
    cities = {"Kenya": Pool(("Kisumu", "Malindi", "Mombasa"))}
    towns = {("Kenya", "Nyanza"): Pool(("Kisumu",))}
    world = replace(WORLD, cities=cities, states={"Kenya": Pool(("Nyanza",))}, towns=towns)
    for key in range(12):
        new = drawn(replace(names, world=world), *others, town, state, key=key)
        assert (new["Calca"], new["Cusco"]) == ("Kisumu", "Nyanza")
        assert {new["Lima"], new["Anta"]} == {"Malindi", "Mombasa"}


def test_a_state_whose_only_town_is_in_its_name_takes_no_state_with_a_town() -> None:
    town = of("peru", "Calca", "CITY", state="cusco")
    state = of("peru", "Cusco", "LOCATION", state="cusco")
    cities = {"Kenya": Pool(("Kisumu", "Mombasa"))}
    towns = {("Kenya", "Kisumu County"): Pool(("Kisumu",)),
             ("Kenya", "Coast"): Pool(("Mombasa",))}  # fmt: skip
    states = {"Kenya": Pool(("Coast", "Kisumu County"))}
    names = replace(swap_names(), world=replace(WORLD, cities=cities, states=states, towns=towns))
    for key in range(12):
        for items in ((town, state), (state, town)):
            new = drawn(names, *items, key=key)
            assert (new["Calca"], new["Cusco"]) == ("Mombasa", "Coast")


def test_more_towns_than_any_state_has_are_in_its_country() -> None:
    names = replace(swap_names(), world=WORLD)
    state = of("peru", "Cusco", "LOCATION", state="cusco")
    towns = [of("peru", town, "CITY", state="cusco") for town in ("Calca", "Urubamba", "Anta")]
    found = [drawn(names, *towns, state, key=key) for key in range(12)]
    assert {"Kisumu", "Siaya", "Mombasa"} in [
        {new[town.entity.name] for town in towns} for new in found
    ]


LAND_OF_RIVER = {"Mara": "Kenya", "Yala": "Kenya", "Oueme River": "Benin", "Mono": "Togo"}


WATERS: dict[SwapType, dict[str, str]] = {"LOCATION": {"lake": "lake", "river": "river"}}


def river_names(**options: Any) -> SwapNames:
    pool = Pool(tuple(sorted(LAND_OF_RIVER)))
    located = {river: frozenset({land}) for river, land in LAND_OF_RIVER.items()}
    kinds = {"LOCATION": {"river": pool}}
    names = swap_names(keep_kind=True, kinds=kinds, words=WATERS, **options)
    return replace(names, world=replace(WORLD, located=located))


def river(name: str, *articles: bool) -> SwapEntity:
    return replace(thing(name, "LOCATION", "peru"), kind="river", articles=frozenset(articles))


def test_a_country_is_drawn_that_has_as_many_rivers_as_the_passage_names() -> None:
    country, rivers = thing("Peru", "COUNTRY", "peru"), [river("Rimac"), river("Santa")]
    for key in range(12):
        new = drawn(river_names(), country, *rivers, key=key)
        assert new["Peru"] == "Kenya" and {new["Rimac"], new["Santa"]} == {"Mara", "Yala"}
        one = drawn(river_names(), country, rivers[0], key=key)
        assert one["Peru"] == LAND_OF_RIVER[one["Rimac"]]
    found = {drawn(river_names(), country, rivers[0], key=key)["Peru"] for key in range(12)}
    assert found == set(NATIONS)


def test_a_country_is_drawn_that_has_a_river_with_the_article() -> None:
    country, no_article = thing("Peru", "COUNTRY", "peru"), river("Rimac", False)
    names = river_names(keep_article=True)
    pool = Pool(("Lake Chad", "Oueme River"))
    located = {"Lake Chad": frozenset({"Togo"}), "Oueme River": frozenset({"Benin"})}
    names = replace(names, kinds={"LOCATION": {"river": pool}},
                    world=replace(WORLD, located=located))  # fmt: skip
    found = {tuple(drawn(names, country, no_article, key=key).values()) for key in range(12)}
    assert found == {("Togo", "Lake Chad")}


def test_a_place_of_a_kind_without_names_stays_and_does_not_decide_on_the_country() -> None:
    country, cave = thing("Peru", "COUNTRY", "peru"), replace(river("Pacaic"), kind="cave")
    found = [drawn(river_names(), country, cave, key=key) for key in range(12)]
    assert all("Pacaic" not in new for new in found)
    assert {new["Peru"] for new in found} == set(NATIONS)


def test_a_people_with_the_article_and_no_plural_ending_becomes_another_such_people() -> None:
    names = replace(
        swap_names(), world=WORLD, keep_article=True, same_plural=frozenset(["Togolese"])
    )
    french = replace(thing("French", "NATIONALITY", "france"), articles=frozenset({True}))
    for key in range(12):
        new = drawn(names, french, thing("France", "COUNTRY", "france"), key=key)
        assert new == {"French": "Togolese", "France": "Togo"}
        assert drawn(names, replace(french, homeland=""), key=key) == {"French": "Togolese"}


def after(item: SwapEntity, **articles: bool) -> SwapEntity:
    """Return an entity with the names that follow "an" (True) or "a" (False)."""
    return replace(item, indefinite=tuple(articles.items()))


ANGOLA = replace(
    swap_names(pair=True),
    nationalities={**NATIONS, "Angola": ("Angolan",), "Uganda": ("Ugandan",)},
    pools={
        "COUNTRY": Pool(("Angola", "Kenya", "Uganda")),
        "NATIONALITY": Pool(("Angolan", "Kenyan", "Ugandan")),
        "CITY": Pool(("Accra", "Kisumu", "Umuahia")),
    },
)


@pytest.mark.parametrize("with_world", [False, True])
@pytest.mark.parametrize(("an", "people"), [(True, "Angolan"), (False, "Kenyan")])
def test_what_follows_an_begins_with_a_vowel_again(with_world: bool, an: bool, people: str) -> None:
    world = World({"Angola": ("Angolan",), "Kenya": ("Kenyan",), "Uganda": ("Ugandan",)})
    names = replace(ANGOLA, world=world if with_world else None)
    for key in range(12):
        american = after(thing("American", "NATIONALITY", "usa"), american=an)
        assert drawn(names, american, key=key) == {"American": people}
        usa = after(thing("USA", "COUNTRY", "usa"), usa=an)
        assert drawn(names, usa, key=key)["USA"] == people[:5] + people[5:-1].rstrip("n")
        town = after(thing("Arva", "CITY"), arva=an)
        assert drawn(names, town, key=key) == {"Arva": "Accra" if an else "Kisumu"}


def test_a_people_of_a_country_that_was_drawn_before_follows_it_whatever_the_article() -> None:
    for key in range(12):
        american = after(thing("American", "NATIONALITY", "usa"), american=True)
        new = drawn(ANGOLA, thing("USA", "COUNTRY", "usa"), american, key=key)
        assert new["American"].startswith(new["USA"][:5])


@pytest.mark.parametrize(("an", "vowel"), [(True, True), (False, False)])
def test_the_name_of_a_person_that_follows_an_begins_with_a_vowel_again(
    an: bool, vowel: bool
) -> None:
    for key in range(12):
        new = drawn(swap_names(), after(person("Ann Holm"), holm=an), key=key)["Ann Holm"]
        assert (new.split()[1][0] in "AE") == vowel
        new = drawn(swap_names(), after(person("Ann Holm"), **{"ann holm": an}), key=key)[
            "Ann Holm"
        ]
        assert (new[0] in "AE") == vowel


def held(
    name: str, swap_type: SwapType, pools: tuple[str, ...], *articles: bool, **more: str
) -> set[str]:
    """Return what an organization or place with these articles can become."""
    names = SwapNames({swap_type: Pool(tuple(sorted(pools)))}, keep_article=True, words=WATERS)
    item = replace(thing(name, swap_type), articles=frozenset(articles), **more)
    return {drawn(names, item, key=key)[name] for key in range(30)}


def test_organizations_keep_the_article() -> None:
    pools = ("Volta Company", "Kano Union", "University of Kano", "Mwanza University", "Movitel")
    with_article = {"Volta Company", "Kano Union", "University of Kano"}
    assert held("Holm Party", "ORGANIZATION", pools, True) == with_article
    assert held("Holm Party", "ORGANIZATION", pools, False) == set(pools) - with_article
    assert held("Holm Party", "ORGANIZATION", pools, True, False) == set(pools)
    assert held("Holm Party", "ORGANIZATION", pools) == set(pools)
    assert held("Holm Party", "ORGANIZATION", ("Movitel",), True) == {"Movitel"}
    assert held("Holm Party", "ORGANIZATION", ("Movitel", "Rite of Kano"), True) == {"Rite of Kano"}


def test_an_organization_with_the_article_keeps_its_last_word_where_no_name_has_the_article() -> (
    None
):
    kinds: dict[SwapType, dict[str, str]] = {"ORGANIZATION": {"company": "company"}}
    names = SwapNames({"ORGANIZATION": Pool(("Movitel",))}, keep_article=True, words=kinds)
    for articles, new in (({True}, "Movitel Company"), ({False}, "Movitel"), (set(), "Movitel")):
        item = replace(thing("Holm Company", "ORGANIZATION"), articles=frozenset(articles))
        assert drawn(names, replace(item, kind="company")) == {"Holm Company": new}


@pytest.mark.parametrize(
    ("pool", "new"),
    [
        ("Glavni Vitrum", "Glavni Vitrum Company"),
        ("Vitrum Company Kano", "Vitrum Company Kano"),
        ("Kano Union", "Kano Union"),
        ("University of Kano", "University of Kano"),
    ],
)
def test_a_name_of_several_words_gets_the_last_word_unless_it_has_it_or_the_article(
    pool: str, new: str
) -> None:
    kinds: dict[SwapType, dict[str, str]] = {"ORGANIZATION": {"company": "company"}}
    names = SwapNames({"ORGANIZATION": Pool((pool,))}, keep_article=True, words=kinds)
    company = replace(thing("Biograph Company", "ORGANIZATION"), kind="company")
    for articles, wanted in (({True}, new), ({False}, pool), (set(), pool)):
        item = replace(company, articles=frozenset(articles))
        assert drawn(names, item) == {"Biograph Company": wanted}


def test_the_word_for_the_kind_may_stand_before_of() -> None:
    kinds: dict[SwapType, dict[str, str]] = {"ORGANIZATION": {"company": "company"}}
    names = SwapNames({"ORGANIZATION": Pool(("Vitrum",))}, keep_article=True, words=kinds)
    item = replace(thing("Holm Company of Oslo", "ORGANIZATION"), kind="company")
    found = drawn(names, replace(item, articles=frozenset({True})))
    assert found == {"Holm Company of Oslo": "Vitrum Company"}


MOUNTAINS = ("Atlas Mountains", "Mount Meru", "Virunga Mountains")


@pytest.mark.parametrize(
    ("old", "pool", "wanted"),
    [
        ("Rocky Mountains", MOUNTAINS, {"Atlas Mountains", "Virunga Mountains"}),
        ("Mount Rainier", MOUNTAINS, {"Mount Meru"}),
        ("Rocky Mountains", ("Mount Meru",), {"Mount Meru"}),
    ],
)
def test_mountains_become_mountains_and_a_mountain_one_if_there_is_any(
    old: str, pool: tuple[str, ...], wanted: set[str]
) -> None:
    words = {"LOCATION": dict.fromkeys(("mount", "mountain", "mountains"), "mountain")}
    kinds = {"LOCATION": {"mountain": Pool(pool)}}
    names = replace(swap_names(keep_kind=True, kinds=kinds, words=words), world=WORLD)
    item = replace(thing(old, "LOCATION"), kind="mountain")
    assert {drawn(names, item, key=key)[old] for key in range(20)} == wanted
    literal = replace(names, world=None)
    assert {drawn(literal, item, key=key)[old] for key in range(40)} == set(pool)


def test_a_name_that_meets_more_of_what_is_wanted_comes_first() -> None:
    words = {"LOCATION": dict.fromkeys(("mount", "mountain", "mountains"), "mountain")}
    kinds = {"LOCATION": {"mountain": Pool(MOUNTAINS)}}
    options = {"keep_kind": True, "keep_article": True, "kinds": kinds, "words": words}
    world = replace(WORLD, located={"Virunga Mountains": frozenset({"Kenya"})})
    names = replace(swap_names(**options), pools={"COUNTRY": Pool(("Kenya",))}, world=world)
    rockies = replace(thing("Rocky Mountains", "LOCATION", "usa"), kind="mountain")
    for key in range(12):
        new = drawn(names, thing("USA", "COUNTRY", "usa"), rockies, key=key)
        assert new["Rocky Mountains"] == "Virunga Mountains"
    rockies = replace(rockies, articles=frozenset({False}))
    # No name with the article replaces one without.
    new = drawn(names, thing("USA", "COUNTRY", "usa"), rockies)
    assert new["Rocky Mountains"] == "Mount Meru"


def test_places_keep_the_article_which_every_river_has() -> None:
    pools = ("Benue", "Imo River", "Lake Chad", "Safi")
    assert held("Rhine", "LOCATION", pools, True, kind="river") == {"Benue", "Imo River", "Safi"}
    assert held("Rhine", "LOCATION", pools, True) == {"Imo River"}
    assert held("Arbeia", "LOCATION", pools, False) == set(pools) - {"Imo River"}


def test_where_no_name_suits_the_article_any_will_do() -> None:
    names = replace(ANGOLA, pools={"CITY": Pool(("Umuahia",)), "PERSON": Pool(("Ulla Undry",))})
    assert drawn(names, after(thing("Arva", "CITY"), arva=True)) == {"Arva": "Umuahia"}
    assert drawn(names, after(person("Ann Holm"), holm=False)) == {"Ann Holm": "Ulla Undry"}


def test_a_country_is_drawn_once_even_for_an_empire_of_the_same_homeland() -> None:
    names = replace(swap_names(), world=WORLD)
    empire, country = thing("Peruvian Empire", "COUNTRY", "peru"), thing("Peru", "COUNTRY", "peru")
    assert len(set(drawn(names, empire, country).values())) == 2


def test_what_is_called_after_a_person_follows_the_surname() -> None:
    names = replace(swap_names(), world=WORLD)
    company = thing("Marconi Company", "ORGANIZATION")
    new = drawn(names, company, person("Anna Marconi"))
    assert new["Marconi Company"] == f"{new['Anna Marconi'].split()[-1]} Company"


def test_what_is_called_after_a_place_follows_it() -> None:
    names = replace(swap_names(), world=WORLD)
    items = [thing("Lima City Council Press", "ORGANIZATION"),
             thing("Lima City Council", "ORGANIZATION"), thing("Lima", "CITY")]  # fmt: skip
    new = drawn(names, *items)
    assert new["Lima City Council"] == f"{new['Lima']} City Council"
    assert new["Lima City Council Press"] == f"{new['Lima']} City Council Press"
    assert "Lima City Council" not in drawn(swap_names(), *items), "without worlds it is alone"


def test_a_city_whose_name_begins_with_that_of_another_follows_it() -> None:
    names = replace(swap_names(), world=WORLD)
    new = drawn(
        names, thing("Arva Beach", "CITY"), thing("Arva", "CITY"), thing("Port Arva", "CITY")
    )
    assert new["Arva Beach"] == f"{new['Arva']} Beach"
    assert new["Port Arva"] in POOLS["CITY"]
    capital = of("peru", "peru City", "CITY", is_capital=True)
    assert (
        drawn(names, thing("peru", "COUNTRY", "peru"), capital)["peru City"]
        in WORLD.capitals.values()
    )


def test_what_is_called_after_the_short_name_of_a_town_follows_it() -> None:
    town = Entity("CITY:arva upon lune", "CITY", "Arva upon Lune", aliases=("Arva",))
    items = [SwapEntity(town, "CITY"), thing("Arva City Council", "ORGANIZATION")]
    new = drawn(replace(swap_names(), world=WORLD), *items)
    assert new["Arva City Council"] == f"{new['arva upon lune']} City Council"


@pytest.mark.parametrize("key", range(4))
def test_two_organizations_that_are_called_after_a_country_get_two_names(key: int) -> None:
    names = replace(swap_names(), world=WORLD)
    banks = [thing(f"Bank of {land}", "ORGANIZATION") for land in ("the United States", "the USA")]
    new = drawn(names, thing("United States", "COUNTRY", "united states"), *banks, key=key)
    assert len(set(new.values())) == len(new)


@pytest.mark.parametrize("key", range(6))
def test_a_state_called_after_its_country_becomes_a_state_of_the_new_country(key: int) -> None:
    names = replace(swap_names(), world=WORLD)
    west = of("peru", "West Peru", "LOCATION", state="west peru")
    states = {state for pool in WORLD.states.values() for state in pool.names}
    for items in ([thing("Peru", "COUNTRY", "peru"), west], [west]):
        assert drawn(names, *items, key=key)["West Peru"] in states


def test_what_is_called_after_a_country_follows_it_by_any_of_its_names() -> None:
    names = replace(swap_names(), world=WORLD)
    country = thing("United States", "COUNTRY", "united states")
    new = drawn(names, thing("Bank of America", "ORGANIZATION"), thing("U.S. South", "LOCATION"),
                country)  # fmt: skip
    assert new["Bank of America"] == f"Bank of {new['United States']}"
    people = {"Kenya": "Kenyan", "Benin": "Beninese", "Togo": "Togolese"}
    assert new["U.S. South"] == f"{people[new['United States']]} South"


@pytest.mark.parametrize("key", range(6))
def test_what_is_called_after_an_empire_follows_its_people(key: int) -> None:
    names = replace(swap_names(), world=WORLD)
    romans = thing("Roman", "NATIONALITY", "roman empire")
    empire = replace(thing("Holy Roman Empire", "COUNTRY"), after_people=True)
    new = drawn(names, empire, romans, key=key)
    assert new["Holy Roman Empire"] == f"Holy {new['Roman']} Empire"


@pytest.mark.parametrize("official", [{}, {one: f"Republic of {one}" for one in NATIONS}])
def test_what_is_called_after_a_country_with_the_article_keeps_it_for_an_official_name(
    official: dict[str, str],
) -> None:
    names = replace(swap_names(official=official), world=WORLD)
    new = drawn(names, thing("United States", "COUNTRY", "united states"),
                thing("Supreme Court of the United States", "ORGANIZATION"))  # fmt: skip
    country = f"the Republic of {new['United States']}" if official else new["United States"]
    assert new["Supreme Court of the United States"] == f"Supreme Court of {country}"


def test_a_unique_place_that_is_called_after_a_country_does_not_follow_it() -> None:
    country = thing("United States", "COUNTRY", "united states")
    continent = replace(thing("North America", "LOCATION"), unique=True, kind="unique")
    names = replace(swap_names(keep_kind=True, kinds={"LOCATION": {}}), world=WORLD)
    assert drawn(names, country, continent).keys() == {"United States"}
    free = replace(names, keep_kind=False)
    assert drawn(free, country, continent)["North America"].startswith("North ")


SHORES = {"Comoros": "island", "Mauritius": "island", "Chad": "landlocked", "Mali": "landlocked"}


@pytest.mark.parametrize(
    ("shore", "text", "wanted"),
    [
        ("island", "", {"Comoros", "Mauritius"}),
        ("landlocked", "", {"Chad", "Mali"}),
        ("coast", "", {"Comoros", "Mauritius", "Kenya"}),
        ("", "", {*SHORES, "Kenya"}),
        ("island", "from the Comoros to Mauritius", {"Chad", "Mali", "Kenya"}),
    ],
)
def test_a_country_becomes_one_with_such_a_coast_if_there_is_any(
    shore: str, text: str, wanted: set[str]
) -> None:
    names = SwapNames(
        {"COUNTRY": Pool(tuple(sorted((*SHORES, "Kenya"))))}, world=World(shores=SHORES)
    )
    item = replace(thing("Zorbia", "COUNTRY", "zorbia"), shore=shore)
    assert {drawn(names, item, held=text, key=key)["Zorbia"] for key in range(40)} == wanted


def test_the_coast_of_a_country_counts_more_than_its_rivers() -> None:
    world = replace(river_names().world or WORLD, shores={"Togo": "island"})
    names = replace(river_names(), world=world)
    country = replace(thing("Peru", "COUNTRY", "peru"), shore="island")
    for key in range(12):
        assert drawn(names, country, river("Rimac"), river("Santa"), key=key)["Peru"] == "Togo"


@pytest.mark.parametrize(
    ("name", "derived"), [("Vietnam", None), ("South Vietnam", Derived("South "))]
)
def test_what_is_called_after_a_people_follows_its_country_even_if_the_people_is_not_named(
    name: str, derived: Derived | None
) -> None:
    names = replace(swap_names(), world=replace(WORLD, peoples={"vietnam": "Vietnamese"}))
    army = thing("North Vietnamese Army", "ORGANIZATION")
    country = replace(thing(name, "COUNTRY", "vietnam"), derived=derived)
    for key in range(6):
        new = drawn(names, army, country, key=key)
        (people,) = NATIONS[new[name].removeprefix("South ")]
        assert new["North Vietnamese Army"] == f"North {people} Army"
    assert not drawn(names, army), "the text names no country that it could follow"


@pytest.mark.parametrize(
    "name", ["South American Football Confederation", "African American Museum"]
)
def test_what_is_called_after_another_people_does_not_follow_the_country(name: str) -> None:
    names = replace(swap_names(), world=replace(WORLD, peoples={"united states": "American"}))
    country = thing("United States", "COUNTRY", "united states")
    new = drawn(names, country, thing(name, "ORGANIZATION"), thing("American Bank", "ORGANIZATION"))
    assert new["American Bank"] == f"{NATIONS[new['United States']][0]} Bank"
    assert name not in new


def test_an_army_in_a_question_follows_the_country_of_the_passage() -> None:
    names = replace(swap_names(), world=replace(WORLD, peoples={"vietnam": "Vietnamese"}))
    army, reserved = thing("North Vietnamese Army", "ORGANIZATION"), ReservedNames(())
    passage = draw(names, [thing("Vietnam", "COUNTRY", "vietnam")], reserved, ("tiny", 0))
    both = draw(names, [army], reserved, ("tiny", 0), passage).names
    land = both["COUNTRY:Vietnam"].full
    assert both["ORGANIZATION:North Vietnamese Army"].full == f"North {NATIONS[land][0]} Army"


def test_a_people_that_has_no_state_becomes_one_of_the_new_country() -> None:
    tribes = {"Fon": "Benin", "Kikuyu": "Kenya", "Luo": "Kenya"}
    kinds = {
        "NATIONALITY": {
            "people": Pool(tuple(sorted(POOLS["NATIONALITY"]))),
            TRIBE: Pool(tuple(sorted((*tribes, "Zulu")))),
        }
    }
    located = {people: frozenset({land}) for people, land in tribes.items()}
    names = replace(
        swap_names(keep_kind=True, pair=True, kinds=kinds), world=replace(WORLD, located=located)
    )
    items = [thing("Peru", "COUNTRY", "peru"), thing("Peruvian", "NATIONALITY", "peru")]
    quechua, aymara = (
        replace(thing(people, "NATIONALITY", "peru"), kind=TRIBE)
        for people in ("Quechua", "Aymara")
    )
    found = [drawn(names, *items, quechua, key=key) for key in range(20)]
    assert {new["Peru"] for new in found} == {"Benin", "Kenya"}
    for key, new in enumerate(found):
        assert new["Peru"] == tribes[new["Quechua"]] and new["Peruvian"] in NATIONS[new["Peru"]]
        both = drawn(names, *items, quechua, aymara, key=key)
        assert (both["Peru"], {both["Quechua"], both["Aymara"]}) == ("Kenya", {"Kikuyu", "Luo"})


PARLIAMENTS = {"Bunge": "Kenya", "Assemblée": "Benin", "Bundura": "Togo"}


@pytest.mark.parametrize("old", ["Army", "Navy"])
def test_an_army_becomes_an_army_and_a_navy_a_navy(old: str) -> None:
    forces = ("Volta Army", "Volta Navy", "Coast Guard of Volta")
    world = replace(WORLD, located=dict.fromkeys(forces, frozenset(NATIONS)))
    names = replace(
        swap_names(keep_kind=True, kinds={"ORGANIZATION": {"army": Pool(tuple(sorted(forces)))}},
                   words={"ORGANIZATION": {"army": "army", "navy": "army", "guard": "army"}}),
        world=world,
    )  # fmt: skip
    force = replace(thing(f"Royal {old}", "ORGANIZATION", "peru"), kind="army")
    for key in range(12):
        new = drawn(names, thing("Peru", "COUNTRY", "peru"), force, key=key)
        assert new[f"Royal {old}"] == f"Volta {old}"
    kinds = {"ORGANIZATION": {"army": Pool(("Coast Guard of Volta",))}}
    alone = drawn(replace(names, kinds=kinds), thing("Peru", "COUNTRY", "peru"), force)
    assert f"Royal {old}" not in alone


@pytest.mark.parametrize("key", range(12))
def test_a_parliament_becomes_that_of_the_new_country_or_stays(key: int) -> None:
    located = {name: frozenset({country}) for name, country in PARLIAMENTS.items()}
    kinds = {"ORGANIZATION": {"parliament": Pool(tuple(sorted(PARLIAMENTS)))}}
    names = swap_names(keep_kind=True, kinds=kinds)
    names = replace(names, world=replace(WORLD, located=located))
    congress = replace(thing("Congress", "ORGANIZATION", "peru"), kind="parliament")
    country = thing("Peru", "COUNTRY", "peru")
    new = drawn(names, country, congress, key=key)
    assert PARLIAMENTS[new["Congress"]] == new["Peru"]
    assert "Congress" not in drawn(names, country, replace(congress, homeland=""), key=key)
    literal = replace(names, world=None)
    assert drawn(literal, replace(congress, homeland=""), key=key)["Congress"] in PARLIAMENTS


@pytest.mark.parametrize("key", range(6))
def test_a_ruler_keeps_the_number_and_has_a_first_name_alone(key: int) -> None:
    pope = person("Sixtus V", last="")
    names = replace(swap_names(), world=WORLD)
    (new,) = draw(names, [pope], ReservedNames([""]), ("tiny", key)).names.values()
    assert new.full == f"{new.first} V" and " " not in new.first and not new.last
    others = [person("Sixtus VI", last=""), person("Ann Holm")]
    assert len(set(drawn(names, pope, *others, key=key).values())) == 3
    literal = drawn(swap_names(), pope, key=key)["Sixtus V"]
    assert literal in PERSONS, "the literal recipe draws whole names"


@pytest.mark.parametrize(("old", "part"), [("Mina", 0), ("Arthur", 0), ("Zorb", 1), ("Newton", 1)])
def test_whoever_is_called_by_a_given_name_gets_one(old: str, part: int) -> None:
    genders: dict[str, Gender] = {
        name: "female" if name.startswith("Ama ") else "male" for name in PERSONS
    }
    names = replace(swap_names(keep_gender=True, genders=genders), world=WORLD)
    parts = {name.split()[part] for name in PERSONS}
    for key in range(12):
        new = drawn(names, replace(person(old), gender=gender_of(old)), key=key)[old]
        assert new in parts
        assert (new == "Ama") == (old == "Mina")
        literal = drawn(replace(names, world=None), person(old), key=key)[old]
        assert literal in {name.split()[1] for name in PERSONS}


def test_a_world_that_the_text_holds_is_not_drawn() -> None:
    names = replace(swap_names(), world=WORLD)
    for key in range(20):
        new = drawn(names, *members("peru")[:2], held="from Nairobi to the Togolese coast", key=key)
        assert new == {"peru": "Benin", "peruian": "Beninese"}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Bank of Oslo", "Bank of Kano"),
        ("Oslo and Bergen Railway", "Kano and Jos Railway"),
        ("Oslo–Bergen Line", "Kano–Jos Line"),
        ("Oslo Bank and Trust", "Kano Bank and Trust"),
        ("Greater Oslo Zoo", "Accra Zoo"),
        ("Oslo", ""),
        ("Osloport", ""),
        ("Bank of Zorb", ""),
        ("Oslo and Zorb", ""),
        ("Zorb-Oslo Canal", ""),
    ],
)
def test_a_name_follows_all_renamed_names_in_it_or_none(name: str, wanted: str) -> None:
    called = {"Oslo": "Kano", "Bergen": "Jos", "Greater Oslo": "Accra"}
    assert renamed_after(name, called) == wanted
