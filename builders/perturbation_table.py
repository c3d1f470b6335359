"""The kinds of perturbation that a recipe may ask for.

To add one: a function or class in builders/perturbations, a row here, and a golden file in
tests/golden/perturbations whose first line says how a recipe asks for it.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple


class PerturbationRow(NamedTuple):
    """A kind of perturbation.

    `make` is the function that makes its source of new names, as module:attribute of
    builders.perturbations. `needs` is a key that the recipe must give for this kind, if any.
    """

    make: str
    needs: Literal["", "collections", "fixed"] = ""


PERTURBATION_TABLE: Final[dict[str, PerturbationRow]] = {
    "collections": PerturbationRow("name_sources:CollectionNames.make", "collections"),
    "in-distribution": PerturbationRow("name_sources:InDistribution.make"),
    "random-string": PerturbationRow("name_sources:RandomString.make"),
    "fixed-name": PerturbationRow("name_sources:FixedName.make", "fixed"),
}
