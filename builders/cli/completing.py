"""Shell completion of the names of recipes, and of the configs of a release."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from builders.releases.recipe import shipped_recipes


def recipes(incomplete: str) -> list[str]:
    """Return the shipped recipes and TOML files whose names begin with the text typed so far."""
    folder = Path(incomplete).parent
    files = [str(path) for path in sorted(folder.glob("*.toml"))] if folder.is_dir() else []
    return [name for name in (*shipped_recipes(), *files) if name.startswith(incomplete)]


def configs(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the names of configs that begin with the text typed so far.

    The configs are those of the release folder given earlier on the command line. Without a release
    folder, the list is empty.
    """
    try:
        text = (Path(ctx.params.get("release") or "") / "manifest.json").read_text("utf-8")
        names = [config["name"] for config in json.loads(text)["configs"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []  # completion cannot report errors
    return [name for name in names if isinstance(name, str) and name.startswith(incomplete)]
