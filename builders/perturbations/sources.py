"""Where candidates for a span come from: one source a kind of perturbation.

A source yields candidates without end or until it has none; None says that spans of that type
are not substituted at all under this perturbation. To add a kind: one class here, one row in
KINDS, one golden file in tests/golden.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import getitem
from typing import Final, Protocol

from builders.draws import Key, Stem, remainders
from builders.perturbations.pools import Pool, Ring, first_random_strings, random_string
from builders.types import PerturbableSpan

_NO_NAMES: Final = ("",)
_NO_RING: Final = Ring((), _NO_NAMES)


class NameSource(Protocol):
    """Yields the candidates that a key draws for a span, best first."""

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Return the candidates; None where spans of this type keep their name."""

    def firsts(
        self, spans: Sequence[PerturbableSpan], stem: Stem, rests: Sequence[bytes]
    ) -> Iterable[str]:
        """Return the first candidate of each span by the key (stem, rest), empty for none.

        Nearly all names are first candidates, and many are drawn faster at once.
        """


@dataclass(frozen=True, slots=True)
class Ingredients:
    """What the kinds are made from; each takes what it needs.

    `pools` are by span type, `in_distribution` are the spans of the gold answers of the same
    test set (for the perturbations of that kind), `fixed` gives one name a span type.
    """

    pools: Mapping[str, Pool]
    in_distribution: Iterable[PerturbableSpan] = ()
    fixed: Mapping[str, str] | None = None
    match_words: bool = False


@dataclass(frozen=True, slots=True)
class CollectionNames:
    """DBName and the cultures: names of collections (Yan et al. 2022, section 3.2)."""

    pools: Mapping[str, Pool]
    match_words: bool

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Build from the pools."""
        return cls(ingredients.pools, ingredients.match_words)

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Walk through the pool of the span's type; a type without pool is not substituted."""
        pool = self.pools.get(span.span_type)
        if pool is None or not pool.names:
            return None
        walk = pool.walk(key)
        if not self.match_words:
            return walk
        words = len(span.surface.split())
        return (name for name in walk if len(name.split()) == words)

    def firsts(
        self, spans: Sequence[PerturbableSpan], stem: Stem, rests: Sequence[bytes]
    ) -> Iterable[str]:
        """Return the first names of the walks."""
        if self.match_words or any(pool.cumulative for pool in self.pools.values()):
            offered = map(self.candidates, spans, [(stem, rest) for rest in rests])
            return [next(names, "") if names else "" for names in offered]
        known = {span_type: pool.names or _NO_NAMES for span_type, pool in self.pools.items()}
        names = [known.get(span.span_type, _NO_NAMES) for span in spans]
        places = remainders(stem.numbers(rests), list(map(len, names)))
        return map(getitem, names, places)


@lru_cache(maxsize=9)
def _ring(names: tuple[str, ...]) -> Ring:
    """Return a ring of names: every answer type of a dataset has the same, one a span type."""
    return Ring.of(names)


@dataclass(frozen=True, slots=True)
class InDistribution:
    """InDistName: the spans of the same test set's gold answers (section 3.2)."""

    rings: Mapping[str, Ring]

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Build one ring a span type."""
        surfaces: dict[str, list[str]] = {}
        for span in ingredients.in_distribution:
            surfaces.setdefault(span.span_type, []).append(span.surface)
        return cls({span_type: _ring(tuple(names)) for span_type, names in surfaces.items()})

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Walk along the ring of the span's type."""
        ring = self.rings.get(span.span_type)
        return ring.walk(key) if ring else None

    def firsts(
        self, spans: Sequence[PerturbableSpan], stem: Stem, rests: Sequence[bytes]
    ) -> Iterable[str]:
        """Return the next name of each span's ring."""
        rings = [self.rings.get(span.span_type, _NO_RING) for span in spans]
        points: list[int] = stem.numbers(rests)[:, 0].tolist()
        places = map(bisect_left, [ring.points for ring in rings], points)
        return map(getitem, [ring.round for ring in rings], places)


@dataclass(frozen=True, slots=True)
class RandomString:
    """RandStr: letters of the same number and case, whatever the span type (section 3.2)."""

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Build; needs nothing."""
        del ingredients
        return cls()

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Draw strings until one is free."""
        return random_string(span.surface, key)

    def firsts(
        self, spans: Sequence[PerturbableSpan], stem: Stem, rests: Sequence[bytes]
    ) -> Iterable[str]:
        """Draw one string a span."""
        return first_random_strings([span.surface for span in spans], stem, rests)


@dataclass(frozen=True, slots=True)
class FixedName:
    """Every span of a type becomes one given name: per-name scores (section 4.2)."""

    fixed: Mapping[str, str]

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Build from the names given."""
        return cls(ingredients.fixed or {})

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Offer the one name, if there is one for the type."""
        del key
        name = self.fixed.get(span.span_type)
        return iter((name,)) if name is not None else None

    def firsts(
        self, spans: Sequence[PerturbableSpan], stem: Stem, rests: Sequence[bytes]
    ) -> Iterable[str]:
        """Return the one name of each span's type."""
        del stem, rests
        return [self.fixed.get(span.span_type, "") for span in spans]


KINDS: Final[Mapping[str, Callable[[Ingredients], NameSource]]] = {
    "collections": CollectionNames.make,
    "in-distribution": InDistribution.make,
    "random-string": RandomString.make,
    "fixed-name": FixedName.make,
}
