"""Paths, configs and splits: what the design of a release folder says."""

from __future__ import annotations

import re

import pytest
from release_samples import RECIPE

from builders.errors import ReportBugError
from builders.releases.layout import (
    PathParts,
    ReleaseFile,
    config_files,
    matching,
    path_parts,
    release_files,
)
from builders.releases.recipe import Recipe


def test_the_sample_has_these_files() -> None:
    assert [file.path for file in release_files(Recipe.parse(RECIPE))] == [
        "data/Afri/Original.parquet",
        "data/Afri/Afri.parquet",
        "data/Afri/Afri-wo-person.parquet",
        "data/Afri/Afri-wo-city.parquet",
        "data/Books/PER/Original.parquet",
        "data/Books/PER/RandStr/seed0.parquet",
        "data/Books/PER/RandStr/seed1.parquet",
        "data/Books/PER/French/seed0.parquet",
        "data/Books/PER/French/seed1.parquet",
        "data/Books/MIX/Original.parquet",
        "data/Books/MIX/RandStr/seed0.parquet",
        "data/Books/MIX/RandStr/seed1.parquet",
        "data/Letters/PER/Original.parquet",
        "data/Letters/PER/RandStr/seed0.parquet",
        "data/Letters/PER/RandStr/seed1.parquet",
        "data/Letters/PER/French/seed0.parquet",
        "data/Letters/PER/French/seed1.parquet",
        "data/Letters/MIX/Original.parquet",
        "data/Letters/MIX/RandStr/seed0.parquet",
        "data/Letters/MIX/RandStr/seed1.parquet",
    ]


def test_the_sample_has_these_configs() -> None:
    found = {
        config.name: dict(config.splits)
        for config in config_files(release_files(Recipe.parse(RECIPE)))
    }
    assert next(iter(found)) == "Afri"
    assert found["Afri-wo-city"] == {
        "original": "data/Afri/Original.parquet",
        "validation": "data/Afri/Afri-wo-city.parquet",
    }
    assert found["Books-PER-French"] == {
        "original": "data/Books/PER/Original.parquet",
        "seed0": "data/Books/PER/French/seed0.parquet",
        "seed1": "data/Books/PER/French/seed1.parquet",
    }
    assert found["MIX-RandStr-seed1"] == {
        "Books": "data/Books/MIX/RandStr/seed1.parquet",
        "Letters": "data/Letters/MIX/RandStr/seed1.parquet",
    }
    assert found["PER-Original"] == {
        "Books": "data/Books/PER/Original.parquet",
        "Letters": "data/Letters/PER/Original.parquet",
    }
    assert len(found) == 3 + 6 + 6 + 2


def test_the_papers_release_is_of_the_expected_size() -> None:
    files = release_files(Recipe.read("entity-renamed-mrqa"))
    assert len(files) == 5 * (4 + (4 * 3 + 6) * 5)
    configs = [config.name for config in config_files(files)]
    assert "TriviaQA-GPE-RandStr" in configs
    assert "MIX-DBName-seed3" in configs
    assert len(configs) == 5 * 18 + 18 * 5 + 4


def test_afrisquad2_has_six_variants() -> None:
    configs = [config.name for config in config_files(release_files(Recipe.read("afrisquad2")))]
    assert configs == [
        "AfriSQuAD2", "AfriSQuAD2-wo-person", "AfriSQuAD2-wo-country", "AfriSQuAD2-wo-city",
        "AfriSQuAD2-wo-location", "AfriSQuAD2-wo-organization", "AfriSQuAD2-wo-nationality",
    ]  # fmt: skip


def test_each_variant_leaves_its_type_out() -> None:
    files = {
        file.perturbation: file.swap_types for file in release_files(Recipe.read("afrisquad2"))
    }
    assert len(files["AfriSQuAD2"]) == 6
    assert set(files["AfriSQuAD2"]) - set(files["AfriSQuAD2-wo-city"]) == {"CITY"}


def test_seeds_can_be_fewer() -> None:
    files = release_files(Recipe.parse(RECIPE), seeds=1)
    assert {file.seed for file in files} == {None, 0}


@pytest.mark.parametrize("glob", ["Books/PER/French/*", "data/Books/PER/French/*.parquet"])
def test_a_glob_keeps_files_and_their_originals(glob: str) -> None:
    files = matching(release_files(Recipe.parse(RECIPE)), glob)
    assert [file.path for file in files] == [
        "data/Books/PER/Original.parquet",
        "data/Books/PER/French/seed0.parquet",
        "data/Books/PER/French/seed1.parquet",
    ]
    assert [config.name for config in config_files(files)] == [
        "Books-PER-French", "PER-Original", "PER-French-seed0", "PER-French-seed1",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["demo", "afrisquad2", "entity-renamed-mrqa"])
def test_names_are_those_that_clients_accept(name: str) -> None:
    for config in config_files(release_files(Recipe.read(name))):
        assert not re.search(r"[<>:/\\|?*]", config.name)
        for split, _ in config.splits:
            assert re.fullmatch(r"\w+(\.\w+)*", split)
            assert split != "all"


def test_paths_can_be_taken_apart() -> None:
    assert path_parts("data/A/PER/F/seed3.parquet") == PathParts("A", "PER", "F", "seed3")
    assert path_parts("data/A/PER/Original.parquet") == PathParts("A", "PER", "Original", "")
    assert path_parts("data/A/A-wo-city.parquet") == PathParts("A", "", "A-wo-city", "")
    with pytest.raises(ReportBugError):
        path_parts("data/x.parquet")


def test_a_name_that_clients_refuse_is_not_written() -> None:
    file = ReleaseFile("data/A/V:1.parquet", "data/A/Original.parquet", "A", "", "V:1")
    with pytest.raises(ReportBugError):
        config_files([file])
