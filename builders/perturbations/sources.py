"""Where candidates for a span come from: one source a kind of perturbation.

A source yields candidates without end or until it has none; None says that spans of that type
are not substituted at all under this perturbation. To add a kind: one class here, one row in
KINDS, one golden file in tests/golden.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from operator import getitem
from typing import Final, Protocol

from builders.articles import takes_article
from builders.draws import Key, Remainders, Stem
from builders.perturbations.pools import Pool, Ring, first_random_strings, random_string
from builders.types import PerturbableSpan

_NO_NAMES: Final = ("",)
_NO_RING: Final = Ring((), _NO_NAMES)


Firsts = Callable[[Stem], Iterable[str]]
"""Draws the first candidates of some spans by a stem, anew for every file."""


class NameSource(Protocol):
    """Yields the candidates that a key draws for a span, best first."""

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Return the candidates; None where spans of this type keep their name."""

    def firsts(self, spans: Sequence[PerturbableSpan], rests: Sequence[bytes]) -> Firsts:
        """Return what draws the first candidate of each span by (stem, rest), empty for none.

        Nearly all names are first candidates, and many are drawn faster at once.
        """


@dataclass(frozen=True, slots=True)
class Ingredients:
    """What the kinds are made from; each takes what it needs.

    `pools` are by span type, `in_distribution` are the spans of the gold answers of the same
    test set (for the perturbations of that kind), `fixed` gives one name a span type. With
    `keep_article` a country that is called with the article becomes one that is, too, and no other
    does.
    """

    pools: Mapping[str, Pool]
    in_distribution: Iterable[PerturbableSpan] = ()
    fixed: Mapping[str, str] | None = None
    match_words: bool = False
    keep_article: bool = False


@dataclass(frozen=True, slots=True)
class CollectionNames:
    """DBName and the cultures: names of collections (Yan et al. 2022, section 3.2)."""

    pools: Mapping[str, Pool]
    match_words: bool
    keep_article: bool

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Build from the pools."""
        return cls(ingredients.pools, ingredients.match_words, ingredients.keep_article)

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Walk through the pool of the span's type; a type without pool is not substituted."""
        pool = self.pools.get(span.span_type)
        if pool is None or not pool.names:
            return None
        return _in_order(partial(self._walk, pool, span, key), span, keep=self.keep_article)

    def _walk(self, pool: Pool, span: PerturbableSpan, key: Key) -> Iterator[str]:
        walk = pool.walk(key)
        if not self.match_words:
            return walk
        words = len(span.surface.split())
        return (name for name in walk if len(name.split()) == words)

    def firsts(self, spans: Sequence[PerturbableSpan], rests: Sequence[bytes]) -> Firsts:
        """Draw the first names of the walks."""
        if self.match_words or any(pool.cumulative for pool in self.pools.values()):
            return partial(self._walked, spans, rests)
        known = {span_type: pool.names or _NO_NAMES for span_type, pool in self.pools.items()}
        names = [known.get(span.span_type, _NO_NAMES) for span in spans]
        places = Remainders(list(map(len, names)))

        def draw(stem: Stem) -> Iterable[str]:
            return map(getitem, names, places.of(stem.numbers(rests)))

        return _fitting(self, draw, spans, rests) if self.keep_article else draw

    def _walked(
        self, spans: Sequence[PerturbableSpan], rests: Sequence[bytes], stem: Stem
    ) -> list[str]:
        offered = map(self.candidates, spans, [(stem, rest) for rest in rests])
        return [next(names, "") if names else "" for names in offered]


def _in_order(
    walk: Callable[[], Iterator[str]], span: PerturbableSpan, *, keep: bool
) -> Iterator[str]:
    """Yield the names of a walk, for a country first those that take the article as it does."""
    if keep and span.article is not None:
        yield from (name for name in dict.fromkeys(walk()) if takes_article(name) == span.article)
    yield from walk()


def _fitting(
    source: NameSource, draw: Firsts, spans: Sequence[PerturbableSpan], rests: Sequence[bytes]
) -> Firsts:
    """Return what draws like `draw`, but of countries the first that `_in_order` yields."""
    countries = [(at, span.article) for at, span in enumerate(spans) if span.article is not None]

    def fitting(stem: Stem) -> list[str]:
        names = list(draw(stem))
        for at, article in countries:
            if takes_article(names[at]) != article:
                names[at] = next(source.candidates(spans[at], (stem, rests[at])) or iter(()), "")
        return names

    return fitting


@lru_cache(maxsize=9)
def _ring(names: tuple[str, ...]) -> Ring:
    """Return a ring of names: every answer type of a dataset has the same, one a span type."""
    return Ring.of(names)


@dataclass(frozen=True, slots=True)
class InDistribution:
    """InDistName: the spans of the same test set's gold answers (section 3.2)."""

    rings: Mapping[str, Ring]
    keep_article: bool

    @classmethod
    def make(cls, ingredients: Ingredients) -> NameSource:
        """Build one ring a span type."""
        surfaces: dict[str, list[str]] = {}
        for span in ingredients.in_distribution:
            surfaces.setdefault(span.span_type, []).append(span.surface)
        rings = {span_type: _ring(tuple(names)) for span_type, names in surfaces.items()}
        return cls(rings, ingredients.keep_article)

    def candidates(self, span: PerturbableSpan, key: Key) -> Iterator[str] | None:
        """Walk along the ring of the span's type."""
        ring = self.rings.get(span.span_type)
        if ring is None:
            return None
        return _in_order(partial(ring.walk, key), span, keep=self.keep_article)

    def firsts(self, spans: Sequence[PerturbableSpan], rests: Sequence[bytes]) -> Firsts:
        """Draw the next name of each span's ring."""
        rings = [self.rings.get(span.span_type, _NO_RING) for span in spans]
        points, names = [ring.points for ring in rings], [ring.round for ring in rings]

        def draw(stem: Stem) -> Iterable[str]:
            own: list[int] = stem.numbers(rests)[:, 0].tolist()
            return map(getitem, names, map(bisect_left, points, own))

        return _fitting(self, draw, spans, rests) if self.keep_article else draw


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

    def firsts(self, spans: Sequence[PerturbableSpan], rests: Sequence[bytes]) -> Firsts:
        """Draw one string a span."""
        return first_random_strings([span.surface for span in spans], rests)


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

    def firsts(self, spans: Sequence[PerturbableSpan], rests: Sequence[bytes]) -> Firsts:
        """Give the one name of each span's type."""
        del rests
        names = [self.fixed.get(span.span_type, "") for span in spans]
        return lambda _: names


KINDS: Final[Mapping[str, Callable[[Ingredients], NameSource]]] = {
    "collections": CollectionNames.make,
    "in-distribution": InDistribution.make,
    "random-string": RandomString.make,
    "fixed-name": FixedName.make,
}
