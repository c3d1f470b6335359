"""Gender polarity and popularity of given names (Yan et al. 2022, section 4.2).

Yan et al. relate these two properties to exact match scores: each run replaces the given name in
every answer with the same new given name, and scores the result. This module selects the new given
names and computes their properties.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from hashlib import blake2b

from name_collections.collection import NameCollection
from name_collections.name import Name


@dataclass(frozen=True, slots=True)
class Factors:
    """A given name with its gender polarity max(m/f, f/m) and its popularity m + f.

    Here m and f are the numbers of men and women with the name (`male` and `female`).
    """

    text: str
    gender: str
    male: float
    female: float

    @property
    def polarity(self) -> float:
        """The larger of the counts for men and women divided by the smaller.

        It is 1 if the counts are equal, and infinite if only one gender has the name.
        """
        low, high = sorted((self.male, self.female))
        return high / low if low else math.inf

    @property
    def popularity(self) -> float:
        """The sum of `male` and `female`, in the unit of their source (people or percent)."""
        return self.male + self.female


def factors(collection: NameCollection, *, risky: bool = False) -> tuple[Factors, ...]:
    """Return the counts by gender (`Factors`) of each given name that has any, sorted by name.

    Risky names (for example, names that are also common words) are left out unless `risky`
    is true.
    """
    return tuple(
        Factors(name.text, name.gender, name.male, name.female)
        for name in collection.names
        if name.span_type.startswith("FIRST_")
        and (risky or not name.risky)
        and name.male + name.female > 0
    )


def sample(collection: NameCollection, count: int, *, risky: bool = False) -> tuple[Factors, ...]:
    """Return `count` given names with their gender polarity and popularity, sorted by name.

    The names are chosen by a hash, so the choice is the same on every machine, and a larger
    sample contains every smaller sample. Risky names, such as common words, are left out
    unless `risky` is true.
    """
    chosen = sorted(factors(collection, risky=risky), key=lambda each: (_rank(each), each.text))
    return tuple(sorted(chosen[:count], key=lambda each: each.text))


def _rank(each: Factors) -> bytes:
    return blake2b(f"name study:{each.text}".encode(), digest_size=16).digest()


def find(collection: NameCollection, wanted: str) -> tuple[Name, ...]:
    """Return the names in a collection that contain the text `wanted`, ignoring letter case."""
    folded = wanted.casefold()
    return tuple(name for name in collection.names if folded in name.text.casefold())


def shown(names: tuple[Name, ...], count: int) -> tuple[Name, ...]:
    """Return at most `count` of the names, sorted.

    The choice depends on a hash of each name, so it is always the same.
    """
    chosen = sorted(names, key=lambda name: (_digest(name), name))
    return tuple(sorted(chosen[:count]))


def _digest(name: Name) -> bytes:
    return blake2b(repr((name.text, name.span_type)).encode(), digest_size=8).digest()
