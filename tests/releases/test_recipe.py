"""Recipes: what ships can be read, and every fault is named with its line and key."""

from __future__ import annotations

from pathlib import Path

import pytest
from release_samples import RECIPE

from builders.errors import (
    ChooseKnownError,
    FixInputError,
    FixManyKeysError,
    FixRecipeError,
)
from builders.releases.layout import config_files, release_files
from builders.releases.recipe import Recipe, shipped_recipes

MRQA_MD5 = {
    "SQuAD": "05f3f16c5c31ba8e46ff5fa80647ac46",
    "NaturalQuestions": "c0347eebbca02d10d1b07b9a64efe61d",
    "HotpotQA": "125a96846c830381a8acff110ff6bd84",
    "SearchQA": "9217ad3f6925c384702f2a4e6d520c38",
    "TriviaQA": "5c9fdc633dfe196f1b428c81205fd82f",
}


@pytest.mark.parametrize("name", shipped_recipes())
def test_what_ships_can_be_read(name: str) -> None:
    recipe = Recipe.read(name)
    assert recipe.name == name
    assert recipe.title
    assert config_files(release_files(recipe))


def test_these_recipes_ship() -> None:
    assert shipped_recipes() == (
        "afrisquad2", "afrisquad2-literal", "cmrc2018", "demo",
        "entity-renamed-mrqa", "entity-renamed-mrqa-literal", "wn-squad",
    )  # fmt: skip


def test_literal_recipes_draw_every_name_alone() -> None:
    entswap = Recipe.read("afrisquad2-literal").entswap
    assert entswap is not None
    kept = (entswap.keep_kind, entswap.keep_gender, entswap.keep_article, entswap.match_words)
    assert not any((*kept, entswap.pair_nationalities, entswap.weighted))
    assert entswap.collections_of("PERSON") == ("african-persons",)
    renaming = Recipe.read("entity-renamed-mrqa-literal").entity_renaming
    assert renaming is not None
    assert not any((renaming.keep_article, renaming.match_words, renaming.weighted))


def test_the_mrqa_recipe_is_the_papers() -> None:
    recipe = Recipe.read("entity-renamed-mrqa")
    assert {source.name: source.md5 for source in recipe.sources} == MRQA_MD5
    renaming = recipe.entity_renaming
    assert renaming is not None
    assert renaming.seeds == 5
    assert renaming.keep_article
    assert renaming.types == ("PER", "ORG", "GPE", "MIX")
    by_name = {spec.name: spec for spec in renaming.perturbations}
    assert set(by_name) == {
        "InDistName", "DBName", "RandStr",
        "French", "Indian", "Arabic", "Chinese", "Spanish", "African",
    }  # fmt: skip
    assert by_name["DBName"].types == ("PER", "ORG", "GPE", "MIX")
    assert by_name["Chinese"].types == ("PER",)


def test_afrisquad2_renames_six_types_and_leaves_each_out() -> None:
    entswap = Recipe.read("afrisquad2").entswap
    assert entswap is not None
    assert entswap.leave_one_out
    assert len(entswap.types) == 6
    assert entswap.collections_of("CITY") == ("african-cities",)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(
        ChooseKnownError, match=r"known: PATH\.toml, afrisquad2, afrisquad2-literal, cmrc2018"
    ):
        Recipe.read("afrisquad")


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FixInputError, match=r"none\.toml: there is no such recipe file"):
        Recipe.read(tmp_path / "none.toml")


def test_a_file_of_any_name_is_read(tmp_path: Path) -> None:
    path = tmp_path / "recipe.txt"
    path.write_text(RECIPE)
    assert Recipe.read(str(path)).name == "sample"


def test_the_digest_is_that_of_what_the_recipe_says() -> None:
    digest = Recipe.parse(RECIPE).digest
    assert Recipe.parse("# a comment\n\n" + RECIPE).digest == digest
    assert Recipe.parse(RECIPE.replace("seeds = 2", "seeds = 3")).digest != digest


def test_the_text_is_kept_as_it_is() -> None:
    text = "# a comment\n" + RECIPE
    assert Recipe.parse(text).text == text


# What is written instead of what, and the message: line, key and reason.
FAULTS = [
    ('version = "1.2.3"', "version = 1", "3: version: must be a string"),
    ('version = "1.2.3"', 'version = "1.2"', "3: version: must be MAJOR.MINOR.PATCH"),
    ('title = "A sample"', "", "1: title: is missing"),
    ('title = "A sample"', 'tittle = "A"\ntitle = "A"', "4: tittle: unknown key"),
    ('name = "sample"', 'name = "Sample!"', "2: name: must be lower-case"),
    ('format = "mrqa"', 'format = "mrqqa"', "9: sources.format: unknown value 'mrqqa'"),
    ('name = "Letters"', 'name = "Let-ters"', "14: sources.name: must be letters, digits"),
    ('name = "Letters"', 'name = "all"', "14: sources.name: 'all' is reserved"),
    ('name = "Letters"', 'name = "books"', "14: sources.name: 'books' is the name of two"),
    ('format = "squad"', 'format = "squad"\nmd5 = "12"', "16: sources.md5: must be 32 hex"),
    (
        'format = "squad"',
        'format = "squad"\nurl = "u"\nembedded = "e"',
        "17: sources.embedded: cannot stand beside url",
    ),
    ('format = "squad"', 'format = "hub-squad"\nurl = "u"', "15: sources.format: hub-squad is"),
    (
        'format = "squad"',
        'format = "hub-squad"\nhub_id = "a/b"\nsplit = "validation"',
        "16: sources.hub_id: needs a revision",
    ),
    (
        'format = "squad"',
        'format = "squad"\nhub_id = "a/b"\nrevision = "r"\nsplit = "s"',
        "16: sources.hub_id: needs format hub-squad",
    ),
    ('format = "squad"', 'format = "squad"\nsubset = "x"', "16: sources.subset: belongs to"),
    (
        'sources = ["Books", "Letters"]',
        'sources = ["Books", "Novels"]',
        "18: entity_renaming.sources: unknown 'Novels'; known: Books, Letters",
    ),
    (
        'sources = ["Books", "Letters"]',
        'sources = ["Letters"]',
        "8: sources.name: 'Books' is used by no protocol",
    ),
    (
        'sources = ["Books", "Letters"]',
        'sources = ["Books", "Books"]',
        "18: entity_renaming.sources: names 'Books' twice",
    ),
    (
        'types = ["PER", "MIX"]',
        'types = ["PER", "LOC"]',
        "19: entity_renaming.types: unknown value 'LOC'; known: PER, ORG, GPE, MIX",
    ),
    ('types = ["PER", "MIX"]', "types = []", "19: entity_renaming.types: must not be empty"),
    (
        'types = ["PER", "MIX"]',
        'types = ["MIX"]',
        "28: entity_renaming.perturbations.French.types: PER is not among",
    ),
    ("seeds = 2", "seeds = 0", "20: entity_renaming.seeds: must be at least 1"),
    ("seeds = 2", "seeds = true", "20: entity_renaming.seeds: must be an integer"),
    ('kind = "random-string"', 'kind = "random"', "perturbations.RandStr.kind: unknown value"),
    (
        'kind = "random-string"',
        'kind = "random-string"\ncollections = ["french"]',
        "24: entity_renaming.perturbations.RandStr.collections: belongs to kind 'collections'",
    ),
    ('collections = ["french"]\n', "", "perturbations.French.collections: is missing"),
    ('kind = "random-string"', 'kind = "fixed-name"', "RandStr.fixed: is missing"),
    (
        'kind = "random-string"',
        'kind = "fixed-name"\nfixed = {SURNAME = "Roe"}',
        "fixed.SURNAME: unknown span type",
    ),
    ("perturbations.French]", "perturbations.seed3]", "'seed3' cannot name a perturbation"),
    ("perturbations.French]", "perturbations.randstr]", "differs from 'RandStr' in case alone"),
    ('source = "Letters"', 'source = "Novels"', "31: entswap.source: unknown 'Novels'"),
    ('config = "Afri"', 'config = "Books"', "32: entswap.config: 'Books' is the name of a source"),
    ('config = "Afri"', 'config = "A/B"', "32: entswap.config: must be letters"),
    ('types = ["PERSON", "CITY"]', 'types = ["PERSON"]', "37: entswap.collections.CITY: is not"),
    ('types = ["PERSON", "CITY"]', "", "entswap.collections: lacks COUNTRY"),
    ('config = "Afri"', 'config = "Afri"\nscope = "book"', "33: entswap.scope: unknown value"),
    (
        'config = "Afri"',
        'config = "Afri"\npair_nationalities = true',
        "33: entswap.pair_nationalities: needs COUNTRY and NATIONALITY",
    ),
    (
        'CITY = ["african-cities"]',
        'CITY = "african-cities"',
        "37: entswap.collections.CITY: must be a",
    ),
    ('CITY = ["african-cities"]', 'CITY = ["a"]\nTOWN = ["b"]', "38: entswap.collections.TOWN"),
    ('CITY = ["african-cities"]', "CITY = ", "37: syntax: not TOML"),
]


@pytest.mark.parametrize(("old", "new", "message"), FAULTS)
def test_a_fault_is_named_with_line_and_key(old: str, new: str, message: str) -> None:
    assert old in RECIPE
    with pytest.raises(FixRecipeError) as caught:
        Recipe.parse(RECIPE.replace(old, new), "sample.toml")
    text = str(caught.value)
    assert message in text
    assert all(line.startswith("sample.toml:") for line in text.splitlines())


# What is written instead of what, and all that is told of it: no line on what follows from it.
LONE_FAULTS = [
    ('types = ["PER", "MIX"]', 'types = ["PERSON"]',
     "19: entity_renaming.types: unknown value 'PERSON'; known: PER, ORG, GPE, MIX"),
    ('types = ["PER", "MIX"]', "types = []", "19: entity_renaming.types: must not be empty"),
    ('types = ["PER", "MIX"]', 'types = "PER"',
     "19: entity_renaming.types: must be a list of strings, is 'PER'"),
    ('collections = ["french"]', 'collections = "french"',
     "27: entity_renaming.perturbations.French.collections: must be a list of strings, "
     "is 'french'"),
    ('kind = "random-string"', "kind = 3",
     "23: entity_renaming.perturbations.RandStr.kind: must be a string, is 3"),
    ('kind = "collections"', 'kind = "collection"',
     "26: entity_renaming.perturbations.French.kind: unknown value 'collection'; known: "
     "collections, in-distribution, random-string, fixed-name"),
    ('kind = "random-string"', 'kind = "fixed-name"\nfixed = "Roe"',
     "24: entity_renaming.perturbations.RandStr.fixed: must be a table, is 'Roe'"),
    ('kind = "random-string"', 'kind = "fixed-name"\nfixed = {LAST = 3}',
     "24: entity_renaming.perturbations.RandStr.fixed.LAST: must be a string, is 3"),
    ('sources = ["Books", "Letters"]', 'sources = "Books"',
     "18: entity_renaming.sources: must be a list of strings, is 'Books'"),
    ('sources = ["Books", "Letters"]', 'sources = ["Boks", "Letters"]',
     "18: entity_renaming.sources: unknown 'Boks'; known: Books, Letters"),
    ('name = "Books"', 'name = "Bo-oks"',
     "8: sources.name: must be letters, digits and _, at most 64, is 'Bo-oks'"),
    ('source = "Letters"', "source = 3", "31: entswap.source: must be a string, is 3"),
    ('types = ["PERSON", "CITY"]', 'types = ["PERSON", "TOWN"]',
     "33: entswap.types: unknown value 'TOWN'; known: PERSON, COUNTRY, CITY, LOCATION, "
     "ORGANIZATION, NATIONALITY"),
    ('CITY = ["african-cities"]', 'CITY = "african-cities"',
     "37: entswap.collections.CITY: must be a list of strings, is 'african-cities'"),
    ('CITY = ["african-cities"]', 'TOWN = ["african-cities"]',
     "37: entswap.collections.TOWN: unknown type; known: PERSON, COUNTRY, CITY, LOCATION, "
     "ORGANIZATION, NATIONALITY"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message"), LONE_FAULTS)
def test_only_the_true_fault_is_told(old: str, new: str, message: str) -> None:
    assert old in RECIPE
    with pytest.raises(FixRecipeError) as caught:
        Recipe.parse(RECIPE.replace(old, new), "sample.toml")
    assert str(caught.value) == f"sample.toml:{message}"


@pytest.mark.parametrize("key", ["sources", "entity_renaming", "entswap"])
def test_of_a_table_that_is_none_nothing_more_is_told(key: str) -> None:
    text = 'name = "a"\nversion = "1.0.0"\ntitle = "A"\n' + f'{key} = "Books"\n'
    if key == "sources":
        text += RECIPE[RECIPE.index("[entity_renaming]") :]
    else:
        text += '[[sources]]\nname = "Books"\nformat = "mrqa"\n'
    with pytest.raises(FixRecipeError) as caught:
        Recipe.parse(text, "sample.toml")
    what = "an array of tables" if key == "sources" else "a table"
    assert str(caught.value) == f"sample.toml:4: {key}: must be {what}, is 'Books'"


def test_all_faults_are_listed_at_once() -> None:
    text = RECIPE.replace("seeds = 2", "seeds = 0").replace('kind = "random-string"', 'kind = "x"')
    with pytest.raises(FixManyKeysError) as caught:
        Recipe.parse(text, "sample.toml")
    assert len(caught.value.faults) == 2
    assert len(str(caught.value).splitlines()) == 2


def test_a_recipe_without_a_protocol_is_refused() -> None:
    text = RECIPE[: RECIPE.index("[entity_renaming]")]
    with pytest.raises(FixRecipeError, match="nothing would be built"):
        Recipe.parse(text)


def test_leaving_out_the_only_type_is_refused() -> None:
    text = RECIPE.replace('types = ["PERSON", "CITY"]', 'types = ["CITY"]')
    text = text.replace('PERSON = ["african-persons"]\n', "")
    with pytest.raises(FixRecipeError, match="leave_one_out: needs two types"):
        Recipe.parse(text)
    kept = text.replace('types = ["CITY"]', 'types = ["CITY"]\nleave_one_out = false')
    assert Recipe.parse(kept).entswap is not None


def test_fixed_names_are_read() -> None:
    text = RECIPE.replace(
        'kind = "random-string"',
        'kind = "fixed-name"\n[entity_renaming.perturbations.RandStr.fixed]\nLAST = "Roe"',
    )
    renaming = Recipe.parse(text).entity_renaming
    assert renaming is not None
    assert renaming.perturbations[0].fixed == (("LAST", "Roe"),)


def test_any_country_may_be_drawn_unless_the_recipe_keeps_the_article() -> None:
    kept = RECIPE.replace("[entity_renaming]", "[entity_renaming]\nkeep_article = true")
    flags = [Recipe.parse(text).entity_renaming for text in (RECIPE, kept)]
    assert [renaming and renaming.keep_article for renaming in flags] == [False, True]
