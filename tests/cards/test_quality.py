"""What readers found stands in the card of the release they read, beside the papers' figures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from builders.cards.card import draw, render_card
from builders.cards.quality_table import Reading, TypeQuality, read_quality
from builders.errors import FixManyKeysError, FixRecipeError
from builders.releases.manifest import Manifest
from builders.releases.recipe import Recipe

READ = """
[[readings]]
recipe = "sample"
version = "1.2.2"
readers = 2
rows = 50
texts = "ten articles"
note = "Chosen *by chance*."

[readings.types.PERSON]
names = 120
identified = 113
substituted = 110

[readings.types.LAKE]
names = 3
identified = 3
substituted = 0
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that one reading of the sample release was written to."""
    path = tmp_path / "quality.toml"
    path.write_text(READ)
    return path


def test_a_reading_is_counts_by_type(file: Path) -> None:
    types = (TypeQuality("PERSON", 120, 113, 110), TypeQuality("LAKE", 3, 3, 0))
    assert read_quality(file) == (
        Reading("sample", "1.2.2", 2, 50, "ten articles", "Chosen *by chance*.", types),
    )


def test_the_card_shows_it_beside_the_papers(sample: Path, file: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    card = render_card(manifest, sample, draw(manifest, sample), quality=file)
    assert "50 rows that version 1.2.2 of the recipe made from ten articles were read" in card
    assert "read beside their sources by 2 readers." in card
    assert r"Chosen \*by chance\*." in card
    assert "| PERSON | 120 | 94.2 | 94.3 | 91.7 | 88.8 |" in card
    assert "| LAKE | 3 | 100.0 |  | 0.0 |  |" in card


def test_a_reading_without_counts_says_in_words_what_was_found(sample: Path, file: Path) -> None:
    file.write_text(READ.partition("[readings.types")[0])
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    card = render_card(manifest, sample, draw(manifest, sample), quality=file)
    said = card.partition("## Quality")[2].partition("##")[0]
    assert r"Chosen \*by chance\*." in said
    assert "|" not in said


def test_a_card_without_a_reading_has_no_such_section(sample: Path, file: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    assert "## Quality" not in render_card(
        manifest, sample, draw(manifest, sample), quality=file.with_name("none.toml")
    )
    other = replace(manifest, recipe=replace(manifest.recipe, name="other"))
    assert "## Quality" not in render_card(other, sample, draw(other, sample), quality=file)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("identified = 113", "identified = 121", r"quality\.toml:12: .*more than the 120"),
        ("identified = 113\n", "", "identified: is missing"),
        ("names = 120", "names = 0", "must be at least 1"),
        ("readers = 2", "reader = 2", "unknown key; known here"),
        ("rows = 50", 'rows = "50"', r"quality\.toml:6: .*must be an integer"),
    ],
)
def test_faults_are_named_with_their_line(file: Path, old: str, new: str, message: str) -> None:
    file.write_text(READ.replace(old, new))
    with pytest.raises(FixRecipeError, match=message):
        read_quality(file)


def test_all_faults_are_listed(file: Path) -> None:
    file.write_text('[[readings]]\nrecipe = "x"\n')
    with pytest.raises(FixManyKeysError) as caught:
        read_quality(file)
    assert len(caught.value.faults) == 5


def test_the_file_that_ships_speaks_of_recipes_that_ship() -> None:
    cards = Path(__file__).parents[2] / "dataset_cards"
    readings = read_quality(cards / "quality.toml")
    assert {reading.recipe for reading in readings} == {"afrisquad2", "entity-renamed-mrqa"}
    for reading in readings:
        read, shipped = reading.version, Recipe.read(reading.recipe).version
        assert tuple(map(int, read.split("."))) <= tuple(map(int, shipped.split(".")))
