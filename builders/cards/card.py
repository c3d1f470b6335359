"""The dataset card of a release: YAML metadata, then text made from a Jinja template.

The templates are in dataset_cards/: `<recipe>.md.jinja` if a recipe has its own template, otherwise
`release.md.jinja`. A recipe's own template extends `release.md.jinja` and overrides its blocks. A
comment in the text marks where the part that is generated from the manifest begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from builders.cards import card_tables as tables
from builders.cards.card_metadata import card_yaml, edits_yaml
from builders.cards.figures import Figure, figures, frequent_names_of
from builders.cards.harness_files import shown_tasks
from builders.cards.licences import licence_of
from builders.cards.papers import is_the_papers
from builders.cards.quality_table import read_quality
from builders.cards.swapped_names import SwappedNames, renamed_places, swapped_names
from builders.regions import Regions
from builders.releases.manifest import ConfigRecord, FileRecord, Manifest
from builders.releases.recipe import Recipe
from builders.releases.recipe_specs import Picked

_TEMPLATES: Final = Path(__file__).parents[2] / "dataset_cards"
_DEFAULT: Final = "release.md.jinja"
_EDITS: Final = "edits.md.jinja"
QUALITY: Final = _TEMPLATES / "quality.toml"
"""The file that names annotators' judgements of renamed rows, for the shipped recipes."""


@dataclass(frozen=True, slots=True)
class CardFigures:
    """The figures of a card, and the counts of renamed names that figures and tables show."""

    names: SwappedNames | None
    """The names renamed by EntSwap (Siro and Ajayi 2023), or None for a release without EntSwap."""
    places: tuple[SwappedNames, ...]
    """For each source dataset, the countries and cities that were renamed."""
    regions: Regions
    """The region of the world that each place is in."""
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Withheld:
    """The parts of a release that are published as edits, without the texts of their source."""

    sources: tuple[str, ...]
    """The names of the sources whose texts are withheld."""
    hidden: frozenset[str]
    """The paths of the data files with these texts."""
    configs: list[dict[str, Any]]
    """The configs of the edits-only release, as in the YAML block of its card."""
    records: dict[str, FileRecord]
    """The files that these configs load, by path."""


def draw(manifest: Manifest, folder: Path, regions: Regions | None = None) -> CardFigures:
    """Count the renamed names of a release, and draw the figures of its card.

    `folder` contains the files of the release. `regions` says in which region of the world a place
    is. In the figures, each region has its own colour.
    """
    names = swapped_names(manifest, folder)
    places: tuple[SwappedNames, ...] = (names,) if names is not None else ()
    places += renamed_places(manifest, folder, {place.source for place in places})
    known = regions or Regions()
    return CardFigures(names, places, known, figures(manifest, names, places, known))


def render_card(
    manifest: Manifest,
    folder: Path,
    drawn: CardFigures,
    *,
    changes: str = "",
    quality: Path = QUALITY,
) -> str:
    """Return the text of README.md, the card of a release.

    `folder` contains the files of the release; the card shows one of their rows as an example.
    `drawn` has the figures. `changes` is the section on changes since the last version (see
    builders.cards.changes). `quality` is the path of quality.toml, which lists files with
    annotators' judgements of renamed rows.
    """
    facts = _facts(manifest, folder, drawn, quality, frozenset())
    facts["since"] = changes
    template = _environment().select_template([f"{manifest.recipe.name}.md.jinja", _DEFAULT])
    return f"---\n{card_yaml(manifest)}---\n\n{template.render(facts)}"


def render_edits_card(
    manifest: Manifest,
    folder: Path,
    drawn: CardFigures,
    withheld: Withheld,
    *,
    changes: str = "",
    quality: Path = QUALITY,
) -> str:
    """Return the text of README.md for the edits-only version of the release in `folder`.

    This version has edits in place of the texts that `withheld` names. `changes` is the section on
    changes since the last version (see builders.cards.changes). `quality` is the path of
    quality.toml, which lists files with annotators' judgements of renamed rows.
    """
    facts = _facts(manifest, folder, drawn, quality, withheld.hidden)
    environment = _environment()
    facts |= {
        "since": changes,
        "title": f"{manifest.recipe.title}: edits",
        "parent": environment.select_template([f"{manifest.recipe.name}.md.jinja", _DEFAULT]),
        "withheld": withheld.sources,
        "kept": [s.name for s in manifest.sources if s.name not in withheld.sources],
        "names": [config["config_name"] for config in withheld.configs],
    }
    block = edits_yaml(manifest, withheld.configs, withheld.records)
    return f"---\n{block}---\n\n{environment.get_template(_EDITS).render(facts)}"


def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES, encoding="utf-8"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown; values from data are escaped by the filter `markdown`
    )
    environment.filters["markdown"] = tables.markdown
    environment.filters["table"] = tables.render
    environment.filters["series"] = tables.series
    return environment


def _facts(
    manifest: Manifest, folder: Path, drawn: CardFigures, quality: Path, hidden: frozenset[str]
) -> dict[str, Any]:
    """Return the variables of the card's Jinja template.

    They contain no text from the data files in `hidden`.
    """
    kinds = {kind: [config for config in manifest.configs if config.kind == kind]
             for kind in ("entswap", "by-dataset", "by-seed")}  # fmt: skip
    example = tables.first_changed(folder, manifest, hidden)
    group, task = shown_tasks(manifest)
    return {
        "manifest": manifest,
        "picked": _picked(manifest),
        "title": manifest.recipe.title,
        "readings": [
            (reading, tables.quality(reading))
            for reading in read_quality(quality)
            if reading.recipe == manifest.recipe.name
        ],
        "entswap": kinds["entswap"],
        "by_dataset": kinds["by-dataset"],
        "by_seed": [config for config in kinds["by-seed"] if not _is_original(config)],
        "originals": [config for config in kinds["by-seed"] if _is_original(config)],
        "harness_group": group,
        "eval_task": task,
        "total": f"{sum(record.rows for record in manifest.files):,}",
        "licence": licence_of(manifest),
        "licences": tables.licences(manifest),
        "sizes": tables.sizes(manifest),
        "compared": any(is_the_papers(s.name, s.questions) for s in manifest.sources),
        "changes": tables.changes(manifest),
        "left_out": tables.left_out(manifest),
        "unchanged": tables.unchanged(manifest),
        "reasons": tables.reasons(manifest),
        "sources": tables.sources(manifest),
        "collections": tables.collections(manifest),
        "example": tables.example_table(manifest, example) if example else None,
        "example_at": example,
        "figures": {Path(figure.path).stem: figure for figure in drawn.figures},
        "placed": [
            (place, frequent_names_of(place, drawn.places), table)
            for place in drawn.places
            if len(table := tables.place_names(place, drawn.regions)) > 1
        ],
        **_swap_facts(manifest, drawn),
    }


def _swap_facts(manifest: Manifest, drawn: CardFigures) -> dict[str, Any]:
    if drawn.names is None:
        return {"swapped": None, "frequent": None}
    return {
        "swapped": tables.swapped_sizes(manifest, drawn.names),
        "frequent": tables.frequent_names(drawn.names),
    }


def _is_original(config: ConfigRecord) -> bool:
    return config.name.endswith("-Original")


def _picked(manifest: Manifest) -> Picked | None:
    """Return how a model's predictions were used to select the rows, or None if they were not."""
    renaming = Recipe.parse(manifest.recipe.text).entity_renaming
    return renaming.picked if renaming is not None else None
