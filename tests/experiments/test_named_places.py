"""`renamer experiment places`: figure 1 of Siro and Ajayi, worked by hand and as a verb."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builders.cards.papers import SWAPPED_TRAINING_ENTITIES
from builders.cli.main import app
from builders.experiments import named_places as module
from builders.experiments.named_places import named_places
from builders.regions import Regions
from builders.sources.demo import demo_path
from builders.types import EntityType, TypedSpan

TYPES: dict[str, EntityType] = {
    "United States": "COUNTRY", "US": "COUNTRY", "Kenya": "COUNTRY", "France": "COUNTRY",
    "Paris": "CITY", "Nairobi": "CITY", "Zzyx": "CITY", "Ada Holm": "PERSON", "Andes": "LOC",
    "Bavaria": "STATE", "French": "NORP", "Nobel Prize": "MISC",
}  # fmt: skip


def find(passages: Sequence[str]) -> Mapping[str, Sequence[TypedSpan]]:
    found: dict[str, list[TypedSpan]] = {passage: [] for passage in passages}
    for passage, spans in found.items():
        for name, kind in TYPES.items():
            start = passage.find(name)
            if start >= 0:
                spans.append(TypedSpan(start, start + len(name), kind))
    return found


PASSAGES = (
    "Ada Holm left the United States for France and saw Paris.",
    "From the US to Kenya: Paris, Nairobi.",
    "Ada Holm saw the Andes, Bavaria and Zzyx in the US; the French won a Nobel Prize.",
    "From the US to Kenya: Paris, Nairobi.",  # a passage counts once
)


def test_the_toy_worked_by_hand() -> None:
    regions = Regions({"nairobi": frozenset({"Africa"})})
    found = named_places(PASSAGES, find, regions)
    assert found["passages"] == 3
    assert {each["type"]: each["mentions"] for each in found["types"]} == {
        "PERSON": 2, "ORGANIZATION": 0, "LOCATION": 2, "CITY": 4, "COUNTRY": 5, "NATIONALITY": 1,
    }  # fmt: skip
    assert all(each["published"] is None for each in found["types"])
    cities, countries = found["places"]
    assert [tuple(each.values()) for each in cities["top"]] == [
        ("Paris", 2, "Europe"), ("Nairobi", 1, "Africa"), ("Zzyx", 1, "not known"),
    ]  # fmt: skip
    assert [tuple(each.values()) for each in countries["top"]] == [
        ("US", 3, "Americas"), ("France", 1, "Europe"), ("Kenya", 1, "Africa"),
    ]  # fmt: skip
    assert {each["region"]: (each["mentions"], each["share"]) for each in countries["regions"]} == {
        "Africa": (1, 20), "Americas": (3, 60), "Europe": (1, 20),
    }  # fmt: skip
    assert {each["region"]: each["top"] for each in cities["regions"]} == {
        "Africa": 1, "Europe": 1, "not known": 1,
    }  # fmt: skip
    assert sum(each["top_share"] for each in cities["regions"]) == pytest.approx(100)


def test_only_the_fourteen_most_frequent_are_the_figure() -> None:
    names = [f"Town{chr(65 + n)}" for n in range(20)]
    passages = [f"{name} {n}" for n, name in enumerate(names)] + [f"{names[-1]} again"]

    def towns(some: Sequence[str]) -> dict[str, list[TypedSpan]]:
        return {text: [TypedSpan(0, text.index(" "), "CITY")] for text in some}

    cities, _ = named_places(passages, towns, Regions())["places"]
    assert (cities["names"], cities["mentions"], len(cities["top"])) == (20, 21, 14)
    assert [each["name"] for each in cities["top"][:2]] == ["TownT", "TownA"]


def test_the_paper_s_counts_stand_beside_its_own_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PUBLISHED_PASSAGES", {3: SWAPPED_TRAINING_ENTITIES})
    found = named_places(PASSAGES, find, Regions())
    assert found["types"][0]["published"] == 50_706
    assert sum(each["published"] for each in found["types"]) == 153_537


def test_no_place_at_all() -> None:
    found = named_places(["nothing"], find, Regions())
    assert [each["regions"] for each in found["places"]] == [[], []]


def test_the_verb_reads_a_file(tmp_path: Path) -> None:
    arguments = ["experiment", "places", str(demo_path("squad")),
                 "--json", str(tmp_path / "places.json")]  # fmt: skip
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.output
    assert "Most frequent" in result.stdout and "Europe" in result.stdout
    found = json.loads((tmp_path / "places.json").read_text(encoding="utf-8"))
    assert found["format"] == 1 and len(found["questions"]["sha256"]) == 64
    assert {each["type"] for each in found["places"]} == {"CITY", "COUNTRY"}
    assert all(each["mentions"] > 0 for each in found["types"])
