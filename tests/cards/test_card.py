"""The card: metadata the Hub takes, configs that load, true tables, tame texts."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from datasets import Features
from datasets.info import DatasetInfosDict
from datasets.utils.metadata import MetadataConfigs
from huggingface_hub import DatasetCard
from release_samples import bytes_of, renamed, sample_rows, source, write_release

from builders.cards.card import draw, render_card
from builders.cards.card_tables import markdown, render, sizes
from builders.errors import ReportBugError
from builders.releases.layout import ReleaseFile
from builders.releases.manifest import ConfigRecord, Manifest, ProvenanceRecord, SplitRecord
from builders.releases.recipe import shipped_recipes
from builders.releases.rows import SCHEMA
from builders.types import Row

BEGIN, END = (
    "<!-- generated from manifest.json: begin -->",
    "<!-- generated from manifest.json: end -->",
)


@pytest.fixture(scope="module")
def manifest(sample: Path) -> Manifest:
    return Manifest.from_json((sample / "manifest.json").read_text())


@pytest.fixture(scope="module")
def card(sample: Path) -> str:
    return (sample / "README.md").read_text()


def data_of(card: str) -> dict:
    return yaml.safe_load(card.split("---\n")[1])


def test_metadata_is_complete(card: str) -> None:
    data = data_of(card)
    for key in (
        "language", "license", "task_categories", "task_ids", "source_datasets",
        "annotations_creators", "multilinguality", "size_categories", "pretty_name", "tags",
        "configs", "dataset_info",
    ):  # fmt: skip
        assert data[key], key
    assert data["license"] == "cc-by-sa-4.0"
    assert data["pretty_name"] == "A sample"
    assert data["size_categories"] == ["n<1K"]


def test_the_hubs_own_reader_takes_it(card: str) -> None:
    parsed = DatasetCard(card)
    assert parsed.data.pretty_name == "A sample"
    assert parsed.text.strip().startswith("# A sample")


def test_datasets_own_classes_take_it(card: str, manifest: Manifest) -> None:
    data = DatasetCard(card).data
    configs = MetadataConfigs.from_dataset_card_data(data)
    infos = DatasetInfosDict.from_dataset_card_data(data)
    assert list(configs) == list(infos) == [config.name for config in manifest.configs]
    schema = Features.from_arrow_schema(SCHEMA)
    for info in infos.values():
        assert list(info.features) == list(schema)
        assert info.features.arrow_schema.equals(SCHEMA, check_metadata=False)


def test_a_mixed_licence_has_a_name_and_a_link(manifest: Manifest, sample: Path) -> None:
    mixed = replace(manifest, recipe=replace(manifest.recipe, licence="other"))
    card = render_card(mixed, sample, draw(mixed, sample))
    data = data_of(card)
    assert (data["license"], data["license_name"]) == ("other", "per-source")
    assert data["license_link"]
    assert "under the licence of the source its rows come from" in card


def test_configs_and_counts_are_the_manifests(card: str, manifest: Manifest) -> None:
    data = data_of(card)
    assert [config["config_name"] for config in data["configs"]] == [
        config.name for config in manifest.configs
    ]
    infos = {info["config_name"]: info for info in data["dataset_info"]}
    for config in manifest.configs:
        counts = {split["name"]: split["num_examples"] for split in infos[config.name]["splits"]}
        assert counts == {split.name: split.rows for split in config.splits}


def test_features_are_written_once(card: str) -> None:
    assert card.count("name: plausible_answers") == 1


def test_a_name_that_breaks_every_config_is_refused(manifest: Manifest, sample: Path) -> None:
    path = manifest.files[0].path
    drawn = draw(manifest, sample)
    for name, split in (
        ("a:b", "x"),
        ("ok", "a-b"),
        ("ok", "all"),
        (manifest.configs[0].name, "x"),
    ):
        config = ConfigRecord(name, "entswap", (SplitRecord(split, path, 1),))
        with pytest.raises(ReportBugError):
            render_card(replace(manifest, configs=(*manifest.configs, config)), sample, drawn)


def test_there_is_one_generated_region(card: str) -> None:
    assert card.count(BEGIN) == card.count(END) == 1
    assert card.index(BEGIN) < card.index(END)


def test_prose_does_not_depend_on_the_numbers(
    card: str, manifest: Manifest, tmp_path: Path
) -> None:
    other = (write_release(tmp_path / "other", count=5) / "README.md").read_text()
    for text in (card.split("---\n", 2)[2], other.split("---\n", 2)[2]):
        assert text.partition(BEGIN)[0] == card.split("---\n", 2)[2].partition(BEGIN)[0]
        assert text.partition(END)[2] == card.partition(END)[2]


def test_the_tables_say_what_was_built(card: str) -> None:
    assert "| Books | PER | 7 | 7 |" in card
    assert "| Letters | PER | 5 | 7 |" in card
    assert "| Letters | PER | no answer entity of this type | 2 |" in card
    assert "| Books | PER | French | 2 | 7 | 7 |" in card
    assert "| PERSON | 28 | 7 |" in card
    assert "| CITY | 7 | 7 |" in card
    assert "**Marta Klein**" in card
    assert "**Ines Novak**" in card


def test_the_papers_sizes_stand_beside(manifest: Manifest) -> None:
    original = manifest.record("data/Books/PER/Original.parquet")
    assert original is not None
    files = (replace(original, path="data/TriviaQA/PER/Original.parquet"),)
    whole = replace(manifest.sources[0], name="TriviaQA", questions=7785)
    table = sizes(replace(manifest, files=files, sources=(whole,)))
    assert table[1] == ("TriviaQA", "PER", "7", "2,747", "7,785", "7,785")
    part = replace(whole, questions=7)
    table = sizes(replace(manifest, files=files, sources=(part,)))
    assert table[1] == ("TriviaQA", "PER", "7", "", "7", "")


def test_columns_that_hold_nothing_are_left_out() -> None:
    assert render((("a", "b"), ("1", ""), ("2", ""))) == "| a |\n| --- |\n| 1 |\n| 2 |"
    assert render((("a", "b"),)) == "| a | b |\n| --- | --- |"


def test_it_says_what_each_collection_was_for(sample: Path, manifest: Manifest) -> None:
    known = replace(manifest.collections[0], name="places")
    both = replace(manifest, collections=(*manifest.collections, known))
    card = render_card(both, sample, draw(both, sample))
    assert "| french | new names | 12 |" in card
    assert "| places | to tell countries from cities | 12 |" in card


def test_it_says_how_many_names_were_stated_by_hand(sample: Path, manifest: Manifest) -> None:
    note = "Stated by hand (9 names, 5 of them also in other works): rivers, lakes"
    by_hand = ProvenanceRecord("facts/waters.txt", "CC0-1.0", "0" * 64, attribution=note)
    shipped = ProvenanceRecord("Atlas 2.0", "MIT", "0" * 64)
    waters = replace(manifest.collections[0], provenance=(shipped, by_hand))
    part = replace(manifest, collections=(waters, *manifest.collections))
    card = render_card(part, sample, draw(part, sample))
    assert "Atlas 2.0 (shipped), stated by hand (9 names, 5 of them also in other works) |" in card


def test_only_the_papers_source_is_compared_with_it(sample: Path, manifest: Manifest) -> None:
    source_record = replace(manifest.sources[1], name="SQuAD2")
    originals = tuple(
        replace(entry, source="SQuAD2") if entry.source == "Letters" else entry
        for entry in manifest.originals
    )
    for questions, said in ((7, False), (11_873, True)):
        sources = (manifest.sources[0], replace(source_record, questions=questions))
        part = replace(manifest, sources=sources, originals=originals)
        card = render_card(part, sample, draw(part, sample))
        assert ("in the paper (table 1)" in card) == said


def test_the_licence_is_that_of_the_rows(sample: Path, manifest: Manifest) -> None:
    other = replace(manifest.recipe, licence="other")
    for licences, wanted in (
        (("CC-BY-SA-3.0", "CC-BY-SA-3.0"), "cc-by-sa-3.0"),
        (("CC-BY-SA-3.0", "CC-BY-SA-4.0"), "other"),
        (("CC-BY-SA-3.0", ""), "other"),
        (("unknown", "unknown"), "other"),
    ):
        sources = tuple(
            replace(record, licence=licence)
            for record, licence in zip(manifest.sources, licences, strict=True)
        )
        one = replace(manifest, recipe=other, sources=sources)
        card = render_card(one, sample, draw(one, sample))
        assert data_of(card)["license"] == wanted
        assert (f"under {wanted.upper()}." in card) == (wanted != "other")


def test_configs_take_a_line_each(card: str, manifest: Manifest) -> None:
    block = card.split("---\n")[1]
    assert len(block.splitlines()) < 40 + len(manifest.configs)


def test_the_example_shows_a_change_of_a_long_passage(tmp_path: Path) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        listed = file.dataset == "Books"
        example = source(0, listed=listed)
        prefix = "Nothing happened for a long time. " * 60
        example = replace(
            example, context=prefix + example.context,
            answers=tuple(replace(a, start=len(prefix) + (a.start or 0)) for a in example.answers),
        )  # fmt: skip
        names = {"Marta Klein": "Ines Novak", "Klein": "Novak"}
        return [Row(example) if file.is_original else renamed(example, names, listed=listed)]

    card = (write_release(tmp_path / "release", rows_of=rows_of, count=1) / "README.md").read_text()
    (passage,) = [line for line in card.splitlines() if line.startswith("| context")]
    assert "**Marta Klein**" in passage
    assert "**Ines Novak**" in passage
    assert len(passage) < 1800


def test_every_code_block_loads_a_config_that_exists(card: str, manifest: Manifest) -> None:
    names = {config.name for config in manifest.configs}
    found = re.findall(r'load_dataset\("ORG/NAME", "([^"]+)"', card)
    assert found
    assert set(found) <= names


def test_hostile_texts_do_not_get_out(tmp_path: Path) -> None:
    hostile = "<script>alert(1)</script> | [x](http://x) `a` **b** \x1b[2J \n# head &lt; "

    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        listed = file.dataset == "Books"
        example = source(0, listed=listed)
        example = replace(example, question=hostile + "Klein?", title=hostile)
        names = {"Klein": "Novak"}
        rows[0] = Row(example) if file.is_original else renamed(example, names, listed=listed)
        return rows

    card = (write_release(tmp_path / "release", rows_of=rows_of) / "README.md").read_text()
    assert "<script" not in card
    assert "\x1b" not in card
    assert "[x](" not in card
    rows = [line for line in card.splitlines() if line.startswith("| question")]
    assert len(rows) == 1
    assert len(re.findall(r"(?<!\\)\|", rows[0])) == 4


def test_markdown_is_escaped_and_no_more() -> None:
    assert markdown("Anna's <b>") == "Anna's &lt;b&gt;"
    assert markdown("a_b*c|d") == r"a\_b\*c\|d"
    assert markdown("plain (text), 3-4: fine!") == "plain (text), 3-4: fine!"


def test_a_card_of_its_own_extends_the_common_one(sample: Path, manifest: Manifest) -> None:
    named = replace(manifest, recipe=replace(manifest.recipe, name="afrisquad2"))
    card = render_card(named, sample, draw(named, sample))
    assert "AfriSQuAD2 (Siro and Ajayi 2023)" in card
    assert "## Limits and risks" in card
    assert card.count(BEGIN) == 1


def test_every_shipped_recipe_has_a_card_of_its_own() -> None:
    cards = Path(__file__).parents[2] / "dataset_cards"
    assert {path.name for path in cards.glob("*.jinja")} == {
        "release.md.jinja", "edits.md.jinja", *(f"{name}.md.jinja" for name in shipped_recipes()),
    }  # fmt: skip


def test_it_is_the_same_on_every_run(sample: Path, manifest: Manifest) -> None:
    assert (
        render_card(manifest, sample, draw(manifest, sample))
        == bytes_of(sample)["README.md"].decode()
    )
