"""An island country becomes an island country, if the text says that it is one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest

from builders.perturbations.pools import Pool
from builders.perturbations.swap_names import SwapNames
from builders.perturbations.worlds import World
from builders.releases.recipe import Recipe
from builders.stages import ingredients
from builders.stages.finding import Finder
from builders.stages.prepare import Preparer
from builders.stages.render_swap import PassageNames, swappable
from builders.stages.shores import shores_told
from builders.types import SWAP_TYPES, Example, Mention, TypedSpan

COUNTRIES = re.compile("Malta|Greece|Laos|France")
SHORES = {"Comoros": "island", "Chad": "landlocked"}
NAMES = SwapNames({"COUNTRY": Pool(("Chad", "Comoros", "Kenya"))}, world=World(shores=SHORES))


class Countries:
    """Finds the names of countries."""

    fingerprint = "countries"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            found = COUNTRIES.finditer(text)
            yield tuple(TypedSpan(*one.span(), "COUNTRY") for one in found)


def told(text: str) -> dict[str, str]:
    """Return what a text tells about the coasts of countries, by their names."""
    mentions = [
        Mention("context", *one.span(), "COUNTRY", one[0]) for one in COUNTRIES.finditer(text)
    ]
    return shores_told(text, mentions)


def becomes(text: str) -> set[str]:
    """Return what the country of a passage becomes under twenty keys."""
    (made,) = Preparer(Finder(Countries())).prepare([Example("1", "d", "", "Who?", text, (), ())])
    found = set[str]()
    for key in range(20):
        passages = PassageNames(NAMES, ingredients.homes(None), ("k", key), "passage")
        (one,) = swappable([made], passages)
        new = one.template.render(one.variant(SWAP_TYPES)).example.context
        found.update(country for country in NAMES.pools["COUNTRY"].names if country in new)
    return found


@pytest.mark.parametrize(
    ("text", "shore"),
    [
        ("Malta is an archipelago.", "island"),
        ("The islands off Malta are dry.", "island"),
        ("Laos is landlocked.", "landlocked"),
        ("France has a long coast.", "coast"),
        ("Malta is an island with two ports.", "island"),
        ("Laos, a landlocked country, has no island and no coast.", "landlocked"),
        ("France is large. In the south of France the sea is warm.", "coast"),
    ],
)
def test_words_near_its_name_tell_what_coast_a_country_has(text: str, shore: str) -> None:
    (found,) = told(text).values()
    assert found == shore


@pytest.mark.parametrize(
    "text",
    [
        "France is a country.",
        "The reporters left France.",
        "They came to France from Long Island and Omaha Beach.",
        f"France is a country{' of the old world' * 4} with an island.",
        f"The island{' of the old world' * 4} is not a part of France.",
    ],
)
def test_other_words_and_words_far_away_tell_nothing(text: str) -> None:
    assert told(text) == {}


@pytest.mark.parametrize(
    "text",
    [
        "Each passport for which they had asked in the spring later came from France.",
        "France won all matches of their team at home and abroad in the season.",
    ],
)
def test_a_part_of_a_word_tells_nothing(text: str) -> None:
    assert told(text) == {}


def test_only_countries_have_such_a_coast() -> None:
    text = "Oslo has a port."
    assert shores_told(text, [Mention("context", 0, 4, "CITY", "oslo")]) == {}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Malta is an island.", {"Comoros"}),
        ("Malta has a navy.", {"Comoros", "Kenya"}),
        ("Laos is landlocked.", {"Chad"}),
        ("France has a long coast.", {"Comoros", "Kenya"}),
        ("Hydra is an island of Greece.", {"Comoros", "Kenya"}),
        ("Malta is old.", {"Chad", "Comoros", "Kenya"}),
        ("Laos has no coast.", {"Chad", "Comoros", "Kenya"}),
        ("Greece is not landlocked.", {"Chad", "Comoros", "Kenya"}),
    ],
)
def test_a_country_becomes_one_that_the_text_can_be_about(text: str, wanted: set[str]) -> None:
    assert becomes(text) == wanted


def test_the_curated_recipe_knows_the_coasts_of_all_countries_that_it_draws() -> None:
    entswap = Recipe.read("afrisquad2").entswap
    assert entswap is not None
    world = ingredients.world(entswap, None)
    countries = ingredients.swap_names(entswap, None).pools["COUNTRY"].names
    islands = {country for country in countries if world.is_at(country, "island")}
    assert islands == {
        "Cape Verde", "Comoros", "Madagascar", "Mauritius", "Sao Tome and Principe", "Seychelles",
    }  # fmt: skip
    inland = {country for country in countries if not world.is_at(country, "coast")}
    assert {"Chad", "Ethiopia", "Zambia"} <= inland and len(inland) == 16
