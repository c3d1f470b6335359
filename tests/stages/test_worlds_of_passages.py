"""Passages under the curated EntSwap recipe: what moves with a country, and what does not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from builders import build, verify
from builders.articles import has_definite, takes_article
from builders.atlas import PlaceIndex
from builders.given_names import gender_of
from builders.pipeline import Options
from builders.places import country_key
from builders.releases.recipe import Recipe
from builders.stages import ingredients
from builders.stages.finding import Finder
from builders.stages.inner_places import settled
from builders.stages.one_kind import as_places
from builders.stages.prepare import Preparer
from builders.stages.render_swap import PassageNames, swappable
from builders.stages.told_regions import told_regions
from builders.stages.wholeness import is_not_word
from builders.types import SWAP_TYPES, Entity, EntityType, Example, Mention, TypedSpan
from name_collections import relations, store

Texts = dict[str, str]


class Marked:
    """Finds the names that are given by their types."""

    def __init__(self, types: Texts) -> None:
        self.types = types
        self.fingerprint = "".join(types)

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        longest_first = sorted(self.types, key=lambda name: (-len(name), name))
        names = re.compile("|".join(map(re.escape, longest_first)))
        for text in texts:
            yield tuple(
                TypedSpan(*one.span(), self.types[one[0]])  # type: ignore[arg-type]
                for one in names.finditer(text)
            )


def swapped(
    text: str,
    types: Texts,
    title: str = "",
    demonyms: Mapping[str, str] | None = None,
    *,
    is_word: Callable[[str], bool] = is_not_word,
) -> str:
    """Return a passage with new names. `demonyms` has the countries of peoples in events."""
    return renamed(text, types, title, demonyms, is_word=is_word).context


def renamed(
    text: str,
    types: Texts,
    title: str = "",
    demonyms: Mapping[str, str] | None = None,
    question: str = "Who?",
    is_word: Callable[[str], bool] = is_not_word,
    *,
    places: bool = False,
) -> Example:
    """Return an instance with new names. `demonyms` has the countries of peoples in events.

    `places` says whether the gazetteer is used.
    """
    recipe = Recipe.read("afrisquad2")
    assert recipe.entswap is not None
    asked = Example("1", title, title, question, text, (), ())
    known = PlaceIndex.of(store.load("places").names) if places else None
    finder = Finder(Marked(types), known)
    made = Preparer(finder, keep_all=True, demonyms=demonyms or {}).prepare([asked])
    names = ingredients.swap_names(recipe.entswap, None)
    homes = ingredients.homes(None)
    (one,) = swappable(made, PassageNames(names, homes, ("k",), "passage", is_word))
    return one.template.render(one.variant(SWAP_TYPES)).example


def gender_in_pool(first: str) -> str:
    """Return the gender of a given name in the embedded African names."""
    (found,) = {
        one.gender for one in store.load("african").names if one.text == first and one.gender
    }
    return found


def test_parties_of_one_country_stay_parties_of_one_country() -> None:
    new = swapped(
        "The Liberal Party of Canada and the Canadian Labour Party met.",
        {"Liberal Party of Canada": "ORG", "Canadian Labour Party": "ORG"},
    )
    found = re.fullmatch(r"The Liberal Party of (.+) and the (.+) Labour Party met\.", new)
    assert found is not None, new
    assert found[1] != "Canada"
    assert ingredients.peoples_of_countries(None)[found[1].lower()] == found[2]


def test_a_country_that_only_the_question_names_follows_the_parties() -> None:
    new = renamed(
        "The Liberal Party of Canada left.",
        {"Liberal Party of Canada": "ORG", "Canada": "COUNTRY"},
        question="Which party left in Canada?",
    )
    found = re.fullmatch(r"The Liberal Party of (.+) left\.", new.context)
    assert found is not None and found[1] != "Canada"
    assert new.question == f"Which party left in {found[1]}?"


@pytest.mark.parametrize("asked", ["Heidelberg", "heidelberg"])
def test_a_place_in_the_question_stands_for_its_university(asked: str) -> None:
    types = {"University of Heidelberg": "ORG", "Heidelberg": "CITY", "heidelberg": "CITY"}
    new = renamed("Ada left the University of Heidelberg.", types, question=f"Who left {asked}?")
    found = re.fullmatch(r"Ada left the (.+)\.", new.context)
    assert found is not None and found[1] != "University of Heidelberg"
    left = new.question.removeprefix("Who left ").removesuffix("?")
    assert left.lower() in found[1].lower() and left.lower() != "heidelberg"


@pytest.mark.parametrize(
    ("owner", "question"),
    [
        ("University of Heidelberg", "Who studied in Heidelberg?"),
        ("University of Heidelberg", "Who studied in Paris and Heidelberg?"),
        ("Heidelberg Party", "Which party has Heidelberg in its name?"),
    ],
)
def test_a_place_after_in_and_one_beside_a_party_is_a_place(owner: str, question: str) -> None:
    types = {owner: "ORG", "Heidelberg": "CITY"}
    new = renamed(f"Ada left the {owner}.", types, question=question)
    before, after = question.split("Heidelberg")
    assert new.question.startswith(before) and new.question.endswith(after)
    place = new.question.removeprefix(before).removesuffix(after)
    assert "Universi" not in place and "Party" not in place
    assert (place in new.context) == (owner == "Heidelberg Party")


def test_a_place_that_the_passage_names_is_no_university() -> None:
    types = {"University of Heidelberg": "ORG", "Heidelberg": "CITY"}
    text = "The University of Heidelberg is in Heidelberg."
    new = renamed(text, types, question="What is in Heidelberg?")
    found = re.fullmatch(r"The University of (.+) is in (.+)\.", new.context)
    assert found is not None and found[1] == found[2] != "Heidelberg"
    assert new.question == f"What is in {found[1]}?"


def test_a_state_moves_in_the_title_of_an_event() -> None:
    types = {"Ohio": "STATE", "1980 Senate election in Ohio": "MISC"}
    new = renamed("Glen won Ohio.", types, title="1980_Senate_election_in_Ohio")
    found = re.fullmatch(r"Glen won (.+)\.", new.context)
    assert found is not None and found[1] != "Ohio"
    assert new.title == f"1980_Senate_election_in_{found[1].replace(' ', '_')}"


def test_a_party_keeps_its_name_but_for_the_country_in_it() -> None:
    new = swapped(
        "The Green Party and the Green Party of Great Britain left. The Green University stayed.",
        {"Green Party": "ORG", "Green Party of Great Britain": "ORG", "Green University": "ORG"},
    )
    wanted = r"The Green Party and the Green Party of (.+) left\. The (.+) stayed\."
    found = re.fullmatch(wanted, new)
    assert found is not None, new
    assert found[2] != "Green University"
    assert found[1].lower() in ingredients.peoples_of_countries(None)


@pytest.mark.parametrize("country", ["the Netherlands", "the Russian Federation"])
def test_a_party_of_a_country_with_the_article(country: str) -> None:
    party = f"Green Party of {country}"
    new = swapped(f"The {party} left.", {party: "ORG"})
    found = re.fullmatch(r"The Green Party of the (.+) left\.", new)
    assert found is not None, new
    assert has_official_name(found[1])


def has_official_name(country: str) -> bool:
    """Return whether this is an official name that has the article: the Republic of Kenya."""
    recipe = Recipe.read("afrisquad2")
    assert recipe.entswap is not None
    names = ingredients.swap_names(recipe.entswap, None)
    return country in names.official.values() or takes_article(country)


@pytest.mark.parametrize(
    ("text", "types", "wanted"),
    [
        (
            "The Communist Party of the Democratic Republic of the Congo lost.",
            {"Communist Party of the Democratic Republic of the Congo": "ORG"},
            r"The Communist Party of (?!.*Democratic Republic of the Congo)(?!.*the Democratic ).*",
        ),
        (
            "The U.S. Green Party lost in the United States.",
            {"U.S. Green Party": "ORG", "United States": "COUNTRY"},
            r"The (?P<people>.+) Green Party lost in (?:the )?(?P<country>.+)\.",
        ),
        (
            "The Scottish Green Party lost in Scotland.",
            {"Scottish Green Party": "ORG", "Scotland": "COUNTRY"},
            r"The (?P<people>.+) Green Party lost in (?P<country>.+)\.",
        ),
        (
            "Bob Green left the Green Party of Canada.",
            {"Bob Green": "PERSON", "Green Party of Canada": "ORG"},
            r"\w+ \w+ left the Green Party of (?!Canada).*\.",
        ),
        (
            "The Green Party of New South Wales left Wales.",
            {"Green Party of New South Wales": "ORG", "Wales": "COUNTRY"},
            r"The Green Party of New South Wales left (?!Wales).*\.",
        ),
    ],
)
def test_parties_follow_places_and_not_persons(text: str, types: Texts, wanted: str) -> None:
    new = swapped(text, types)
    found = re.fullmatch(wanted, new)
    assert found is not None, new
    if "people" in found.groupdict():
        recipe = Recipe.read("afrisquad2")
        assert recipe.entswap is not None
        peoples = ingredients.swap_names(recipe.entswap, None).nationalities
        assert found["people"] in {one for its in peoples.values() for one in its}
        assert found["people"] not in {"U.S.", "Scottish"}


def test_short_forms_of_a_party_stay() -> None:
    new = renamed(
        "The Conservative Party of Canada won. The Conservatives rule. The Conservative Party won.",
        {"Conservative Party of Canada": "ORG", "Conservative Party": "ORG",
         "Conservatives": "ORG"},
    ).context  # fmt: skip
    rest = r"The Conservatives rule\. The Conservative Party won\."
    found = re.fullmatch(rf"The Conservative Party of (.+) won\. {rest}", new)
    assert found is not None and found[1] != "Canada", new


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        ("Premier_of_the_Republic_of_China", r"Premier_of_the_(?P<official>.+)"),
        ("List_of_U.S._Senators", r"List_of_(?P<people>.+)_Senators"),
    ],
)
def test_titles_have_articles_and_adjectives(title: str, wanted: str) -> None:
    new = renamed("He left.", {"Republic of China": "COUNTRY", "U.S.": "COUNTRY"}, title=title)
    found = re.fullmatch(wanted, new.title)
    assert found is not None and new.title != title
    name = found[1].replace("_", " ")
    peoples = set(ingredients.peoples_of_countries(None).values())
    assert has_official_name(name) if "official" in wanted else name in peoples


@pytest.mark.parametrize(
    ("text", "types", "wanted"),
    [
        (
            "Bob Jordan owned the Jordan Company.",
            {"Bob Jordan": "PERSON", "Jordan Company": "ORG"},
            r"\w+ (.+) owned the \1 Company\.",
        ),
        (
            "The University of Georgia and the Georgia Bank met.",
            {"University of Georgia": "ORG", "Georgia Bank": "ORG"},
            r"(?!The University of (\S+) and the \1 Bank).*",
        ),
        (
            "The West Indian Company traded.",
            {"West Indian Company": "ORG"},
            r"(?!The West ).*",
        ),
    ],
)
def test_a_word_that_is_like_a_country_makes_no_country_of_an_organization(
    text: str, types: Texts, wanted: str
) -> None:
    new = swapped(text, types)
    assert re.fullmatch(wanted, new), new


@pytest.mark.parametrize(
    ("title", "opening", "is_one"),
    [
        ("Al_Holm", "Alasdair Holm", True),
        ("Eva_Holm", "Nils Holm", False),
        ("Al_Holm", "Alasdair Brand", False),
    ],
)
def test_a_passage_begins_with_the_person_in_its_title_if_their_names_begin_alike(
    title: str, opening: str, is_one: bool
) -> None:
    types = dict.fromkeys((opening, title.replace("_", " ")), "PERSON")
    new = swapped(f"{opening} wrote. {title.replace('_', ' ')} sang.", types, title)
    found = re.fullmatch(r"(.+) wrote\. (.+) sang\.", new)
    assert found is not None, new
    assert (found[1] == found[2]) is is_one


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "Bavaria grew. The Bavarian court and Bavarian beer grew.",
            r"(.+) grew\. The \1 court .*",
        ),
        ("Its Bavarian town left Bavaria.", r"Its (.+) town left \1\."),
        # A name for several persons, or for one, is that of another people.
        ("Bavaria grew. Bavarians grew.", r"(.+) grew\. (?!\1).+ grew\."),
        ("A town in Bavaria met a Bavarian.", r"A town in (.+) met an? (?!\1).+\."),
        # Without the place, too.
        ("The Bavarian court grew.", r"The (?!Bavarian).+ court grew\."),
    ],
)
def test_a_people_before_a_noun_is_called_after_its_place(text: str, wanted: str) -> None:
    new = swapped(text, {"Bavarians": "NORP", "Bavarian": "NORP", "Bavaria": "STATE"})
    assert "Bavaria" not in new
    assert re.fullmatch(wanted, new), new


def test_a_people_in_the_title_decides_with_the_passage() -> None:
    types = {"Bavarians": "NORP", "Bavarian": "NORP", "Bavaria": "STATE"}
    new = swapped("The Bavarian court of Bavaria grew.", types, title="Bavarians")
    found = re.fullmatch(r"The (.+) court of (.+) grew\.", new)
    assert found is not None
    assert found[1] != found[2]


def test_a_state_called_after_a_people_keeps_it_from_its_city() -> None:
    new = swapped(
        "Venice is old. The Venetian Republic fell. Venetian ships sailed.",
        {"Venice": "CITY", "Venetian Republic": "COUNTRY", "Venetian": "NORP"},
    )
    found = re.fullmatch(r"(.+) is old\. The .+ fell\. (.+) ships sailed\.", new)
    assert found is not None, new
    assert found[1] != found[2]


def test_an_election_moves_with_the_country_of_a_party() -> None:
    new = swapped(
        "The Liberal Party of Canada won the 1993 Canadian federal election.",
        {"Liberal Party of Canada": "ORG", "1993 Canadian federal election": "MISC"},
        demonyms={"canadian": "canada"},
    )
    found = re.fullmatch(r"The Liberal Party of (.+) won the 1993 (.+) federal election\.", new)
    assert found is not None, new
    assert ingredients.peoples_of_countries(None)[found[1].lower()] == found[2] != "Canadian"


@pytest.mark.parametrize(
    ("text", "types"),
    [
        (
            "The University of Bavaria grew. The Bavarian court left Bavaria.",
            {"University of Bavaria": "ORG", "Bavarian": "NORP", "Bavaria": "STATE"},
        ),
        (
            "Venice is old. The Venetian Republic fell. Venetian ships sailed.",
            {"Venice": "CITY", "Venetian Republic": "COUNTRY", "Venetian": "NORP"},
        ),
        (
            "Rome is old. Roman ships sailed. The Roman fleet sailed.",
            {"Rome": "CITY", "Roman": "NORP"},
        ),
    ],
)
def test_verify_knows_the_peoples_of_places(tmp_path: Path, text: str, types: Texts) -> None:
    rows = [{"id": "1", "context": text, "question": "Who?",
             "answers": {"text": ["grew"], "answer_start": [text.find("grew")]}
             if "grew" in text else {"text": [], "answer_start": []}}]  # fmt: skip
    options = Options(recognizer=Marked(types), cache=tmp_path / "cache")
    folder = build("afrisquad2", tmp_path / "made", options, sources={"SQuAD2": rows})
    assert verify(folder).findings == ()


@pytest.mark.parametrize(
    "text",
    [
        "Ada was born in Zotown, Ohio, and left.",
        "Ada was born in Zotown in Ohio, and left.",
        "Ada was born in Zotown in northern Ohio, and left.",
        "Ada was born in Zotown in the state of Ohio, and left.",
        "Ada was born in Zotown in the U.S. state of Ohio, and left.",
        "Ada was born in Zotown in the American state of Ohio, and left.",
    ],
)
def test_an_unknown_town_goes_to_the_state_that_the_text_puts_it_in(text: str) -> None:
    types = {"Zotown": "CITY", "Ohio": "STATE", "U.S.": "COUNTRY", "American": "NORP"}
    new = swapped(text, types)
    found = re.fullmatch(
        r"Ada was born in (.+?)(?:, | in )(?:northern |the .*?state of )?(.+), and left\.", new
    )
    assert found is not None, new
    towns = {state: its for (_, state), its in relations.cities().items()}
    assert found[1] in towns[found[2]]


def test_a_town_in_a_list_of_places_is_not_in_the_next() -> None:
    mentions = [
        Mention("context", *one.span(), "CITY" if one[0] == "Oslo" else "COUNTRY", one[0])
        for one in re.finditer("Oslo|Wales|Chad|Peru", "Oslo, Wales, Chad and Peru")
    ]
    assert told_regions("Oslo, Wales, Chad and Peru", mentions) == {}
    assert told_regions("Oslo, Wales left", mentions[:2]) == {"Oslo": "Wales"}
    assert told_regions("Oslo, Wales and Chad", mentions[:2]) == {}


def test_a_town_is_in_the_country_that_the_text_puts_it_in() -> None:
    types = {"Zotown": "CITY", "Peru": "COUNTRY", "Japanese": "NORP", "Japan": "COUNTRY"}
    new = swapped("Zotown, Peru, has a Japanese school. Japan and Japan paid.", types)
    found = re.match(r"(.+), (.+), has", new)
    assert found is not None
    cities = ingredients.collection("african-cities", None)
    assert found[2] in {one.country for one in cities.names if one.text == found[1]}


@pytest.mark.parametrize("name", ["Romans", "Roman soldiers"])
def test_romans_beside_rome_belong_to_its_country(name: str) -> None:
    types = {"Rome": "CITY", name.partition(" ")[0]: "NORP"}
    new = swapped(f"In Rome the {name} sang.", types)
    found = re.fullmatch(r"In (.+) the (.+) sang\.", new)
    assert found is not None and found[1] != "Rome"
    land = next(land for land, its in relations.capitals().items() if found[1] in its)
    of_land = {*relations.peoples().get(land, ()), found[1]}
    assert found[2].split()[0].removesuffix("s") in {one.removesuffix("s") for one in of_land}


def test_the_court_of_a_state_follows_the_state() -> None:
    new = swapped(
        "Ada left Ohio. The Supreme Court of Florida and the United States agreed.",
        {"Ohio": "STATE", "Supreme Court of Florida": "ORG", "United States": "COUNTRY"},
        is_word={"supreme", "court"}.__contains__,
    )
    found = re.search(r"The Supreme Court of (.+) and the", new)
    assert found is not None and found[1] != "Florida"
    assert any(state == found[1] for _, state in relations.cities())


def test_a_numbered_parliament_is_that_of_the_people() -> None:
    types = {"United States": "COUNTRY", "113th United States Congress": "ORG"}
    new = swapped("The United States has the 113th United States Congress.", types)
    found = re.fullmatch(r"The .+ has the 113th (.+) Congress\.", new)
    assert found is not None and found[1] in ingredients.peoples_of_countries(None).values()


def test_a_river_without_the_article_keeps_its_word() -> None:
    types = {"Cedar Creek": "LOC", "Peru": "COUNTRY"}
    new = swapped("Peru lies north of Cedar Creek.", types)
    found = re.fullmatch(r".+ lies north of (.+)\.", new)
    assert found is not None and found[1] != "Cedar Creek"
    assert has_definite(f"{found[1]}") is not True


def test_an_unknown_place_with_the_name_of_a_person_follows_the_person() -> None:
    types = {"Ernest Zorkwell": "PERSON", "Zorkwell": "CITY"}
    new = swapped("Zorkwell is named after Ernest Zorkwell.", types)
    found = re.fullmatch(r"(.+) is named after (.+)\.", new)
    assert found is not None and found[2].endswith(f" {found[1]}") and found[1] != "Zorkwell"
    known = swapped(
        "Paris is named after Ernest Paris.", {"Ernest Paris": "PERSON", "Paris": "CITY"}
    )
    found = re.fullmatch(r"(.+) is named after (.+)\.", known)
    assert found is not None and not found[2].endswith(f" {found[1]}")


def test_a_surname_that_comes_first_stays_a_surname() -> None:
    types = {"Joh Keun-shik": "PERSON", "Joh": "PERSON"}
    new = swapped("Joh Keun-shik left. Joh came back.", types)
    found = re.fullmatch(r"(\S+) (.+) left\. (.+) came back\.", new)
    assert found is not None and found[2] == found[3] != "Joh"
    given = swapped("Mary Zorkwell left. Mary came back.",
                    {"Mary Zorkwell": "PERSON", "Mary": "PERSON"})  # fmt: skip
    found = re.fullmatch(r"(\S+) (.+) left\. (.+) came back\.", given)
    assert found is not None and found[1] == found[3] != "Mary"


def test_a_name_that_persons_share_stays_a_surname() -> None:
    types = {"Zorghis Khan": "PERSON", "Ogdai Khan": "PERSON", "Zorghis": "PERSON"}
    new = swapped("Zorghis Khan and Ogdai Khan left. Zorghis came back.", types)
    found = re.fullmatch(r"(\S+) (.+) and (\S+) (.+) left\. (.+) came back\.", new)
    assert found is not None and found[2] == found[4] and found[5] == found[1] != "Zorghis"


def test_the_surname_of_a_family_is_read_where_the_recognizer_misses_it() -> None:
    new = swapped(
        "Ada Zorkwell and Bo Zorkwell left. Zorkwell came back.",
        {"Ada Zorkwell": "PERSON", "Bo Zorkwell": "PERSON"},
    )
    found = re.fullmatch(r"\S+ (.+) and \S+ (.+) left\. (.+) came back\.", new)
    assert found is not None and found[1] == found[2] == found[3] != "Zorkwell"


def test_the_pronouns_after_the_name_of_the_subject_tell_the_gender() -> None:
    text = "Aramis Zork left. She paid. Rick Moss left. He came. Zork sang. She won."
    types = {"Aramis Zork": "PERSON", "Rick Moss": "PERSON", "Zork": "PERSON"}
    new = renamed(text, types, title="Aramis_Zork")
    assert gender_of(new.title.split("_")[0]) == "female"


def test_a_state_taken_for_another_place_gets_the_name_of_a_state() -> None:
    new = swapped("Ada left Sweden for Skåne.", {"Sweden": "COUNTRY", "Skåne": "LOC"})
    found = re.fullmatch(r"Ada left (.+) for (.+)\.", new)
    assert found is not None
    assert (found[1], found[2]) in relations.cities()


def test_what_is_called_after_a_district_keeps_its_word() -> None:
    new = swapped(
        "Ada left the District of Columbia and the Council of the District of Columbia.",
        {"District of Columbia": "STATE", "Council of the District of Columbia": "ORG"},
    )
    found = re.fullmatch(r"Ada left the (District of .+) and the Council of the (.+)\.", new)
    assert found is not None and found[1] == found[2] != "District of Columbia"


def test_a_country_before_a_person_is_no_adjective() -> None:
    types = {"United States": "COUNTRY", "John Zork": "PERSON"}
    new = swapped("The Chief Justice of the United States John Zork left.", types)
    found = re.fullmatch(r"The Chief Justice of (?:the )?(.+) (\S+ \S+) left\.", new)
    assert found is not None and found[1] not in ingredients.peoples_of_countries(None).values()


@pytest.mark.parametrize("creed", ["Unitarian", "Jesuit"])
def test_those_who_hold_a_belief_stay(creed: str) -> None:
    text = f"Ada is a {creed} in Peru."
    assert f" {creed} " in swapped(text, {creed: "NORP", "Peru": "COUNTRY"})


def test_a_city_that_is_listed_as_a_province_alone_follows_its_country() -> None:
    new = swapped("Shanghai is not in Peru or China.",
                  {"Shanghai": "CITY", "Peru": "COUNTRY", "China": "COUNTRY"})  # fmt: skip
    found = re.fullmatch(r"(.+) is not in (.+) or (.+)\.", new)
    assert found is not None
    cities = ingredients.collection("african-cities", None)
    assert found[3] in {one.country for one in cities.names if one.text == found[1]}


def test_two_forms_of_a_province_get_two_forms_of_one_name() -> None:
    types = {"Kaluga Oblast": "STATE", "Kaluga Region": "STATE", "Russia": "COUNTRY"}
    new = swapped("Ada left Kaluga Oblast in Russia. The Kaluga Region paid.", types)
    found = re.fullmatch(r"Ada left (.+) Oblast in .+\. The (.+) Region paid\.", new)
    assert found is not None and found[1] == found[2] != "Kaluga"


def test_beings_in_myths_stay() -> None:
    new = swapped("Odysseus met Ada Zork.", {"Odysseus": "PERSON", "Ada Zork": "PERSON"})
    assert new.startswith("Odysseus met ") and "Zork" not in new


def test_a_city_called_after_its_state_is_another_city_of_the_state() -> None:
    types = {"New York": "STATE", "New York City": "CITY", "United States": "COUNTRY"}
    new = swapped("New York City is in New York, United States.", types)
    found = re.fullmatch(r"(.+) is in (.+), .+\.", new)
    assert found is not None and "City" not in found[1]
    assert any(state == found[2] and found[1] in its
               for (_, state), its in relations.cities().items())  # fmt: skip


@pytest.mark.parametrize(("asked", "is_read"), [("zorkson", True), ("carpenter", False)])
def test_a_name_in_lower_case_is_read_in_a_question(asked: str, is_read: bool) -> None:
    name = f"Ada {asked.capitalize()}"
    new = renamed(f"{name} left.", {name: "PERSON"}, question=f"When did {asked} leave?",
                  is_word={"carpenter"}.__contains__)  # fmt: skip
    assert (asked not in new.question) == is_read


def test_the_article_in_a_title_does_not_count() -> None:
    new = renamed("Ada left.", {"Rhine": "LOC"}, title="Rhine")
    assert has_definite(f"{new.title} river") is True or "River" in new.title


@pytest.mark.parametrize(
    "text", ["Ada left Clark County, Nevada, in the United States.",
             "Ada left Nevada, in the United States. She left Clark County."],
)  # fmt: skip
def test_a_county_gets_the_name_of_a_town_in_the_new_state(text: str) -> None:
    types = {"Clark County": "LOC", "Nevada": "STATE", "United States": "COUNTRY"}
    new = swapped(text, types)
    county, state = (
        re.search(r"left (\S.*) County", new),
        re.search(r"(?:County, |left )(.+), in", new),
    )
    assert county is not None and state is not None, new
    towns = {name: its for (_, name), its in relations.cities().items()}
    assert county[1].rpartition("left ")[2] in towns[state[1].rpartition(", ")[2]]


def test_a_region_with_the_article_gets_a_name_that_can_have_it_or_stays() -> None:
    types = {"Rhineland": "LOC", "Germany": "COUNTRY"}
    new = swapped("Germany lost the Rhineland.", types)
    found = re.fullmatch(r".+ lost the (.+)\.", new)
    assert found is not None
    assert found[1] == "Rhineland" or has_definite(found[1]) is True


def test_what_is_called_after_a_whole_person_keeps_the_name() -> None:
    types = {"Bill Zorkeene Bridge": "LOC", "Peru": "COUNTRY"}
    new = swapped(
        "Peru has the Bill Zorkeene Bridge.", types, is_word={"bill", "bridge"}.__contains__
    )
    assert new.endswith("Bill Zorkeene Bridge.")


def test_the_number_of_a_road_follows_the_country_itself() -> None:
    types = {"US 101": "LOC", "US": "COUNTRY", "U.S.": "COUNTRY"}
    new = swapped("US 101 is a road in the U.S. and no other.", types)
    found = re.match(r"(.+) 101 is", new)
    assert found is not None and found[1] not in ingredients.peoples_of_countries(None).values()


@pytest.mark.parametrize(
    ("land", "gender"), [("Italy", "male"), ("Germany", "female"), ("Peru", "female")]
)
def test_the_country_of_a_text_tells_the_gender_of_a_name(land: str, gender: str) -> None:
    for number in range(4):
        new = swapped(f"{land} sent Andrea Zork{'x' * number} to {land}.",
                      {land: "COUNTRY", f"Andrea Zork{'x' * number}": "PERSON"})  # fmt: skip
        found = re.match(r".+ sent (\S+) ", new)
        assert found is not None and gender_of(found[1]) in {gender, ""}


@pytest.mark.parametrize("name", ["Kyle", "Vincente"])
def test_where_lists_of_names_differ_no_country_without_a_figure_decides(name: str) -> None:
    new = renamed(f"{name} Zork left Canada. Canada paid.",
                  {f"{name} Zork": "PERSON", "Canada": "COUNTRY"})  # fmt: skip
    assert gender_of(new.context.split()[0]) in {"male", ""}


def test_a_title_counts_more_than_the_country() -> None:
    new = renamed("Mrs. Andrea Zork left Italy. Italy paid.",
                  {"Andrea Zork": "PERSON", "Italy": "COUNTRY"})  # fmt: skip
    assert gender_of(new.context.split()[1]) in {"female", ""}


def test_a_place_of_unknown_level_is_a_town_unless_others_are_in_it() -> None:
    types = {"Zotown": "GPE", "Peru": "COUNTRY"}
    new = swapped("Ada left Zotown. Peru and Peru paid.", types)
    found = re.fullmatch(r"Ada left (.+)\. (.+) and .+", new)
    assert found is not None
    cities = ingredients.collection("african-cities", None)
    assert found[2] in {one.country for one in cities.names if one.text == found[1]}
    zorkland, homes = Entity("GPE:zorkland", "GPE", "Zorkland"), ingredients.homes(None)
    assert settled(zorkland, homes, is_not_word).type == "CITY"
    assert settled(zorkland, homes, is_not_word, is_around=True).type == "STATE"
    assert settled(replace(zorkland, name="Ohio"), homes, is_not_word).type == "STATE"


def test_a_state_called_after_a_city_of_the_passage_follows_the_city() -> None:
    types = {"Kano": "CITY", "Kano State": "STATE", "Nigeria": "COUNTRY"}
    new = swapped("Ada left Kano in Kano State, Nigeria.", types)
    found = re.fullmatch(r"Ada left (.+) in (.+) State, .+\.", new)
    assert found is not None and found[1] == found[2] != "Kano"


@pytest.mark.parametrize("questions", [("Did Ben Keun-shik leave?", "Who?"),
                                       ("Who?", "Did Ben Keun-shik leave?")])  # fmt: skip
def test_the_order_of_questions_does_not_decide_on_a_passage(questions: tuple[str, str]) -> None:
    types = {"Joh Keun-shik": "PERSON", "Joh": "PERSON", "Ben Keun-shik": "PERSON"}
    found = [renamed("Joh Keun-shik left. Joh came back.", types, question=one).context
             for one in questions]  # fmt: skip
    assert len(set(found)) == 1
    last = found[0].removesuffix(" came back.").rpartition(" ")[2]
    assert found[0].startswith(found[0].split()[0]) and f" {last} left." in found[0]


def test_a_town_that_only_the_question_names_follows_the_city_it_is_called_after() -> None:
    types = {"Jacksonville": "CITY", "Jacksonville Beach": "CITY"}
    new = renamed("Ada left Jacksonville.", types, question="Who left Jacksonville Beach?")
    city = new.context.removeprefix("Ada left ").removesuffix(".")
    assert new.question == f"Who left {city} Beach?"


def test_a_state_in_another_state_stays_a_state() -> None:
    new = swapped("Ada saw Texas in Ohio.", {"Texas": "STATE", "Ohio": "STATE"})
    found = re.fullmatch(r"Ada saw (.+) in (.+)\.", new)
    states = {state for _, state in relations.cities()}
    assert found is not None and {found[1], found[2]} <= states


@pytest.mark.parametrize("text", ["In Munich, Britain agreed.", "Munich in Britain agreed."])
def test_a_known_city_is_not_where_it_cannot_be(text: str) -> None:
    types = {"Munich": "CITY", "Britain": "COUNTRY", "Germany": "COUNTRY"}
    new = swapped(f"{text} Germany and Germany won.", types)
    found = re.match(r"(?:In )?(.+)(?:,| in) (.+) agreed\. (.+) and", new)
    assert found is not None
    cities = ingredients.collection("african-cities", None)
    assert found[3] in {one.country for one in cities.names if one.text == found[1]}


def test_several_counties_are_in_the_one_state_of_the_passage() -> None:
    types = {"Cook County": "STATE", "Lake County": "STATE", "Illinois": "STATE",
             "United States": "COUNTRY"}  # fmt: skip
    new = swapped("Cook County and Lake County paid Illinois in the United States.", types)
    found = re.match(r"(.+) County and (.+) County paid (.+) in ", new)
    assert found is not None
    towns = {name: its for (_, name), its in relations.cities().items()}
    assert {found[1], found[2]} <= set(towns[found[3]])


def test_the_literal_recipe_reads_no_families() -> None:
    recipe = Recipe.read("afrisquad2-literal")
    assert recipe.entswap is not None
    text = "Ada Zorkwell and Bo Zorkwell left. Zorkwell came back."
    found = Marked({"Ada Zorkwell": "PERSON", "Bo Zorkwell": "PERSON"})
    made = Preparer(Finder(found), keep_all=True).prepare(
        [Example("1", "", "", "Who?", text, (), ())]
    )
    names = ingredients.swap_names(recipe.entswap, None)
    (one,) = swappable(made, PassageNames(names, ingredients.homes(None), ("k",), "passage"))
    assert "Zorkwell came back." in one.template.render(one.variant(SWAP_TYPES)).example.context


@pytest.mark.parametrize("before", ["Minnesota paid.", "Ada left."])
def test_the_people_of_a_state_are_at_home_in_its_new_country(before: str) -> None:
    types = {"Minnesota": "STATE", "Minnesotan": "NORP", "Peru": "COUNTRY",
             "United States": "COUNTRY"}  # fmt: skip
    text = f"{before} Ada is a Minnesotan. She left the United States. Peru and Peru and Peru paid."
    found = re.search(r"Ada is an? (.+)\. She left (?:the )?(.+)\. ", swapped(text, types))
    assert found is not None
    lands = {land for land, its in relations.peoples().items() if found[1] in its}
    assert any(land in found[2] for land in lands)


@pytest.mark.parametrize("kind", ["CITY", "COUNTRY"])
def test_a_state_after_its_town_is_in_the_next_place_only_if_that_is_a_country(kind: str) -> None:
    text = "Oslo, Ohio, Peru paid."
    types = {"Oslo": "CITY", "Ohio": "STATE", "Peru": kind}
    mentions = [
        Mention("context", *one.span(), types[one[0]], one[0])  # type: ignore[arg-type]
        for one in re.finditer("|".join(types), text)
    ]
    wider = {"Ohio": "Peru"} if kind == "COUNTRY" else {}
    assert told_regions(text, mentions) == {"Oslo": "Ohio"} | wider


def test_the_surname_of_a_family_is_read_in_lower_case_in_a_question() -> None:
    types = {"Ada Zorkson": "PERSON", "Bo Zorkson": "PERSON"}
    new = renamed("Ada Zorkson and Bo Zorkson left.", types, question="When did zorkson leave?")
    last = new.context.removesuffix(" left.").rpartition(" ")[2]
    assert new.question == f"When did {last.lower()} leave?" != "When did zorkson leave?"


def test_romans_beside_the_roman_empire_are_its_people() -> None:
    types = {"Rome": "CITY", "Roman Empire": "COUNTRY", "Romans": "NORP"}
    new = swapped("Rome fell. The Roman Empire fell, and Romans left.", types)
    found = re.fullmatch(r".+ fell\. The (.+) fell, and (.+) left\.", new)
    assert found is not None
    people = ingredients.peoples_of_countries(None)
    assert any(its in found[2] for land, its in people.items() if land in found[1].lower())


def test_a_county_named_before_its_state_gets_a_town_of_the_state() -> None:
    types = {"Clark County": "STATE", "Nevada": "STATE", "United States": "COUNTRY"}
    new = swapped("Clark County is in Nevada, and Nevada in the United States.", types)
    found = re.match(r"(.+) County is in (.+), and", new)
    assert found is not None
    assert found[1] in {town for (_, name), its in relations.cities().items()
                        if name == found[2] for town in its}  # fmt: skip


def test_a_county_belongs_to_the_country_of_its_state() -> None:
    types = {"Korean": "NORP", "Clark County": "LOC", "Nevada": "STATE"}
    new = swapped("The Korean left Clark County in Nevada.", types)
    found = re.fullmatch(r"The (.+) left (.+) County in (.+)\.", new)
    assert found is not None
    (land,) = {land for land, name in relations.cities() if name == found[3]}
    assert found[1] != ingredients.peoples_of_countries(None)[land.lower()]


def test_without_a_country_places_are_in_the_one_where_most_of_them_are_known() -> None:
    types = dict.fromkeys(("Sacramento", "Milwaukee", "Zotown"), "CITY")
    new = swapped("Ada saw Zotown, then Sacramento and Milwaukee.", types)
    found = re.fullmatch(r"Ada saw (.+), then (.+) and (.+)\.", new)
    assert found is not None
    cities = store.load("african-cities").names.fields("text", "country")
    pairs = set(cities)
    lands = [{land for name, land in pairs if name == town} for town in found.groups()]
    assert set.intersection(*lands)


def test_a_people_whose_name_is_a_word_is_renamed_everywhere() -> None:
    class First(Marked):
        def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
            return (spans[:1] for spans in super().recognize(texts))

    text = "A Polish painter left the Polish Colourists. Polish the floor."
    asked = Example("1", "", "", "Who?", text, (), ())
    made = Preparer(Finder(First({"Polish": "NORP"})), keep_all=True, demonyms={}).prepare([asked])
    recipe = Recipe.read("afrisquad2")
    assert recipe.entswap is not None
    names = ingredients.swap_names(recipe.entswap, None)
    passages = PassageNames(names, ingredients.homes(None), ("k",), "passage")
    (one,) = swappable(made, passages)
    new = one.template.render(one.variant(SWAP_TYPES)).example.context
    found = re.fullmatch(r"A (.+) painter left the (.+) Colourists\. Polish the floor\.", new)
    assert found is not None and found[1] == found[2] != "Polish"


def test_a_people_before_a_noun_fits_its_indefinite_article() -> None:
    types = {"English": "NORP", "England": "COUNTRY"}
    new = swapped("An English singer left the English band in England.", types)
    assert re.match(r"An [AEIO]", new), new


def test_a_british_place_is_in_the_country_that_the_text_puts_it_in() -> None:
    types = {"British": "NORP", "Crewe": "CITY", "Cheshire": "STATE", "England": "COUNTRY"}
    new = swapped("The British left Crewe, Cheshire, England, and Cheshire.", types)
    found = re.fullmatch(r"The (.+) left (.+), (.+), (.+), and (.+)\.", new)
    assert found is not None
    assert found[3] == found[5]
    assert found[3] in {name for land, name in relations.cities() if land == found[4]}


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("", "He led the Third Reich. Germany and the German town fell."),
        ("Nazi_Germany", "Germany and the German town fell."),
    ],
)
def test_the_country_of_a_regime_stays_also_if_the_title_names_it(title: str, text: str) -> None:
    types = {"Third Reich": "COUNTRY", "Nazi_Germany": "COUNTRY", "Nazi Germany": "COUNTRY",
             "Germany": "COUNTRY", "German": "NORP"}  # fmt: skip
    new = renamed(text, types, title)
    assert (new.title, new.context) == (title, text)


def test_a_regime_in_a_question_follows_its_country_in_the_passage() -> None:
    types = {"Nazi Germany": "COUNTRY", "Germany": "COUNTRY", "Peru": "COUNTRY"}
    new = renamed("Germany fell.", types, question="What did Nazi Germany do?")
    land = new.context.removesuffix(" fell.")
    assert land != "Germany" and new.question == f"What did Nazi {land} do?"
    new = renamed("Peru fell.", types, question="What did Nazi Germany do?")
    assert new.question == "What did Nazi Germany do?"


def test_nothing_of_a_regime_is_renamed() -> None:
    types = {"Nazi Germany": "COUNTRY", "Germany": "COUNTRY", "German": "NORP", "Dresden": "CITY",
             "Peru": "COUNTRY", "Ada Holm": "PERSON"}  # fmt: skip
    text = "Ada Holm left Nazi Germany for Peru. The German town of Dresden is in Germany."
    new = swapped(text, types)
    found = re.fullmatch(
        r"(.+) left Nazi Germany for (.+)\. The German town of Dresden is in Germany\.", new
    )
    assert found is not None and found[1] != "Ada Holm" and found[2] != "Peru", new


def test_a_people_fits_the_indefinite_article_of_the_title() -> None:
    new = renamed("Americans left.", {"American": "NORP", "Americans": "NORP"}, "An_American_Day")
    assert re.match(r"An_[AEIO]\w+(_\w+)*_Day", new.title), new.title


@pytest.mark.parametrize(
    ("one", "other", "kind"), [("Iceland", "Ireland", "COUNTRY"), ("Hartford", "Hertford", "CITY")]
)
def test_two_places_that_are_spelt_alike_get_two_names(one: str, other: str, kind: str) -> None:
    types = {one: kind, other: kind}
    new = renamed(f"{one} met {other}.", types, question=f"Who met {other}?", places=True)
    first, second = new.context.removesuffix(".").split(" met ")
    assert first != second
    assert new.question == f"Who met {second}?"


def test_a_question_about_a_place_that_is_spelt_alike_is_about_another() -> None:
    types = dict.fromkeys(("Iceland", "Ireland"), "COUNTRY")
    new = renamed("Iceland won.", types, question="Did Ireland win?", places=True)
    assert new.question != f"Did {new.context.removesuffix(' won.')} win?" != "Did Ireland win?"


@pytest.mark.parametrize(("land", "is_capital"), [("Canada", False), ("Bermuda", True)])
def test_a_capital_with_larger_namesakes_is_one_only_beside_its_country(
    land: str, is_capital: bool
) -> None:
    text = f"Ada left Hamilton in {land}."
    new = swapped(text, {"Hamilton": "CITY", land: "COUNTRY"})
    found = re.fullmatch(r"Ada left (.+) in (.+)\.", new)
    assert found is not None
    capitals = relations.capitals()[found[2]]
    assert (found[1] in capitals) is is_capital


def test_an_island_country_stays_one_in_a_text_that_speaks_of_an_island() -> None:
    filler = "This sentence only puts some room between the two others, as many texts do. " * 2
    text = f"Ada left Cuba. {filler}Nobody else had reached the island."
    new = swapped(text, {"Cuba": "COUNTRY"}).partition(".")[0].removeprefix("Ada left ")
    assert relations.shores().get(new.removeprefix("the ")) == "island"


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Ada left Hamilton, Ontario, for Bermuda.",
         {"Hamilton": "CITY", "Ontario": "STATE", "Bermuda": "COUNTRY"}),
        ("Ada left Kingston, Jamaica, for Norfolk Island.",
         {"Kingston": "CITY", "Jamaica": "COUNTRY", "Norfolk Island": "COUNTRY"}),
    ],
)  # fmt: skip
def test_a_text_may_tell_that_a_name_is_not_that_of_a_lesser_capital(
    text: str, types: Texts, tmp_path: Path
) -> None:
    found = re.fullmatch(r"Ada left (.+), (.+), for (.+)\.", swapped(text, types))
    assert found is not None
    assert found[1] not in relations.capitals().get(found[3], ())
    rows = tmp_path / "rows.json"
    asked = {"id": "1", "question": "Who?", "is_impossible": True, "answers": []}
    article = {"title": "", "paragraphs": [{"context": text, "qas": [asked]}]}
    rows.write_text(json.dumps({"version": "v2.0", "data": [article]}), "utf-8")
    options = Options(recognizer=Marked(types), cache=tmp_path / "cache")
    folder = build("afrisquad2", tmp_path / "made", options, sources={"SQuAD2": rows})
    assert verify(folder).findings == ()


def test_the_towns_of_a_county_follow_it_to_its_part_of_britain() -> None:
    types = {"British": "NORP", "Kent": "STATE", "England": "COUNTRY", "Dover": "CITY"}
    new = swapped("The British left Kent in England. They saw Dover.", types)
    found = re.fullmatch(r"The .+ left (.+) in (.+)\. They saw (.+)\.", new)
    assert found is not None
    assert found[3] in relations.cities()[found[2], found[1]]


@pytest.mark.parametrize("field", ["title", "question"])
def test_two_places_spelt_alike_are_two_in_other_fields(field: str) -> None:
    types = dict.fromkeys(("Iceland", "Ireland"), "COUNTRY")
    texts = {"title": "", "question": "Who?"} | {field: "Iceland and Ireland"}
    new = renamed("Nobody came.", types, texts["title"], question=texts["question"], places=True)
    one, other = getattr(new, field).split(" and ")
    assert one != other


@pytest.mark.parametrize("left", ["PERU", "PERUVIAN"])
def test_all_of_a_country_stays_if_it_or_its_people_cannot_be_renamed_everywhere(left: str) -> None:
    types = {"Peru": "COUNTRY", "Peruvian": "NORP", "Cusco": "CITY", "Bank of Peru": "ORG",
             "Ghana": "COUNTRY", "Ada Holm": "PERSON"}  # fmt: skip
    text = f"Ada Holm left Peru, the Bank of Peru and a Peruvian in Cusco for Ghana. {left} left."
    new = swapped(text, types)
    assert re.fullmatch(
        rf".+ left Peru, the Bank of Peru and a Peruvian in Cusco for (?!Ghana).+\. {left} left\.",
        new,
    ), new
    assert not new.startswith("Ada Holm")


def test_the_towns_of_a_state_that_stays_stay() -> None:
    types = {"Ohio": "STATE", "Dayton": "CITY", "Peru": "COUNTRY"}
    new = swapped("In Dayton, Ohio, and Peru. OHIO", types)
    assert new.startswith("In Dayton, Ohio, and ") and not new.endswith("Peru. OHIO"), new


def test_a_question_in_which_a_country_stays_leaves_its_people_alone() -> None:
    types = {"Peru": "COUNTRY", "Peruvian": "NORP"}
    new = renamed("Peru met a Peruvian.", types, question="Who in PERUVIANA met PERU?")
    assert "Peru" not in new.context or new.context == "Peru met a Peruvian."


def test_a_state_and_what_is_called_by_its_name_are_one() -> None:
    types = {"Ohio": "ORG", "Ohio Senate": "ORG", "Vatican": "ORG"}
    text = "Ohio and the Ohio Senate met the Vatican."
    new = renamed(text, types, places=True).context
    found = re.fullmatch(r"(.+) and the (.+) Senate met the Vatican\.", new)
    assert found is not None and found[1] == found[2] != "Ohio", new


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        ((("Georgia", "STATE"), ("Georgia", "ORG")), ["STATE", "STATE"]),
        ((("Georgia", "ORG"),), ["ORG"]),  # a country or a state
        ((("New York", "CITY"), ("New York", "ORG")), ["CITY", "CITY"]),
        ((("New York", "ORG"),), ["CITY"]),
        ((("Ohio", "ORG"), ("Ohio", "PERSON")), ["STATE", "PERSON"]),
        ((("Leicester", "ORG"),), ["ORG"]),
    ],
)
def test_an_organization_called_like_a_place_of_the_text_is_that_place(
    found: tuple[tuple[str, EntityType], ...], wanted: list[str]
) -> None:
    text = " ".join(name for name, _ in found)
    starts = [text.index(found[0][0]), len(found[0][0]) + 1][: len(found)]
    spans = [
        TypedSpan(at, at + len(name), type_)
        for at, (name, type_) in zip(starts, found, strict=True)
    ]
    places = PlaceIndex.of(store.load("places").names)
    assert [one.type for one in as_places(text, spans, places)] == wanted


def test_a_team_called_like_its_country_gets_the_name_of_the_country() -> None:
    new = renamed("Peru won.", {"Peru": "ORG"}, "Peru", question="Did Peru win?", places=True)
    land = new.context.removesuffix(" won.")
    assert land != "Peru" and (new.title, new.question) == (land, f"Did {land} win?")


@pytest.mark.parametrize(
    ("text", "gender"),
    [
        ("Alan Zork left. Mrs. Zork stayed with Zork.", "male"),
        ("Alan Zork left. Zork was late. Mrs. Zork stayed.", "male"),
        ("Mrs. Alan Zork left. Mrs. Zork stayed.", "female"),
        ("Mrs. Xq Zork left.", "female"),
        ("Xq Zork left. Mrs. Zork stayed.", "female"),
    ],
)
def test_a_title_before_the_surname_alone_does_not_contradict_the_given_name(
    text: str, gender: str
) -> None:
    types = dict.fromkeys(("Alan Zork", "Xq Zork", "Zork"), "PERSON")
    found = re.match(r"(?:Mrs\. )?(\S+) ", swapped(text, types))
    assert found is not None and gender_in_pool(found[1]) == gender


def test_the_whole_longer_name_of_a_town_is_replaced() -> None:
    types = {"Washington": "CITY", "DC": "CITY"}
    text = "In Washington, D.C. It is in Washington, DC, not near Washington."
    new = swapped(text, types)
    found = re.fullmatch(r"In (.+)\. It is in (.+), not near (.+)\.", new)
    assert found is not None and found[1] == found[2] == found[3] != "Washington", new


def test_a_people_in_lower_case_follows_its_country() -> None:
    new = renamed("Peru paid.", {"Peru": "COUNTRY", "peruvian": "NORP"}, question="Which peruvian?")
    people = ingredients.peoples_of_countries(None)[country_key(new.context[: -len(" paid.")])]
    assert new.question == f"Which {people.lower()}?" != "Which peruvian?"


def test_an_organization_that_is_called_by_a_word_alone_keeps_it() -> None:
    types = {"Holm University": "ORG", "University": "ORG"}
    text = "The University met Holm University."
    new = swapped(text, types, is_word={"university"}.__contains__)
    assert new.startswith("The University met ") and "Holm" not in new
    assert not swapped(text, types).startswith("The University met ")


@pytest.mark.parametrize(
    ("name", "country"),
    [("East India Hatters", "India"), ("Hatters of North America", "America"),
     ("West Virginia Works", "Virginia")],
)  # fmt: skip
def test_what_is_called_after_another_place_is_not_called_after_the_one_it_ends_in(
    name: str, country: str
) -> None:
    types = {name: "ORG", country: "COUNTRY", f"Bank of {country}": "ORG"}
    new = swapped(f"{country}, the {name} and the Bank of {country}.", types)
    found = re.fullmatch(rf"(.+), the {name} and the Bank of (.+)\.", new)
    assert found is not None and found[1] == found[2] != country, new


def test_a_common_word_in_lower_case_is_no_people() -> None:
    new = swapped("Poland paid to polish it.", {"Poland": "COUNTRY", "polish": "NORP"})
    assert new.endswith(" paid to polish it.") and not new.startswith("Poland")


def test_what_is_called_after_an_acronym_that_stays_stays() -> None:
    text = "Many left AFC for AFC Central."
    assert swapped(text, {"AFC": "ORG", "AFC Central": "ORG"}) == text
