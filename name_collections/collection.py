"""A collection of names with their provenance, and the selection of names for sampling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from name_collections.columns import Columns
from name_collections.name import SPAN_TYPES, Name, Provenance

__all__ = ["SPAN_TYPES", "Columns", "Name", "NameCollection", "Provenance"]


@dataclass(frozen=True, slots=True)
class NameCollection:
    """A sorted collection of names, with the name of the collection and its provenance."""

    name: str
    names: Sequence[Name]
    provenance: tuple[Provenance, ...]
    digest: str = field(default="", compare=False)
    """SHA-256 of the rows in canonical form, so it does not depend on the file format."""

    def select(
        self, span_type: str, *, risky: bool = False, culture: str = "", country: str = ""
    ) -> Columns:
        """Return the names for a span type, and for a culture and country if these are given.

        Names flagged as risky (for example, common words) are included only if `risky` is true.
        """
        conditions = _conditions(span_type, risky=risky, culture=culture, country=country)
        return Columns.of(self.names).where(conditions)

    def pool(
        self, span_type: str, *, risky: bool = False, culture: str = "", country: str = ""
    ) -> tuple[str, ...]:
        """Return the distinct texts of the names that `select` returns, sorted, for sampling."""
        conditions = _conditions(span_type, risky=risky, culture=culture, country=country)
        return Columns.of(self.names).texts(conditions)

    def weights(
        self, span_type: str, *, risky: bool = False, culture: str = "", country: str = ""
    ) -> tuple[float, ...]:
        """Return the weight of each text of `pool`, in the same order.

        The weight of a text is the sum of the weights of all names with this text.
        """
        chosen = self.select(span_type, risky=risky, culture=culture, country=country)
        return chosen.summed("weight")

    def countries(self, span_type: str, *, risky: bool = False) -> dict[str, tuple[str, ...]]:
        """Map each name of a span type to its countries, sorted.

        The tuple is empty if no country is known. Risky names (for example, common words) are
        included only if `risky` is true.
        """
        found: dict[str, set[str]] = {}
        chosen = self.select(span_type, risky=risky)
        for text, country in zip(chosen.column("text"), chosen.column("country"), strict=True):
            found.setdefault(text, set()).update({country} - {""})
        return {text: tuple(sorted(found[text])) for text in sorted(found)}


def _conditions(span_type: str, *, risky: bool, culture: str, country: str) -> dict[str, str]:
    wanted = {"span_type": span_type, "culture": culture, "country": country}
    return {key: value for key, value in wanted.items() if value} | ({} if risky else {"risky": ""})
