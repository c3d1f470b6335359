"""Releases open with the real `datasets`: by dataset, by seed, EntSwap, and through the script."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow.parquet as pq
import pytest
from release_samples import sample_rows, write_release

from builders.releases.layout import release_files
from builders.releases.manifest import Manifest
from builders.releases.recipe import Recipe
from builders.types import Row

Load = Callable[..., Any]


@pytest.fixture(scope="module")
def load(cache: str) -> Load:
    """Load a config of a release folder."""
    from datasets import disable_progress_bars, load_dataset

    disable_progress_bars()
    return lambda folder, config, **options: load_dataset(
        str(folder), config, cache_dir=cache, **options
    )


def test_by_dataset(sample: Path, load: Load) -> None:
    splits = load(sample, "Books-PER-French")
    assert list(splits) == ["original", "seed0", "seed1"]
    assert splits.num_rows == {"original": 7, "seed0": 7, "seed1": 7}
    assert splits["original"]["id"] == splits["seed1"]["id"]
    row = splits["seed0"][0]
    assert row["answers"]["text"] == ["Ines Novak", "Novak"]
    for text, start in zip(*row["answers"].values(), strict=True):
        assert row["context"][start : start + len(text)] == text
    assert row["gold_answers"] == ["Ines Novak", "Novak, the baker"]
    assert row["changed"] is True
    assert row["edits"][0] == {
        "field": "context", "start": 16, "end": 27, "old": "Marta Klein", "new": "Ines Novak",
        "type": "LAST", "entity": "PERSON:marta",
    }  # fmt: skip


def test_by_seed(sample: Path, load: Load) -> None:
    splits = load(sample, "MIX-RandStr-seed1")
    assert list(splits) == ["Books", "Letters"]
    assert splits["Books"][0]["answers"]["text"][0] == "Rosa Lindqvist"


def test_originals_by_seed(sample: Path, load: Load) -> None:
    assert load(sample, "PER-Original", split="Letters").num_rows == 5


def test_entswap(sample: Path, load: Load) -> None:
    splits = load(sample, "Afri-wo-city")
    assert list(splits) == ["original", "validation"]
    assert "Novak" in splits["validation"][0]["context"]
    assert "Lisbon" in splits["validation"][0]["context"]
    unanswerable = splits["validation"][2]
    assert unanswerable["answers"] == {"text": [], "answer_start": []}
    assert unanswerable["plausible_answers"]["text"] == ["Lisbon"]


def test_every_config_loads_and_has_the_rows_of_its_files(sample: Path, load: Load) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    for config in manifest.configs:
        splits = load(sample, config.name)
        for split in config.splits:
            assert splits[split.name].data.table.num_rows == split.rows
            file = pq.read_table(sample / split.path)
            assert splits[split.name]["id"][:] == file.column("id").to_pylist()


def test_a_subset_without_rows_is_in_no_config(tmp_path: Path, load: Load) -> None:
    def rows_of(file: Any) -> list[Row]:
        return [] if file.type == "MIX" and file.dataset == "Books" else sample_rows(file, 7)

    out = write_release(tmp_path / "release", rows_of=rows_of)
    assert load(out, "MIX-RandStr-seed0").num_rows == {"Letters": 5}
    assert load(out, "Letters-MIX-RandStr").num_rows == {"original": 5, "seed0": 5, "seed1": 5}
    with pytest.raises(ValueError, match="not found"):
        load(out, "Books-MIX-RandStr")


def test_nothing_at_the_root_is_a_script(sample: Path) -> None:
    assert not list(sample.glob("*.py"))


def script_of(folder: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "entity_renamed_mrqa", folder / "loading" / "entity_renamed_mrqa.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    # `datasets` pickles builders: the module has to be found under its name.
    sys.modules["entity_renamed_mrqa"] = module
    spec.loader.exec_module(module)
    return module


def test_the_class_reads_what_the_card_reads(sample: Path, load: Load, cache: str) -> None:
    builder = script_of(sample).EntityRenamedMRQA(
        config_name="Books-PER-French", data_dir=str(sample)
    )
    builder.download_and_prepare()
    splits = builder.as_dataset()
    expected = load(sample, "Books-PER-French")
    assert list(splits) == list(expected)
    for name in expected:
        assert list(splits[name]) == list(expected[name])


def test_the_class_finds_the_release_it_lies_in(sample: Path, cache: str) -> None:
    builder = script_of(sample).EntityRenamedMRQA(config_name="Afri", cache_dir=cache)
    builder.download_and_prepare()
    assert builder.as_dataset()["validation"].num_rows == 7


def test_the_class_lists_known_configs(sample: Path, cache: str) -> None:
    builder = script_of(sample).EntityRenamedMRQA(
        config_name="Nope", data_dir=str(sample), cache_dir=cache
    )
    with pytest.raises(ValueError, match="known: Afri, Afri-wo-city"):
        builder.download_and_prepare()


def test_every_file_is_in_a_config(sample: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    used = {split.path for config in manifest.configs for split in config.splits}
    assert used == {record.path for record in manifest.files if record.rows}
    assert used == {file.path for file in release_files(Recipe.parse(manifest.recipe.text))}
