"""The kinds of perturbation that a recipe may ask for.

A new kind needs a function or class in builders/perturbations, a row in this table, and a golden
file in tests/golden/perturbations. The first line of that file says how a recipe asks for the kind.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple


class PerturbationRow(NamedTuple):
    """A kind of perturbation, which is a way to choose new names."""

    make: str
    """The function that makes its source of new names, as module:attribute.

    The module is in builders.perturbations.
    """
    needs: Literal["", "collections", "fixed"] = ""
    """The key that a recipe must give for this kind, or empty if it needs none."""


PERTURBATION_TABLE: Final[dict[str, PerturbationRow]] = {
    "collections": PerturbationRow("name_sources:CollectionNames.make", "collections"),
    "in-distribution": PerturbationRow("name_sources:InDistribution.make"),
    "random-string": PerturbationRow("name_sources:RandomString.make"),
    "fixed-name": PerturbationRow("name_sources:FixedName.make", "fixed"),
}
