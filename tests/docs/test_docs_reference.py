"""The generated reference: nothing that a user may write or call is missing from it."""

from __future__ import annotations

import re
import sys
from dataclasses import fields
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "scripts" / "docs"))

import builders
import recipe_schema
import site_pages
from builders import Recipe, RenamerError
from builders.cli.main import VERBS
from builders.releases.recipe_specs import EntityRenaming, EntSwap, PerturbationSpec, SourceSpec

DESCRIBED = {table: set(keys) for table, keys in recipe_schema.meanings().items()}


def test_every_key_is_described_and_no_other() -> None:
    asked: dict[str, set[str]] = {}
    for key in recipe_schema.asked_keys():
        asked.setdefault(key.table, set()).add(key.name)
    assert asked == DESCRIBED


@pytest.mark.parametrize(
    ("table", "header"),
    [
        ("", ""),
        ("sources", "[[sources]]"),
        ("entity_renaming", "[entity_renaming]"),
        ("entity_renaming.perturbations.NAME", "[entity_renaming.perturbations.French]"),
        ("entswap", "[entswap]"),
    ],
)
def test_what_an_error_says_is_known_is_what_the_reference_describes(
    table: str, header: str
) -> None:
    text = Recipe.read("demo").text
    place = text.index(header) + len(header)
    with pytest.raises(RenamerError, match=r"known here: (.*)") as raised:
        Recipe.parse(f"{text[:place]}\nmisspelt = 1\n{text[place:]}")
    listed = re.findall(r"known here: (.*)", str(raised.value))
    assert listed == [", ".join(sorted(DESCRIBED[table]))]


def test_defaults_are_those_of_a_recipe_that_leaves_keys_out() -> None:
    defaults = {
        (key.table, key.name): key.default
        for key in recipe_schema.asked_keys()
        if isinstance(key.default, (bool, int, str))
    }
    for kind, table in (
        (SourceSpec, "sources"),
        (EntityRenaming, "entity_renaming"),
        (PerturbationSpec, "entity_renaming.perturbations.NAME"),
        (EntSwap, "entswap"),
    ):
        for field in fields(kind):
            if (table, field.name) in defaults:
                assert defaults[table, field.name] == field.default, field.name
    assert defaults["entity_renaming", "seeds"] == 5


def test_a_row_of_the_reference_says_type_default_and_meaning() -> None:
    page = site_pages.recipe()
    assert "| `seeds` | integer, 1 to 1,000 | `5` | How many renamed copies" in page
    assert '| `scope` | one of `passage`, `article` | `"passage"` |' in page
    assert "| `source` | string | required |" in page


def test_every_verb_is_in_the_reference_with_its_options() -> None:
    page = site_pages.commands()
    heads = re.findall(r"^## `renamer (\w+)`$", page, re.MULTILINE)
    assert heads == list(VERBS)
    assert "* `--only &lt;" not in page, "a placeholder in code is shown as it is written"
    assert "\n    renamer build afrisquad2 --source" in page
    assert "### `renamer leaderboard check`" in page


def test_every_public_name_is_in_the_reference() -> None:
    page = site_pages.python()
    listed = {name.rpartition(".")[2] for name in re.findall(r"^::: (\S+)$", page, re.MULTILINE)}
    assert listed == set(builders.__all__) - {"__version__"}


@pytest.mark.parametrize("path", site_pages.generated(), ids=lambda path: path.name)
def test_generated_parts_of_pages_are_current(path: Path) -> None:
    wanted = site_pages.generated()[path]
    remedy = "run python scripts/docs/site_pages.py"
    assert path.read_text(encoding="utf-8") == wanted, remedy
    assert "| " in wanted
