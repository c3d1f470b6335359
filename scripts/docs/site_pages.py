"""What the site generates: recipe keys, commands and Python functions, tables inside other pages.

A hook of mkdocs: pages that exist only in the site, and markers such as {{ types }} filled in.
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
_EXAMPLE: Final = re.compile(r"^Example: (.+)$", re.MULTILINE)
_CODE_OR_PLACEHOLDER: Final = re.compile(r"(`[^`]*`)|<(?=[a-z])")
_LIST_OF_VERBS: Final = re.compile(r"\*\*Commands\*\*:\n\n(\* .*\n)+\n?")


def commands() -> str:
    """Return the reference of every verb, as `--help` has it."""
    group = typer.main.get_command(app)
    context = typer.Context(group)
    text = get_docs_for_click(obj=group, ctx=context, name="renamer", title="Commands")
    lines = _LIST_OF_VERBS.sub("", text.replace("\n**Usage**:\n", "")).splitlines()
    # What is indented is code, where a placeholder stays as it is.
    escaped = (line if line[:4].isspace() else _escaped(line) for line in lines)
    return _EXAMPLE.sub(r"Example:\n\n    \1", "\n".join(escaped))


def _escaped(line: str) -> str:
    """Write a placeholder so that it is no HTML tag."""
    return _CODE_OR_PLACEHOLDER.sub(lambda found: found[1] or "&lt;", line)


def python() -> str:
    """Return the page that has mkdocstrings document every public name of the package."""
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
    """Return the reference of every key of a recipe."""
    shipped = ", ".join(f"`{name}`" for name in shipped_recipes())
    return f"""# Recipes

A recipe is a TOML file that says what a release is made of. An unknown key is refused with its
line and the keys known there, and all faults of a file are reported together. These come with the
package: {shipped}.

{recipe_schema.as_markdown()}
"""


def reasons() -> str:
    """Return why instances are left out or unchanged."""
    rows = "".join(f"\n| {reason} | {meaning} |" for reason, meaning in REASONS.items())
    return f"| reason | what it means |\n|---|---|{rows}"


def columns() -> str:
    """Return what every column of a release is, as its card says."""
    card = (ROOT / "dataset_cards" / "release.md.jinja").read_text(encoding="utf-8")
    return card[card.index("| column |") :].partition("\n\n")[0]


PAGES: Final[dict[str, Callable[[], str]]] = {
    "reference/commands.md": commands,
    "reference/python.md": python,
    "reference/recipe.md": recipe,
}
MARKERS: Final[dict[str, Callable[[], str]]] = {
    "{{ columns }}": columns,
    "{{ types }}": type_table,
    "{{ reasons }}": reasons,
}


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages (an event of mkdocs)."""
    from mkdocs.structure.files import File

    for place, make in PAGES.items():
        files.append(File.generated(config, place, content=make()))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill the markers of a page (an event of mkdocs)."""
    for marker, make in MARKERS.items():
        if marker in markdown:
            markdown = markdown.replace(marker, make())
    return markdown
