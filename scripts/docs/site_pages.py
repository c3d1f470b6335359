"""Generates parts of the documentation: the recipe reference, tables, commands, Python functions.

    python scripts/docs/site_pages.py

writes the recipe reference and the tables between markers such as <!-- types --> into docs/. As an
mkdocs hook, it adds the pages that exist only on the site: the commands and the Python functions.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import typer
from typer.cli import get_docs_for_click

sys.path.append(str(Path(__file__).parent))

import builders
import recipe_schema
from builders.cards.glossary import REASONS
from builders.cli.main import app
from builders.releases.recipe import shipped_recipes
from builders.type_table import as_markdown as type_table

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
_EXAMPLE: Final = re.compile(r"^Example: (.+)$", re.MULTILINE)
_CODE_OR_PLACEHOLDER: Final = re.compile(r"(`[^`]*`)|<(?=[a-z])")
_LIST_OF_VERBS: Final = re.compile(r"\*\*Commands\*\*:\n\n(\* .*\n)+\n?")


def commands() -> str:
    """Return the reference of all commands, with the text of `--help`."""
    group = typer.main.get_command(app)
    context = typer.Context(group)
    text = get_docs_for_click(obj=group, ctx=context, name="renamer", title="Commands")
    lines = _LIST_OF_VERBS.sub("", text.replace("\n**Usage**:\n", "")).splitlines()
    # Indented lines are code, in which placeholders are not escaped.
    escaped = (line if line[:4].isspace() else _escaped(line) for line in lines)
    return _EXAMPLE.sub(r"Example:\n\n    \1", "\n".join(escaped))


def _escaped(line: str) -> str:
    """Escape placeholders such as <name> so that they are not read as HTML tags."""
    return _CODE_OR_PLACEHOLDER.sub(lambda found: found[1] or "&lt;", line)


def python() -> str:
    """Return a page that lists every public name of the package.

    The page has a directive for each name, which mkdocstrings replaces by the name's documentation.
    """
    public = {name: getattr(builders, name) for name in builders.__all__ if name[0] != "_"}
    functions = [name for name, value in public.items() if not isinstance(value, type)]
    types = [name for name, value in public.items() if isinstance(value, type)]
    notes = import_module("builders.api").__doc__
    parts = ["# Python", "Import from `builders`: `from builders import build`.", notes]
    for head, names in (("Functions", functions), ("Types", types)):
        parts.append(f"## {head}")
        parts += [f"::: {public[name].__module__}.{name}" for name in names]
    return "\n\n".join(parts)


def recipe() -> str:
    """Return the page about recipes, with the reference of their keys."""
    shipped = ", ".join(f"`{name}`" for name in shipped_recipes())
    return f"""<!-- written by scripts/docs/site_pages.py -->

# Recipes

A recipe is a TOML file that says what a release is made of. An unknown key is refused with its
line and the keys known there, and all faults of a file are reported together. These come with the
package: {shipped}.

{recipe_schema.as_markdown()}
"""


def reasons() -> str:
    """Return the table of reasons why instances are excluded or unchanged, as Markdown."""
    rows = "".join(f"\n| {reason} | {meaning} |" for reason, meaning in REASONS.items())
    return f"| reason | what it means |\n|---|---|{rows}"


def columns() -> str:
    """Return the table of the columns of a release, copied from the template of dataset cards."""
    card = (ROOT / "dataset_cards" / "release.md.jinja").read_text(encoding="utf-8")
    return card[card.index("| column |") :].partition("\n\n")[0]


PAGES: Final[dict[str, Callable[[], str]]] = {
    "reference/commands.md": commands,
    "reference/python.md": python,
}
"""The pages that exist only on the site."""
RECIPE: Final = DOCS / "reference" / "recipe.md"
TABLES: Final[dict[Path, dict[str, Callable[[], str]]]] = {
    DOCS / "reference" / "formats.md": {"columns": columns},
    DOCS / "reference" / "glossary.md": {"types": type_table, "reasons": reasons},
}
"""The generated tables of each page, by the name in the markers around them."""


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that exist only on the site (mkdocs event)."""
    from mkdocs.structure.files import File

    for place, make in PAGES.items():
        files.append(File.generated(config, place, content=make()))
    return files


def generated() -> dict[Path, str]:
    """Return, by path, the up-to-date text of each page in docs/ that has generated parts."""
    found = {RECIPE: recipe()}
    for path, tables in TABLES.items():
        text = path.read_text(encoding="utf-8")
        for name, make in tables.items():
            begin, end = f"<!-- {name} -->\n\n", f"\n\n<!-- end of {name} -->"
            before, _, rest = text.partition(begin)
            text = before + begin + make().strip() + end + rest.partition(end)[2]
        found[path] = text
    return found


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text, encoding="utf-8")
