"""The recipe of a study of names reads as a recipe, with one perturbation a name."""

from __future__ import annotations

import pytest

from builders.errors import ChooseKnownError
from builders.releases.layout import release_files
from builders.releases.recipe import Recipe
from builders.releases.study import study_recipe


def test_every_name_is_a_perturbation_of_one_seed() -> None:
    recipe = Recipe.parse(study_recipe(["Emily", "Jo-Ann"], "TriviaQA"), "study.toml")
    renaming = recipe.entity_renaming
    assert renaming is not None
    assert [spec.name for spec in renaming.perturbations] == ["Name_Emily", "Name_Jo_Ann"]
    assert {name for spec in renaming.perturbations for _, name in spec.fixed} == {
        "Emily",
        "Jo-Ann",
    }
    assert [file.path for file in release_files(recipe)] == [
        "data/TriviaQA/PER/Original.parquet",
        "data/TriviaQA/PER/Name_Emily/seed0.parquet",
        "data/TriviaQA/PER/Name_Jo_Ann/seed0.parquet",
    ]


def test_an_unknown_dataset_lists_the_known() -> None:
    with pytest.raises(ChooseKnownError, match="HotpotQA"):
        study_recipe(["Emily"], "Nowhere")
