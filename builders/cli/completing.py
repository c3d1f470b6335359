"""Shell completion of recipes and of the configs of a release."""

from __future__ import annotations

import json
from pathlib import Path

import typer

from builders.releases.recipe import shipped_recipes


def recipes(incomplete: str) -> list[str]:
    """Return the shipped recipes, and the TOML files in the folder of the path typed so far."""
    folder = Path(incomplete).parent
    files = [str(path) for path in sorted(folder.glob("*.toml"))] if folder.is_dir() else []
    return [name for name in (*shipped_recipes(), *files) if name.startswith(incomplete)]


def configs(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the configs of the release given earlier on the command line."""
    try:
        text = (Path(ctx.params.get("release") or "") / "manifest.json").read_text("utf-8")
        names = [config["name"] for config in json.loads(text)["configs"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return []  # completion cannot report errors
    return [name for name in names if isinstance(name, str) and name.startswith(incomplete)]
