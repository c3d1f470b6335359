"""For each kind of perturbation, the function that makes its source of new names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any, Final

from builders.perturbation_table import PERTURBATION_TABLE
from builders.perturbations.name_sources import Ingredients, NameSource


def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return attrgetter(name)(import_module(f"builders.perturbations.{module}"))


KINDS: Final[Mapping[str, Callable[[Ingredients], NameSource]]] = {
    name: _load(row.make) for name, row in PERTURBATION_TABLE.items()
}
