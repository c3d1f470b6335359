"""The kinds of perturbation that a recipe may ask for.

To add one: a function or class in builders/perturbations, a row here, and a golden file in
tests/golden/perturbations whose first line says how a recipe asks for it.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple


class PerturbationRow(NamedTuple):
    """The factory of a kind of perturbation (module:attribute of builders.perturbations).

    `needs` is the key of a recipe that the kind requires."""

    make: str
    needs: Literal["", "collections", "fixed"] = ""


PERTURBATION_TABLE: Final[dict[str, PerturbationRow]] = {
    "collections": PerturbationRow("name_sources:CollectionNames.make", "collections"),
    "in-distribution": PerturbationRow("name_sources:InDistribution.make"),
    "random-string": PerturbationRow("name_sources:RandomString.make"),
    "fixed-name": PerturbationRow("name_sources:FixedName.make", "fixed"),
}
