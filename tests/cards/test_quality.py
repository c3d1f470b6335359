"""What readers found stands in the card of the release they read, beside the papers' figures."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from builders.cards.card import QUALITY, draw, render_card
from builders.cards.quality_table import Annotation, Judged, KeptSheet, TypeQuality, read_quality
from builders.cards.sheets import STEPS, sheet_text
from builders.errors import FixManyKeysError, FixRecipeError
from builders.releases.manifest import Manifest
from builders.releases.recipe import Recipe

READ = """
[[readings]]
recipe = "sample"
version = "1.2.2"
texts = "ten articles"
note = "Chosen *by chance*."

[[readings.sheets]]
file = "readings/ada.csv"
sha256 = "{digest}"
"""

# Type, step and judgement of every unit; a lake was missed.
JUDGED = [
    ("PERSON", STEPS[0], "right"), ("PERSON", STEPS[1], "right"),
    ("PERSON", STEPS[0], "right"), ("PERSON", STEPS[1], "wrong"),
    ("PERSON", STEPS[0], "arguable"), ("PERSON", STEPS[1], "right"),
    ("LAKE", STEPS[0], "wrong"),
]  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that one reading of the sample release was written to."""
    sheet = sheet_text(
        {"unit": str(at), "path": "p", "id": str(at // 2), "type": kind, "step": step,
         "judgement": judgement, "reason": "missed" if judgement == "wrong" else ""}
        for at, (kind, step, judgement) in enumerate(JUDGED)
    )  # fmt: skip
    place = tmp_path / "readings" / "ada.csv"
    place.parent.mkdir()
    place.write_text(sheet)
    path = tmp_path / "quality.toml"
    path.write_text(READ.format(digest=sha256(sheet.encode()).hexdigest()))
    return path


def test_a_reading_is_what_its_sheet_counts(file: Path) -> None:
    types = (
        TypeQuality("LAKE", Judged(1, 0, 0), Judged(0, 0, 0)),
        TypeQuality("PERSON", Judged(3, 2, 1), Judged(3, 2, 0)),
    )
    digest = sha256((file.parent / "readings" / "ada.csv").read_bytes()).hexdigest()
    sheets = (KeptSheet("readings/ada.csv", digest),)
    assert read_quality(file) == (
        Annotation("sample", "1.2.2", 4, "ten articles", "Chosen *by chance*.", types, sheets),
    )


def test_the_card_shows_it_beside_the_papers(sample: Path, file: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    card = render_card(manifest, sample, draw(manifest, sample), quality=file)
    assert "4 rows that version 1.2.2 of the recipe made from ten articles were read" in card
    assert "read beside their sources by one reader." in card
    assert r"counted both ways. Chosen \*by chance\*." in card
    assert "| PERSON | 3 | 66.7 | 100.0 | 94.3 | 3 | 66.7 | 66.7 | 88.8 |" in card
    assert "| LAKE | 1 | 0.0 | 0.0 |  | 0 | - | - |  |" in card
    (sheet,) = read_quality(file)[0].sheets
    assert f"Counted from `readings/ada.csv` (SHA-256 `{sheet.sha256}`)" in card


def test_no_reading_no_section(sample: Path, file: Path) -> None:
    manifest = Manifest.from_json((sample / "manifest.json").read_text())
    nothing = file.with_name("none.toml")
    assert "## Quality" not in render_card(
        manifest, sample, draw(manifest, sample), quality=nothing
    )
    other = replace(manifest, recipe=replace(manifest.recipe, name="other"))
    assert "## Quality" not in render_card(other, sample, draw(other, sample), quality=file)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("readings/ada.csv", "../ada.csv", r"quality\.toml:9: .*leads out of the folder"),
        ("readings/ada.csv", "readings/ben.csv", r"quality\.toml:9: .*there is no "),
        ("readings/ada.csv", "quality.toml", r"quality\.toml:10: .*was changed since it was kept"),
        ('texts = "ten articles"', "texts = 10", r"quality\.toml:5: .*must be a string"),
        ('note = "Chosen', 'names = 120\nnote = "Chosen', r"quality\.toml:6: .*names"),
        ("[[readings.sheets]]", "[readings.types.PERSON]", "sheets.* is missing"),
    ],
)
def test_a_fault_is_named_with_its_place(file: Path, old: str, new: str, message: str) -> None:
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(FixRecipeError, match=message):
        read_quality(file)


def test_all_faults_are_listed(file: Path) -> None:
    file.write_text('[[readings]]\nrecipe = "x"\n')
    with pytest.raises(FixManyKeysError) as caught:
        read_quality(file)
    assert len(caught.value.faults) == 3


def test_the_file_that_ships_speaks_of_recipes_that_ship() -> None:
    readings = read_quality(QUALITY)
    assert {reading.recipe for reading in readings} == {"afrisquad2", "entity-renamed-mrqa"}
    for reading in readings:
        assert reading.types
        read, shipped = reading.version, Recipe.read(reading.recipe).version
        assert tuple(map(int, read.split("."))) <= tuple(map(int, shipped.split(".")))
