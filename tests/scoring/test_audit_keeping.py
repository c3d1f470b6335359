"""Judged sheets make the quality table of a card, and no other figures do."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from builders import audit_check, audit_keep
from builders.cards.card import QUALITY, draw, render_card
from builders.cards.quality_table import read_quality
from builders.cards.sheets import COLUMNS, JUDGEMENTS
from builders.cli.main import app
from builders.errors import FixInputError, FixRecipeError, RenamerError
from builders.pipeline import Options, build
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest
from builders.scoring.audit import sample, sheet
from builders.scoring.audit_keeping import About, keep

ABOUT = About("the demonstration's texts", "One note.")


@pytest.fixture
def judged(release: Path, tmp_path: Path) -> Path:
    """A sheet of which every third judgement is wrong, every third arguable."""
    lines = list(csv.DictReader(StringIO(sheet(sample(release, 6)))))
    place = tmp_path / "judged.csv"
    with place.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, COLUMNS)
        writer.writeheader()
        for number, line in enumerate(lines):
            writer.writerow(line | {"judgement": JUDGEMENTS[number % 3]})
    return place


def test_a_card_counts_what_the_sheet_says(release: Path, judged: Path, tmp_path: Path) -> None:
    quality = tmp_path / "cards" / "quality.toml"
    quality.parent.mkdir()
    arguments = ["audit", "keep", str(judged), "--release", str(release), "--texts", ABOUT.texts]
    result = CliRunner().invoke(app, [*arguments, "--quality", str(quality)])
    assert result.exit_code == 0, result.output
    (reading,) = read_quality(quality)
    with judged.open(encoding="utf-8") as stream:
        lines = list(csv.DictReader(stream))
    for found in reading.types:
        ours = [line for line in lines if line["type"] == found.type]
        right = [line["step"] for line in ours if line["judgement"] == "right"]
        for step in (found.identification, found.substitution):
            assert step.units == len(ours) / 2
        assert found.identification.right == right.count("identification")
        assert found.substitution.right == right.count("substitution")
    assert {found.type for found in reading.types} >= {"PER", "ORG", "GPE", "PERSON", "CITY"}
    assert (len(reading.sheets), reading.recipe) == (1, "demo")
    manifest = read_manifest(release)
    card = render_card(manifest, release, draw(manifest, release), quality=quality)
    per = next(found for found in reading.types if found.type == "PER")
    units, right = per.identification.units, per.identification.right
    assert f"| PER | {units} | {100 * right / units:.1f} |" in card


def test_kept_sheets_hold_no_texts_and_are_pinned(
    release: Path, judged: Path, tmp_path: Path
) -> None:
    quality = tmp_path / "quality.toml"
    quality.write_text("# Readings.\n")
    (name,) = keep([judged], [release], quality, ABOUT)
    kept = tmp_path / name
    with kept.open(encoding="utf-8") as stream:
        lines = list(csv.DictReader(stream))
    assert {line["source"] + line["renamed"] for line in lines} == {""}
    assert quality.read_text().startswith("# Readings.\n")
    keep([judged], [release], quality, ABOUT)
    assert len(read_quality(quality)) == 2
    kept.write_text(kept.read_text().replace("wrong", "right"))
    with pytest.raises(FixRecipeError, match="was changed since it was kept"):
        read_quality(quality)
    kept.unlink()
    with pytest.raises(FixRecipeError, match="there is no"):
        read_quality(quality)


def test_sheets_of_another_release_are_refused(release: Path, judged: Path, tmp_path: Path) -> None:
    quality = tmp_path / "quality.toml"
    other = tmp_path / "other.csv"
    unit = next(csv.DictReader(StringIO(judged.read_text())))["unit"]
    other.write_text(judged.read_text().replace(unit, "stranger"))
    with pytest.raises(FixInputError, match="has other units"):
        keep([judged, other], [release], quality, ABOUT)
    other.write_text(judged.read_text().replace("seed0", "seed9"))
    with pytest.raises(FixInputError, match="is of no row of"):
        keep([other], [release], quality, ABOUT)
    assert not quality.exists()
    with pytest.raises(RenamerError, match="a folder that exists"):
        keep([judged], [release], tmp_path / "nowhere" / "quality.toml", ABOUT)
    quality.write_text('[[readings]]\nrecipe = "x"\n')
    with pytest.raises(RenamerError, match="is missing"):
        keep([judged], [release], quality, ABOUT)
    assert not (tmp_path / "readings").exists()
    assert quality.read_text() == '[[readings]]\nrecipe = "x"\n'


@pytest.fixture
def carded(release: Path, judged: Path, tmp_path: Path) -> Path:
    """A release whose card counts the sheet that is kept in quality.toml beside it."""
    keep([judged], [release], tmp_path / "quality.toml", ABOUT)
    manifest = read_manifest(release)
    card = render_card(
        manifest, release, draw(manifest, release), quality=tmp_path / "quality.toml"
    )
    folder = tmp_path / "carded"
    folder.mkdir()
    (folder / "manifest.json").write_bytes((release / "manifest.json").read_bytes())
    (folder / "README.md").write_text(card, encoding="utf-8")
    return folder


def checked(folder: Path, quality: Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["audit", "check", str(folder), "--quality", str(quality)])
    return result.exit_code, result.output


def test_a_card_is_checked_against_the_sheets_it_names(carded: Path, tmp_path: Path) -> None:
    quality = tmp_path / "quality.toml"
    assert checked(carded, quality) == (0, f"{carded}: 1 sheet, as its card says\n")
    card = (carded / "README.md").read_text(encoding="utf-8")
    better = re.sub(r"(\n\| PER \| \d+ \|) [\d.]+", r"\1 99.9", card)
    (carded / "README.md").write_text(better, encoding="utf-8")
    status, said = checked(carded, quality)
    assert (status, said.count("\n")) == (1, 1)
    assert "its table is not what readings/demo" in said
    typed = re.sub(r"\(SHA-256 `\w+`\)", "", card)
    (carded / "README.md").write_text(typed, encoding="utf-8")
    assert "names no sheet" in checked(carded, quality)[1]


def test_sheets_are_kept_and_checked_from_python(
    release: Path, judged: Path, carded: Path, tmp_path: Path
) -> None:
    quality, mine = tmp_path / "quality.toml", tmp_path / "mine" / "quality.toml"
    assert audit_check(carded, quality) == (1, [])
    number, (fault,) = audit_check(str(carded))
    assert number == 1
    assert fault.endswith(f"which is not kept beside {QUALITY}")
    mine.parent.mkdir()
    names = audit_keep(judged, release=release, texts=ABOUT.texts, note=ABOUT.note, quality=mine)
    assert mine.read_text(encoding="utf-8") == quality.read_text(encoding="utf-8")
    assert audit_keep(judged, release=[release], texts="", quality=mine) == names
    for sheets, releases in (((), [release]), ((judged,), [])):
        with pytest.raises(RenamerError, match="give at least one"):
            audit_keep(*sheets, release=releases, texts="", quality=mine)


def test_a_card_without_readings_says_nothing_of_sheets(release: Path, tmp_path: Path) -> None:
    assert checked(release, tmp_path / "none.toml") == (0, f"{release}: its card counts no sheet\n")


def test_a_card_that_counts_another_sheet_is_found_out(carded: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    status, said = checked(carded, other)
    assert status == 1
    assert f"which is not kept beside {other}" in said


def test_rows_of_several_releases_may_be_in_one_sheet(
    release: Path, judged: Path, tmp_path: Path
) -> None:
    part, quality = tmp_path / "part", tmp_path / "quality.toml"
    build(Recipe.read("demo"), part, Options(seeds=1, only="DemoSQuAD2/*"))
    with pytest.raises(FixInputError, match="is of no row of"):
        keep([judged], [part], quality, ABOUT)
    keep([judged], [part, release], quality, ABOUT)
    assert read_quality(quality)[0].recipe == "demo"


def test_releases_of_one_sheet_are_of_one_recipe(
    release: Path, judged: Path, tmp_path: Path
) -> None:
    recipe = tmp_path / "other.toml"
    text = Recipe.read("demo").text
    recipe.write_text(text.replace('name = "demo"', 'name = "other"', 1))
    build(Recipe.read(str(recipe)), tmp_path / "other", Options(seeds=1, only="DemoMRQA/GPE/*"))
    with pytest.raises(FixInputError, match=r"made by other .*keep a sheet for each"):
        keep([judged], [release, tmp_path / "other"], tmp_path / "quality.toml", ABOUT)
    assert not (tmp_path / "quality.toml").exists()
