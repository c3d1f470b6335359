"""Entity renaming under `worlds`: what is called after a place, and its people, change with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from builders import build, verify
from builders.articles import takes_an
from builders.errors import FixInputError
from builders.given_names import is_first_name
from builders.pipeline import Options
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest, rows_of
from builders.spans.aliases import is_acronym
from builders.stages import ingredients
from builders.text import fold_key
from builders.types import EntityType, Row, TypedSpan
from builders.verification.world_pairs import Relations

RECIPE = """
name = "tied"
version = "1.0.0"
title = "Tied"
licence = "other"
published = "2026-01-01"
events = "follow"

[[sources]]
name = "Rows"
format = "squad"
licence = "CC0-1.0"

[entity_renaming]
sources = ["Rows"]
types = ["ORG", "GPE"]
seeds = 3
worlds = true

[entity_renaming.perturbations.DBName]
kind = "collections"
collections = ["places", "proper-nouns"]

[entity_renaming.perturbations.InDistName]
kind = "in-distribution"

[entity_renaming.perturbations.RandStr]
kind = "random-string"
"""

BAVARIAN: dict[str, EntityType] = {
    "Bavaria": "STATE", "Bavarian": "NORP", "Peru": "COUNTRY", "Peruvian": "NORP",
}  # fmt: skip


@dataclass(frozen=True)
class Words:
    """Finds the given names, the longest first."""

    names: tuple[tuple[str, EntityType], ...]
    fingerprint: str = "words"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        types = dict(self.names)
        ordered = sorted(map(re.escape, types), key=len, reverse=True)
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(ordered)})(?!\w)")
        for text in texts:
            yield tuple(TypedSpan(*m.span(), types[m[0]]) for m in pattern.finditer(text))


def renamed(
    tmp_path: Path,
    passages: dict[str, str],
    recipe: str = RECIPE,
    question: str = "Which is it?",
    **names: EntityType,
) -> list[Row]:
    """Build a release with a question per passage, and return the rows of its renamed files.

    `passages` has the answer of each passage.
    """
    source = [
        {"id": str(n), "question": question, "context": text,
         "answers": {"text": [answer], "answer_start": [text.index(answer)]}}
        for n, (text, answer) in enumerate(passages.items())
    ]  # fmt: skip
    found = Words(tuple((name.replace("_", " "), kind) for name, kind in names.items()))
    options = Options(recognizer=found, cache=tmp_path / "cache")
    read = Recipe.parse(recipe, "tied.toml")
    folder = build(read, tmp_path / "made", options, sources={"Rows": source})
    assert verify(folder).findings == ()
    files = read_manifest(folder).files
    # With one name of a type in the answers, InDistName has no other to draw.
    rows = (row for file in files for row in rows_of(folder, file.path))
    return [row for row in rows if row.edits]


def test_what_is_called_after_a_place_changes_with_it(tmp_path: Path) -> None:
    text = "Ostrava Opera is in Ostrava, near Ostrava County and New Ostrava. Ada Ostrava sang."
    rows = renamed(
        tmp_path, {text: "Ostrava Opera"}, Ostrava_Opera="ORG", Ostrava="CITY",
        Ostrava_County="LOC", New_Ostrava="LOC", Ada_Ostrava="PERSON",
    )  # fmt: skip
    assert rows
    for row in rows:
        (new,) = {edit.new for edit in row.edits}
        assert row.example.context == (
            f"{new} Opera is in {new}, near {new} County and New {new}. Ada Ostrava sang."
        )
        assert row.example.answers[0].text == f"{new} Opera"
        assert [one.reason for one in row.kept] == ["part of a longer name"]


def test_a_people_in_small_letters_stays_in_small_letters(tmp_path: Path) -> None:
    text = "Peru has lakes."
    rows = renamed(
        tmp_path, {text: "Peru"}, question="which peruvian lake", Peru="COUNTRY", peruvian="NORP"
    )
    assert rows
    for row in rows:
        assert row.example.question.islower() and "peruvian" not in row.example.question


def test_a_country_changes_by_all_its_names(tmp_path: Path) -> None:
    text = "The U.S. is big. The Bank of America is in North America."
    rows = renamed(
        tmp_path, {text: "U.S.", "Peru is far.": "Peru"}, recipe=RECIPE.replace("DBName", "X"),
        Bank_of_America="ORG", North_America="LOC", Peru="COUNTRY", **{"U.S.": "COUNTRY"},
    )  # fmt: skip
    rows = [row for row in rows if row.example.id == "0"]
    assert rows
    for row in rows:
        found = re.fullmatch(
            r"The (.+) is big\. The Bank of (.+) is in North America\.", row.example.context
        )
        assert found is not None and found[2] != "America", row.example.context


def test_a_town_in_the_name_of_another_stays(tmp_path: Path) -> None:
    text = "York is old. New York is not, nor is the New York Times of York."
    rows = renamed(tmp_path, {text: "York"}, York="CITY", New_York="CITY", New_York_Times="ORG")
    assert rows
    for row in rows:
        (new,) = {edit.new for edit in row.edits}
        assert row.example.context == (
            f"{new} is old. New York is not, nor is the New York Times of {new}."
        )


def test_a_people_changes_with_its_country(tmp_path: Path) -> None:
    text = "Peru met a Peruvian. Peruvians like the Chileans. Peruvian Rail is for Peruvians."
    rows = renamed(
        tmp_path, {text: "Peru", "Kenya has lakes.": "Kenya"}, Peru="COUNTRY", Peruvian="NORP",
        Peruvians="NORP", Chileans="NORP", Peruvian_Rail="ORG", Kenya="COUNTRY",
    )  # fmt: skip
    pairs = set()
    for row in (row for row in rows if row.example.id == "0"):
        of_type: dict[str, set[str]] = {}
        for edit in row.edits:
            of_type.setdefault(edit.type, set()).add(edit.new)
        assert len(of_type["COUNTRY"]) == 1
        assert "Chileans" in row.example.context and "Peruvian" not in row.example.context
        pairs.add((*of_type["COUNTRY"], *sorted(of_type["NATIONALITY"])[:1]))
    assert ("Kenya", "Kenyan") in pairs
    assert all(new.isalpha() for pair in pairs for new in pair[1:] if pair[0] == "Kenya")


def test_a_people_changes_with_the_state_that_is_called_after_it(tmp_path: Path) -> None:
    text = "The Zorban Empire met the Zorbans and a Zorban."
    rows = renamed(
        tmp_path, {text: "Zorban Empire"}, Zorban_Empire="COUNTRY", Zorbans="NORP", Zorban="NORP"
    )
    assert rows and all("Zorban" not in row.example.context for row in rows)


def test_relatives_share_the_new_last_name(tmp_path: Path) -> None:
    recipe = RECIPE.replace('types = ["ORG", "GPE"]', 'types = ["PER"]')
    recipe = recipe.replace('["places", "proper-nouns"]', '["us-names"]')
    text = "Ada Holm and Ole Holm met Liv Berg. The Holms left."
    rows = renamed(
        tmp_path, {text: "Ada Holm"}, recipe, Ada_Holm="PERSON", Ole_Holm="PERSON",
        Liv_Berg="PERSON", Holms="PERSON",
    )  # fmt: skip
    assert rows
    for row in rows:
        _, last = row.example.answers[0].text.split(" ", 1)
        assert f" and Ole {last} met Liv Berg." in row.example.context
        assert "Holm" not in row.example.context


def test_new_names_fit_the_indefinite_articles(tmp_path: Path) -> None:
    places = RECIPE[: RECIPE.index("[entity_renaming.perturbations.InDistName]")]
    text = "Peru sent a Peruvian and Ecuador an Ecuadorian to an Ostrava judge on day {}."
    names: dict[str, EntityType] = {"Ostrava": "CITY", "Peruvian": "NORP", "Peru": "COUNTRY",
                                    "Ecuadorian": "NORP", "Ecuador": "COUNTRY"}  # fmt: skip
    passages = {text.format(n): ("Ostrava", "Peru", "Ecuador")[n % 3] for n in range(9)}
    rows = renamed(tmp_path, passages, places, **names)
    assert len(rows) == 27
    for row in rows:
        for article, name in re.findall(r"\b([Aa]n?) (\w+)", row.example.context):
            assert (article.lower() == "an") == (fold_key(name)[0] in "aeiou"), row.example.context


@pytest.mark.parametrize("end", ["(ZSB) met.", "or ZSB, met.", "met at ZSB's.", "met a ZSB clerk."])
def test_an_acronym_that_was_not_recognized_changes_with_its_name(tmp_path: Path, end: str) -> None:
    text = f"The Zorb Salt Board {end}"
    question = "What does ZSB stand for?"
    rows = renamed(tmp_path, {text: "Zorb Salt Board"}, question=question, Zorb_Salt_Board="ORG")
    assert rows
    for row in rows:
        acronym, _ = row.example.question.removeprefix("What does ").split(" ", 1)
        assert acronym != "ZSB" and acronym in row.example.context
        assert not re.search("Zorb|ZSB", row.example.context)


def test_an_acronym_that_may_be_of_two_organizations_stays(tmp_path: Path) -> None:
    text = "The Zorb Salt Board and the Zorb Silver Bank met at ZSB."
    names: dict[str, EntityType] = {"Zorb Salt Board": "ORG", "Zorb Silver Bank": "ORG"}
    rows = renamed(tmp_path, {text: "Zorb Salt Board"}, **names)
    assert rows and all(row.example.context.endswith(" met at ZSB.") for row in rows)


def test_general_words_stay_but_for_names_of_one_word_and_those_with_an_acronym(
    tmp_path: Path,
) -> None:
    passages = {
        "The Ostrava Zoological Society met.": "Ostrava Zoological Society",
        "The firm Chevron grew.": "Chevron",
        "The National Aeronautics Board (NAB) met.": "National Aeronautics Board",
        "The Bulgarian Ostrava Society met.": "Bulgarian Ostrava Society",
    }
    rows = renamed(
        tmp_path, passages, Ostrava_Zoological_Society="ORG", Ostrava="CITY", Chevron="ORG",
        National_Aeronautics_Board="ORG", NAB="ORG", Bulgarian_Ostrava_Society="ORG",
    )  # fmt: skip
    assert {row.example.id for row in rows} == {"0", "1", "2", "3"}
    for row in rows:
        assert ("Zoological" in row.example.context) == (row.example.id == "0")
        assert ("Bulgarian" in row.example.context) == (row.example.id == "3")
        old = {"0": "Ostrava", "1": "Chevron", "2": "Aeronautics", "3": "Ostrava"}[row.example.id]
        assert not re.search(old, row.example.context)


def test_acronyms_become_acronyms_and_no_organization_is_called_by_a_first_name(
    tmp_path: Path,
) -> None:
    texts = ("The firm Zyxtron grew on day {}.", "The ZKT met on day {}.", "The ITV met on day {}.")
    passages = {
        text.format(n): text.split()[1 if text.startswith("The Z") or "ITV" in text else 2]
        for n in range(4) for text in texts
    }  # fmt: skip
    names = RECIPE[: RECIPE.index("[entity_renaming.perturbations.InDistName]")]
    rows = renamed(tmp_path, passages, names, Zyxtron="ORG", ZKT="ORG", ITV="ORG")
    news = {(edit.old, edit.new) for row in rows for edit in row.edits}
    assert {old for old, _ in news} == {"Zyxtron", "ZKT", "ITV"}
    for old, new in news:
        assert is_acronym(new) == (old != "Zyxtron"), (old, new)
        assert not is_first_name(new), new


def test_random_strings_fit_the_indefinite_articles(tmp_path: Path) -> None:
    text = (
        "Peru sent a Peruvian and an XLT envoy to an Ostrava judge and a ZKT clerk on day {}. "
        "The United States sent a USA fan and the U.S.A. a U.S. fan."
    )
    names: dict[str, EntityType] = {
        "Ostrava": "CITY", "Peruvian": "NORP", "Peru": "COUNTRY", "XLT": "ORG", "ZKT": "ORG",
        "United States": "COUNTRY", "USA": "COUNTRY", "U.S.A.": "COUNTRY", "U.S.": "COUNTRY",
    }  # fmt: skip
    answers = ("Ostrava", "Peru", "XLT", "ZKT", "United States")
    passages = {text.format(n): answers[n % 5] for n in range(15)}
    strings = RECIPE[: RECIPE.index("[entity_renaming.perturbations.DBName]")]
    strings += RECIPE[RECIPE.index("[entity_renaming.perturbations.RandStr]") :]
    rows = renamed(tmp_path, passages, strings.replace("seeds = 3", "seeds = 9"), **names)
    assert len(rows) == 15 * 9
    for row in rows:
        for article, name in re.findall(r"\b(an?) (\w+)", row.example.context):
            assert takes_an(name) in {article == "an", None}, row.example.context


@pytest.mark.parametrize(
    ("names", "is_an"),
    [
        ("MP FBX EU AIDS Oslo HR", True), ("UK UNESCO BBC Togo USA KAW", False),
        ("NATO NGO HUD SUNY EUROPE MPs Uganda 3M", None),
    ],
)  # fmt: skip
def test_an_acronym_has_the_article_of_its_first_letter_or_sound(
    names: str, is_an: bool | None
) -> None:
    assert {name: takes_an(name) for name in names.split()} == dict.fromkeys(names.split(), is_an)


def test_a_place_changes_by_all_its_names(tmp_path: Path) -> None:
    text = "New York City grew. New York is big. New York City Hall stands by the New York Bank."
    rows = renamed(
        tmp_path, {text: "New York City"}, New_York_City="CITY", New_York="CITY",
        New_York_City_Hall="LOC", New_York_Bank="ORG",
    )  # fmt: skip
    assert rows and all("York" not in row.example.context for row in rows)


def test_no_new_people_is_in_the_text_already(tmp_path: Path) -> None:
    text = "The U.S. signed. A U.S. senator met Filipino, Gambian, Dutch and Sudanese delegates. {}"
    names: dict[str, EntityType] = {
        "U.S.": "COUNTRY", "Filipino": "NORP", "Gambian": "NORP", "Dutch": "NORP",
        "Sudanese": "NORP",
    }  # fmt: skip
    recipe = RECIPE.replace("worlds = true", "worlds = true\nkeep_article = true")
    rows = renamed(tmp_path, {text.format(n): "U.S." for n in range(8)}, recipe, **names)
    assert len({row.example.id for row in rows}) == 8


def test_two_countries_get_two_peoples(tmp_path: Path) -> None:
    text = "France and Germany met. A French and a German sang. {}"
    rows = renamed(
        tmp_path, {text.format(n): "France and Germany" for n in range(6)}, France="COUNTRY",
        Germany="COUNTRY", French="NORP", German="NORP",
    )  # fmt: skip
    assert rows
    for row in rows:
        peoples = {edit.new for edit in row.edits if edit.type == "NATIONALITY"}
        assert len(peoples) == 2 or not row.edits


def test_a_people_in_the_name_of_a_body_follows_its_country(tmp_path: Path) -> None:
    text = "India has Indian Railways and the Bank of India. The Indian Ocean is near."
    rows = renamed(tmp_path, {text: "India", "Kenya.": "Kenya"}, India="COUNTRY", Kenya="COUNTRY",
                   Indian_Railways="ORG", Bank_of_India="ORG", Indian_Ocean="LOC")  # fmt: skip
    found = [row.example.context for row in rows if row.example.id == "0"]
    assert any(one.startswith("Kenya has Kenyan Railways and the Bank of Kenya.") for one in found)
    assert all(one.endswith(" The Indian Ocean is near.") for one in found)


def test_other_peoples_stay(tmp_path: Path) -> None:
    text = "India met an Indian and two American Indians."
    rows = renamed(tmp_path, {text: "India"}, India="COUNTRY", Indian="NORP", American="NORP",
                   Indians="NORP")  # fmt: skip
    assert all("American Indians" in row.example.context for row in rows)


@pytest.mark.parametrize(
    ("land", "people"),
    [("England", "English"), ("Soviet Union", "Soviet"), ("Dominica", "Dominican")],
)
def test_every_people_follows_its_country(tmp_path: Path, land: str, people: str) -> None:
    text = f"{land} sent the {people} team."
    rows = renamed(tmp_path, {text: land}, **{land.replace(" ", "_"): "COUNTRY", people: "NORP"})
    assert rows and all(people not in row.example.context for row in rows)


def test_verify_compares_peoples_with_their_countries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passages = {"Peru met a Peruvian.": "Peru", "Kenya has lakes.": "Kenya"}
    renamed(tmp_path, passages, Peru="COUNTRY", Peruvian="NORP", Kenya="COUNTRY")
    nowhere = Relations({"peru": ("peru",), "peruvian": ("peru",)})
    monkeypatch.setattr(ingredients, "relations", lambda recipe: nowhere)
    found = {finding.file for finding in verify(tmp_path / "made").findings}
    assert {path.split("/")[3] for path in found} == {"DBName", "InDistName"}


def test_all_names_of_a_country_change_with_it_and_adjectives_to_its_people(
    tmp_path: Path,
) -> None:
    text = (
        "The United States Senate met. A U.S. senator left the U.S. for the US Navy. "
        "An American saw it."
    )
    names: dict[str, EntityType] = {
        "United_States_Senate": "ORG", "U.S.": "COUNTRY", "US_Navy": "ORG", "American": "NORP",
    }  # fmt: skip
    rows = renamed(tmp_path, {text: "United States Senate", "Kenya Rail left.": "Kenya Rail"},
                   **names, Kenya_Rail="ORG")  # fmt: skip
    found = [row for row in rows if row.example.id == "0"]
    assert found
    assert not any(old in row.example.context for row in found
                   for old in ("U.S.", "US ", "United", "American"))  # fmt: skip
    kenyan = "The Kenyan Senate met. A Kenyan senator left the Kenya for the Kenyan Navy."
    assert any(row.example.context.startswith(kenyan) for row in found)


@pytest.mark.parametrize("worlds", [True, False])
def test_literally_only_the_mentions_of_the_answer_change(tmp_path: Path, worlds: bool) -> None:
    text = "Ostrava Opera is in Ostrava. Kenya Rail is in Kenya, the Kenyan says."
    recipe = RECIPE if worlds else RECIPE.replace("worlds = true", "")
    rows = renamed(
        tmp_path, {text: "Ostrava Opera", f"Kenya: {text}": "Kenya"}, recipe, Ostrava_Opera="ORG",
        Ostrava="CITY", Kenya_Rail="ORG", Kenya="COUNTRY", Kenyan="NORP",
    )  # fmt: skip
    changed = {edit.old for row in rows for edit in row.edits if row.example.id == "1"}
    assert changed == ({"Kenya", "Kenyan"} if worlds else {"Kenya"})
    bodies = {edit.entity for row in rows for edit in row.edits if row.example.id == "0"}
    assert ("CITY:ostrava" in bodies) is worlds


def test_a_country_that_the_text_names_is_renamed_in_the_name_of_a_body_too(tmp_path: Path) -> None:
    rows = renamed(
        tmp_path, {"Sweden Bank is in Sweden.": "Sweden Bank"}, Sweden_Bank="ORG", Sweden="COUNTRY"
    )
    row = next(row for row in rows)
    (new,) = {edit.new for edit in row.edits}
    assert row.example.context == f"{new} Bank is in {new}."
    assert replace(row.example, context="") != row.example


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Ada Holm left Bavaria. She liked Peruvian beer.", "Bavaria"),
        ("Ada Holm left Bavaria for Peru. She liked Bavarian beer.", "Peru"),
    ],
)
def test_a_state_and_a_country_are_renamed(tmp_path: Path, text: str, answer: str) -> None:
    assert renamed(tmp_path, {text: answer}, **BAVARIAN)


def test_a_state_whose_people_is_named_stays(tmp_path: Path) -> None:
    text = "Ada Holm left Bavaria. She liked Bavarian beer."
    with pytest.raises(FixInputError, match="a city or state whose people is named, too"):
        renamed(tmp_path, {text: "Bavaria"}, **BAVARIAN)


@pytest.mark.parametrize(
    ("question", "stays"),
    [
        ("Which African country has lakes?", True),
        ("which African country has lakes", True),
        ("Which country has African lakes?", False),
        ("Which Peruvian state has lakes?", False),
    ],
)
def test_a_place_asked_for_by_its_part_of_the_world_stays(
    tmp_path: Path, question: str, stays: bool
) -> None:
    names: dict[str, EntityType] = {"Kenya": "COUNTRY", "African": "NORP", "Peruvian": "NORP"}
    passages = {"Kenya has lakes.": "Kenya"}
    if stays:
        with pytest.raises(FixInputError, match="asks for by its part of the world"):
            renamed(tmp_path, passages, question=question, **names)
    else:
        assert renamed(tmp_path, passages, question=question, **names)


@pytest.mark.parametrize(
    ("text", "question", "worlds", "kind"),
    [
        ("Zorbo Holm left. He flew.", "Who left?", True, "FIRST_MALE"),
        ("Zorbo Holm left. Her plane flew.", "Who left?", True, "FIRST_FEMALE"),
        ("Zorbo Holm left her. He flew.", "Who left his plane?", True, "FIRST_MALE"),
        ("Zorbo Holm left her. He flew.", "Who left?", True, "FIRST_NEUTRAL"),
        ("Zorbo Holm left.", "Who left?", True, "FIRST_NEUTRAL"),
        ("Zorbo Holm left. He flew.", "Who left?", False, "FIRST_NEUTRAL"),
        ("Eva Holm left. He flew.", "Who left?", True, "FIRST_FEMALE"),
    ],
)
def test_pronouns_tell_the_gender_of_an_unknown_first_name(
    tmp_path: Path, text: str, question: str, worlds: bool, kind: str
) -> None:
    name = " ".join(text.split()[:2])
    recipe = RECIPE.replace('["ORG", "GPE"]', '["PER"]').replace('"proper-nouns"', '"us-names"')
    recipe = recipe if worlds else recipe.replace("worlds = true", "worlds = false")
    names: dict[str, EntityType] = {name.replace(" ", "_"): "PERSON"}
    rows = renamed(tmp_path, {text: name}, recipe=recipe, question=question, **names)
    first = {edit.type for row in rows for edit in row.edits if edit.old == name.split()[0]}
    assert first == {kind}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Bo Berg came. He married Zorbo Holm.", "FIRST_NEUTRAL"),
        ("Bo Berg came. He loves his wife Zorbo Holm.", "FIRST_FEMALE"),
    ],
)
def test_the_pronouns_of_others_tell_nothing(tmp_path: Path, text: str, kind: str) -> None:
    recipe = RECIPE.replace('["ORG", "GPE"]', '["PER"]').replace('"proper-nouns"', '"us-names"')
    rows = renamed(
        tmp_path, {text: "Zorbo Holm"}, recipe=recipe, question="Who was his wife?",
        Zorbo_Holm="PERSON", Bo_Berg="PERSON",
    )  # fmt: skip
    assert {edit.type for row in rows for edit in row.edits if edit.old == "Zorbo"} == {kind}


def test_a_club_may_be_asked_for_by_its_part_of_the_world(tmp_path: Path) -> None:
    text = "The Bank of Ostrava grew."
    assert renamed(
        tmp_path, {text: "Bank of Ostrava"}, question="Which European bank grew?",
        Bank_of_Ostrava="ORG", Ostrava="CITY", European="NORP",
    )  # fmt: skip


def test_no_organization_becomes_a_people(tmp_path: Path) -> None:
    passages = {"Zorbo grew.": "Zorbo", "The Romanian Rambla fell.": "Romanian Rambla"}
    rows = renamed(tmp_path, passages, Zorbo="ORG", Romanian_Rambla="ORG")
    assert rows
    assert not [row for row in rows for edit in row.edits if edit.new == "Romanian"]


def test_a_surname_of_several_persons_stays_half_named_in_the_literal_recipe(
    tmp_path: Path,
) -> None:
    text = "Ada Berg and Eva Berg sang. Bo Berg played."
    recipe = RECIPE.replace('["ORG", "GPE"]', '["PER"]').replace('"proper-nouns"', '"us-names"')
    recipe = recipe.replace("worlds = true", "worlds = false")
    persons: dict[str, EntityType] = {"Ada_Berg": "PERSON", "Eva_Berg": "PERSON"}
    with pytest.raises(FixInputError, match="none is perturbable"):
        renamed(
            tmp_path, {text: "Bo Berg"}, recipe=recipe, question="Which Berg played?",
            Bo_Berg="PERSON", **persons,
        )  # fmt: skip


@pytest.mark.parametrize("worlds", [True, False])
def test_a_rare_word_gets_a_proper_noun_but_literally_it_stays(
    tmp_path: Path, worlds: bool
) -> None:
    recipe = RECIPE if worlds else RECIPE.replace("worlds = true", "")
    recipe, _, _ = recipe.partition("[entity_renaming.perturbations.InDistName]")
    rows = renamed(
        tmp_path, {"Ostrava Zwurbl Opera sang.": "Ostrava Zwurbl Opera"}, recipe,
        Ostrava_Zwurbl_Opera="ORG",
    )  # fmt: skip
    assert rows
    assert {"Zwurbl" in row.example.context for row in rows} == {not worlds}
