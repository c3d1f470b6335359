"""The kinds of perturbation that a recipe may ask for.

To add one: a function or class in builders/perturbations, a row here, and a golden file in
tests/golden/perturbations whose first line says how a recipe asks for it.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple


class PerturbationRow(NamedTuple):
    """The maker of a kind (module:attribute of builders.perturbations), and the key it needs."""

    make: str
    needs: Literal["", "collections", "fixed"] = ""


PERTURBATION_TABLE: Final[dict[str, PerturbationRow]] = {
    "collections": PerturbationRow("name_sources:CollectionNames.make", "collections"),
    "in-distribution": PerturbationRow("name_sources:InDistribution.make"),
    "random-string": PerturbationRow("name_sources:RandomString.make"),
    "fixed-name": PerturbationRow("name_sources:FixedName.make", "fixed"),
}
