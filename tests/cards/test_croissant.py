"""The Croissant file: MLCommons' own reader takes it, and it speaks of every file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from builders.cards.croissant import croissant
from builders.releases.manifest import Manifest
from builders.releases.rows import SCHEMA

mlcroissant = pytest.importorskip("mlcroissant")


def test_its_own_reader_finds_no_errors(sample: Path) -> None:
    dataset = mlcroissant.Dataset(jsonld=sample / "croissant.json")
    assert not dataset.metadata.issues.errors
    assert not dataset.metadata.issues.warnings
    assert str(dataset.metadata.date_published).startswith("2026-05-04"), "the recipe's date"
    assert len(dataset.metadata.record_sets) == 20


def test_records_can_be_read_through_it(sample: Path) -> None:
    dataset = mlcroissant.Dataset(jsonld=sample / "croissant.json")
    record = next(iter(dataset.records(record_set="Books/PER/French/seed0")))
    assert record["Books/PER/French/seed0/id"] == b"q0000"
    assert b"Ines Novak" in record["Books/PER/French/seed0/context"]


def test_it_speaks_of_every_file_and_column(sample: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    data = json.loads(croissant(manifest))
    assert {file["contentUrl"]: file["sha256"] for file in data["distribution"]} == {
        record.path: record.sha256 for record in manifest.files
    }
    for record_set in data["recordSet"]:
        assert [field["name"] for field in record_set["field"]] == SCHEMA.names
        for field in record_set["field"]:
            kind = SCHEMA.field(field["name"]).type
            leaves = kind.value_type if hasattr(kind, "value_type") else kind
            if "subField" in field:
                assert [leaf["name"] for leaf in field["subField"]] == [
                    leaves.field(n).name for n in range(leaves.num_fields)
                ]
