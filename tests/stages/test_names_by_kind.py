"""Like for like: what an organization becomes that is called by an acronym, or by nothing told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import pytest

from builders.perturbations.pools import Pool
from builders.perturbations.swap_names import SwapNames
from builders.perturbations.swapped_types import NO_ENTITY, NO_KIND
from builders.perturbations.worlds import World
from builders.releases.recipe import Recipe
from builders.stages import ingredients
from builders.stages.finding import Finder
from builders.stages.homes import Homes
from builders.stages.prepare import Preparer
from builders.stages.render_swap import PassageNames, SwappableInstance, swappable
from builders.types import SWAP_TYPES, Answer, Example, TypedSpan
from name_collections.kinds import kinds

BODIES = ("Zambezi Glass Union", "Vitra", "Lobito Lens Society")
KINDS = {"association": Pool(tuple(sorted(BODIES))), "company": Pool(("Vitra",))}


class Matches:
    """Finds the names that a pattern matches; its groups are called by the types of names."""

    def __init__(self, pattern: str) -> None:
        self.fingerprint = pattern
        self.names = re.compile(pattern)

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            found = self.names.finditer(text)
            yield tuple(TypedSpan(*one.span(), str(one.lastgroup)) for one in found)  # type: ignore[arg-type]


BODIES_FOUND = Matches(r"(?P<ORG>Swedish Glass Association|SGA|SVG|NBC|Glass Association)")
PERSONS_FOUND = Matches(r"(?P<PERSON>Xylo Qvist|(?<=Mrs\. )Zorb|Linda Holm)")
PEOPLES_FOUND = Matches(r"(?P<NORP>Seminoles|Kenyan|Oberligas)")
MARKETS_FOUND = Matches(r"(?P<LOC>Zorb Market|Qvistland)|(?P<PERSON>God|Linda Holm)")


def instance(text: str, key: int = 0, *, keep_kind: bool = True) -> SwappableInstance:
    pools = {"ORGANIZATION": Pool(tuple(sorted(BODIES)))}
    names = SwapNames(pools, keep_kind=keep_kind, kinds={"ORGANIZATION": KINDS})  # type: ignore[arg-type]
    asked = Example("1", "d", "T", "Who?", text, (Answer("met", text.index("met")),), ("met",))
    made = Preparer(Finder(BODIES_FOUND)).prepare([asked])
    (one,) = swappable(made, PassageNames(names, Homes(), ("k", key), "passage"))
    return one


def renamed(one: SwappableInstance, types: Sequence[str] = SWAP_TYPES) -> str:
    return one.template.render(one.variant(types)).example.context  # type: ignore[arg-type]


@pytest.mark.parametrize("short", ["SGA", "SVG"])
@pytest.mark.parametrize("key", range(12))
def test_an_acronym_becomes_that_of_the_new_name(key: int, short: str) -> None:
    text = f"The Swedish Glass Association ({short}) met. The {short} left."
    new = renamed(instance(text, key))
    assert new in {
        "The Zambezi Glass Union (ZGU) met. The ZGU left.",
        "The Lobito Lens Society (LLS) met. The LLS left.",
    }, "a name without an acronym comes last"


def test_an_acronym_that_the_passage_holds_is_given_to_nobody() -> None:
    text = "The Swedish Glass Association (SGA) met. ZGU and LLS came to the SGA."
    for key in range(12):
        assert not re.search(r"(ZGU|LLS)\)", renamed(instance(text, key)))


def test_without_kinds_an_acronym_gets_the_whole_name() -> None:
    new = renamed(instance("The Swedish Glass Association (SGA) met.", keep_kind=False))
    assert new in {f"The {name} ({name}) met." for name in BODIES}


def test_a_lone_acronym_stays_and_the_row_says_why() -> None:
    one = instance("NBC met.")
    assert renamed(one) == "NBC met."
    assert one.unchanged(SWAP_TYPES) == NO_KIND
    assert one.unchanged(["PERSON"]) == NO_ENTITY, "a variant that renames no organizations"
    free = instance("NBC met.", keep_kind=False)
    assert renamed(free).removesuffix(" met.") in BODIES


def test_the_curated_recipe_has_no_names_for_organizations_and_places_of_no_kind() -> None:
    recipe = Recipe.read("afrisquad2")
    assert recipe.entswap is not None
    drawn = ingredients.swap_names(recipe.entswap, None).kinds
    assert "" not in drawn["ORGANIZATION"]
    assert len(drawn["ORGANIZATION"]["company"].names) >= 100
    assert "" not in drawn["LOCATION"]
    regions, states = drawn["LOCATION"]["region"].names, drawn["LOCATION"]["state"].names
    assert set(regions) & set(states), "there are too few regions, so provinces are drawn, too"
    assert "Jonglei State" in states and "Jonglei State" not in regions


def test_a_company_does_not_become_a_brewery_nor_a_railway_a_company() -> None:
    recipe = Recipe.read("afrisquad2")
    assert recipe.entswap is not None
    drawn = ingredients.swap_names(recipe.entswap, None).kinds["ORGANIZATION"]
    kind = kinds("ORGANIZATION").of
    assert kind("Holm Mining Company") == kind("Holm Gold Mines Ltd") == "mining company"
    assert kind("Holm Railway") == kind("Holm Rapid Transit Company") == "railway company"
    assert kind("Holm Company") == "company"
    assert {kind(name) for name in drawn["company"].names} <= {"", "company", "agency", "group"}
    assert "railway company" not in drawn


def test_the_last_word_after_and_tells_the_kind_but_no_acronym_alone() -> None:
    kind = kinds("ORGANIZATION").of
    assert kind("Holm Air and Space Museum") == kind("Holm Museum") != ""
    assert kind("AFC Holm") == "club" != kind("AFC") == ""


@pytest.mark.parametrize("name", ["40th Army", "Eighth Army", "British 14th Army"])
def test_a_numbered_army_is_a_part_of_one(name: str) -> None:
    kind = kinds("ORGANIZATION").of
    assert kind(name) == kind("Holm Regiment") != kind("Holm Army") == "army"


def test_a_current_in_the_sea_is_no_river() -> None:
    kind = kinds("LOCATION").of
    assert kind("Gulf Stream") == kind("Holm Current") not in {"", "river"}


@pytest.mark.parametrize("name", ["Tories", "Franco-American", "Daleks", "Mizrahi", "Confederates"])
def test_parties_faiths_and_beings_are_no_peoples(name: str) -> None:
    assert not ingredients.homes(None).is_people(name)
    assert all(map(ingredients.homes(None).is_people, ("Franks", "Seminoles", "Cretans", "Iowa")))


@pytest.mark.parametrize(
    "name", ["Holm Medical School", "Holm University of Technology", "Royal Military College"]
)
def test_a_specialized_university_neither_becomes_another_nor_replaces_one(name: str) -> None:
    recipe = Recipe.read("afrisquad2")
    assert recipe.entswap is not None
    drawn = ingredients.swap_names(recipe.entswap, None).kinds["ORGANIZATION"]
    kind = kinds("ORGANIZATION").of
    assert kind(name) == "specialized university" not in drawn
    assert kind("Holm Technology") != kind(name)
    assert {kind(one) for one in drawn["university"].names} == {"university"}


def test_a_province_that_is_called_like_a_bay_is_not_drawn() -> None:
    recipe = Recipe.read("afrisquad2")
    assert recipe.entswap is not None
    states = ingredients.swap_names(recipe.entswap, None).kinds["LOCATION"]["state"].names
    assert "Jonglei State" in states and "Homa Bay" not in states


def test_the_curated_recipe_swaps_regions_within_a_country_alone() -> None:
    recipe = Recipe.read("afrisquad2")
    assert recipe.entswap is not None
    drawn = ingredients.swap_names(recipe.entswap, None).kinds["LOCATION"]
    kind = kinds("LOCATION").of
    assert all(kind(name) in drawn for name in ("Normandy", "New England", "Gaza Strip"))
    assert not any(kind(name) in drawn for name in ("Levant", "the Balkans", "Scandinavia"))


@pytest.mark.parametrize(
    ("text", "new"),
    [("They sailed down the Ohio.", "Mara"), ("They settled in Ohio.", "Kara"),
     ("They left the Ohio for Ohio.", "Kara")],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["LOC", "STATE"])
def test_a_state_with_the_article_is_the_river_of_this_name(text: str, new: str, kind: str) -> None:
    of_kind = {"LOCATION": {"river": Pool(("Mara",)), "state": Pool(("Kara",))}}
    names = SwapNames({"LOCATION": Pool(("Zawa",))}, keep_kind=True, keep_article=True,
                      kinds=of_kind)  # type: ignore[arg-type]  # fmt: skip
    made = Preparer(Finder(Matches(f"(?P<{kind}>Ohio)"))).prepare(
        [Example("1", "d", "", "Who?", text, (), ())]
    )
    (one,) = swappable(made, PassageNames(names, Homes(), ("k", 0), "passage"))
    assert renamed(one) == text.replace("Ohio", new)


def test_the_full_stop_of_a_sentence_stays_when_an_abbreviation_goes() -> None:
    names = SwapNames({"COUNTRY": Pool(("Kenya",))})
    text = "She came to the U.S. He left for the U.S. too."
    asked = Example("1", "d", "", "Who?", text, (), ())
    (made,) = Preparer(Finder(Matches(r"(?P<COUNTRY>U\.S\.)"))).prepare([asked])
    (one,) = swappable([made], PassageNames(names, Homes(), ("k", 0), "passage"))
    assert renamed(one) == "She came to the Kenya. He left for the Kenya too."


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Xylo Qvist sang; all praised him.", "Kofi"),
        ("Xylo Qvist sang; all praised her.", "Ama"),
        ("Linda Holm sang; he praised her.", "Ama"),
        ("Linda Holm sang; all praised him.", "Ama"),
    ],
)
def test_pronouns_tell_the_gender_of_whom_no_name_does(text: str, first: str) -> None:
    given = {"male": Pool(("Kofi",)), "female": Pool(("Ama",)), "": Pool(("Ama", "Kofi"))}
    last = Pool(tuple(f"Name{n}" for n in range(9)))
    names = SwapNames({}, keep_gender=True, given=given, last=last)  # type: ignore[arg-type]
    asked = Example("1", "d", "", "Who?", text, (), ())
    (one,) = Preparer(Finder(PERSONS_FOUND)).prepare([asked])
    for key in range(8):
        (found,) = swappable([one], PassageNames(names, Homes(), ("k", key), "passage"))
        assert renamed(found).startswith(f"{first} Name")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("His wife Xylo Qvist sang; all praised him.", "Ama"),
        ("Xylo Qvist, the eldest daughter of a smith, sang.", "Ama"),
        ("Xylo Qvist is an actress; he said so.", "Ama"),
        ("Her husband Linda Holm sang.", "Ama"),
        ("Xylo Qvist, the queen's brother, praised him.", "Kofi"),
        ("Xylo Qvist, his wife and a son praised him.", "Kofi"),
        ("Xylo Qvist sang to his wife.", "Kofi"),
    ],
)
def test_nouns_beside_a_name_tell_the_gender_before_pronouns(text: str, first: str) -> None:
    given = {"male": Pool(("Kofi",)), "female": Pool(("Ama",)), "": Pool(("Ama", "Kofi"))}
    last = Pool(tuple(f"Name{n}" for n in range(9)))
    names = SwapNames({}, keep_gender=True, given=given, last=last)  # type: ignore[arg-type]
    (one,) = Preparer(Finder(PERSONS_FOUND)).prepare([Example("1", "d", "", "Who?", text, (), ())])
    for key in range(8):
        (found,) = swappable([one], PassageNames(names, Homes(), ("k", key), "passage"))
        assert f"{first} Name" in renamed(found)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Xylo Qvist sang; she praised him.", "Ama"),
        ("She sang. Xylo Qvist praised him and her.", "Kofi"),
        ("Carl Holm met Xylo Qvist, and she praised him.", "Kofi"),
        ("Xylo Holm met Xylo Qvist, and she praised him. Qvist praised him.", "Kofi"),
        ("Xylo Qvist sang. Qvist said she praised him. Qvist smiled, and she sang.", "Ama"),
    ],
)
def test_the_pronouns_after_a_name_tell_the_gender_if_there_are_both(text: str, first: str) -> None:
    assert gendered(text) == {first}


def test_a_man_before_a_woman_does_not_hide_that_she_is_one() -> None:
    assert gendered("Carl Holm met Xylo Qvist. She praised her work.") == {"Kofi", "Ama"}


@pytest.mark.parametrize(("name", "first"), [("Zyrania Qvist", "Ama"), ("Zyranus Qvist", "Kofi")])
def test_the_ending_of_an_unknown_first_name_tells_the_gender_where_pronouns_leave_doubt(
    name: str, first: str
) -> None:
    text = f"Layla Holm met {name} and Layla Qvist. She praised the work."
    assert gendered(text) == {"Ama", first}
    assert gendered(f"{name} sang.") == {"Kofi"}


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Lon Qvist sang.", "Kofi"),
        ("Lon Qvist sang; she praised him.", "Ama"),
        ("Zaniyah Qvist sang.", "Ama"),
        ("Lynell Qvist sang.", "Kofi"),  # seven in ten are women
        ("Laci Qvist sang; he praised her.", "Kofi"),
    ],
)
def test_american_counts_tell_the_gender_unless_another_list_contradicts(
    text: str, first: str
) -> None:
    assert gendered(text) == {first}


def gendered(text: str) -> set[str]:
    """Return the first words that eight keys give the person in a text."""
    given = {"male": Pool(("Kofi",)), "female": Pool(("Ama",)), "": Pool(("Ama", "Kofi"))}
    names = SwapNames({}, keep_gender=True, given=given, last=Pool(("Badu", "Annor")))  # type: ignore[arg-type]
    (one,) = Preparer(Finder(Matches(r"(?P<PERSON>(?:[XZLC]\w+ )?(?:Qvist|Holm))"))).prepare(
        [Example("1", "d", "", "Who?", text, (), ())]
    )
    found = (swappable([one], PassageNames(names, Homes(), ("k", n), "passage")) for n in range(8))
    words = (word for (new,) in found for word in renamed(new).split())
    return {word for word in words if word in {"Kofi", "Ama"}}


@pytest.mark.parametrize(
    ("title", "first"), [("Xylo Qvist", "Kofi"), ("Linda Holm", "Kofi"), ("Zorb", "Ama")]
)
def test_pronouns_tell_the_gender_of_the_person_in_the_title_whatever_the_name(
    title: str, first: str
) -> None:
    given = {"male": Pool(("Kofi",)), "female": Pool(("Ama",)), "": Pool(("Ama", "Kofi"))}
    names = SwapNames({}, keep_gender=True, given=given, last=Pool(("Badu",)))  # type: ignore[arg-type]
    name = title if title != "Zorb" else "Linda Holm"
    asked = Example("1", "d", title, "Who?", f"{name} sang; all praised him.", (), ())
    (one,) = Preparer(Finder(PERSONS_FOUND)).prepare([asked])
    (found,) = swappable([one], PassageNames(names, Homes(), ("k", 0), "passage"))
    assert renamed(found).startswith(f"{first} Badu")


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("Pierre Gros the Elder taught Pierre Gros the Younger.",
         "{0} {1} the Elder taught {0} {1} the Younger."),
        ("Pierre Gros the Younger sang. Gros was old.", "{0} {1} the Younger sang. {1} was old."),
    ],
)  # fmt: skip
def test_a_father_and_a_son_are_told_by_their_age_still(text: str, new: str) -> None:
    persons = [(first, last) for first in ("Kofi", "Tau") for last in ("Annor", "Badu")]
    pool = Pool(tuple(" ".join(name) for name in persons))
    names = SwapNames({"PERSON": pool}, world=World())
    found = Matches("(?P<PERSON>(?:Pierre )?Gros(?: the (?:Elder|Younger))?)")
    made = Preparer(Finder(found)).prepare([Example("1", "d", "", "Who?", text, (), ())])
    for key in range(8):
        (one,) = swappable(made, PassageNames(names, Homes(), ("k", key), "passage"))
        assert renamed(one) in {new.format(*name) for name in persons}


@pytest.mark.parametrize("curated", [True, False])
def test_what_is_no_known_people_stays_under_the_curated_recipe(curated: bool) -> None:
    pool = Pool(("Alur", "Bemba", "Chewa", "Dinka"))
    of_kind = {"NATIONALITY": {ingredients.PEOPLE: pool}} if curated else {}
    names = SwapNames({"NATIONALITY": pool}, keep_kind=curated, kinds=of_kind)  # type: ignore[arg-type]
    text = "The Kenyan Seminoles left the Oberligas."
    made = Preparer(Finder(PEOPLES_FOUND)).prepare([Example("1", "d", "", "Who?", text, (), ())])
    (one,) = swappable(made, PassageNames(names, ingredients.homes(None), ("k", 0), "passage"))
    new = renamed(one)
    assert ("Oberligas" in new) == curated
    assert not re.search("Seminole|Kenyan", new)


def test_names_in_other_scripts_may_be_those_of_peoples() -> None:
    assert ingredients.homes(None).is_people("德国人")


@pytest.mark.parametrize(
    ("curated", "new"),
    [
        (True, "In Zorb Market Ama Badu of Kanem thanked God."),
        (False, "In Zawa Ama Badu of Kanem thanked Eze."),
    ],
)
def test_a_place_of_a_kind_that_nobody_lists_stays_and_so_does_god(curated: bool, new: str) -> None:
    text = "In Zorb Market Linda Holm of Qvistland thanked God."
    made = Preparer(Finder(MARKETS_FOUND)).prepare([Example("1", "d", "", "Who?", text, (), ())])
    places = Pool(("Kanem", "Zawa"))
    pools = {"LOCATION": places, "PERSON": Pool(("Ama Badu", "Sule Eze"))}
    names = SwapNames(pools, keep_kind=curated, kinds={"LOCATION": {"": places}})  # type: ignore[arg-type]
    found = set()
    for key in range(30):
        passages = PassageNames(names, Homes(), ("k", key), "passage", {"market"}.__contains__)
        (one,) = swappable(made, passages)
        found.add(renamed(one))
    assert new in found
    assert all(("Zorb Market" in text and "God" in text) == curated for text in found)


@pytest.mark.parametrize("curated", [True, False])
def test_a_planet_that_is_taken_for_a_city_stays(curated: bool) -> None:
    found = Matches("(?P<CITY>Zorb|Earth)")
    text = "From Zorb they saw Earth."
    made = Preparer(Finder(found)).prepare([Example("1", "d", "", "Who?", text, (), ())])
    names = SwapNames({"CITY": Pool(("Arva", "Kolda"))}, keep_kind=curated)
    (one,) = swappable(made, PassageNames(names, Homes(), ("k",), "passage"))
    assert ("Earth" in renamed(one)) == curated
    assert "Zorb" not in renamed(one)


@pytest.mark.parametrize(
    ("text", "with_article"),
    [
        ("They left the Zorb Council, at last.", True),
        ("They left Zorb Council, at last.", False),
        ("The Zorb Council met.", True),
        ("Reports by Zorb Council members, the Zorb Council report.", True),
        ("Zorb, the Zorb report.", False),
    ],
)
def test_an_organization_becomes_one_that_has_the_article_too(
    text: str, with_article: bool
) -> None:
    class Councils:
        fingerprint = "councils 1"

        def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
            for text in texts:
                found = re.finditer("Zorb(?: Council)?", text)
                yield tuple(TypedSpan(*one.span(), "ORG") for one in found)

    (one,) = Preparer(Finder(Councils())).prepare([Example("1", "d", "", "Who?", text, (), ())])
    names = SwapNames({"ORGANIZATION": Pool(("Kano Union", "Movitel"))}, keep_article=True)
    for key in range(8):
        (found,) = swappable([one], PassageNames(names, Homes(), ("k", key), "passage"))
        assert ("Kano Union" in renamed(found)) == with_article
