"""A recipe that renames what its collections have no names for is refused, with what is allowed."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from tiny_line import NAMED, RECIPE, write_tiny

from builders.cli.names import list_names
from builders.cli.recognize import recognize
from builders.cli.swap import swap
from builders.errors import FixRecipeError
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe, shipped_recipes
from builders.stages.name_checks import check_collections
from builders.type_table import ANSWERED, SWAPPED, as_text
from builders.types import ENTITY_TYPES, SWAP_TYPES
from name_collections import store
from name_collections.name import Name


@pytest.mark.parametrize("name", shipped_recipes())
def test_shipped_recipes_have_names_for_all_their_types(name: str, tmp_path: Path) -> None:
    # What training data holds is the user's to say.
    store.save(store.make("seen-in-training", [Name("Ada", "FIRST_FEMALE")], ()), tmp_path)
    check_collections(Recipe.read(name), tmp_path)


def test_names_to_exclude_that_are_not_there_are_asked_for() -> None:
    with pytest.raises(FixRecipeError, match=r"UnseenName\.exclude: .*renamer names seen TRAIN"):
        check_collections(Recipe.read("wn-squad"), None)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('["people", "places"]', '["people"]',
         "recipe tiny:27: entity_renaming.perturbations.DBName.types: GPE: no names for GPE "
         "(COUNTRY, STATE, CITY) in people; allowed: PER, ORG"),
        ('["people", "places"]', '["people"]', "DBName.types: MIX: no names for GPE"),
        ('types = ["PER"]\nfixed', 'types = ["PER", "ORG"]\nfixed',
         "Paula.types: ORG: no names for ORG (NNP) in fixed; allowed: PER"),
        ('CITY = ["african"]', 'CITY = ["people"]',
         "entswap.collections.CITY: no names for CITY in people; there: FIRST_FEMALE, FIRST_MALE"),
    ],
)  # fmt: skip
def test_a_type_without_names_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    tiny = write_tiny(tmp_path / "tiny", recipe=RECIPE.replace(old, new))
    options = Options(sources=tiny.sources, names=tiny.names, recognizer=NAMED)
    with pytest.raises(FixRecipeError) as refused:
        build(Recipe.read(tiny.recipe), tmp_path / "out", options)
    assert message in str(refused.value)
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]


def test_a_culture_of_persons_is_refused_for_places() -> None:
    text = Recipe.read("entity-renamed-mrqa").text
    assert text.count('["french"]\ntypes = ["PER"]') == 1
    text = text.replace('["french"]\ntypes = ["PER"]', '["french"]\ntypes = ["GPE"]')
    with pytest.raises(FixRecipeError, match=r"French\.types: GPE: no names.*allowed: PER"):
        check_collections(Recipe.parse(text), None)


def test_the_table_of_types_has_them_all_and_stands_where_users_look() -> None:
    assert set(SWAPPED) | set(ANSWERED) == set(ENTITY_TYPES)
    assert set(SWAPPED.values()) == set(SWAP_TYPES)
    for verb in (recognize, swap, list_names):
        help_text = inspect.getdoc(verb) or ""
        assert all(f"    {line}" in help_text for line in as_text().splitlines()), verb
