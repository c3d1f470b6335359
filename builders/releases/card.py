"""The card of a release: its YAML, and prose with one generated region between markers.

The prose is in dataset_cards/: `<recipe>.md.jinja` where a recipe has a card of its own, else
`release.md.jinja`. A card of its own extends that one and rewrites its blocks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from builders.releases import card_tables as tables
from builders.releases.card_metadata import card_yaml
from builders.releases.manifest import ConfigRecord, Manifest
from builders.releases.quality import read_quality

_TEMPLATES: Final = Path(__file__).parents[2] / "dataset_cards"
_DEFAULT: Final = "release.md.jinja"
_QUALITY: Final = _TEMPLATES / "quality.toml"


def render_card(
    manifest: Manifest, folder: Path, *, changes: str = "", quality: Path = _QUALITY
) -> str:
    """Return the text of README.md; `folder` holds the files, of which some rows are read.

    `changes` is the section on the last version (builders.releases.changes), `quality` the file
    of what readers found.
    """
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES, encoding="utf-8"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown: what comes from data goes through `markdown`
    )
    environment.filters["markdown"] = tables.markdown
    environment.filters["table"] = tables.render
    template = environment.select_template([f"{manifest.recipe.name}.md.jinja", _DEFAULT])
    facts = _facts(manifest, folder)
    facts["since"] = changes
    facts["readings"] = [
        (reading, tables.quality(reading))
        for reading in read_quality(quality)
        if reading.recipe == manifest.recipe.name
    ]
    return f"---\n{card_yaml(manifest)}---\n\n{template.render(facts)}"


def _facts(manifest: Manifest, folder: Path) -> dict[str, Any]:
    """Return what the templates may speak of."""
    kinds = {kind: [config for config in manifest.configs if config.kind == kind]
             for kind in ("entswap", "by-dataset", "by-seed")}  # fmt: skip
    example = tables.first_changed(folder, manifest)
    return {
        "manifest": manifest,
        "entswap": kinds["entswap"],
        "by_dataset": kinds["by-dataset"],
        "by_seed": [config for config in kinds["by-seed"] if not _is_original(config)],
        "originals": [config for config in kinds["by-seed"] if _is_original(config)],
        "total": f"{sum(record.rows for record in manifest.files):,}",
        "licences": tables.licences(manifest),
        "sizes": tables.sizes(manifest),
        "changes": tables.changes(manifest),
        "left_out": tables.left_out(manifest),
        "unchanged": tables.unchanged(manifest),
        "sources": tables.sources(manifest),
        "collections": tables.collections(manifest),
        "example": tables.example_table(manifest, *example) if example else None,
        **_swap_facts(manifest, folder, kinds["entswap"]),
    }


def _swap_facts(manifest: Manifest, folder: Path, configs: list[ConfigRecord]) -> dict[str, Any]:
    if not configs:
        return {"swapped": None, "frequent": None}
    path = configs[0].splits[-1].path
    source = next(entry.source for entry in manifest.originals if entry.path == path)
    names = tables.swapped_names(folder, path)
    return {
        "swapped": tables.swapped_sizes(names, source),
        "frequent": tables.frequent_names(names),
    }


def _is_original(config: ConfigRecord) -> bool:
    return config.name.endswith("-Original")
