"""The recipe for a study of single first names (Yan et al. 2022, section 4.2).

The recipe has one perturbation per name, which replaces all first (given) names of persons in the
answers by this name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from builders.releases.recipe import Recipe

_NOT_WORD: Final = re.compile(r"\W+", re.ASCII)
_BASE: Final = "entity-renamed-mrqa"
_SPAN_TYPES: Final = ("FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL")


def study_recipe(names: Iterable[str], dataset: str) -> str:
    """Return the TOML text of a recipe that replaces the first (given) names in the answers.

    A release of this recipe has one renamed file per element of `names`, in which this element
    replaces all first names of persons in the answers. There is only one seed, because new names
    are not drawn at random. `dataset` is the name of a source dataset of the shipped MRQA recipe.
    Raises ChooseKnownError for an unknown dataset.
    """
    source = Recipe.read(_BASE).source(dataset)
    lines = [
        'name = "name-study"',
        'version = "1.0.0"',
        f'title = "{dataset} with every answer first name made one name"',
        'recognizer = "bundled"',
        f'licence = "{source.licence}"',
        "",
        "[[sources]]",
        f'name = "{source.name}"',
        f'format = "{source.format}"',
        f'url = "{source.url}"',
        f'md5 = "{source.md5}"',
        f'licence = "{source.licence}"',
        f'attribution = "{source.attribution}"',
        "",
        "[entity_renaming]",
        f'sources = ["{source.name}"]',
        'types = ["PER"]',
        "seeds = 1",
    ]
    for name in names:
        lines += ["", f"[entity_renaming.perturbations.Name_{_NOT_WORD.sub('_', name)}]",
                  'kind = "fixed-name"', "[entity_renaming.perturbations."
                  f"Name_{_NOT_WORD.sub('_', name)}.fixed]"]  # fmt: skip
        lines += [f'{span_type} = "{name}"' for span_type in _SPAN_TYPES]
    return "\n".join(lines) + "\n"
