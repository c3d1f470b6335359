"""Worlds in whole passages: the countries and states that a passage shows for its names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import pytest

from builders.perturbations.pools import Pool
from builders.perturbations.swap_entities import Derived
from builders.perturbations.swap_names import SwapNames
from builders.perturbations.worlds import World
from builders.releases.recipe import Recipe
from builders.stages import ingredients
from builders.stages.finding import Finder
from builders.stages.homes import Home, Homes, Surroundings
from builders.stages.prepare import Preparer
from builders.stages.render_swap import PassageNames, swappable
from builders.types import SWAP_TYPES, Entity, EntityType, Example, SwapType, TypedSpan

NAMES = re.compile(
    r"(?P<STATE>(?:State of )?Florida)|(?P<CITY>Ocala|Arva)|(?P<LOC>Zota|West Canada)"
    r"|(?P<NORP>Canadian|French|Inuit|Mongolian|Native-Mongol|Zorb(?= s)"
    r"|(?:East |West |Native |Old )?Mongols)"
    r"|(?P<COUNTRY>Canada|Uruguay|(?:East )?Mongol Empire|(?:East |West |Old |Kingdom of )?Mongolia"
    r"|Kingdom of Wales|Wales|Zorb Caliphate)"
)
STATES = {"Kenya": "Turkana", "Benin": "Borgou", "Togo": "Kara"}
TOWNS = {"Kenya": "Lodwar", "Benin": "Parakou", "Togo": "Niamtougou"}
PEOPLES = {"Kenya": "Kenyan", "Benin": "Beninese", "Togo": "Togolese"}
CITIES = {**TOWNS, "Kenya2": "Mombasa", "Benin2": "Cotonou", "Togo2": "Lome"}
WORLD = World(
    nationalities={land: (people,) for land, people in PEOPLES.items()},
    cities={land: Pool(tuple(sorted((town, CITIES[f"{land}2"])))) for land, town in TOWNS.items()},
    states={land: Pool((state,)) for land, state in STATES.items()},
    towns={(land, STATES[land]): Pool((town,)) for land, town in TOWNS.items()},
    located={"Oti": frozenset({"Togo"}), "Mara": frozenset({"Kenya"})},
)
HOMES = Homes(
    peoples={"canadian": "canada", "french": "france", "mongol": "mongolia"},
    places={
        ("STATE", "florida"): frozenset({"canada", "uruguay"}),
        ("CITY", "ocala"): frozenset({"canada", "spain"}),
    },
    cities={("canada", "florida"): ("Ocala",), ("uruguay", "florida"): ("Sarandí",)},
    lands=frozenset({"canada", "france", "mongolia"}),
    listed=frozenset({"native mongol", "west mongol"}),
)

POOLS: Mapping[SwapType, Pool] = {
    "COUNTRY": Pool(tuple(sorted(STATES))),
    "LOCATION": Pool(tuple(sorted((*STATES.values(), "Zawa", "Oti", "Mara")))),
    "NATIONALITY": Pool(tuple(sorted(PEOPLES.values()))),
    "CITY": Pool(tuple(sorted(CITIES.values()))),
}


class Matches:
    """Finds the names that a pattern matches; its groups are called by the types of names."""

    def __init__(self, names: re.Pattern[str]) -> None:
        self.names = names
        self.fingerprint = names.pattern

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            yield tuple(
                TypedSpan(*one.span(), str(one.lastgroup))  # type: ignore[arg-type]
                for one in self.names.finditer(text)
            )


def renamed(text: str, peoples: Iterable[str] = PEOPLES.values()) -> set[str]:
    """Return what a passage becomes under twelve keys."""
    made = Preparer(Finder(Matches(NAMES))).prepare([Example("1", "d", "", "Who?", text, (), ())])
    pools = {**POOLS, "NATIONALITY": Pool(tuple(sorted(peoples)))}
    same = frozenset({"Beninese", "Togolese"})
    names = SwapNames(pools, world=WORLD, keep_article=True, same_plural=same)
    found = set()
    for key in range(12):
        (one,) = swappable(made, PassageNames(names, HOMES, ("k", key), "passage"))
        found.add(one.template.render(one.variant(SWAP_TYPES)).example.context)
    return found


@pytest.mark.parametrize("land", ["Canada", "Uruguay"])
def test_a_state_is_in_the_country_that_the_passage_names(land: str) -> None:
    wanted = {f"{state} is in {new}." for new, state in STATES.items()}
    assert renamed(f"Florida is in {land}.") == wanted


def test_a_state_is_in_the_country_whose_people_the_passage_names() -> None:
    wanted = {f"{STATES[land]} has {people} towns." for land, people in PEOPLES.items()}
    assert renamed("Florida has Canadian towns.") == wanted


@pytest.mark.parametrize(
    ("named", "at"),
    [
        ("Canada, Uruguay", 0),
        ("Uruguay, Canada", 0),
        ("Canada, Uruguay, Uruguay", 1),
        ("Uruguay, Canada, Canadian", 1),
    ],
)
def test_a_state_of_several_countries_is_in_the_one_named_most_or_first(
    named: str, at: int
) -> None:
    found = [text.split(", ") for text in renamed(f"Florida, {named}.")]
    assert {(lands[at].strip("."), state) for state, *lands in found} == set(STATES.items())


def test_a_city_is_in_the_state_that_the_passage_names() -> None:
    wanted = {f"{TOWNS[land]} is in {state}." for land, state in STATES.items()}
    assert renamed("Ocala is in Florida.") == wanted


def test_the_cities_of_a_state_are_known_by_any_of_its_names() -> None:
    wanted = {
        f"{TOWNS[land]} is in the State of {state}, {state}." for land, state in STATES.items()
    }
    assert renamed("Ocala is in the State of Florida, Florida.") == wanted


@pytest.mark.parametrize("text", ["Arva has Canadian roofs.", "Canada has Arva."])
def test_a_city_that_nobody_knows_is_in_the_only_country_of_the_passage(text: str) -> None:
    for new in renamed(text):
        (land,) = (land for land, people in PEOPLES.items() if people in new or land in new)
        assert TOWNS[land] in new or CITIES[f"{land}2"] in new


def test_a_city_that_nobody_knows_is_in_the_only_state_of_the_passage_if_it_names_no_country() -> (
    None
):
    for new in renamed("Arva is near Ocala in Florida."):
        city, _, _, town, _, state = new.removesuffix(".").split()
        (land,) = (land for land in STATES if STATES[land] == state)
        assert {city, town} == {TOWNS[land], CITIES[f"{land}2"]}


def test_a_city_that_nobody_knows_is_anywhere_if_the_passage_names_two_countries() -> None:
    found = {new.split()[0] for new in renamed("Arva lies between Canada and Uruguay.")}
    assert len(found) > 3


def test_another_place_is_in_the_country_of_the_passage_if_it_has_one() -> None:
    for new in renamed("Zota is in Canada."):
        river, land = new.removesuffix(".").split(" is in ")
        assert river == {"Togo": "Oti", "Kenya": "Mara"}.get(land, river)


def test_a_place_called_after_a_country_of_which_only_the_people_is_named_follows_it() -> None:
    assert renamed("The Canadian West Canada.") == {
        f"The {people} West {land}." for land, people in PEOPLES.items()
    }


def test_the_names_of_a_country_s_people_become_one_new_people() -> None:
    wanted = {f"{people}s sang {people} songs." for people in ("Kenyan",)}
    wanted |= {f"{people} sang {people} songs." for people in ("Beninese", "Togolese")}
    assert renamed("Mongols sang Mongolian songs.") == wanted


def test_a_state_that_only_the_title_names_has_the_city_of_the_passage() -> None:
    example = Example("1", "d", "Ocala,_Florida", "Who?", "Ocala is old.", (), ())
    (made,) = Preparer(Finder(Matches(NAMES))).prepare([example])
    homes = replace(HOMES, places={("STATE", "florida"): frozenset({"canada"})})
    found = set()
    for key in range(20):
        names = PassageNames(SwapNames(POOLS, world=WORLD), homes, ("k", key), "passage")
        (one,) = swappable([made], names)
        found.add(one.template.render(one.variant(SWAP_TYPES)).example.title)
    towns = {title.split(",_")[0]: title for title in found}
    for land, town in TOWNS.items():
        assert towns.get(town, f"{town},_{STATES[land]}") == f"{town},_{STATES[land]}"
    assert len(towns.keys() & set(TOWNS.values())) > 1


def cities(texts: Iterable[str], scope: str, key: int, title: str = "T") -> list[str]:
    """Return the first word of what each passage of an article becomes."""
    examples = [Example(str(n), "d", title, "Who?", text, (), ()) for n, text in enumerate(texts)]
    names = PassageNames(SwapNames(POOLS, world=WORLD), HOMES, ("k", key), scope)
    rows = swappable(Preparer(Finder(Matches(NAMES))).prepare(examples), names)
    return [one.template.render(one.variant(SWAP_TYPES)).example.context.split()[0] for one in rows]


def test_the_passages_of_an_article_share_names_where_the_recipe_says_so() -> None:
    texts = ["Ocala is old.", "Ocala is warm.", "Arva and Ocala are near."]
    shared = {tuple(cities(texts[:2], "article", key)) for key in range(12)}
    assert all(one == other for one, other in shared) and len(shared) > 1
    apart = {tuple(cities(texts[:2], "passage", key)) for key in range(12)}
    assert any(one != other for one, other in apart)
    for key in range(12):
        (first, _, later) = cities(texts, "article", key)
        assert later != first, "two cities of an article have two names"
        (alone,) = cities(texts[:1], "article", key)
        assert alone == first
    titles = {
        (key, *cities(texts[:1], "article", key, title)) for key in range(12) for title in "ab"
    }
    assert len(titles) > 12, "another article has other names"


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("The Mongol Empire sold Mongols.", "The {people} Empire sold {people}s."),
        ("Mongols left the Mongol Empire.", "{people}s left the {people} Empire."),
        ("Mongolia was the Mongol Empire.", "{land} was the {people} Empire."),
        ("The East Mongol Empire sold Mongols.", "The East {people} Empire sold {people}s."),
        ("The Zorb Caliphate had Zorb songs.", "The {people} Caliphate had {people} songs."),
        ("East Mongolia met West Mongolia.", "East {land} met West {land}."),
        ("East Mongols left Mongolia.", "East {people}s left {land}."),
        ("Native Mongols left Mongolia.", "Native {people}s left {land}."),
        ("A Native-Mongol left Mongolia.", "A Native-{people} left {land}."),
        ("The Kingdom of Mongolia is Mongolia.", "The Kingdom of {land} is {land}."),
        ("The Kingdom of Wales is Wales.", "The Kingdom of {land} is {land}."),
    ],
)
def test_a_past_state_is_called_after_the_new_country(text: str, new: str) -> None:
    wanted = {
        new.format(land=land, people=people).replace("eses", "ese")
        for land, people in PEOPLES.items()
    }
    assert renamed(text) == wanted


@pytest.mark.parametrize(
    "text", ["Old Mongolia is Mongolia.", "Old Mongols left Mongolia.", "West Mongols left."]
)
def test_other_words_before_a_country_are_part_of_another_name(text: str) -> None:
    assert not any("Old" in new or "West" in new for new in renamed(text))


def test_a_country_of_two_words_names_no_past_state() -> None:
    for key in range(12):
        names = SwapNames(
            {"COUNTRY": Pool(("Kenya", "South Sudan"))}, world=World({"Kenya": ("Kenyan",)})
        )
        text = "East Mongolia is old."
        made = Preparer(Finder(Matches(NAMES))).prepare(
            [Example("1", "d", "", "Who?", text, (), ())]
        )
        (one,) = swappable(made, PassageNames(names, HOMES, ("k", key), "passage"))
        new = one.template.render(one.variant(SWAP_TYPES)).example.context
        assert new == "East Kenya is old."


def test_a_people_with_the_article_becomes_one_without_a_plural_ending() -> None:
    assert renamed("The French sang.") == {"The Beninese sang.", "The Togolese sang."}
    assert "Kenyan songs." in renamed("French songs.")
    assert "The Kenyan songs." in renamed("The French songs.")
    assert "The Kenyans sang." in renamed("The Mongols sang.")


def test_a_people_after_an_or_a_becomes_one_that_follows_it_too() -> None:
    assert renamed("She is a Canadian.") == {
        f"She is a {people}." for people in ("Beninese", "Kenyan", "Togolese")
    }
    assert renamed("She met an Inuit.", peoples=("Angolan", "Kenyan")) == {"She met an Angolan."}


@pytest.mark.parametrize("pool", [("Fon", "Kamba"), ()])
def test_a_people_without_a_country_becomes_another_if_there_are_names_for_it(
    pool: tuple[str, ...],
) -> None:
    nations = Pool(tuple(sorted(PEOPLES.values())))
    kinds = {"people": nations, **({"tribe": Pool(pool)} if pool else {})}
    names = SwapNames(POOLS, keep_kind=True, kinds={"NATIONALITY": kinds})
    made = Preparer(Finder(Matches(NAMES))).prepare(
        [Example("1", "d", "", "Who?", "Canadian, Native-Mongol, West Mongols.", (), ())]
    )
    homes = replace(HOMES, listed=frozenset({"zorb", "west mongol"}))
    for key in range(6):
        (one,) = swappable(made, PassageNames(names, homes, ("k", key), "passage"))
        new = one.template.render(one.variant(SWAP_TYPES)).example.context
        canadian, _, west = new.removesuffix(".").split(", ")
        assert canadian in nations.names
        assert west.removesuffix("s") in (pool or nations.names)


TRIBES = {"Fon": "Benin", "Kamba": "Kenya"}


def tribes(text: str, located: Mapping[str, str]) -> set[str]:
    """Return what a passage becomes under twelve keys if the countries of peoples are known."""
    nations = Pool(tuple(sorted(PEOPLES.values())))
    kinds: Mapping[SwapType, Mapping[str, Pool]] = {
        "NATIONALITY": {"people": nations, "tribe": Pool(tuple(sorted(TRIBES)))}
    }
    world = replace(WORLD, located={name: frozenset({land}) for name, land in located.items()})
    names = SwapNames(POOLS, keep_kind=True, kinds=kinds, world=world)
    homes = replace(HOMES, listed=frozenset({"inuit"}))
    made = Preparer(Finder(Matches(NAMES))).prepare([Example("1", "d", "", "Who?", text, (), ())])
    found = set()
    for key in range(12):
        (one,) = swappable(made, PassageNames(names, homes, ("k", key), "passage"))
        found.add(one.template.render(one.variant(SWAP_TYPES)).example.context)
    return found


@pytest.mark.parametrize("land", ["Canada", "Canada, Canada, Wales"])
def test_a_people_that_has_no_state_becomes_one_of_the_country_of_the_passage(land: str) -> None:
    found = {tuple(new.removesuffix(".").split(", ")) for new in tribes(f"Inuit, {land}.", TRIBES)}
    assert {(people, lands[0]) for people, *lands in found} == set(TRIBES.items())


def test_a_people_that_has_no_state_becomes_any_if_no_country_is_known_for_one() -> None:
    assert {new.split(", ")[0] for new in tribes("Inuit, Canada.", {})} == set(TRIBES)
    assert tribes("Inuit sang.", TRIBES) == {f"{people} sang." for people in TRIBES}


def test_the_people_of_the_country_stays_its_people_beside_another_people() -> None:
    found = tribes("Canadian Inuit left Canada.", TRIBES)
    assert found == {f"{PEOPLES[land]} {people} left {land}." for people, land in TRIBES.items()}


def test_a_state_of_today_is_not_called_after_its_people() -> None:
    homes = ingredients.homes(None)
    for name, unknown in (("Czech Republic", False), ("Almohad Caliphate", True)):
        assert homes.of(Entity("1", "COUNTRY", name), Surroundings()).after_people is unknown


def test_a_people_of_a_past_state_is_called_after_that_of_the_country() -> None:
    homes = ingredients.homes(None)
    german = homes.of(Entity("1", "NORP", "East German"), Surroundings())
    assert (german.country, german.derived) == ("germany", Derived("East "))
    indian = homes.of(Entity("1", "NORP", "West Indian"), Surroundings())
    assert indian == Home(), "West Indians are a people of their own"


def test_the_embedded_world_has_cities_of_countries_and_states_without_capitals() -> None:
    entswap = Recipe.read("afrisquad2").entswap
    assert entswap is not None
    world = ingredients.world(entswap, None)
    kenya = world.cities_of("Kenya").names
    assert world.capitals["Kenya"] == "Nairobi" and world.nationalities["Kenya"] == ("Kenyan",)
    assert "Nairobi" not in kenya and {"Mombasa", "Kisumu"} <= set(kenya)
    states = {state for country, state in world.towns if country == "Kenya"}
    assert len(states.intersection(world.states_of("Kenya").names)) > 20
    assert all(set(world.towns_of("Kenya", state).names) <= set(kenya) for state in states)
    assert not any(state in pool.names for (_, state), pool in world.towns.items())


def test_the_embedded_world_has_the_peoples_of_all_countries_and_the_countries_of_peoples() -> None:
    entswap = Recipe.read("afrisquad2").entswap
    assert entswap is not None
    world = ingredients.world(entswap, None)
    assert world.peoples["vietnam"] == "Vietnamese" and world.peoples["kenya"] == "Kenyan"
    assert world.is_in("Yoruba", "Benin") and world.is_in("Yoruba", "Nigeria")
    assert not world.is_in("Yoruba", "Kenya")


@pytest.mark.parametrize(
    "name", ["Washington", "Washington, D.C", "Washington D.C.", "Washington DC"]
)
def test_a_capital_is_known_by_its_longer_names(name: str) -> None:
    home = ingredients.homes(None).of(Entity("1", "CITY", name), Surroundings())
    assert home == Home("united states", is_capital=True)


@pytest.mark.parametrize(
    ("text", "country"),
    [("England", "england"), ("England, Wales", "united kingdom"), ("Wales", "united kingdom"),
     ("England, United Kingdom", "united kingdom"), ("France", "united kingdom")],
)  # fmt: skip
def test_a_british_town_is_in_england_if_the_text_speaks_of_england(
    text: str, country: str
) -> None:
    homes = ingredients.homes(None)
    lands = [Entity(name, "COUNTRY", name) for name in text.split(", ")]
    london = Entity("London", "CITY", "London")
    around = homes.surroundings([*lands, london], Surroundings())
    assert homes.of(london, around) == Home(country, is_capital=True)
    assert homes.main(around) == ("england" if country == "england" else around.main)
    if country == "england":
        assert homes.of(Entity("1", "CITY", "Manchester"), around) == Home("england")


@pytest.mark.parametrize(
    ("text", "town", "home"),
    [
        ("Czechoslovakia", "Prague", Home("czechoslovakia", is_capital=True)),
        ("Czechoslovakia", "Bratislava", Home("czechoslovakia")),
        ("Czechoslovakia, Czech Republic", "Bratislava", Home("czechoslovakia")),
        ("Czechoslovakia, Slovakia", "Bratislava", Home("slovakia", is_capital=True)),
        ("Yugoslavia, France", "Zagreb", Home("yugoslavia")),
        ("France", "Zagreb", Home("croatia", is_capital=True)),
        ("Yugoslavia", "Paris", Home("france", is_capital=True)),
        ("Yugoslavia, England", "Zagreb", Home("yugoslavia")),
    ],
)
def test_a_town_is_in_the_past_country_that_the_text_names(
    text: str, town: str, home: Home
) -> None:
    homes = ingredients.homes(None)
    lands = [Entity(name, "COUNTRY", name) for name in text.split(", ")]
    city = Entity("1", "CITY", town)
    assert homes.of(city, homes.surroundings([*lands, city], Surroundings())) == home


@pytest.mark.parametrize(
    ("text", "town", "country"),
    [
        ("", "Boston", "united states"),
        ("France", "Boston", "united states"),
        ("United Kingdom", "Boston", "united kingdom"),
        ("United Kingdom, United States", "Boston", "united states"),
        ("", "Cambridge", ""),  # three of about the same size
        ("United Kingdom", "Cambridge", "united kingdom"),
    ],
)
def test_a_town_with_far_smaller_namesakes_is_the_large_one_unless_the_text_names_another(
    text: str, town: str, country: str
) -> None:
    homes = ingredients.homes(None)
    lands = [Entity(name, "COUNTRY", name) for name in text.split(", ") if name]
    city = Entity("1", "CITY", town)
    around = homes.surroundings([*lands, city], Surroundings())
    assert homes.of(city, around) == Home(country)


def test_a_town_is_in_the_main_country_of_the_text_even_if_a_namesake_is_larger() -> None:
    homes = ingredients.homes(None)
    london, windsor = (Entity(name, "CITY", name) for name in ("London", "Windsor"))
    around = homes.surroundings([london, windsor], Surroundings(), {"London": 2})
    assert homes.of(windsor, around) == Home("united kingdom")
    assert homes.of(windsor, Surroundings()) == Home("canada")


def test_large_towns_tell_the_country_of_a_text_without_countries() -> None:
    towns = [Entity(name, "CITY", name) for name in ("Boston", "Portland")]
    assert ingredients.homes(None).surroundings(towns, Surroundings()).main == "united states"


AMERICAN = re.compile(r"(?P<ORG>U\.S\. Army)|(?P<NORP>Americans?)|(?P<COUNTRY>U\.S\.)")


@pytest.mark.parametrize(
    ("text", "question", "new"),
    [
        ("A U.S. soldier spoke.", "Who?", "A Kenyan soldier spoke."),
        ("A U.S. senator left the U.S. Navy.", "Who?", "A Kenyan senator left the Kenyan Navy."),
        ("The U.S. has a U.S. soldier.", "Who?", "The Kenya has a Kenyan soldier."),
        ("The U.S. voted.", "Who?", "The Kenya voted."),
        ("A U.S. Reeve spoke.", "Who?", "A Kenyan Reeve spoke."),
        ("U.S. fell. U.S. Later it met.", "Who?", "Kenya fell. Kenya Later it met."),
        ("A U.S. soldier spoke.", "Who left the U.S.?", "A Kenyan soldier spoke."),
        ("A U.S. soldier spoke.", "Which U.S. Navy?", "A Kenyan soldier spoke."),
        ("A U.S. soldier met Americans.", "Who?", "A Kenyan soldier met Kenyans."),
        ("The U.S. Army left the U.S. at last.", "Who?", "The Kenyan Army left the Kenya at last."),
    ],
)  # fmt: skip
def test_a_country_used_as_an_adjective_becomes_its_people(
    text: str, question: str, new: str
) -> None:
    found = Matches(AMERICAN)
    world = World(nationalities={"Kenya": ("Kenyan",)})
    pools: Mapping[SwapType, Pool] = {
        "COUNTRY": Pool(("Kenya",)), "NATIONALITY": Pool(("Kenyan",)), "ORGANIZATION": Pool(()),
    }  # fmt: skip
    names = SwapNames(pools, world=world, keep_article=True)
    made = Preparer(Finder(found)).prepare([Example("1", "d", "", question, text, (), ())])
    passages = PassageNames(names, ingredients.homes(None), ("k",), "passage")
    (one,) = swappable(made, passages)
    assert one.template.render(one.variant(SWAP_TYPES)).example.context == new


def test_the_embedded_relations_place_cities_by_state_and_country() -> None:
    homes = ingredients.homes(None)
    miami, florida = Entity("1", "CITY", "Miami"), Entity("2", "STATE", "Florida")
    around = homes.surroundings([miami, florida], Surroundings())
    assert homes.of(miami, around) == Home("united states", ("united states", "florida"))
    assert homes.of(florida, around).state == ("united states", "florida")
    assert homes.of(Entity("3", "CITY", "Nairobi"), around) == Home("kenya", is_capital=True)
    assert homes.of(Entity("4", "NORP", "Kenyans"), around) == Home("kenya")


@pytest.mark.parametrize(
    ("type_", "name", "aliases", "countries", "home"),
    [
        ("LOC", "River Tyne", (), (), "united kingdom"),
        ("LOC", "Tyne", ("River Tyne",), ("France", "Spain"), "united kingdom"),
        ("LOC", "Rhine", (), (), ""),
        ("LOC", "Rhine", (), ("Spain",), ""),
        ("LOC", "Rhine", (), ("Germany", "Spain"), "germany"),
        ("LOC", "Zota", (), ("Spain",), "spain"),
        ("LOC", "Zota", (), ("Germany", "Spain"), "germany"),
        ("LOC", "Zota", (), (), ""),
        ("ORG", "Durham University", (), ("France", "Spain"), "united kingdom"),
        ("ORG", "Yale University", (), (), "united states"),
        ("ORG", "River Tyne", (), (), ""),
    ],
)
def test_the_embedded_relations_place_rivers_and_universities(
    type_: EntityType, name: str, aliases: tuple[str, ...], countries: tuple[str, ...], home: str
) -> None:
    homes = ingredients.homes(None)
    named = [Entity(str(n), "COUNTRY", country) for n, country in enumerate(countries)]
    around = homes.surroundings(named, Surroundings())
    assert homes.of(Entity("e", type_, name, aliases=aliases), around) == Home(home)


def test_a_city_is_known_by_its_abbreviated_name() -> None:
    homes = ingredients.homes(None)
    augustine, florida = Entity("1", "CITY", "St. Augustine"), Entity("2", "STATE", "Florida")
    around = homes.surroundings([augustine, florida], Surroundings())
    assert homes.of(augustine, around).state == ("united states", "florida")
    everest = Entity("3", "LOC", "Mt. Everest")
    nepal = homes.surroundings([Entity("4", "COUNTRY", "Nepal")], Surroundings())
    assert homes.of(everest, nepal) == Home("nepal")
