"""Recipes: the description of a release in TOML, checked before anything is built.

    name = "demo"
    version = "1.0.0"
    title = "..."
    licence = "..."
    recognizer = "bundled"
    published = "2026-11-20"
    [[sources]]                                 # one table per source dataset
    [entity_renaming]                           # the method of Yan et al. 2022
    [entity_renaming.perturbations.<Name>]      # one table per perturbation
    [entswap]                                   # the method of Siro and Ajayi 2023
    [entswap.collections]                       # collections of new names by entity type

A published recipe is never edited. Changes are published as a recipe with a higher version.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, cast

from builders.errors import ChooseKnownError, FixInputError, FixRecipeError, not_utf8
from builders.recognizer_table import IN_RECIPES, NAMED
from builders.releases.keys import KeyFaults, Keys, parse_toml
from builders.releases.recipe_specs import EVENTS, EntityRenaming, EntSwap, Events, SourceSpec
from builders.releases.recipe_tables import (
    check_sources,
    filled_text,
    matching_text,
    read_date,
    read_entswap,
    read_renaming,
    read_source,
)

_SHIPPED: Final = Path(__file__).parent / "recipes"
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_VERSION: Final = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
# A recipe may come with a release that is not trusted. Therefore, a recognizer in the user's own
# code or folder can only be given on the command line or in Python.
_RECOGNIZERS: Final = f"{', '.join(NAMED)}; give any other with --recognizer"


@dataclass(frozen=True, slots=True)
class Recipe:
    """A recipe: the description from which a release is built."""

    name: str
    version: str
    title: str
    recognizer: str
    """The name of the recognizer that finds the names in the texts."""
    licence: str
    sources: tuple[SourceSpec, ...]
    """The source datasets."""
    entity_renaming: EntityRenaming | None
    """The settings of entity renaming (Yan et al. 2022), or None if the recipe does not use it."""
    entswap: EntSwap | None
    """The settings of EntSwap (Siro and Ajayi 2023), or None if the recipe does not use it."""
    digest: str
    """The SHA-256 digest of the values; comments and whitespace do not change it."""
    text: str
    """The text of the recipe file."""
    events: Events = "keep"
    """Whether names inside the names of events and works (the Treaty of Paris) are renamed.

    With "follow", those are renamed that the passage also has elsewhere, and countries, states and
    peoples in descriptions (the 2001 Spanish general election).
    """
    published: str = ""
    """The date of publication (YYYY-MM-DD), or an empty string if the recipe gives none."""

    @classmethod
    def read(cls, name_or_path: str | Path) -> Recipe:
        """Read a recipe from a TOML file, or read the shipped recipe with this name.

        Raises ChooseKnownError for an unknown name, FixInputError if the file does not exist or
        cannot be read, FixRecipeError for a recipe with one fault, and FixManyKeysError for a
        recipe with several faults. The errors give the line and the key of every fault.
        """
        path = _find(name_or_path)
        try:
            # Some editors add a byte order mark, which is not part of the text.
            text = path.read_text(encoding="utf-8-sig")
        except OSError as error:
            raise FixInputError(f"{path}: cannot be read: {error.strerror}") from None
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            message = f"{not_utf8(error)}; save the file as UTF-8"
            raise FixInputError(f"{path}:{line}: {message}") from None
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, path: str = "recipe", *, keys: type[Keys] = Keys) -> Recipe:
        """Parse the text of a recipe; raise FixRecipeError or FixManyKeysError for its faults.

        `path` is the name of the file in these errors. `keys` is the class that reads the tables
        of the recipe.
        """
        table = parse_toml(path, text)
        faults = KeyFaults(path, text)
        recipe = _recipe(keys(table, (), faults), text)
        faults.check()
        # A recipe without faults has no nesting or numbers too large to be written as JSON.
        return replace(recipe, digest=_digest(table))

    def source(self, name: str) -> SourceSpec:
        """Return the source dataset of this name; raise ChooseKnownError if there is none."""
        for source in self.sources:
            if source.name == name:
                return source
        raise ChooseKnownError("source", name, (source.name for source in self.sources))

    @property
    def collections(self) -> frozenset[str]:
        """Return the names of all name collections that the recipe uses."""
        specs = self.entity_renaming.perturbations if self.entity_renaming else ()
        swapped = self.entswap.collections if self.entswap else ()
        drawn = ((*spec.collections, *spec.exclude) for spec in specs)
        lists = (*drawn, *(names for _, names in swapped))
        return frozenset(name for names in lists for name in names)


def shipped_recipes() -> tuple[str, ...]:
    """Return the names of the recipes that ship with the package, sorted."""
    return tuple(sorted(path.stem for path in _SHIPPED.glob("*.toml")))


def may_name(recognizer: str) -> bool:
    """Return whether a recipe may ask for the recognizer with this name.

    Only recognizers that can be loaded without running third-party code are allowed.
    """
    return IN_RECIPES.fullmatch(recognizer) is not None


def recipe_digest(text: str) -> str:
    """Return the SHA-256 of the values in a recipe; comments and layout do not change it.

    `text` is the text of the recipe. Raises FixRecipeError if it is not TOML.
    """
    try:
        return _digest(parse_toml("recipe", text))
    except (RecursionError, ValueError):
        raise FixRecipeError("recipe", 1, "recipe", "nested too deeply to be one") from None


def _find(name_or_path: str | Path) -> Path:
    path = Path(name_or_path)
    try:
        there = path.is_file()
    except (OSError, ValueError):
        there = False  # The path is too long or contains a NUL, so no such file can exist.
    if there:
        return path
    if path.suffix == ".toml":
        raise FixInputError(f"{path}: there is no such recipe file")
    if str(name_or_path) not in shipped_recipes():
        raise ChooseKnownError("recipe", str(name_or_path), (*shipped_recipes(), "PATH.toml"))
    return _SHIPPED / f"{name_or_path}.toml"


def _digest(table: dict[str, Any]) -> str:
    canonical = json.dumps(table, ensure_ascii=False, separators=(",", ":"), default=str)
    return sha256(canonical.encode()).hexdigest()


def _recipe(keys: Keys, text: str) -> Recipe:
    renaming = keys.table("entity_renaming")
    entswap = keys.table("entswap")
    recipe = Recipe(
        name=matching_text(keys, "name", _NAME, "lower-case letters, digits, - and _, at most 64"),
        version=matching_text(keys, "version", _VERSION, "MAJOR.MINOR.PATCH"),
        title=filled_text(keys, "title"),
        recognizer=matching_text(keys, "recognizer", IN_RECIPES, _RECOGNIZERS, "bundled"),
        licence=keys.text("licence", ""),
        sources=tuple(read_source(table) for table in keys.tables("sources")),
        entity_renaming=read_renaming(renaming) if "entity_renaming" in keys else None,
        entswap=read_entswap(entswap) if "entswap" in keys else None,
        digest="",
        text=text,
        events=cast(Events, keys.choice("events", EVENTS, "keep")),
        published=read_date(keys, "published"),
    )
    keys.close()
    check_sources(keys, recipe.sources, recipe.entity_renaming, recipe.entswap)
    return recipe
